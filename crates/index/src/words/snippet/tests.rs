use proptest::prelude::*;

use super::{Snippet, Wanted, WordQuery, highlights, said, snippet};

fn marked(text: &str, query: &str) -> Vec<String> {
    highlights(text, &WordQuery::parse(query))
        .iter()
        .map(|&[start, end]| text[start..end].to_owned())
        .collect()
}

fn wanted(query: &WordQuery, max_chars: usize) -> Wanted<'_> {
    Wanted { query, rarities: &[], closeness: &[], whole: &[], max_chars }
}

fn shown(text: &str, query: &str, max_chars: usize) -> Snippet {
    snippet(text, &wanted(&WordQuery::parse(query), max_chars))
}

#[track_caller]
fn check(text: &str, query: &str, max_chars: usize, expect: &str) {
    assert_eq!(shown(text, query, max_chars).text, expect, "{query} in {text}");
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
fn whole_sentences_are_shown() {
    let text = "Garlic is old. Plant it in October, tips up. Water it. Harvest it in July. Dry it.";
    check(text, "plant", 40, "Plant it in October, tips up. Water it.");
    check(text, "harvest garlic", 24, "Garlic is old.");
    check(text, "july harvest garlic", 24, "Harvest it in July.");
    check(text, "dry", 30, "Harvest it in July. Dry it.");
    check(text, "nothing", 16, "Garlic is old.");
    check(text, "", 90, text);
}

#[test]
fn rare_words_decide() {
    let text = "The plant is common. The quince is rare here and there.";
    let query = WordQuery::parse("the plant quince");
    let of = |rarities: &[f32]| snippet(text, &Wanted { rarities, ..wanted(&query, 40) }).text;
    assert_eq!(of(&[0.1, 0.5, 4.0]), "The quince is rare here and there.");
    assert_eq!(of(&[0.1, 4.0, 0.5]), "The plant is common.");
}

#[test]
fn how_much_of_a_query_a_text_says() {
    let query = WordQuery::parse("the plant quince");
    let share = |text: &str| said(text, &query, &[0.5, 1.5, 2.0]);
    assert!((share("A plant. The plant.") - 0.5).abs() < 1e-6);
    assert!(share("Nothing.").abs() < 1e-6 && (share("quince, the plant") - 1.0).abs() < 1e-6);
    assert!(said("x", &WordQuery::parse(""), &[]).abs() < 1e-6);
}

#[test]
fn meaning_decides_where_words_do_not() {
    let text = "A first sentence. A second one. A third, the one.";
    let query = WordQuery::parse("autre chose");
    let of = |closeness: &[f32]| snippet(text, &Wanted { closeness, ..wanted(&query, 18) }).text;
    assert_eq!(of(&[0.1, 0.7, 0.2]), "A second one.");
    assert_eq!(of(&[]), "A first sentence.");
}

#[test]
fn lists_and_tables_are_shown_on_one_line() {
    check(
        "- Boil leeks\n- Drain\n  - Serve\n\nEnjoy.",
        "leeks",
        90,
        "Boil leeks • Drain • Serve Enjoy.",
    );
    check("1. Peel\n2. Boil", "boil", 90, "1. Peel 2. Boil");
    check("Name | Age\nAda | 36", "ada", 90, "Name | Age Ada | 36");
    check("a - b\n-", "a", 90, "a - b -");
}

#[test]
fn a_long_sentence_is_cut_between_words() {
    let text = format!("{}the cat saw a dog{}", "filler ".repeat(60), " stuff".repeat(60));
    let found = shown(&text, "cat dog", 60);
    assert!(found.text.contains("the cat saw a dog"), "{found:?}");
    assert!(found.text.starts_with("…filler") && found.text.ends_with("stuff…"), "{found:?}");
    let marked: Vec<_> =
        found.highlights.iter().map(|&[start, end]| &found.text[start..end]).collect();
    assert_eq!(marked, ["cat", "dog"]);
    let start = format!("The cat is here{}", " stuff".repeat(60));
    assert_eq!(shown(&start, "cat", 30).text, "The cat is here stuff stuff…");
    let end = format!("{}the end", "word ".repeat(40));
    let found = shown(&end, "end", 50);
    assert!(found.text.ends_with("the end") && found.text.chars().count() > 40, "{found:?}");
}

#[test]
fn a_short_sentence_is_followed_by_part_of_a_long_one() {
    let text = format!("Short one. Then{}", " more".repeat(60));
    check(&text, "short", 40, "Short one. Then more more more more…");
}

#[test]
fn what_should_stay_whole_is_not_cut() {
    let text = format!("Read the big garden book now{}", " and more".repeat(20));
    let query = WordQuery::parse("read");
    let whole = ["the big garden book".to_owned()];
    let found = snippet(&text, &Wanted { whole: &whole, ..wanted(&query, 20) });
    assert_eq!(found.text, "Read…");
    check(&text, "read", 20, "Read the big garden…");
}

#[test]
fn what_is_read_as_one_character_is_not_cut() {
    let family = "👨‍👩‍👧‍👦".repeat(20);
    for max in 3..40 {
        let text = shown(&family, "x", max).text;
        let shown = text.trim_end_matches('…').chars().count();
        assert_eq!(shown % 7, 0, "{max}: {text}");
    }
}

fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

proptest! {
    #[test]
    fn snippets_hold_what_they_promise(
        text in "([a-c日本é🚀。]{1,4}[ .\n]?|- ){0,40}",
        query in "[a-c日本é ]{0,12}",
        most in 0_usize..60,
    ) {
        let query = WordQuery::parse(&query);
        let found = snippet(&text, &wanted(&query, most));
        prop_assert!(found.text.chars().count() <= most.max(1), "{:?}", found);
        prop_assert!(letters(&text).contains(&letters(&found.text)));
        for ranges in [&found.highlights, &highlights(&text, &query)] {
            prop_assert!(ranges.windows(2).all(|pair| pair[0][1] <= pair[1][0]));
        }
        for &[start, end] in &found.highlights {
            prop_assert!(start < end && found.text.get(start..end).is_some());
        }
        if most >= 20 && !highlights(&text, &query).is_empty() {
            prop_assert!(!found.highlights.is_empty(), "{found:?}");
        }
        if most >= text.chars().count() + 2 * text.matches("- ").count() {
            prop_assert_eq!(letters(&text), letters(&found.text));
        }
    }
}
