//! How scores are written.

/// Returns `score` with four decimals, so that replies do not differ by a last bit.
pub(crate) fn rounded(score: f32) -> f64 {
    (f64::from(score) * 10_000.0).round() / 10_000.0
}

#[cfg(test)]
mod tests {
    use super::rounded;

    #[test]
    fn four_decimals_stay() {
        assert_eq!(rounded(0.123_456).to_string(), "0.1235");
        assert_eq!(rounded(1.0).to_string(), "1");
    }
}
