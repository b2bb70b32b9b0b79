//! What an index that is followed lags behind, as far as its follower knows.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::audience::Audience;
use crate::notice::Notice;

/// What the last look at the vault saw that isn't taken in. A search that doesn't look for itself tells of it.
#[derive(Debug, Default)]
pub(crate) struct Behind {
    changes: AtomicUsize,
    vanished: AtomicUsize,
    /// Those among the vanished notes that aren't private.
    vanished_public: AtomicUsize,
}

impl Behind {
    /// Says how many changes are still ahead.
    pub(crate) fn set_changes(&self, changes: usize) {
        self.changes.store(changes, Ordering::Relaxed);
    }

    /// Says how many notes vanished at once and wait for the owner, and how many of them aren't private.
    pub(crate) fn set_vanished(&self, vanished: usize, public: usize) {
        self.vanished.store(vanished, Ordering::Relaxed);
        self.vanished_public.store(public, Ordering::Relaxed);
    }

    /// Returns what the reader of a reply should know.
    ///
    /// What hasn't been read may be private, so that its number is the owner's to know; `is_first`, while a vault is read
    /// for the first time, everyone is told that there is more.
    pub(crate) fn notices(&self, audience: Audience, is_first: bool) -> Vec<Notice> {
        let changes = self.changes.load(Ordering::Relaxed);
        let sees = audience.sees_private();
        let vanished = if sees { &self.vanished } else { &self.vanished_public };
        let vanished = vanished.load(Ordering::Relaxed);
        let unread = (changes > 0 && (sees || is_first)).then_some(Notice::Unread { changes });
        let paused = (vanished > 0).then_some(Notice::Paused { vanished });
        unread.into_iter().chain(paused).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_assistant_is_not_told_how_many_private_notes_changed() {
        let behind = Behind::default();
        behind.set_changes(10);
        behind.set_vanished(7, 2);
        let owner = behind.notices(Audience::Owner, false);
        assert_eq!(owner, [Notice::Unread { changes: 10 }, Notice::Paused { vanished: 7 }]);
        assert_eq!(behind.notices(Audience::Assistant, false), [Notice::Paused { vanished: 2 }]);
        assert_eq!(behind.notices(Audience::Assistant, true).len(), 2);
    }
}
