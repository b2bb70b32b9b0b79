//! A budget: how many tokens may go to other machines in a month.
use std::sync::atomic::{AtomicU64, Ordering};

use crate::error::Error;

/// Counts what is sent against a limit; calls to this machine cost nothing.
#[derive(Debug)]
pub(crate) struct Budget {
    limit: Option<u64>,
    spent: AtomicU64,
}

impl Budget {
    pub(crate) fn new(limit: Option<u64>, spent: u64) -> Self {
        Self { limit, spent: AtomicU64::new(spent) }
    }

    /// Returns how many tokens are left; `None` when there is no limit.
    pub(crate) fn left(&self) -> Option<u64> {
        Some(self.limit?.saturating_sub(self.spent.load(Ordering::Relaxed)))
    }

    /// Takes tokens out, or fails with [`Error::Budget`] when there aren't as many left.
    pub(crate) fn take(&self, tokens: u64) -> Result<(), Error> {
        let Some(limit) = self.limit else { return Ok(()) };
        let fits = |spent: u64| spent.checked_add(tokens).filter(|&after| after <= limit);
        let taken = self.spent.fetch_update(Ordering::Relaxed, Ordering::Relaxed, fits);
        taken.map(drop).map_err(|spent| Error::Budget { limit, spent, tokens })
    }
}

#[cfg(test)]
mod tests {
    use super::Budget;

    #[test]
    fn a_budget_is_kept_to_the_last_token() {
        let budget = Budget::new(Some(10), 4);
        budget.take(5).unwrap();
        assert!(budget.take(2).is_err());
        assert_eq!(budget.left(), Some(1));
        budget.take(1).unwrap();
        assert!(budget.take(1).is_err());
        let endless = Budget::new(None, u64::MAX);
        endless.take(u64::MAX).unwrap();
        assert_eq!(endless.left(), None);
    }
}
