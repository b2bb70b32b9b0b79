//! Markers: the `[1]` by which a model says where it has something from.

mod scan;
mod source_list;

use std::ops::Range;

use notekin_note::stretches;

use self::scan::Scan;

/// Something that was taken out of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marker {
    /// The byte of the clean answer before which it stood.
    pub at: usize,
    /// The numbers of the passages it names, counted from 1; none for an entry of a list of sources.
    pub numbers: Vec<usize>,
    /// All that was taken out, with the space that only parted it from the text.
    pub raw: String,
}

/// An answer without its markers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unmarked {
    /// The clean answer.
    pub text: String,
    /// What was taken out, in order.
    pub markers: Vec<Marker>,
}

impl Unmarked {
    /// Takes the markers out of an answer, and a list of sources that the model added at its end.
    ///
    /// Known are `[1]`, `[1, 2]`, `[1-3]`, `[^1]`, `[[1]]`, `【1】`, `【1†source】` and their full-width forms, one to three
    /// digits each. What stands in code, in formulas or in links stays.
    ///
    /// ```
    /// use notekin_answer::Unmarked;
    ///
    /// let answer = Unmarked::of("Boil it [1][2]. See `list[1]`.");
    /// assert_eq!(answer.text, "Boil it. See `list[1]`.");
    /// assert_eq!(answer.markers[1].numbers, [2]);
    /// assert_eq!(answer.markers[1].at, 7);
    /// ```
    pub fn of(answer: &str) -> Self {
        let solid = solid(answer);
        let is_open = |mark: &Range<usize>| {
            !solid.iter().any(|hard| hard.start < mark.end && mark.start < hard.end && hard != mark)
        };
        let mut unmarked = Self::default();
        let lists = source_list::lines(answer, &solid);
        let mut at = 0;
        let end = answer.len()..answer.len();
        for list in lists.into_iter().chain(std::iter::once(end)) {
            while let Some(found) =
                scan::next(answer, at).filter(|found| found.mark.start < list.start)
            {
                if is_open(&found.mark) {
                    unmarked.take(answer, at, &found);
                    at = found.with_space.end;
                } else {
                    unmarked.text.push_str(&answer[at..found.mark.end]);
                    at = found.mark.end;
                }
            }
            unmarked.text.push_str(&answer[at..list.start]);
            at = list.end;
            if !list.is_empty() {
                let raw = answer[list].to_owned();
                unmarked.markers.push(Marker { at: unmarked.text.len(), numbers: Vec::new(), raw });
            }
        }
        unmarked
    }

    /// Returns the answer as it was, with every marker in its place.
    pub fn original(&self) -> String {
        let mut answer = String::with_capacity(self.text.len());
        let mut at = 0;
        for marker in &self.markers {
            answer.push_str(&self.text[at..marker.at]);
            answer.push_str(&marker.raw);
            at = marker.at;
        }
        answer.push_str(&self.text[at..]);
        answer
    }

    fn take(&mut self, answer: &str, from: usize, found: &Scan) {
        self.text.push_str(&answer[from..found.with_space.start]);
        let (at, raw) = (self.text.len(), answer[found.with_space.clone()].to_owned());
        self.markers.push(Marker { at, numbers: found.numbers.clone(), raw });
    }
}

/// Returns what of an answer no marker can be in, in order.
fn solid(answer: &str) -> Vec<Range<usize>> {
    stretches(answer).iter().flat_map(|stretch| stretch.solid().collect::<Vec<_>>()).collect()
}

#[cfg(test)]
mod tests;
