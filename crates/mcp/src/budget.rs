//! Keeping a reply within what an assistant can take in.
//!
//! Budgets are in tokens. How many a model really sees depends on its tokenizer, which nobody tells us; the estimate of
//! `note` and a quarter of the bytes are both close for prose, and the greater of them errs on the safe side. A client
//! gets the same JSON twice, as a structure and as text, and shows its model one of the two: it counts once.

use notekin_engine::estimate_tokens;
use serde_json::Value;

/// The tokens of a reply when the assistant doesn't say: about ten passages with what is known of them.
pub(crate) const USUAL: usize = 5_000;

/// The most it may ask for; some assistants refuse more than 25,000.
pub(crate) const MOST: usize = 20_000;

/// Tokens of a reply besides the rows or the text it is about: counts, notices, the warning and a cursor.
pub(crate) const OVERHEAD: usize = 300;

/// Returns about how many tokens a value takes as JSON, rather too many than too few.
pub(crate) fn tokens(value: &Value) -> usize {
    let json = value.to_string();
    estimate_tokens(&json).max(json.len() / 4)
}

/// Returns how many of the first rows fit into a budget besides what else the reply says.
///
/// At least one, even if it is too long: a page without rows would be the same again for ever.
pub(crate) fn fitting(rows: &[Value], budget: usize) -> usize {
    count(rows, budget.saturating_sub(OVERHEAD)).max(1)
}

/// Returns how many of the first values take no more than `room` tokens together.
pub(crate) fn count(values: &[Value], room: usize) -> usize {
    let mut taken = 0;
    let fits = |value: &&Value| {
        taken += tokens(value);
        taken <= room
    };
    values.iter().take_while(fits).count()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn rows_beyond_the_budget_are_left_for_the_next_page() {
        let rows: Vec<Value> = (0..100).map(|_| json!({"text": "word ".repeat(80)})).collect();
        let count = fitting(&rows, 2000);
        let taken: usize = rows[..count].iter().map(tokens).sum();
        assert!(count < 100 && taken + OVERHEAD <= 2000, "{count}");
        assert_eq!(fitting(&rows, 1), 1, "one is always shown");
        assert_eq!(fitting(&rows[..3], 2000), 3);
    }
}
