//! A table, while it is being read.

use super::{Alignment, Block, BlockKind, Inline, TableRow};
use crate::Lines;

/// A table whose end is not yet seen.
pub(super) struct OpenTable {
    /// Its first line.
    start: u32,
    align: Vec<Option<Alignment>>,
    head: Vec<Vec<Inline>>,
    rows: Vec<TableRow>,
    /// The cells of the row being read.
    cells: Vec<Vec<Inline>>,
}

impl OpenTable {
    /// Opens a table.
    pub(super) fn new(start: u32, align: &[pulldown_cmark::Alignment]) -> Self {
        let align = align.iter().map(|align| match align {
            pulldown_cmark::Alignment::None => None,
            pulldown_cmark::Alignment::Left => Some(Alignment::Left),
            pulldown_cmark::Alignment::Center => Some(Alignment::Center),
            pulldown_cmark::Alignment::Right => Some(Alignment::Right),
        });
        Self {
            start,
            align: align.collect(),
            head: Vec::new(),
            rows: Vec::new(),
            cells: Vec::new(),
        }
    }

    /// Adds a cell to the row being read.
    pub(super) fn add_cell(&mut self, text: Vec<Inline>) {
        self.cells.push(text);
    }

    /// Ends the first row.
    pub(super) fn end_head(&mut self) {
        self.head = std::mem::take(&mut self.cells);
    }

    /// Ends another row; cells that are only missing in the source must not fill the tree.
    pub(super) fn end_row(&mut self, lines: Lines) {
        let mut cells = std::mem::take(&mut self.cells);
        let kept = cells.iter().rposition(|cell| !cell.is_empty()).map_or(0, |last| last + 1);
        cells.truncate(kept);
        cells.shrink_to_fit();
        if !cells.is_empty() {
            self.rows.push(TableRow { lines, cells });
        }
    }

    /// Ends the table; `None` if nothing is in it.
    pub(super) fn end(self, end: u32) -> Option<Block> {
        let Self { start, align, head, rows, .. } = self;
        let is_blank = rows.is_empty() && head.iter().all(Vec::is_empty);
        let lines = Lines { start, end };
        (!is_blank).then_some(Block { lines, kind: BlockKind::Table { align, head, rows } })
    }
}
