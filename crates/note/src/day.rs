//! Days of the calendar, and dates as people write them.
//!
//! A date is what is written, never a moment: no time zone turns the fifteenth into the fourteenth. Only the times of
//! files are moments, and their days are those of UTC.

use std::ops::{Range, RangeInclusive};

/// Nanoseconds of a day.
const DAY_NS: i128 = 86_400_000_000_000;

/// The signs that stand between the numbers of a date.
const BETWEEN: [char; 4] = ['-', '/', '.', '_'];

/// The years in which eight digits are a date rather than any number.
const YEARS: RangeInclusive<i32> = 1900..=2199;

/// A day of the calendar, counted from 1970-01-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(pub i32);

/// Days in a row, both ends in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Days {
    /// The first day.
    pub first: Day,
    /// The last day.
    pub last: Day,
}

impl Day {
    /// Before every day that can be written.
    pub const MIN: Self = Self(i32::MIN);
    /// After every day that can be written.
    pub const MAX: Self = Self(i32::MAX);

    /// Returns the day of a moment in nanoseconds since 1970, in UTC.
    pub fn at(nanoseconds: i64) -> Self {
        Self((i128::from(nanoseconds).div_euclid(DAY_NS)) as i32)
    }

    /// Returns the year, the month and the day of the month, by the calendar of today for all times.
    ///
    /// ```
    /// use notekin_note::Day;
    ///
    /// assert_eq!(Day(59).date(), (1970, 3, 1));
    /// ```
    pub fn date(self) -> (i32, i32, i32) {
        // Counted as `day_of` counts, in more bits: the count begins before the days do.
        let days = i64::from(self.0) + 719_468;
        let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        let month = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month + 2) / 5 + 1;
        let month = if month < 10 { month + 3 } else { month - 9 };
        ((era * 400 + year) as i32 + i32::from(month <= 2), month as i32, day as i32)
    }

    /// Returns the first and the last nanosecond of the day in UTC, or the nearest there are.
    pub fn nanoseconds(self) -> (i64, i64) {
        let start = i128::from(self.0) * DAY_NS;
        let nearest = |at: i128| at.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
        (nearest(start), nearest(start + DAY_NS - 1))
    }

    /// Returns the day that a value names: `2024-03-15`, also with a time behind it; of `2024-03` and `2024` the first.
    ///
    /// ```
    /// use notekin_note::Day;
    ///
    /// assert_eq!(Day::of_value("1970-01-03T23:59:59-08:00"), Some(Day(2)));
    /// assert_eq!(Day::of_value("2024 was a leap year"), None);
    /// ```
    pub fn of_value(text: &str) -> Option<Self> {
        let text = text.trim();
        if let Some(days) = Days::parse(text) {
            return Some(days.first);
        }
        let (day, rest) = leading(text)?;
        let mut rest = rest.chars();
        match (rest.next(), rest.next()) {
            (Some('T' | 't'), Some(next)) => next.is_ascii_digit().then_some(day),
            (Some(next), _) => (!next.is_alphanumeric()).then_some(day),
            (None, _) => Some(day),
        }
    }

    /// Returns the first day that a name tells, as `Notes of 2024-03-15` and `20240315 Notes` do.
    ///
    /// Eight digits may be something else, so that a date with signs in it counts before one without.
    ///
    /// ```
    /// use notekin_note::Day;
    ///
    /// assert_eq!(Day::in_name("19700103T1200"), Some(Day(2)));
    /// assert_eq!(Day::in_name("197001031200"), None);
    /// ```
    pub fn in_name(name: &str) -> Option<Self> {
        first(name, leading).or_else(|| first(name, leading_digits))
    }
}

impl Days {
    /// Reads a year, a month or a day: `2024`, `2024-03` or `2024-03-15`, and nothing else.
    ///
    /// ```
    /// use notekin_note::{Day, Days};
    ///
    /// assert_eq!(Days::parse("1970-01"), Some(Days { first: Day(0), last: Day(30) }));
    /// assert_eq!(Days::parse("1970-02-30"), None);
    /// ```
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('-');
        let year = digits(parts.next()?, 4)?;
        let month = parts.next().map(|part| digits(part, 2));
        let day = parts.next().map(|part| digits(part, 2));
        match (month, day, parts.next()) {
            (None, None, None) => {
                Some(Self { first: day_of(year, 1, 1)?, last: day_of(year, 12, 31)? })
            }
            (Some(Some(month)), None, None) => {
                let first = day_of(year, month, 1)?;
                Some(Self { first, last: Day(first.0 + length(year, month) - 1) })
            }
            (Some(Some(month)), Some(Some(day)), None) => {
                let day = day_of(year, month, day)?;
                Some(Self { first: day, last: day })
            }
            _ => None,
        }
    }

    /// Returns whether a day is one of them.
    pub fn contains(&self, day: Day) -> bool {
        self.first <= day && day <= self.last
    }
}

/// Reads the whole date that a text begins with, its numbers divided by the same sign; returns it and what follows.
fn leading(text: &str) -> Option<(Day, &str)> {
    let date = text.get(..10)?;
    let sign = date.chars().nth(4).filter(|sign| BETWEEN.contains(sign))?;
    let mut parts = date.split(sign);
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    let day = day_of(digits(year, 4)?, digits(month, 2)?, digits(day, 2)?)?;
    Some((day, text.get(10..)?))
}

/// Reads the whole date that a text begins with, eight digits of a year that a note may be of.
fn leading_digits(text: &str) -> Option<(Day, &str)> {
    let (date, rest) = text.split_at_checked(8)?;
    let part = |range: Range<usize>| digits(date.get(range.clone())?, range.len());
    let year = part(0..4).filter(|year| YEARS.contains(year))?;
    Some((day_of(year, part(4..6)?, part(6..8)?)?, rest))
}

/// Finds the first date in a name that `leading` reads and that no other digits stand beside.
fn first(name: &str, leading: fn(&str) -> Option<(Day, &str)>) -> Option<Day> {
    let mut is_after_digit = false;
    for (at, c) in name.char_indices() {
        if c.is_ascii_digit()
            && !is_after_digit
            && let Some((day, rest)) = name.get(at..).and_then(leading)
            && !rest.starts_with(|c: char| c.is_ascii_digit())
        {
            return Some(day);
        }
        is_after_digit = c.is_ascii_digit();
    }
    None
}

/// Reads exactly so many digits.
fn digits(text: &str, count: usize) -> Option<i32> {
    (text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit()))
        .then(|| text.parse().ok())?
}

/// Returns a day by its name, if there is such a day.
///
/// Counted in years that begin in March, so that the leap day is the last of its year: 400 of them have 146,097 days.
fn day_of(year: i32, month: i32, day: i32) -> Option<Day> {
    if !(1..=12).contains(&month) || !(1..=length(year, month)).contains(&day) {
        return None;
    }
    let year = year - i32::from(month <= 2);
    let (era, year_of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    Some(Day(era * 146_097 + day_of_era - 719_468))
}

/// Returns how many days a month has.
fn length(year: i32, month: i32) -> i32 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_day_has_a_date_of_its_own(day in -2_000_000_000..2_000_000_000) {
            let (year, month, of_month) = Day(day).date();
            prop_assert_eq!(day_of(year, month, of_month), Some(Day(day)));
        }

        #[test]
        fn days_at_the_ends_have_dates(day in any::<i32>()) {
            let (_, month, of_month) = Day(day).date();
            prop_assert!((1..=12).contains(&month) && (1..=31).contains(&of_month));
        }
    }

    #[test]
    fn days_are_counted_as_calendars_do() {
        let mut expected = day_of(0, 1, 1).unwrap();
        for year in 0..=9999 {
            for month in 1..=12 {
                for day in 1..=length(year, month) {
                    assert_eq!(day_of(year, month, day), Some(expected), "{year}-{month}-{day}");
                    assert_eq!(expected.date(), (year, month, day));
                    expected.0 += 1;
                }
            }
        }
        assert_eq!(day_of(1970, 1, 1), Some(Day(0)));
        assert_eq!(day_of(2000, 3, 1), Some(Day(11_017)));
    }

    #[test]
    fn what_is_no_date_is_none() {
        for text in [
            "",
            "24",
            "02024",
            "2024-",
            "2024-3",
            "2024-13",
            "2024-00",
            "2023-02-29",
            "2024-02-30",
            "2024-03-15-1",
            "2024/03",
            "２０２４",
            "+024",
            "2024-+1",
            "99999999999999999999",
        ] {
            assert_eq!(Days::parse(text), None, "{text}");
        }
    }

    #[test]
    fn values_name_days_in_several_ways() {
        let day = Days::parse("2024-03-15").map(|days| days.first);
        for text in [
            "2024-03-15",
            " 2024-03-15T23:30+02:00",
            "2024/03/15",
            "2024.03.15",
            "2024-03-15, Friday",
        ] {
            assert_eq!(Day::of_value(text), day, "{text}");
        }
        assert_eq!(Day::of_value("2024-03"), Days::parse("2024-03-01").map(|days| days.first));
        for text in [
            "2024-03-15th",
            "2024-03-155",
            "2024-03/15",
            "15.03.2024",
            "é024-03-15",
            "2024-03-15Tue",
        ] {
            assert_eq!(Day::of_value(text), None, "{text}");
        }
    }

    #[test]
    fn names_tell_days() {
        let day = Days::parse("2024-03-15").map(|days| days.first);
        for name in [
            "2024-03-15",
            "2024_03_15",
            "Standup 2024-03-15 (Kin)",
            "99-2024-03-15",
            "v1 2024.03.15",
            "20240315",
            "20240315T0930",
            "20240315-0930 Standup",
            "IMG_20240315_1",
            "Kin20240315é",
            "20231231 2024-03-15",
        ] {
            assert_eq!(Day::in_name(name), day, "{name}");
        }
        for name in [
            "2024-03",
            "12024-03-15",
            "2024-03-155",
            "2024-02-30",
            "ÿ",
            "2024-03_15",
            "202403150930",
            "120240315",
            "20240230",
            "20241301",
            "18991231",
            "22000101",
            "2024031",
            "2024031é",
        ] {
            assert_eq!(Day::in_name(name), None, "{name}");
        }
    }

    #[test]
    fn moments_fall_on_days() {
        assert_eq!((Day::at(0), Day::at(-1)), (Day(0), Day(-1)));
        let (start, end) = Day(1).nanoseconds();
        assert_eq!(
            (Day::at(start - 1), Day::at(start), Day::at(end), Day::at(end + 1)),
            (Day(0), Day(1), Day(1), Day(2))
        );
        assert_eq!((Day::MIN.nanoseconds().0, Day::MAX.nanoseconds().1), (i64::MIN, i64::MAX));
    }
}
