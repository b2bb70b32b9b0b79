//! Patience: how often to try again, and how long to wait before.
use std::time::{Duration, SystemTime};

use crate::date;

/// When a call that failed is tried again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Patience {
    /// The most tries, the first one included.
    pub tries: u32,
    /// The wait before the second try; it doubles from try to try.
    pub first: Duration,
    /// The longest wait. A server that asks for a longer one is not tried again.
    pub longest: Duration,
}

impl Patience {
    /// One try, and no more.
    pub const NONE: Self = Self { tries: 1, first: Duration::ZERO, longest: Duration::ZERO };
    /// For a person who waits: once more at once, as a connection that was kept open may have been closed meanwhile.
    pub const WAITING: Self =
        Self { tries: 2, first: Duration::from_millis(50), longest: Duration::from_secs(1) };
    /// For a person who waits for something long: up to a few seconds, or as long as a server asks for if that is short.
    pub const FLOWING: Self =
        Self { tries: 3, first: Duration::from_secs(1), longest: Duration::from_secs(20) };
    /// For bulk work: up to about half a minute in all, or as long as a server asks for if that is a minute at most.
    pub const BULK: Self =
        Self { tries: 6, first: Duration::from_millis(500), longest: Duration::from_mins(1) };

    /// Returns the same with fewer tries, if so few are wished.
    pub(crate) fn at_most(self, tries: Option<u32>) -> Self {
        Self { tries: tries.map_or(self.tries, |tries| self.tries.min(tries)), ..self }
    }

    /// Returns how long to wait after try number `tried` (from 1), or `None` to give up.
    ///
    /// What the server `asked` for counts. Otherwise the wait doubles, and chance, from 0 to 1, takes away up to half of
    /// it, so that those who failed together don't come again together.
    pub(crate) fn wait(
        &self,
        tried: u32,
        asked: Option<Duration>,
        chance: f32,
    ) -> Option<Duration> {
        if tried >= self.tries {
            return None;
        }
        if let Some(asked) = asked {
            return (asked <= self.longest).then_some(asked);
        }
        let doubled = self.first.saturating_mul(1 << (tried - 1).min(16)).min(self.longest);
        Some(doubled.mul_f32(1.0 - chance.clamp(0.0, 1.0) / 2.0))
    }
}

/// Reads a `Retry-After`: seconds, or a date.
pub(crate) fn retry_after(header: &str, now: SystemTime) -> Option<Duration> {
    let header = header.trim();
    if let Ok(seconds) = header.parse::<u64>() {
        return Some(Duration::from_secs(seconds));
    }
    let date = date::read(header)?;
    Some(date.duration_since(now).unwrap_or(Duration::ZERO))
}

/// Returns a number from 0 to 1 by chance; the middle where the system has none to give.
pub(crate) fn chance() -> f32 {
    getrandom::u32().map_or(0.5, |number| number as f32 / u32::MAX as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn waits_double_up_to_the_longest_and_end() {
        let patience = Patience { tries: 5, first: SECOND, longest: 3 * SECOND };
        let waits: Vec<_> = (1..=5).map(|tried| patience.wait(tried, None, 0.0)).collect();
        assert_eq!(
            waits,
            [Some(SECOND), Some(2 * SECOND), Some(3 * SECOND), Some(3 * SECOND), None]
        );
        assert_eq!(patience.wait(1, None, 1.0), Some(SECOND / 2));
        assert_eq!(Patience::NONE.wait(1, None, 0.0), None);
    }

    #[test]
    fn what_a_server_asks_for_is_kept_unless_it_is_too_long() {
        let patience = Patience { tries: 2, first: SECOND, longest: 30 * SECOND };
        assert_eq!(patience.wait(1, Some(7 * SECOND), 1.0), Some(7 * SECOND));
        assert_eq!(patience.wait(1, Some(31 * SECOND), 0.0), None);
    }

    #[test]
    fn fewer_tries_can_be_wished_but_not_more() {
        let patience = Patience { tries: 3, first: SECOND, longest: SECOND };
        let tries = [None, Some(1), Some(9)].map(|tries| patience.at_most(tries).tries);
        assert_eq!(tries, [3, 1, 3]);
    }

    #[test]
    fn retry_after_is_seconds_or_a_date() {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(784_111_777);
        assert_eq!(retry_after(" 12 ", now), Some(12 * SECOND));
        let date = "Sun, 06 Nov 1994 08:49:47 GMT";
        assert_eq!(retry_after(date, now), Some(10 * SECOND));
        assert_eq!(retry_after("Sun, 06 Nov 1994 08:49:00 GMT", now), Some(Duration::ZERO));
        assert_eq!(retry_after("later", now), None);
    }
}
