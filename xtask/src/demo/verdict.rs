//! The verdict on a demo: which known answers were among the first results.

use serde_json::Value;

/// An answer counts as found among this many results.
pub(crate) const DEEP_ENOUGH: usize = 5;

/// How many questions were asked and answered, and which were not.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Verdict {
    /// Questions asked.
    pub(crate) asked: usize,
    /// Questions with an answer among the first results.
    pub(crate) found: usize,
    /// The ids of the others.
    pub(crate) missed: Vec<String>,
}

/// Compares what was found with what is known, both JSON lines; without the model only questions marked `words` count.
pub(crate) fn of(known: &str, found: &str, by_meaning: bool) -> Verdict {
    let results: Vec<Value> = lines(found).collect();
    let asked: Vec<Value> =
        lines(known).filter(|question| by_meaning || question["by"] == "words").collect();
    let missed: Vec<String> = asked
        .iter()
        .filter(|question| !answered(question, &results))
        .map(|question| question["id"].to_string())
        .collect();
    Verdict { asked: asked.len(), found: asked.len() - missed.len(), missed }
}

fn answered(question: &Value, results: &[Value]) -> bool {
    let result = results.iter().find(|result| result["id"] == question["id"]);
    let paths =
        result.and_then(|result| result["results"].as_array()).map_or(&[][..], Vec::as_slice);
    let answers = question["answers"].as_array().map_or(&[][..], Vec::as_slice);
    paths.iter().take(DEEP_ENOUGH).any(|path| answers.contains(path))
}

fn lines(text: &str) -> impl Iterator<Item = Value> {
    text.lines().filter_map(|line| serde_json::from_str(line).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: &str = r#"{"id":"a","by":"words","answers":["x.md"]}
{"id":"b","by":"meaning","answers":["y.md"]}"#;

    #[test]
    fn an_answer_too_deep_or_absent_is_missed() {
        let found = r#"{"id":"a","results":["1","2","3","4","5","x.md"]}"#;
        let missed = vec!["\"a\"".to_owned(), "\"b\"".to_owned()];
        assert_eq!(of(KNOWN, found, true), Verdict { asked: 2, found: 0, missed });
    }

    #[test]
    fn without_the_model_only_words_are_asked() {
        let found = r#"{"id":"a","results":["1","x.md"]}"#;
        assert_eq!(of(KNOWN, found, false), Verdict { asked: 1, found: 1, missed: Vec::new() });
    }
}
