//! Points in time as Google writes them: RFC 3339, in UTC, with as many digits of a second as are needed.
use std::fmt;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

const DAY: i64 = 24 * 60 * 60;

/// A point in time, such as `2026-11-30T02:40:20.155000Z`; kept as it was written.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Timestamp(String);

impl Timestamp {
    /// Returns a moment as it is written; none before 1970.
    pub fn of(moment: SystemTime) -> Self {
        let since = moment.duration_since(UNIX_EPOCH).unwrap_or_default();
        let (days, time) = ((since.as_secs() as i64) / DAY, (since.as_secs() as i64) % DAY);
        let (year, month, day) = civil(days);
        let (hour, minute, second) = (time / 3600, time / 60 % 60, time % 60);
        let fraction = fraction(since.subsec_nanos());
        Self(format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{fraction}Z"))
    }

    /// Returns the moment; `None` where the text is none of RFC 3339, or one before 1970.
    pub fn moment(&self) -> Option<SystemTime> {
        let (date, clock) = self.0.split_once(['T', 't', ' '])?;
        let zone = clock.find(['Z', 'z', '+', '-'])?;
        let (clock, zone) = clock.split_at(zone);
        let seconds = days_of(date)? * DAY + seconds_of(clock)? - offset_of(zone)?;
        let nanos = clock.split_once('.').map_or(Some(0), |(_, digits)| nanos_of(digits))?;
        UNIX_EPOCH.checked_add(Duration::new(u64::try_from(seconds).ok()?, nanos))
    }

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

/// Writes a part of a second with three, six or nine digits, or not at all.
fn fraction(nanos: u32) -> String {
    match nanos {
        0 => String::new(),
        _ if nanos.is_multiple_of(1_000_000) => format!(".{:03}", nanos / 1_000_000),
        _ if nanos.is_multiple_of(1000) => format!(".{:06}", nanos / 1000),
        _ => format!(".{nanos:09}"),
    }
}

/// Reads `2026-11-30` as days since 1970.
fn days_of(date: &str) -> Option<i64> {
    let mut numbers = date.splitn(3, '-').map(number);
    let (year, month, day) = (numbers.next()??, numbers.next()??, numbers.next()??);
    let day_number = days(year, month, day);
    // A day that doesn't exist would be another one.
    (civil(day_number) == (year, month, day)).then_some(day_number)
}

/// Reads `02:40:20.155` as whole seconds since midnight.
fn seconds_of(clock: &str) -> Option<i64> {
    let whole = clock.split_once('.').map_or(clock, |(whole, _)| whole);
    let mut numbers = whole.splitn(3, ':').map(number);
    let (hour, minute, second) = (numbers.next()??, numbers.next()??, numbers.next()??);
    (hour < 24 && minute < 60 && second <= 60).then_some(hour * 3600 + minute * 60 + second)
}

/// Reads `Z` or `+01:00` as seconds.
fn offset_of(zone: &str) -> Option<i64> {
    if zone.eq_ignore_ascii_case("z") {
        return Some(0);
    }
    let sign = if zone.starts_with('-') { -1 } else { 1 };
    let (hour, minute) = zone.get(1..)?.split_once(':')?;
    let (hour, minute) = (number(hour)?, number(minute)?);
    (hour < 24 && minute < 60).then_some(sign * (hour * 3600 + minute * 60))
}

/// Reads the digits of a part of a second; those beyond the ninth are dropped.
fn nanos_of(digits: &str) -> Option<u32> {
    let is_sound = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    let nine: String = digits.chars().chain("000000000".chars()).take(9).collect();
    nine.parse().ok().filter(|_| is_sound)
}

/// Reads a number of two or four digits.
fn number(digits: &str) -> Option<i64> {
    let is_sound = matches!(digits.len(), 2 | 4) && digits.bytes().all(|d| d.is_ascii_digit());
    digits.parse().ok().filter(|_| is_sound)
}

/// Returns the days from 1970-01-01 to a day of the Gregorian calendar.
fn days(year: i64, month: i64, day: i64) -> i64 {
    // The year is taken to begin in March, so that the day that comes and goes is its last.
    let year = if month <= 2 { year - 1 } else { year };
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// Returns the year, month and day of a day counted from 1970-01-01.
fn civil(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let (era, of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let place = (5 * of_year + 2) / 153;
    let month = if place < 10 { place + 3 } else { place - 9 };
    (year + era * 400 + i64::from(month <= 2), month, of_year - (153 * place + 2) / 5 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, seconds: u64, nanos: u32) {
        let moment = Timestamp(text.to_owned()).moment();
        assert_eq!(moment, Some(UNIX_EPOCH + Duration::new(seconds, nanos)), "{text}");
    }

    #[test]
    fn moments_are_read_in_every_form_of_rfc_3339() {
        check("1970-01-01T00:00:00Z", 0, 0);
        check("2000-02-29T00:00:00.5Z", 951_782_400, 500_000_000);
        check("2026-11-30T02:40:20.155000Z", 1_796_006_420, 155_000_000);
        check("2026-11-30T03:40:20.123456789+01:00", 1_796_006_420, 123_456_789);
        check("2026-11-29t18:40:20-08:00", 1_796_006_420, 0);
    }

    #[test]
    fn moments_are_written_with_as_many_digits_as_are_needed() {
        let written = |nanos| Timestamp::of(UNIX_EPOCH + Duration::new(951_782_400, nanos)).0;
        assert_eq!(written(0), "2000-02-29T00:00:00Z");
        assert_eq!(written(20_000_000), "2000-02-29T00:00:00.020Z");
        assert_eq!(written(20_000), "2000-02-29T00:00:00.000020Z");
        assert_eq!(written(20), "2000-02-29T00:00:00.000000020Z");
        let now = UNIX_EPOCH + Duration::new(1_796_006_420, 7);
        assert_eq!(Timestamp::of(now).moment(), Some(now));
    }

    #[test]
    fn what_is_no_moment_is_none() {
        for text in [
            "",
            "soon",
            "2026-11-30",
            "2026-02-30T00:00:00Z",
            "2026-11-30T25:00:00Z",
            "2026-11-30T00:00:00",
            "2026-11-30T00:00:00.Z",
            "1969-12-31T23:59:59Z",
            "2026-11-30T0é:00:00Z",
            "2026-11-30T00:00:00+é",
            "99999-11-30T00:00:00Z",
        ] {
            assert_eq!(Timestamp(text.to_owned()).moment(), None, "{text}");
        }
    }
}
