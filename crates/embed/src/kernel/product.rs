//! The matrix product in plain floats: the one place that calls the `matrixmultiply` crate.
#![expect(
    unsafe_code,
    reason = "`matrixmultiply` takes pointers; the views below have checked what they reach"
)]

/// A matrix in a slice: element (row, column) lies at `row * row_step + column * column_step`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Matrix<'a> {
    data: &'a [f32],
    form: Form,
}

/// A matrix to be written.
#[derive(Debug)]
pub(crate) struct MatrixMut<'a> {
    data: &'a mut [f32],
    form: Form,
}

#[derive(Debug, Clone, Copy)]
struct Form {
    rows: usize,
    columns: usize,
    row_step: usize,
    column_step: usize,
}

impl<'a> Matrix<'a> {
    /// Views `data` as `rows` rows that lie `step` apart.
    ///
    /// # Panics
    /// When the last element would lie outside `data`.
    pub(crate) fn new(data: &'a [f32], rows: usize, columns: usize, step: usize) -> Self {
        let form = Form { rows, columns, row_step: step, column_step: 1 };
        assert!(form.reach() <= data.len(), "the matrix reaches past its data");
        Self { data, form }
    }

    /// Views the same data with rows and columns exchanged.
    pub(crate) fn transposed(self) -> Self {
        let Form { rows, columns, row_step, column_step } = self.form;
        let form =
            Form { rows: columns, columns: rows, row_step: column_step, column_step: row_step };
        Self { form, ..self }
    }
}

impl<'a> MatrixMut<'a> {
    /// Views `data` as `rows` rows that lie `step` apart.
    ///
    /// # Panics
    /// When the last element would lie outside `data`, or rows would overlap.
    pub(crate) fn new(data: &'a mut [f32], rows: usize, columns: usize, step: usize) -> Self {
        let form = Form { rows, columns, row_step: step, column_step: 1 };
        assert!(form.reach() <= data.len(), "the matrix reaches past its data");
        assert!(columns <= step, "the rows overlap");
        Self { data, form }
    }
}

impl Form {
    /// Returns one more than the index of the last element.
    fn reach(self) -> usize {
        if self.rows == 0 || self.columns == 0 {
            return 0;
        }
        (self.rows - 1) * self.row_step + (self.columns - 1) * self.column_step + 1
    }
}

/// Writes `scale * left * right` to `into`.
///
/// # Panics
/// When the sizes do not fit together.
pub(crate) fn product(left: Matrix<'_>, right: Matrix<'_>, scale: f32, into: &mut MatrixMut<'_>) {
    assert_eq!(left.form.columns, right.form.rows, "the inner sizes differ");
    assert_eq!((left.form.rows, right.form.columns), (into.form.rows, into.form.columns));
    // SAFETY: each view was made with a check that all its elements lie inside its slice, the
    // sizes handed over are those of the views, as just checked, and `into` is borrowed mutably,
    // so it overlaps neither input. Steps are at most a slice's length, so they fit an `isize`.
    unsafe {
        matrixmultiply::sgemm(
            into.form.rows,
            left.form.columns,
            into.form.columns,
            scale,
            left.data.as_ptr(),
            left.form.row_step as isize,
            left.form.column_step as isize,
            right.data.as_ptr(),
            right.form.row_step as isize,
            right.form.column_step as isize,
            0.0,
            into.data.as_mut_ptr(),
            into.form.row_step as isize,
            into.form.column_step as isize,
        );
    }
}
