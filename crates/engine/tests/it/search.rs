//! What a search finds, and what it says of it.

use notekin_engine::{Audience, Filter, Kind, Mode, Notice, SearchRequest, SyncRequest};

use crate::vault::TestVault;

fn vault() -> TestVault {
    TestVault::new()
        .note("fruit/apple.md", "---\ntags: [fruit, sour]\n---\n# Apple\n\nApples keep in a cool cellar.\n\n## Cider\n\nPress apples in autumn.\n")
        .note("fruit/pear.md", "---\ntags: fruit/soft\n---\n# Pear\n\nPears keep for days only. Cellar them not.\n")
        .note("diary.md", "---\nprivate: true\n---\n# Diary\n\nThe cellar is where I hide.\n")
}

#[test]
fn a_hit_says_where_it_stands() {
    let vault = vault();
    vault.sync();
    let reply = vault.search(&SearchRequest::new("press autumn"));
    let hit = &reply.hits[0];
    assert_eq!(
        (hit.vault.as_str(), hit.path.as_str(), hit.title.as_str()),
        ("vault", "fruit/apple.md", "Apple")
    );
    let raw = std::fs::read_to_string(vault.root().join("fruit/apple.md")).unwrap();
    assert!(raw[hit.bytes.start..hit.bytes.end].contains("Press apples"));
    let lines: Vec<&str> = raw.lines().skip(hit.lines.start as usize - 1).collect();
    assert!(
        lines[..(hit.lines.end - hit.lines.start + 1) as usize]
            .contains(&"Press apples in autumn.")
    );
    let (start, end) = hit.snippet.highlights[0];
    assert_eq!(hit.snippet.text[start..end].to_lowercase(), "press");
    assert!(hit.score > 0.0 && hit.score <= 1.0);
    assert!(hit.why.words.is_some() && hit.why.meaning.is_some());
}

#[test]
fn filters_hold_in_every_mode() {
    let vault = vault();
    vault.sync();
    for mode in [Mode::Hybrid, Mode::Semantic, Mode::Keyword, Mode::Regex] {
        let found = |filter: Filter| {
            let mut paths = vault.paths(&SearchRequest {
                mode,
                filter,
                per_note: 1,
                ..SearchRequest::new("cellar")
            });
            paths.sort();
            paths
        };
        let folder = |name: &str| Filter { folders: vec![name.to_owned()], ..Filter::default() };
        let tag = |name: &str| Filter { tags: vec![name.to_owned()], ..Filter::default() };
        assert!(!found(folder("fruit")).contains(&"diary.md".to_owned()), "{mode:?}");
        assert_eq!(found(tag("sour")), ["fruit/apple.md"], "{mode:?}");
        assert!(
            found(tag("fruit")).contains(&"fruit/pear.md".to_owned()) || mode == Mode::Regex,
            "{mode:?}"
        );
    }
}

#[test]
fn private_notes_are_the_owners_alone() {
    let vault = vault();
    vault.sync();
    for audience in [Audience::Assistant, Audience::Remote] {
        for mode in [Mode::Hybrid, Mode::Semantic, Mode::Keyword, Mode::Regex] {
            let request = SearchRequest { mode, ..SearchRequest::new("hide") };
            let reply = vault.engine().search(&request, audience).unwrap();
            assert!(reply.hits.iter().all(|hit| hit.path.as_str() != "diary.md"), "{mode:?}");
            assert_eq!(reply.coverage.total, 2, "not even counted");
        }
    }
    assert_eq!(
        vault.paths(&SearchRequest { mode: Mode::Keyword, ..SearchRequest::new("hide") }),
        ["diary.md"]
    );
}

#[test]
fn a_regular_expression_shows_its_line() {
    let vault = vault();
    vault.sync();
    let reply =
        vault.search(&SearchRequest { mode: Mode::Regex, ..SearchRequest::new(r"Press \w+ in") });
    let hit = &reply.hits[0];
    assert_eq!((hit.lines.start, hit.lines.end), (10, 10));
    assert_eq!(hit.snippet.text, "Press apples in autumn.");
    assert_eq!(hit.snippet.highlights, [(0, 15)]);
    assert!(
        vault
            .engine()
            .search(
                &SearchRequest { mode: Mode::Regex, ..SearchRequest::new("(") },
                Audience::Owner
            )
            .is_err()
    );
}

#[test]
fn pages_go_on_where_the_last_ended() {
    let mut vault = TestVault::new();
    for at in 0..7 {
        vault = vault.note(&format!("{at}.md"), &format!("quince number {at}"));
    }
    vault.sync();
    let mut request =
        SearchRequest { mode: Mode::Keyword, limit: 3, ..SearchRequest::new("quince") };
    let mut seen = Vec::new();
    loop {
        let reply = vault.search(&request);
        assert_eq!(reply.total, 7);
        seen.extend(reply.hits.iter().map(|hit| hit.path.as_str().to_owned()));
        let Some(next) = reply.next_cursor else { break };
        request.cursor = Some(next);
    }
    seen.sort();
    assert_eq!(seen, ["0.md", "1.md", "2.md", "3.md", "4.md", "5.md", "6.md"]);
    request.cursor = Some("nonsense".to_owned());
    assert!(vault.engine().search(&request, Audience::Owner).is_err());
}

#[test]
fn odd_queries_are_answered() {
    let vault = vault();
    vault.sync();
    for query in
        ["", "   ", "\"", "-", "-apple", "\"unclosed", "((((", "🍎", "a\0b", &"apple ".repeat(3000)]
    {
        for mode in [Mode::Hybrid, Mode::Semantic, Mode::Keyword] {
            vault.search(&SearchRequest { mode, ..SearchRequest::new(query) });
        }
    }
}

#[test]
fn a_cursor_is_of_one_search_alone() {
    let mut vault = TestVault::new();
    for at in 0..4 {
        vault =
            vault.note(&format!("{}/{at}.md", at % 2), &format!("quince jam number {at} #jam\n"));
    }
    vault.sync();
    let request = SearchRequest { mode: Mode::Keyword, limit: 1, ..SearchRequest::new("quince") };
    let cursor = vault.search(&request).next_cursor;
    let same = SearchRequest { cursor: cursor.clone(), limit: 3, ..request.clone() };
    assert_eq!(vault.search(&same).hits.len(), 3, "the limit may change");
    let folder = Filter { folders: vec!["0".to_owned()], ..Filter::default() };
    let tag = Filter { tags: vec!["jam".to_owned()], ..Filter::default() };
    for other in [
        SearchRequest { query: "jam".to_owned(), ..request.clone() },
        SearchRequest { mode: Mode::Hybrid, ..request.clone() },
        SearchRequest { filter: folder, ..request.clone() },
        SearchRequest { filter: tag, ..request.clone() },
        SearchRequest { per_note: 1, ..request.clone() },
    ] {
        let other = SearchRequest { cursor: cursor.clone(), ..other };
        let error = vault.engine().search(&other, Audience::Owner).unwrap_err();
        assert_eq!(error.to_string(), "this cursor belongs to another search", "{other:?}");
        assert_eq!(error.kind(), Kind::Invalid);
    }
    vault.write("2.md", "quince jam number 4\n");
    assert!(vault.search(&same).changed, "the same search goes on although the index moved");
}

#[test]
fn a_filter_that_names_nothing_is_an_error_that_names_what_is_like_it() {
    let vault = vault().note("secrets/key.md", "---\nprivate: true\ntags: hidden\n---\nKey.\n");
    vault.sync();
    let ask = |folder: &str, tag: &str, audience| {
        let some = |name: &str| if name == "-" { Vec::new() } else { vec![name.to_owned()] };
        let filter = Filter { folders: some(folder), tags: some(tag), ..Filter::default() };
        let request = SearchRequest { filter, mode: Mode::Keyword, ..SearchRequest::new("cellar") };
        vault.engine().search(&request, audience)
    };
    for folder in ["fruit", "./fruit", "fruit/", "/Fruit/", "."] {
        assert!(!ask(folder, "-", Audience::Owner).unwrap().hits.is_empty(), "{folder}");
    }
    let fails = |folder: &str, tag: &str, audience| {
        let error = ask(folder, tag, audience).unwrap_err();
        (error.kind(), error.to_string(), error.near().join(" "))
    };
    let not_found =
        |message: &str, near: &str| (Kind::NotFound, message.to_owned(), near.to_owned());
    let owner = Audience::Owner;
    assert_eq!(fails("friut", "-", owner), not_found("no note lies in a folder `friut`", "fruit"));
    assert_eq!(fails("-", "#fruits", owner), not_found("no note has a tag `fruits`", "fruit"));
    assert_eq!(fails("nowhere", "-", owner), not_found("no note lies in a folder `nowhere`", ""));
    assert_eq!(fails("", "-", owner).0, Kind::Invalid);
    assert_eq!(fails("-", "#", owner).0, Kind::Invalid);
    assert!(ask("secrets", "hidden", owner).is_ok());
    for audience in [Audience::Assistant, Audience::Remote] {
        let message = "no note lies in a folder `secrets`";
        assert_eq!(fails("secrets", "-", audience), not_found(message, ""), "as if absent");
        assert_eq!(fails("-", "hidden", audience), not_found("no note has a tag `hidden`", ""));
        assert_eq!(fails("-", "hiden", audience).2, "", "not offered either");
    }
    assert_eq!(fails("secret", "-", owner).2, "secrets");
}

#[test]
fn of_a_long_query_the_beginning_is_searched_and_that_is_told() {
    let vault = vault();
    vault.sync();
    let notices = |query: &str, mode| {
        let request = SearchRequest { mode, ..SearchRequest::new(query) };
        vault.search(&request).notices
    };
    let short = "apple ".repeat(500);
    assert!(notices(&short, Mode::Hybrid).is_empty());
    let long = (0..600).map(|number| format!("w{number:03} ")).collect::<Vec<_>>().concat();
    let words = || Notice::WordsCut { characters: 64 * 5 };
    let meaning = || Notice::MeaningCut { characters: 512 * 5 };
    assert_eq!(notices(&long, Mode::Keyword), [words()]);
    assert_eq!(notices(&long, Mode::Semantic), [meaning()]);
    assert_eq!(notices(&long, Mode::Hybrid), [meaning(), words()]);
}

#[test]
fn a_note_that_waits_for_its_meaning_is_not_hidden_behind_a_mere_mention() {
    let about = "# Garlic\n\nGarlic is planted in October, a clove at a time.\n";
    let vault = TestVault::new()
        .note("Garlic.md", "# Draft\n\nTo be written.\n")
        .note("Soup.md", "# Soup\n\nIn October, soup wants garlic.\n")
        .note("Diary.md", "# Diary\n\nIn October nothing was planted.\n")
        .indexed();
    vault.write("Garlic.md", about);
    let request = SearchRequest::new("garlic planted October");
    let reply = vault.search(&request);
    assert_eq!(reply.hits[0].path.as_str(), "Garlic.md");
    assert!(reply.hits[0].why.meaning.is_none(), "it has been read by words only");
    assert!(reply.hits.is_sorted_by(|a, b| a.score >= b.score));
    vault.sync();
    assert_eq!(vault.search(&request).hits[0].path.as_str(), "Garlic.md");
}

#[test]
fn scores_never_rise_down_the_pages() {
    let mut vault = TestVault::new();
    for at in 0..40 {
        let (often, other) = ("garlic ".repeat(at % 7), "october planting ".repeat(at % 5));
        vault = vault.note(&format!("{at}.md"), &format!("# Note {at}\n\n{often}{other}weeds.\n"));
    }
    vault.sync();
    vault.write("3.md", "# Late\n\nplanting garlic in october\n");
    for mode in [Mode::Hybrid, Mode::Semantic, Mode::Keyword, Mode::Regex] {
        let mut request =
            SearchRequest { mode, limit: 7, ..SearchRequest::new("planting garlic october") };
        let mut scores = Vec::new();
        loop {
            let page = vault.search(&request);
            scores.extend(page.hits.iter().map(|hit| hit.score));
            request.cursor = page.next_cursor;
            if request.cursor.is_none() {
                break;
            }
        }
        assert!(scores.is_sorted_by(|a, b| a >= b), "{mode:?}: {scores:?}");
    }
}

#[test]
fn a_note_that_says_nothing_shows_what_it_has_and_answers_nothing_by_its_name() {
    let vault = TestVault::new()
        .note("Tomatoes.md", "---\ntags: [garden]\nsown: March\n---\n")
        .note("Tomatoes in beds.md", "")
        .note("Plants.md", "# Plants\n\nThe tomatoes stand in the second of the beds.\n")
        .indexed();
    let (mode, everything) = (Mode::Semantic, true);
    let request = SearchRequest { mode, everything, ..SearchRequest::new("tomatoes in beds") };
    let semantic = vault.search(&request);
    assert_eq!(semantic.hits[0].path.as_str(), "Plants.md");
    let by_name = vault.search(&SearchRequest::new("tomatoes"));
    let hit = by_name.hits.iter().find(|hit| hit.path.as_str() == "Tomatoes.md").unwrap();
    assert_eq!(hit.snippet.text, "tags: [garden] sown: March");
    let bare = semantic.hits.iter().find(|hit| hit.path.as_str() == "Tomatoes in beds.md").unwrap();
    assert_eq!(bare.snippet.text, "Tomatoes in beds");
}

#[test]
fn what_waits_for_its_meaning_is_told_as_it_is() {
    let long = "A sentence of some words on soil. ".repeat(200);
    let vault = TestVault::new().note("a.md", &format!("# A\n\n{long}")).indexed();
    vault.write(
        "a.md",
        &format!("# A\n\n{long}\n\n# New\n\nAn added part.\n\n{}", "Rain. ".repeat(300)),
    );
    vault.write("b.md", "# B\n\nAnother note.\n");
    let notices = vault.search(&SearchRequest::new("soil")).notices;
    assert_eq!(notices, [Notice::Pending { notes: 2, unseen: 1 }]);
}

#[test]
fn phrases_and_excluded_words_hold_in_every_mode() {
    let vault = TestVault::new()
        .note("a.md", "# A\n\nRed wine goes with bread.\n")
        .note("b.md", "# B\n\nBread goes with wine that is red.\n")
        .note("c.md", "# C\n\nBread goes with water.\n")
        .indexed();
    for mode in [Mode::Hybrid, Mode::Semantic, Mode::Keyword] {
        let found = |query: &str| {
            let request = SearchRequest { mode, everything: true, ..SearchRequest::new(query) };
            let reply = vault.search(&request);
            let mut paths: Vec<String> =
                reply.hits.iter().map(|hit| hit.path.as_str().to_owned()).collect();
            paths.sort();
            paths
        };
        assert_eq!(found("bread -wine"), ["c.md"], "{mode:?}");
        assert_eq!(found("bread \"red wine\""), ["a.md"], "{mode:?}");
    }
}

#[test]
fn where_nothing_is_relevant_the_nearest_are_named_as_far_as_they_may_be_known() {
    let vault = vault();
    vault.sync();
    let request = SearchRequest::new("quarterly tax return");
    let named = |audience: Audience| {
        let reply = vault.engine().search(&request, audience).unwrap();
        assert!(reply.hits.is_empty() && reply.total == 0 && !reply.relevant, "{reply:?}");
        let nearest = reply.notices.into_iter().find_map(|notice| match notice {
            Notice::NothingRelevant { nearest } => Some(nearest),
            _ => None,
        });
        let mut paths: Vec<String> =
            nearest.unwrap().iter().map(|note| note.path.as_str().to_owned()).collect();
        paths.sort();
        paths
    };
    assert_eq!(named(Audience::Owner), ["diary.md", "fruit/apple.md", "fruit/pear.md"]);
    assert_eq!(named(Audience::Assistant), ["fruit/apple.md", "fruit/pear.md"]);
    let everything = SearchRequest { everything: true, ..request.clone() };
    let reply = vault.search(&everything);
    assert!(reply.total == 3 && !reply.relevant && reply.notices.is_empty(), "{reply:?}");
}

#[test]
fn a_total_counts_all_notes_that_match() {
    let mut vault = TestVault::new().note("many.md", &"leek soup\n\n".repeat(1_100));
    for number in 0..1_100 {
        vault = vault.note(&format!("{number}.md"), "leek");
    }
    vault.sync_as(SyncRequest { words_only: true, ..SyncRequest::default() });
    for mode in [Mode::Keyword, Mode::Regex] {
        for limit in [1, 500] {
            let request = SearchRequest { mode, limit, ..SearchRequest::new("leek") };
            assert_eq!(vault.search(&request).total, 1_101, "{mode:?}");
        }
    }
}

#[test]
fn a_title_that_is_typed_is_meant() {
    let vault = TestVault::new()
        .note("a.md", "# Tea\n\n## How to brew tea\n\nHot water.\n\n## Cups\n\nOf clay.\n")
        .note(
            "b.md",
            "# Brew\n\nHow to brew, how to brew tea, tea to brew, how tea, brew tea to brew.\n",
        )
        .note(
            "c.md",
            "# Pots\n\n- how to brew tea\n- brew tea, brew tea, tea to brew, how to brew\n",
        )
        .indexed();
    for mode in [Mode::Keyword, Mode::Hybrid] {
        let request = SearchRequest { mode, ..SearchRequest::new("how to brew TEA? -coffee") };
        let hits = vault.search(&request).hits;
        assert_eq!(hits[0].path.as_str(), "a.md", "{mode:?}");
    }
}

#[test]
fn notes_that_share_a_long_footer_are_not_called_the_same() {
    let footer = "Corrections are welcome by mail to the editor of the society. ".repeat(18);
    let mut vault = TestVault::new();
    for (name, text) in [
        ("Whales", "Humpback whales migrate to warm water to calve."),
        ("Calving", "A calf stays near its mother, say watchers of whales, for a year."),
        ("Oil", "Gearbox oil: drain warm, renew the washer."),
        // Another day of one form is the same.
        ("Monday", "On Monday whales."),
        ("Tuesday", "On Tuesday whales."),
    ] {
        vault = vault.note(&format!("{name}.md"), &format!("{text}\n\n{footer}\n"));
    }
    let mut request = SearchRequest::new("whales");
    request.mode = Mode::Keyword;
    let reply = vault.indexed().search(&request);
    let found: Vec<&str> = reply.hits.iter().map(|hit| hit.path.as_str()).collect();
    assert!(found.contains(&"Whales.md") && found.contains(&"Calving.md"), "{found:?}");
    assert_eq!(found.len(), 3, "{found:?}");
}
