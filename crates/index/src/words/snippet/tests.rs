use proptest::prelude::*;

use super::{WordQuery, highlights, snippet};

fn marked(text: &str, query: &str) -> Vec<String> {
    highlights(text, &WordQuery::parse(query))
        .iter()
        .map(|&[start, end]| text[start..end].to_owned())
        .collect()
}

#[test]
fn what_matches_is_marked() {
    assert_eq!(marked("The cat, the CÁT.", "cat"), ["cat", "CÁT"]);
    assert_eq!(marked("a key-value store", "key-value"), ["key-value"]);
    assert_eq!(marked("a key-value store", "value"), ["value"]);
    assert_eq!(marked("東京大学にて", "京大"), ["京大"]);
    assert_eq!(marked("東京大学にて", "東京大学"), ["東京大学"]);
    assert_eq!(marked("nothing", "else"), [""; 0]);
}

#[test]
fn a_snippet_is_where_most_terms_are() {
    let text =
        format!("cat {} the cat saw a dog {} dog", "filler ".repeat(60), "stuff ".repeat(60));
    let found = snippet(&text, &WordQuery::parse("cat dog"), 60);
    assert!(found.text.contains("cat saw a dog"), "{found:?}");
    let shown: Vec<_> =
        found.highlights.iter().map(|&[start, end]| &found.text[start..end]).collect();
    assert_eq!(shown, ["cat", "dog"]);
    assert!(found.text.starts_with("filler") && found.text.ends_with("stuff"), "{found:?}");
}

#[test]
fn a_short_text_is_shown_whole() {
    assert_eq!(snippet("all of it", &WordQuery::parse("it"), 60).text, "all of it");
    assert_eq!(snippet("", &WordQuery::parse("it"), 60).text, "");
    let end = format!("{} the end", "word ".repeat(40));
    let found = snippet(&end, &WordQuery::parse("end"), 50);
    assert!(found.text.ends_with("the end") && found.text.chars().count() > 40, "{found:?}");
}

proptest! {
    #[test]
    fn snippets_hold_what_they_promise(text in "([a-c日本é🚀]{1,4}[ .\n]?){0,40}", query in "[a-c日本é ]{0,12}", most in 0_usize..60) {
        let query = WordQuery::parse(&query);
        let found = snippet(&text, &query, most);
        prop_assert!(found.text.chars().count() <= most);
        prop_assert!(text.contains(&found.text));
        for ranges in [&found.highlights, &highlights(&text, &query)] {
            prop_assert!(ranges.windows(2).all(|pair| pair[0][1] <= pair[1][0]));
        }
        for &[start, end] in &found.highlights {
            prop_assert!(start < end && found.text.get(start..end).is_some());
        }
        if most >= 20 && !highlights(&text, &query).is_empty() {
            prop_assert!(!found.highlights.is_empty(), "{found:?}");
        }
    }
}
