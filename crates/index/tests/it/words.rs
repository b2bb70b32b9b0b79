//! Finding by words: what is found, in which order, and that nothing a plain scan finds is missed.

use notekin_index::{Reader, Sample, WordQuery};
use proptest::prelude::*;

use crate::vault::{Vault, found, path, put};

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
fn a_passage_that_holds_all_words_is_told_from_one_that_holds_some_often() {
    let (_vault, reader) = vault(&[("a.md", "pear pear pear"), ("b.md", "a pear and an apple")]);
    let hits = reader.words(&WordQuery::parse("apples pear"), None, 9).unwrap().hits;
    let held: Vec<f32> = hits.iter().map(|hit| hit.held).collect();
    assert!((held[0] - 1.0).abs() < 1e-6 && held[1] < 0.5, "{hits:?}");
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

/// The shared vaults whose notes are partly Chinese, Japanese and Korean.
const REAL: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/vaults/fastapi-mixed-0");

/// Pieces looked for in each note.
const PIECES: usize = 12;

#[test]
fn no_piece_of_a_real_note_is_missed() {
    let Ok(folder) = std::fs::read_dir(REAL) else {
        eprintln!("NOT RUN: pieces of real notes needs ../shared");
        return;
    };
    let vault = Vault::new();
    let mut writer = vault.writer();
    let mut ids = Vec::new();
    for path in folder.map(|entry| entry.unwrap().path()).filter(|path| path.is_file()) {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if path.extension().is_some_and(|extension| extension == "md") {
            ids.push(put(&mut writer, &name, &std::fs::read_to_string(&path).unwrap()));
        }
    }
    writer.commit().unwrap();
    let reader = vault.reader();
    let mut looked_for = 0;
    for id in ids {
        let only = [id].into_iter().collect();
        for (number, run) in reader
            .chunks(id)
            .unwrap()
            .iter()
            .flat_map(|chunk| runs(&chunk.text))
            .enumerate()
            .step_by(7)
            .take(PIECES)
        {
            let start = number % run.len();
            let piece: String = run[start..].iter().take(1 + number % 6).collect();
            let found = reader.words(&WordQuery::parse(&piece), Some(&only), 1).unwrap();
            assert_eq!(found.notes.len(), 1, "{piece}");
            looked_for += 1;
        }
    }
    assert!(looked_for > 100, "{looked_for}");
}

/// The runs of Chinese, Japanese and Korean letters in a text.
fn runs(text: &str) -> Vec<Vec<char>> {
    let is_joined = |c: &char| {
        matches!(*c, '\u{3040}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}')
            && c.is_alphanumeric()
    };
    let letters: Vec<char> = text.chars().collect();
    letters.split(|c| !is_joined(c)).filter(|run| !run.is_empty()).map(<[char]>::to_vec).collect()
}

/// A note for each text, named after its place; returns whether a query finds exactly those.
#[track_caller]
fn check(texts: &[&str], query: &str, expect: &[usize]) {
    let paths: Vec<String> = (0..texts.len()).map(|number| format!("note{number}.md")).collect();
    let notes: Vec<_> = paths.iter().map(String::as_str).zip(texts.iter().copied()).collect();
    let (_vault, reader) = vault(&notes);
    let mut found = found(&reader, query);
    found.sort();
    let expect: Vec<String> = expect.iter().map(|number| format!("note{number}.md")).collect();
    assert_eq!(found, expect, "{query} in {texts:?}");
}

#[test]
fn numbers_are_found_however_they_are_written() {
    check(&["It costs 1,000.", "It costs 1000.", "It costs 100."], "1000", &[0, 1]);
    check(&["It costs 1,000.", "It costs 1000.", "Half."], "1,000", &[0, 1]);
    check(&["Pi is 3.14.", "Pi is 2.71."], "3.14", &[0]);
    check(&["At 10:30.", "At 11:45."], "10:30", &[0]);
    check(&["It is €5.", "It is 5 €.", "It is $7."], "€5", &[0, 1]);
    check(&["It is €5.", "It is 5 €.", "It is $7."], "\"€5\"", &[0]);
    check(&["Half: ½.", "1️⃣ one"], "1️⃣", &[1]);
}

#[test]
fn dates_are_found_by_their_parts() {
    let texts = ["On 2024-01-15.", "On 2024-02-20.", "On 15.01.2024."];
    check(&texts, "\"2024-01-15\"", &[0]);
    check(&texts, "\"2024-01\"", &[0]);
    check(&texts, "2024", &[0, 1, 2]);
    check(&texts, "2024-01-15", &[0, 1, 2]);
}

#[test]
fn versions_are_found_with_and_without_v() {
    let texts = ["Since v1.2.3.", "Since 1.2.3.", "Since v4.5.6."];
    check(&texts, "1.2.3", &[0, 1]);
    check(&texts, "v1.2.3", &[0, 1]);
    check(&texts, "\"1.2.3\"", &[0, 1]);
}

#[test]
fn names_with_marks_are_found_as_they_are() {
    let texts = ["In C++ and c#.", "On .NET today.", "Tagged #tag here.", "Plain C code."];
    check(&texts, "\"C++\"", &[0]);
    check(&texts, "C#", &[0, 3]);
    check(&texts, "\"C#\"", &[0]);
    check(&texts, ".net", &[1]);
    check(&texts, "#tag", &[2]);
    check(&texts, "tag", &[2]);
}

#[test]
fn compounds_are_found_whole_in_parts_and_as_one() {
    let texts = ["A key-value store.", "A snake_case name.", "Call getUserName now.", "No email."];
    check(&texts, "value", &[0]);
    check(&texts, "keyvalue", &[0]);
    check(&texts, "key-value", &[0]);
    check(&texts, "snake", &[1]);
    check(&texts, "snake_case", &[1]);
    check(&texts, "user", &[2]);
    check(&texts, "getusername", &[2]);
    check(&texts, "e-mail", &[3]);
}

#[test]
fn emoji_are_found_like_words() {
    let texts = ["Launch 🚀 today.", "Thumbs 👍🏽 up.", "From 🇩🇪.", "From 🇫🇷.", "Love ❤."];
    check(&texts, "🚀", &[0]);
    check(&texts, "👍", &[1]);
    check(&texts, "👍🏿", &[1]);
    check(&texts, "🇩🇪", &[2]);
    check(&texts, "❤️", &[4]);
    check(&texts, "\"launch today\"", &[0]);
}

/// The notes that a query finds whose last word may be unfinished.
fn typed(reader: &Reader, query: &str) -> Vec<String> {
    let hits = reader.words(&WordQuery::parse(query).typing(), None, 50).unwrap();
    let path = |note| reader.note_by_id(note).unwrap().unwrap().path.to_string();
    hits.hits.into_iter().map(|hit| path(hit.note)).collect()
}

#[test]
fn the_last_word_may_be_unfinished() {
    let (_vault, reader) = vault(&[
        ("a.md", "A garden of leeks."),
        ("b.md", "The gardener sings."),
        ("c.md", "A gar is a fish."),
        ("d.md", "Some key-value store."),
    ]);
    assert_eq!(typed(&reader, "gar"), ["c.md", "b.md", "a.md"], "what is finished comes first");
    assert_eq!(typed(&reader, "leeks garde"), ["a.md", "b.md"]);
    assert_eq!(typed(&reader, "gar ")[..], ["c.md"], "a space ends a word");
    assert_eq!(typed(&reader, "\"gar\"")[..], ["c.md"], "so do quotes");
    assert_eq!(typed(&reader, "leeks -gar")[..], ["a.md"]);
    assert_eq!(typed(&reader, "key-va")[..], ["d.md"]);
    assert_eq!(typed(&reader, "zz"), [""; 0]);
    assert_eq!(found(&reader, "garde"), [""; 0], "only when asked for");
    let hits = reader.words(&WordQuery::parse("g").typing(), None, 9).unwrap();
    assert!(hits.hits.iter().all(|hit| hit.share <= hits.best_share));
}

#[test]
fn a_beginning_stands_for_the_most_frequent_words() {
    let rare = (0..99).map(|number| format!("abc{number}")).collect::<Vec<_>>().join(" ");
    let (_vault, reader) = vault(&[("rare.md", &rare), ("a.md", "abcz"), ("b.md", "abcz")]);
    let found = typed(&reader, "abcz abc");
    assert!(found.contains(&"a.md".to_owned()) && found.contains(&"rare.md".to_owned()));
    assert_eq!(typed(&reader, "ab").len(), 3);
}

#[test]
fn misspelt_words_are_replaced_by_words_that_are_there() {
    let (_vault, reader) = vault(&[
        ("a.md", "Plant the garlic in October."),
        ("b.md", "Kubernetes runs it. Garlic too."),
        ("c.md", "---\nprivate: true\n---\nThe gerlik is secret."),
    ]);
    let respelt = |query: &str, visible| {
        let found = reader.respelt(&WordQuery::parse(query), visible).unwrap();
        let words = found.map(|(_, words)| words).unwrap_or_default();
        words
            .iter()
            .map(|word| format!("{}={}", word.typed, word.searched.join("|")))
            .collect::<Vec<_>>()
    };
    assert_eq!(respelt("garlci", None), ["garlci=garlic"]);
    assert_eq!(respelt("Kubrenets", None), ["kubrenets=kubernetes"]);
    assert_eq!(respelt("gerlic", None), ["gerlic=garlic|gerlik"]);
    let public = reader.matching(&notekin_index::Filter { private: false, ..Default::default() });
    let public = public.unwrap();
    assert_eq!(respelt("gerlic", public.as_ref()), ["gerlic=garlic"], "what is private isn't told");
    assert_eq!(respelt("gerlik", public.as_ref()), [""; 0], "nor is it there");
    for query in ["garlic", "\"garlci\"", "1234", "grlc xyzzyx", "日本", "gar", ""] {
        assert_eq!(respelt(query, None), [""; 0], "{query}");
    }
    let (query, _) = reader.respelt(&WordQuery::parse("garlci"), None).unwrap().unwrap();
    assert_eq!(reader.words(&query, None, 9).unwrap().notes.len(), 2);
}

#[test]
fn notes_are_like_a_text_by_its_rare_words() {
    let (_vault, reader) = vault(&[
        ("a.md", "boil the leek with saffron and the rice"),
        ("b.md", "the saffron is dear, the rice is not"),
        ("c.md", "the garden and the house with the door"),
        ("d.md", "the door of the house"),
        ("e.md", "the roof"),
    ]);
    let sample = Sample { names: &[], texts: &["the saffron and rice of a friend"] };
    let alike = reader.more_like(sample, None).unwrap();
    let share = |name: &str| {
        let id = reader.note(&path(name)).unwrap().unwrap().id;
        alike.iter().find(|(note, _)| *note == id).map_or(0.0, |(_, share)| *share)
    };
    assert!(share("b.md") > 0.1 && share("b.md") <= 1.0, "{alike:?}");
    assert!(share("d.md") < share("b.md") && share("e.md") < share("b.md"), "{alike:?}");
    let only = [reader.note(&path("a.md")).unwrap().unwrap().id].into_iter().collect();
    assert_eq!(reader.more_like(sample, Some(&only)).unwrap().len(), 1);
}

#[test]
fn names_are_found_in_texts_both_ways_and_rare_ones_count_more() {
    let (_vault, reader) = vault(&[
        ("Leek soup.md", "it needs a pot"),
        ("Pot.md", "of clay"),
        ("menu.md", "today: leek soup from the pot"),
        ("leeks.md", "a soup of leek in a pot"),
    ]);
    let id = |name: &str| reader.note(&path(name)).unwrap().unwrap().id;
    let names = |name: &str| vec![name.to_owned()];
    let naming = reader.naming(&names("Leek soup"), None).unwrap();
    assert_eq!(naming.keys().copied().collect::<Vec<_>>(), [id("menu.md")], "words in a row");
    let of_pot = reader.naming(&names("Pot"), None).unwrap();
    assert!(of_pot[&id("menu.md")] < naming[&id("menu.md")], "a name in every note tells little");
    let (soup, pot) = (names("Leek soup"), names("Pot"));
    let notes = [(id("Leek soup.md"), soup.as_slice()), (id("Pot.md"), pot.as_slice())];
    let found = reader.named(&["a leek SOUP is on", "no clay"], notes.into_iter(), None).unwrap();
    assert_eq!(found.keys().copied().collect::<Vec<_>>(), [id("Leek soup.md")]);
}

#[test]
fn what_was_edited_away_or_may_not_be_seen_names_nothing() {
    let vault = Vault::new();
    let mut writer = vault.writer();
    for (path, raw) in [("menu.md", "leek soup today"), ("b.md", "leek soup"), ("c.md", "rice")] {
        put(&mut writer, path, raw);
    }
    writer.commit().unwrap();
    put(&mut writer, "menu.md", "beet soup today");
    writer.commit().unwrap();
    let reader = vault.reader();
    let id = |name: &str| reader.note(&path(name)).unwrap().unwrap().id;
    let naming = |visible| reader.naming(&["Leek soup".to_owned()], visible).unwrap();
    assert_eq!(naming(None).keys().copied().collect::<Vec<_>>(), [id("b.md")]);
    let visible = [id("menu.md"), id("c.md")].into_iter().collect();
    assert!(naming(Some(&visible)).is_empty());
}
