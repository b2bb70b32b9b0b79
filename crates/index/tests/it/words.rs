//! Finding by words: what is found, in which order, and that nothing a plain scan finds is missed.

use notekin_index::{Reader, WordQuery};
use proptest::prelude::*;

use crate::vault::{Vault, found, put};

fn vault(notes: &[(&str, &str)]) -> (Vault, Reader) {
    let vault = Vault::new();
    let mut writer = vault.writer();
    for (path, raw) in notes {
        put(&mut writer, path, raw);
    }
    writer.commit().unwrap();
    let reader = vault.reader();
    (vault, reader)
}

#[test]
fn titles_count_more_than_text_and_text_more_than_asides() {
    let (_vault, reader) = vault(&[
        ("Leek.md", "A vegetable of the garden."),
        ("Soup.md", "Boil the leek with care."),
        ("Link.md", "See [here](https://leek.example/x) and %% leek %% more."),
        ("Other.md", "Nothing of the sort."),
    ]);
    assert_eq!(found(&reader, "leek"), ["Leek.md", "Soup.md", "Link.md"]);
    let hits = reader.words(&WordQuery::parse("leek"), None, 9).unwrap();
    assert_eq!(hits.notes.len(), 3);
    assert!(hits.hits[0].title_share > 0.0 && hits.hits[1].title_share == 0.0);
    assert!(hits.hits.iter().all(|hit| hit.score <= 1.0 && hit.share <= hits.best_share));
}

#[test]
fn phrases_are_required_and_exclusions_hold() {
    let (_vault, reader) = vault(&[
        ("a.md", "red wine and white bread"),
        ("b.md", "white wine and red bread"),
        ("c.md", "red bread"),
    ]);
    assert_eq!(found(&reader, "\"red wine\""), ["a.md"]);
    assert_eq!(found(&reader, "wine -\"red wine\""), ["b.md"]);
    assert_eq!(found(&reader, "bread -wine"), ["c.md"]);
    assert_eq!(found(&reader, "and the \"\"")[..], ["a.md", "b.md"]);
    assert_eq!(found(&reader, "-wine"), [""; 0]);
}

#[test]
fn a_share_says_how_much_of_a_query_is_there() {
    let (_vault, reader) = vault(&[("a.md", "apple pear"), ("b.md", "apple"), ("c.md", "apple")]);
    let share = |query: &str| reader.words(&WordQuery::parse(query), None, 9).unwrap().best_share;
    assert!(share("quince").abs() < 1e-6 && share("").abs() < 1e-6);
    assert!(share("apple quince") < share("apple") / 4.0, "a common word is little of it");
    assert!(share("pear apple") > 0.8 * share("pear"));
    assert!(share("pear quince") > share("pear") / 3.0);
}

#[test]
fn other_forms_of_a_word_are_found_after_the_word_itself() {
    let (_vault, reader) = vault(&[
        ("a.md", "The deployment of the service."),
        ("b.md", "We deploy the service."),
        ("c.md", "An employer and its deputies."),
    ]);
    assert_eq!(found(&reader, "deploy"), ["b.md", "a.md"]);
    assert_eq!(found(&reader, "deploys"), ["b.md", "a.md"]);
    assert_eq!(found(&reader, "deputy"), ["c.md"]);
    assert_eq!(found(&reader, "\"deploys\""), [""; 0], "exact is exact");
}

/// BM25F by the book, of one word over texts that are body only and alone in their notes.
#[test]
fn scores_are_those_of_the_formula() {
    let texts = ["leek", "leek leek soup", "soup of the day with bread", "leeks and bread"];
    let paths = ["0.md", "1.md", "2.md", "3.md"];
    let (_vault, reader) = vault(&paths.into_iter().zip(texts).collect::<Vec<_>>());
    let hits = reader.words(&WordQuery::parse("leek"), None, 9).unwrap().hits;
    // A note's file name is a word of its names, which weigh 2.
    let length = |text: &str| text.split(' ').count() as f32 + 2.0;
    let mean = texts.iter().map(|text| length(text)).sum::<f32>() / texts.len() as f32;
    let share = |frequency: f32, text: &str| {
        frequency / (frequency + 2.0 * (0.25 + 0.75 * length(text) / mean))
    };
    let expected = [share(2.0, texts[1]), share(1.0, texts[0]), share(0.5, texts[3])];
    let shares: Vec<f32> = hits.iter().map(|hit| hit.share).collect();
    assert_eq!(shares.len(), expected.len(), "{hits:?}");
    assert!(
        shares.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-5),
        "{shares:?} {expected:?}"
    );
}

#[test]
fn hostile_queries_do_no_harm() {
    let (_vault, reader) = vault(&[("a.md", "apple C++ 1.0.21")]);
    for query in [
        "\"",
        "-",
        "\\",
        "a".repeat(10_000).as_str(),
        "\"!\"",
        "* OR (",
        "\0",
        "\u{feff}",
        "\" \" \"",
    ] {
        assert_eq!(found(&reader, query), [""; 0], "{query}");
    }
    assert_eq!(found(&reader, "c++"), ["a.md"]);
    assert_eq!(found(&reader, "\"1.0.21\""), ["a.md"]);
    assert_eq!(found(&reader, "\"C++ 1.0.21"), ["a.md"]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20))]
    /// Whatever piece of a run a plain scan finds, the search finds, also as an exact phrase.
    #[test]
    fn no_piece_of_an_unspaced_script_is_missed(
        texts in prop::collection::vec("[日本語学校東京大阪のをはが한국어사전ไทยก]{1,12}[。 ]?[日本語学東京がカタ]{0,8}", 1..5),
        at in any::<prop::sample::Index>(),
        length in 1_usize..7,
    ) {
        let paths: Vec<String> = (0..texts.len()).map(|number| format!("{number}.md")).collect();
        let notes: Vec<_> = paths.iter().zip(&texts).map(|(path, text)| (path.as_str(), text.as_str())).collect();
        let (_vault, reader) = vault(&notes);
        let characters: Vec<char> = at.get(&texts).chars().collect();
        let start = at.index(characters.len());
        let piece: String = characters[start..].iter().take(length).collect();
        prop_assume!(!piece.contains(['。', ' ']));
        for query in [piece.clone(), format!("\"{piece}\"")] {
            let found = found(&reader, &query);
            for (path, text) in &notes {
                prop_assert!(!text.contains(&piece) || found.iter().any(|hit| hit == path), "{query} in {text}");
            }
        }
    }
}
