//! A row of the table of speed: some work, what it took us, what it takes others, and the bar.

use serde::{Deserialize, Serialize};

/// What was measured of some work.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Row {
    /// The work.
    pub(crate) work: String,
    /// Our own measure.
    pub(crate) ours: f64,
    /// Its 95th percentile, where the bar is on that or it tells something.
    pub(crate) p95: Option<f64>,
    /// What it is measured in.
    pub(crate) unit: String,
    /// Whether more is better, as of a speed; less is, as of a time or a size.
    pub(crate) more_is_better: bool,
    /// The same of others.
    pub(crate) rivals: Vec<Rival>,
    /// What is to be reached.
    pub(crate) bar: Option<Bar>,
    /// What else a reader must know.
    pub(crate) note: String,
}

/// What was measured of another program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Rival {
    /// The program.
    pub(crate) name: String,
    /// Its measure, in the unit of the row.
    pub(crate) measure: f64,
}

/// What is to be reached.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Bar {
    /// The limit, in the unit of the row.
    pub(crate) limit: f64,
    /// Whether it is on the 95th percentile.
    pub(crate) on_p95: bool,
}

impl Row {
    /// Returns a row of a time in milliseconds, or of anything else that is better small.
    pub(crate) fn new(work: impl Into<String>, ours: f64, unit: &str) -> Self {
        Self { work: work.into(), ours, unit: unit.to_owned(), ..Self::default() }
    }

    /// Sets the most that it may be; with [`Row::better_large`] the least.
    pub(crate) fn bar(mut self, limit: f64) -> Self {
        self.bar = Some(Bar { limit, on_p95: false });
        self
    }

    /// Tells the 95th percentile too.
    pub(crate) fn with_p95(mut self, p95: f64) -> Self {
        self.p95 = Some(p95);
        self
    }

    /// Sets the most that the 95th percentile may be.
    pub(crate) fn bar_on_p95(mut self, limit: f64) -> Self {
        self.bar = Some(Bar { limit, on_p95: true });
        self
    }

    /// Tells that more is better.
    pub(crate) fn better_large(mut self) -> Self {
        self.more_is_better = true;
        self
    }

    /// Adds what others took.
    pub(crate) fn beside(mut self, rivals: impl IntoIterator<Item = Rival>) -> Self {
        self.rivals.extend(rivals);
        self
    }

    /// Says what else a reader must know.
    pub(crate) fn note(mut self, note: impl Into<String>) -> Self {
        self.note = note.into();
        self
    }

    /// Returns whether the bar is met, if there is one.
    pub(crate) fn is_met(&self) -> Option<bool> {
        let bar = self.bar?;
        let measure = if bar.on_p95 { self.p95.unwrap_or(f64::NAN) } else { self.ours };
        Some(if self.more_is_better { measure >= bar.limit } else { measure <= bar.limit })
    }

    /// Returns how many times better than a rival we are.
    pub(crate) fn lead(&self, rival: &Rival) -> f64 {
        if self.more_is_better { self.ours / rival.measure } else { rival.measure / self.ours }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_on_what_it_says() {
        let row = Row::new("", 5.0, "ms").with_p95(12.0);
        assert_eq!(row.is_met(), None);
        assert_eq!(row.clone().bar(10.0).is_met(), Some(true));
        assert_eq!(row.clone().bar_on_p95(10.0).is_met(), Some(false));
        assert_eq!(row.better_large().bar(10.0).is_met(), Some(false));
    }

    #[test]
    fn what_was_not_measured_meets_no_bar() {
        assert_eq!(Row::new("", f64::NAN, "ms").bar(1.0).is_met(), Some(false));
        assert_eq!(Row::new("", 1.0, "ms").bar_on_p95(1.0).is_met(), Some(false));
    }

    #[test]
    fn the_lead_is_over_one_where_we_are_better() {
        let rival = Rival { name: "x".to_owned(), measure: 4.0 };
        let shown = |row: Row| format!("{:.1}", row.lead(&rival));
        assert_eq!(shown(Row::new("", 2.0, "ms")), "2.0");
        assert_eq!(shown(Row::new("", 2.0, "GB/s").better_large()), "0.5");
    }
}
