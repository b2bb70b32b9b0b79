//! Points in time as HTTP and the record of calls write them.
use std::time::{Duration, SystemTime, UNIX_EPOCH};

const DAY: u64 = 24 * 60 * 60;
const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// Writes a moment as `2026-11-30T17:05:09Z`.
pub(crate) fn written(moment: SystemTime) -> String {
    let seconds = moment.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (year, month, day) = civil((seconds / DAY) as i64);
    let time = seconds % DAY;
    let (hour, minute, second) = (time / 3600, time / 60 % 60, time % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// Reads a date of HTTP, such as `Mon, 30 Nov 2026 17:05:09 GMT`.
pub(crate) fn read(text: &str) -> Option<SystemTime> {
    let mut words = text.split_ascii_whitespace().skip(1);
    let day: i64 = words.next()?.parse().ok()?;
    let name = words.next()?;
    let month = MONTHS.iter().position(|month| name.eq_ignore_ascii_case(month))? as i64 + 1;
    let year: i64 = words.next()?.parse().ok()?;
    let mut clock = words.next()?.splitn(3, ':').map(str::parse::<u64>);
    let (hour, minute, second) = (clock.next()?.ok()?, clock.next()?.ok()?, clock.next()?.ok()?);
    let is_sound = (1..=31).contains(&day) && hour < 24 && minute < 60 && second <= 60;
    let days = u64::try_from(days(year, month, day)).ok().filter(|_| is_sound)?;
    let seconds = days.checked_mul(DAY)?.checked_add(hour * 3600 + minute * 60 + second)?;
    UNIX_EPOCH.checked_add(Duration::from_secs(seconds))
}

/// Returns the days from 1970-01-01 to a day of the Gregorian calendar.
fn days(year: i64, month: i64, day: i64) -> i64 {
    // The year is taken to begin in March, so that the day that comes and goes is its last.
    let year = if month <= 2 { year.saturating_sub(1) } else { year }.clamp(-9999, 9999);
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
    let year = year + era * 400 + i64::from(month <= 2);
    (year, month, of_year - (153 * place + 2) / 5 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: u64) -> SystemTime {
        UNIX_EPOCH + Duration::from_secs(seconds)
    }

    #[test]
    fn moments_are_written_and_read() {
        assert_eq!(written(at(0)), "1970-01-01T00:00:00Z");
        assert_eq!(written(at(951_782_399)), "2000-02-28T23:59:59Z");
        assert_eq!(written(at(951_782_400)), "2000-02-29T00:00:00Z");
        assert_eq!(read("Sun, 06 Nov 1994 08:49:37 GMT"), Some(at(784_111_777)));
        assert_eq!(read("Tue, 29 Feb 2000 00:00:00 GMT"), Some(at(951_782_400)));
    }

    #[test]
    fn what_is_no_date_is_none() {
        for text in ["", "soon", "Sun, 40 Nov 1994 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT"] {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(
            read("Sun, 06 Nov 9223372036854775807 08:49:37 GMT").map(written),
            read("Sun, 06 Nov 9999 08:49:37 GMT").map(written)
        );
    }

    #[test]
    fn days_and_dates_undo_each_other() {
        for day in (-200_000..200_000).step_by(97) {
            let (year, month, of_month) = civil(day);
            assert_eq!(days(year, month, of_month), day);
        }
    }
}
