//! Moments as text.

/// Returns a moment, in seconds since 1970, as RFC 3339 writes it in UTC: `2026-11-30T08:00:00Z`.
pub(crate) fn written(seconds: i64) -> String {
    let (days, second) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let (year, month, day) = date(days);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// Returns year, month and day of a day since 1970-01-01.
///
/// Counted in years that begin in March, so that the leap day is the last of its year: 400 of them have 146,097 days.
fn date(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (era * 400 + year + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::written;

    #[test]
    fn moments_are_written_as_people_date_them() {
        assert_eq!(written(0), "1970-01-01T00:00:00Z");
        assert_eq!(written(-1), "1969-12-31T23:59:59Z");
        assert_eq!(written(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(written(1_709_251_199), "2024-02-29T23:59:59Z");
        assert_eq!(written(1_796_025_600), "2026-11-30T08:00:00Z");
        assert_eq!(written(4_107_542_400), "2100-03-01T00:00:00Z");
    }
}
