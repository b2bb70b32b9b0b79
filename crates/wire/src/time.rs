//! Moments as text.

use notekin_engine::Day;

/// Returns a moment, in seconds since 1970, as RFC 3339 writes it in UTC: `2026-11-30T08:00:00Z`.
pub fn written(seconds: i64) -> String {
    let (days, second) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let days = days.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
    let (year, month, day) = Day(days).date();
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
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
