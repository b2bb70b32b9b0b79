use proptest::prelude::*;

use super::{Exact, WordQuery};

/// The parts of a query, each as its terms.
fn check(text: &str, terms: &str, required: &[&str], excluded: &[&str]) {
    let query = WordQuery::parse(text);
    let exact = |list: &[Exact]| -> Vec<String> {
        let words = |exact: &Exact| {
            exact.0.iter().map(|(_, word)| word.as_str()).collect::<Vec<_>>().join(" ")
        };
        list.iter().map(words).collect()
    };
    assert_eq!(query.terms.join(" "), terms, "{text}");
    assert_eq!(exact(&query.required), required, "{text}");
    assert_eq!(exact(&query.excluded), excluded, "{text}");
}

#[test]
fn queries_are_read_as_typed() {
    check("The cat the CAT", "the cat", &[], &[]);
    check("a \"exact phrase\" b", "a exact phrase b", &["exact phrase"], &[]);
    check("cat -dog -\"wild cat\"", "cat", &[], &["dog", "wild cat"]);
    check("“curly quotes” «chevrons»", "curly quotes chevrons", &["curly quotes", "chevrons"], &[]);
    check("\"C++ key-value\" C#", "c++ c key-value key value c#", &["c++ key value"], &[]);
    check("\"🚀 rocket\" \"🚀\"", "🚀 rocket", &["rocket", "🚀"], &[]);
    check("\"日本語\" 猫", "日本 本語 猫", &["日本 本語"], &[]);
    check("-key-value x", "x", &[], &["key value"]);
}

#[test]
fn what_is_said_is_without_marks() {
    for plain in ["", "  how  to - do it? ", "\"never closed", "5\" disk, 3\" tape", "key-value"] {
        assert_eq!(WordQuery::said(plain), plain);
    }
    assert_eq!(WordQuery::said("a  \"b c\" «d» -e -\"f g\" h"), "a  b c d h");
    assert_eq!(WordQuery::said("-a -\"b\""), "");
}

#[test]
fn what_is_excluded_can_be_looked_for() {
    let excluded = WordQuery::parse("cat -dog -\"wild cat\"").exclusions();
    assert_eq!(
        excluded,
        [WordQuery::parse("\"dog\""), WordQuery::parse("\"wild cat\"")].map(|query| WordQuery {
            reach: 0,
            exact_reach: 0,
            ..query
        })
    );
}

#[test]
fn odd_syntax_is_searched_as_it_stands() {
    check("\"never closed", "never closed", &[], &[]);
    check("a - b -- c -", "a b c", &[], &[]);
    check("\"\" \"!?\" -\"\"", "", &[], &[]);
    check("!!! ((( \\ *", "", &[], &[]);
    check("5\" disk, 3\" tape", "5 disk 3 tape", &[], &[]);
    check("", "", &[], &[]);
    assert!(WordQuery::parse("?").is_empty());
}

#[test]
fn long_queries_are_cut() {
    let long = (0..10_000).map(|number| format!("w{number}")).collect::<Vec<_>>().join(" ");
    assert_eq!(WordQuery::parse(&long).terms.len(), super::MAX_TERMS);
    assert_eq!(WordQuery::parse(&"\"a\" ".repeat(1000)).required.len(), super::MAX_EXACT);
    let _query = WordQuery::parse(&"\"".repeat(100_000));
}

#[test]
fn where_a_query_is_cut_is_known() {
    let reach = |text: &str| WordQuery::parse(text).reach();
    let words =
        |count: usize| (0..count).map(|number| format!("w{number} ")).collect::<Vec<_>>().concat();
    for whole in ["", "  tea \"green tea\" -black ", &"tea ".repeat(1000), &words(64)] {
        assert_eq!(reach(whole), whole.len(), "{whole}");
    }
    assert_eq!(reach(&words(100)), words(64).len());
    assert_eq!(reach(&"\"a\" ".repeat(1000)), 16 * 4);
    assert_eq!(reach(&"tea ".repeat(10_000)), super::MAX_QUERY_BYTES);
    let unspaced: String = ('\u{4e00}'..).take(500).collect();
    assert!(
        (64..500 * 3).contains(&reach(&unspaced)) && unspaced.is_char_boundary(reach(&unspaced))
    );
}

#[test]
fn where_phrases_and_exclusions_are_cut_is_known_apart() {
    let exact = |text: &str| WordQuery::parse(text).exact_reach();
    let words: Vec<String> = (0..100).map(|number| format!("w{number}")).collect();
    let words = words.join(" ") + " ";
    assert_eq!(exact(&words), words.len(), "it has none");
    assert_eq!(exact(&format!("{words}{}", "-a ".repeat(17))), words.len() + 16 * 3);
    assert_eq!(exact(&"\"a\" ".repeat(17)), 16 * 4);
    assert_eq!(exact(&"a ".repeat(100 << 10)), super::MAX_QUERY_BYTES);
}

#[test]
fn of_a_very_long_query_the_beginning_is_read() {
    for piece in ["«a ", "“a ", "-«a ", "\"a\" ", "\"", "a", "日"] {
        let long = piece.repeat((200 << 10) / piece.len());
        let said = WordQuery::said(&long);
        assert!(said.len() <= super::MAX_QUERY_BYTES, "{piece}");
        assert!(WordQuery::parse(&long).reach() <= super::MAX_QUERY_BYTES, "{piece}");
    }
}

proptest! {
    #[test]
    fn every_text_is_a_query(text in "\\PC{0,80}|[\"“”«» a日-]{0,40}") {
        let query = WordQuery::parse(&text);
        prop_assert_eq!(query.is_empty(), query.terms.is_empty());
    }
}
