//! Which notes pass a filter, whoever asks and in whatever way.

use notekin_engine::{
    Audience, Condition, Engine, Error, Filter, Kind, ListRequest, Mode, Notice, SearchRequest,
    Several,
};

use crate::vault::TestVault;

const MODES: [Mode; 4] = [Mode::Hybrid, Mode::Semantic, Mode::Keyword, Mode::Regex];

/// Files are of 2001-09-09, so that what is newer says so itself.
fn vault() -> TestVault {
    TestVault::new()
        .note(
            "projects/Kin.md",
            "---\nstatus: In Progress\nrating: 10\ndue: 2024-03-15\ntags: [work/kin]\ncreated: 2024-01-02\n---\n\
             Cellar. See [[Tea]] and [[#Plan]].\n\n# Plan\n",
        )
        .note(
            "projects/old/Loom.md",
            "---\nstatus: [Erledigt, archived]\nrating: 9\ndue:\nupdated: 2024-02-03T10:00\n---\nCellar #work.\n",
        )
        .note("Tea.md", "---\nrating: n/a\norigin:\n  country: Japan\n---\nCellar, see [Kin](projects/Kin.md).\n")
        .note("daily/2024-03-15.md", "---\nup: \"[[Tea]]\"\n---\nCellar. Draft of nothing.\n")
        .note("daily/2024-03-16 Étude.md", "---\ndate: 2023-12-31\nStatus: e\u{301}tude\n---\nCellar.\n")
        .note("Diary.md", "---\nprivate: true\nmood: dark\nrating: 10\n---\nCellar. [[Tea]]\n")
        .indexed()
}

fn filter(written: &[&str]) -> Filter {
    let conditions = written.iter().map(|text| Condition::parse(text).unwrap()).collect();
    Filter::default().with(conditions)
}

fn listed(engine: &Engine, filter: Filter, audience: Audience) -> Result<String, Error> {
    let request = ListRequest { filter, limit: 100, cursor: None, update: false };
    let reply = engine.list(&request, audience)?;
    let mut stems: Vec<_> = reply.notes.iter().map(|note| note.path.stem().to_owned()).collect();
    stems.sort();
    Ok(stems.join(", "))
}

#[test]
fn every_test_holds_for_the_notes_it_should() {
    let vault = vault();
    let engine = vault.engine();
    let check = |written: &[&str], expected: &str| {
        let found = listed(&engine, filter(written), Audience::Owner);
        assert_eq!(found.unwrap(), expected, "{written:?}");
    };
    check(&["folder:projects"], "Kin, Loom");
    check(&["folder:projects/old", "folder:Daily/"], "2024-03-15, 2024-03-16 Étude, Loom");
    check(&["tag:work"], "Kin, Loom");
    check(&["tag:#work/kin"], "Kin");
    check(&["path:projects/*"], "Kin");
    check(&["path:projects/**"], "Kin, Loom");
    check(&["path:2024-0?-1*"], "2024-03-15, 2024-03-16 Étude");
    check(&["path:nowhere/*"], "");
    check(&["property:status"], "2024-03-16 Étude, Kin, Loom");
    check(&["property:due"], "Kin");
    check(&["property:status=in progress"], "Kin");
    check(&["property:STATUS=ETUDE"], "2024-03-16 Étude");
    check(&["property:status=archived"], "Loom");
    check(&["property:status!=archived"], "2024-03-16 Étude, Kin");
    check(&["-property:status=archived", "-path:daily/*", "-tag:work/kin"], "Diary, Tea");
    check(&["property:rating>9"], "Diary, Kin");
    check(&["property:rating<=9"], "Loom");
    check(&["property:rating!=10"], "Loom, Tea");
    check(&["property:due<2024-03-16"], "Kin");
    check(&["property:due=2024-03"], "Kin");
    check(&["property:due>2024-03"], "");
    check(&["property:origin.country=japan"], "Tea");
    check(&["property:up=tea"], "2024-03-15");
    check(&["property:status=nobody's"], "");
    check(&["created:2024"], "Kin");
    check(&["created:2001-09-09", "folder:projects"], "Loom");
    check(&["modified:2024-02-03"], "Loom");
    check(&["modified:2001", "-folder:daily"], "Diary, Kin, Tea");
    check(&["date:2023"], "2024-03-16 Étude");
    check(&["after:2024-03-15"], "2024-03-15");
    check(&["after:2024-01-02", "before:2024-03-15"], "Kin");
    check(&["date:2023..2024-01"], "2024-03-16 Étude, Kin");
    check(&["before:2002"], "Diary, Loom, Tea");
    check(&["links-to:tea"], "2024-03-15, Diary, Kin");
    check(&["links-to:projects/Kin.md"], "Tea");
    check(&["linked-from:Kin"], "Tea");
    check(&["-links-to:tea", "-linked-from:kin", "-folder:daily"], "Loom");
}

#[test]
fn one_of_several_folders_is_enough_wherever_they_are_asked_for() {
    let vault = vault();
    let apart = Filter { folders: vec!["daily".to_owned()], ..filter(&["folder:projects/old"]) };
    let found = listed(&vault.engine(), apart.clone(), Audience::Owner).unwrap();
    assert_eq!(found, "2024-03-15, 2024-03-16 Étude, Loom");
    let request = SearchRequest {
        mode: Mode::Keyword,
        filter: Filter { folders: vec!["daily".to_owned()], ..Filter::default() },
        ..SearchRequest::new("cellar folder:projects/old")
    };
    assert_eq!(vault.search(&request).total, 3);
    let except = SearchRequest { filter: apart, ..SearchRequest::new("-folder:projects cellar") };
    assert_eq!(vault.search(&except).total, 2, "what a note must not lie in is no choice");
}

#[test]
fn more_conditions_than_anyone_types_are_refused() {
    let vault = vault();
    let search = |query: String, lenient| {
        let request = SearchRequest { mode: Mode::Keyword, lenient, ..SearchRequest::new(query) };
        vault.engine().search(&request, Audience::Owner)
    };
    assert_eq!(search("-path:Diary ".repeat(64), false).unwrap().total, 5);
    let error = search("-path:Diary ".repeat(65), false).unwrap_err();
    assert!(matches!(error, Error::Invalid(_)), "{error:?}");
    assert!(search("tag:work ".repeat((200 << 10) / 9), false).is_err());
    assert!(search("-path:Diary ".repeat(65), true).is_ok(), "of a batch it is words");
    let filter = Filter { tags: vec!["work".to_owned(); 65], ..Filter::default() };
    assert!(listed(&vault.engine(), filter, Audience::Owner).is_err());
}

#[test]
fn exclusions_and_phrases_that_are_too_many_are_told_of_in_every_way() {
    let vault = vault();
    let cut = |query: &str, mode| {
        let request = SearchRequest { mode, ..SearchRequest::new(query) };
        let notices = vault.search(&request).notices;
        notices.into_iter().find_map(|notice| match notice {
            Notice::WordsCut { characters } => Some(characters),
            _ => None,
        })
    };
    let many = |count: usize| {
        let words: Vec<String> = (10..10 + count).map(|at| format!("-x{at}")).collect();
        words.join(" ") + " "
    };
    let phrases = "\"cellar\" ".repeat(17);
    for mode in [Mode::Hybrid, Mode::Semantic, Mode::Keyword] {
        for query in ["cellar ", "folder:daily ", "folder:daily cellar "] {
            let said = if query.ends_with("cellar ") { "cellar ".len() } else { 0 };
            assert_eq!(cut(&format!("{query}{}", many(16)), mode), None, "{query} {mode:?}");
            let expected = Some(said + 16 * 5);
            assert_eq!(cut(&format!("{query}{}", many(17)), mode), expected, "{query} {mode:?}");
        }
        assert_eq!(cut(&phrases, mode), Some(16 * 9), "{mode:?}");
    }
}

#[test]
fn filters_by_condition_hold_in_every_mode() {
    let vault = vault();
    for (written, expected) in [
        ("property:rating>=10", "projects/Kin.md"),
        ("links-to:projects/Kin", "Tea.md"),
        ("path:daily/2024-03-15*", "daily/2024-03-15.md"),
        ("modified:2024-02", "projects/old/Loom.md"),
    ] {
        for mode in MODES {
            let filter = filter(&[written, "-path:Diary"]);
            let typed = SearchRequest { mode, filter, ..SearchRequest::new("Cellar") };
            let reply = vault.search(&typed);
            assert_eq!(
                (reply.total, reply.hits[0].path.as_str()),
                (1, expected),
                "{written} {mode:?}"
            );
            if mode != Mode::Regex {
                let request = SearchRequest {
                    mode,
                    ..SearchRequest::new(format!("{written} Cellar -path:Diary"))
                };
                let same = vault.search(&request);
                assert_eq!(same.query, request.query, "as asked");
                assert_eq!(format!("{:?}", same.hits[0].why), format!("{:?}", reply.hits[0].why));
                assert_eq!(same.hits[0].snippet, reply.hits[0].snippet, "{mode:?}");
            }
        }
    }
}

#[test]
fn a_scope_of_one_note_among_many_is_searched_in_every_mode() {
    let mut vault = TestVault::new();
    for at in 0..1200 {
        let (rare, also) =
            if at == 777 { ("needle", "---\nlot: 777\n---\n") } else { ("straw", "") };
        vault = vault
            .note(&format!("{at}.md"), &format!("{also}# Bale {at}\n\nBarn hay {rare} barn.\n"));
    }
    let vault = vault.indexed();
    for (written, expected) in [
        ("property:lot", "777.md"),
        ("path:777", "777.md"),
        ("path:*177 -path:11*", "177.md"),
        ("-property:lot path:777*", ""),
    ] {
        for mode in MODES {
            let conditions =
                written.split(' ').map(|text| Condition::parse(text).unwrap()).collect();
            let filter = Filter::default().with(conditions);
            for query in ["barn", "hay barn"] {
                let request =
                    SearchRequest { mode, filter: filter.clone(), ..SearchRequest::new(query) };
                let found = vault.paths(&request);
                let is_nothing = expected.is_empty() || mode == Mode::Regex && query == "hay barn";
                let expected: &[&str] = if is_nothing { &[] } else { &[expected] };
                assert_eq!(found, expected, "{written} {mode:?} {query}");
            }
        }
    }
}

#[test]
fn a_query_of_conditions_alone_lists_notes_the_newest_first() {
    let vault = vault();
    let listed = |query: &str| {
        let mut request = SearchRequest { limit: 2, ..SearchRequest::new(query) };
        let mut paths = Vec::new();
        loop {
            let reply = vault.search(&request);
            assert!(reply.hits.iter().all(|hit| (hit.score - 1.0).abs() < f32::EPSILON));
            paths.extend(reply.hits.iter().map(|hit| hit.path.stem().to_owned()));
            request.cursor = reply.next_cursor;
            if request.cursor.is_none() {
                assert_eq!(reply.total, paths.len(), "{query}");
                return paths.join(", ");
            }
        }
    };
    assert_eq!(
        listed("-path:Diary -folder:projects/old"),
        "2024-03-15, Kin, 2024-03-16 Étude, Tea"
    );
    assert_eq!(listed("folder:daily -draft"), "2024-03-16 Étude");
    assert_eq!(listed("folder:daily -\"of nothing\" -\"no such thing\""), "2024-03-16 Étude");
    assert_eq!(listed("property:rating=11"), "");
    assert_eq!(listed("-draft"), "", "without a condition nothing is asked");
    for mode in MODES {
        let filter = filter(&["tag:work/kin"]);
        let reply = vault.search(&SearchRequest { mode, filter, ..SearchRequest::new(" ") });
        assert_eq!((reply.total, reply.hits[0].path.stem()), (1, "Kin"), "{mode:?}");
        assert!(reply.hits[0].snippet.text.starts_with("Cellar"));
    }
}

#[test]
fn names_that_stand_for_nothing_are_errors_that_tell_an_audience_only_what_it_may_know() {
    let vault = vault();
    let engine = vault.engine();
    let fails = |written: &str, audience| {
        let error = listed(&engine, filter(&[written]), audience).unwrap_err();
        (error.to_string(), error.near().join(" "))
    };
    let owner = Audience::Owner;
    let error = |message: &str, near: &str| (message.to_owned(), near.to_owned());
    assert_eq!(
        fails("property:statsu=x", owner),
        error("no note has a property `statsu`", "status")
    );
    assert_eq!(fails("property:moods", owner).1, "mood");
    assert_eq!(fails("-tag:wrok", owner), error("no note has a tag `wrok`", "work"));
    assert_eq!(fails("-folder:project", owner).1, "projects");
    assert_eq!(fails("links-to:Teas", owner), error("no note `Teas` in this vault", "Tea.md"));
    assert_eq!(fails("linked-from:Dairy", owner).1, "Diary.md");
    for audience in [Audience::Assistant, Audience::Remote] {
        assert_eq!(fails("property:mood", audience), error("no note has a property `mood`", ""));
        assert_eq!(fails("property:moods", audience).1, "", "not offered either");
        assert_eq!(
            fails("linked-from:Diary", audience),
            error("no note `Diary` in this vault", "")
        );
        let found = |written: &str| listed(&engine, filter(&[written]), audience).unwrap();
        assert_eq!(found("links-to:Tea"), "2024-03-15, Kin");
        assert_eq!(found("property:rating=10"), "Kin");
        assert_eq!(found("-property:rating=10"), "2024-03-15, 2024-03-16 Étude, Loom, Tea");
    }
}

#[test]
fn a_note_is_known_by_its_alias_and_by_links_to_it() {
    let vault = TestVault::new()
        .note("Roof.md", "---\naliases: [Attic, E\u{301}tage]\n---\nSlates. [[Tea]]\n")
        .note("Tea.md", "---\nalias: Tisane, Brew\n---\n[[Roof|the roof]]\n")
        .note("Loft.md", "---\naliases: brew\n---\n[[Tea]]\n")
        .note("Own.md", "---\nprivate: true\naliases: Safe, Tisane\n---\n[[Tea]]\n")
        .indexed();
    let engine = vault.engine();
    let listed = |written: &str, audience| listed(&engine, filter(&[written]), audience);
    for (written, expected) in [
        ("links-to:attic", "Tea"),
        ("links-to:ÉTAGE", "Tea"),
        ("linked-from:[[Roof#Slates|it]]", "Tea"),
        ("linked-from:[[Attic]]", "Tea"),
        ("linked-from:Safe", "Tea"),
    ] {
        assert_eq!(listed(written, Audience::Owner).unwrap(), expected, "{written}");
    }
    assert_eq!(listed("linked-from:brew", Audience::Owner).unwrap_err().near().len(), 2);
    assert_eq!(listed("linked-from:tisane", Audience::Owner).unwrap_err().kind(), Kind::Invalid);
    assert_eq!(listed("linked-from:tisane", Audience::Assistant).unwrap(), "Roof");
    let error = listed("linked-from:Safe", Audience::Assistant).unwrap_err();
    assert_eq!((error.kind(), error.near().len()), (Kind::NotFound, 0));
    let request = SearchRequest {
        mode: Mode::Keyword,
        ..SearchRequest::new("linked-from:[[Roof|the roof]] tea")
    };
    assert_eq!(vault.paths(&request), ["Tea.md"]);
}

#[test]
fn what_was_searched_within_a_filter_is_counted() {
    let vault = vault();
    let other = TestVault::new().named("b").note("Loom.md", "Cellar #work\n").indexed();
    let engines = [vault.engine(), other.engine()];
    for mode in MODES {
        let scope = |filter: Filter, audience| {
            let request = SearchRequest { mode, filter, ..SearchRequest::new("zeppelin") };
            engines[0].search(&request, audience).unwrap().coverage.scope
        };
        assert_eq!(scope(Filter::default(), Audience::Owner), None, "{mode:?}");
        assert_eq!(scope(filter(&["property:rating=10"]), Audience::Owner), Some(2), "{mode:?}");
        assert_eq!(
            scope(filter(&["property:rating=10"]), Audience::Assistant),
            Some(1),
            "{mode:?}"
        );
        assert_eq!(scope(filter(&["property:rating=11"]), Audience::Owner), Some(0), "{mode:?}");
        assert_eq!(scope(Filter::default(), Audience::Assistant), None, "{mode:?}");
    }
    let request = SearchRequest { mode: Mode::Keyword, ..SearchRequest::new("zeppelin tag:work") };
    let reply = Several::new(&engines).search(&request, Audience::Owner).unwrap();
    assert_eq!((reply.coverage.scope, reply.coverage.searched), (Some(3), 7));
}

#[test]
fn of_two_notes_of_a_name_none_is_guessed() {
    let vault = vault().note("a/Same.md", "Cellar.\n").note("b/Same.md", "Cellar.\n").indexed();
    let error = listed(&vault.engine(), filter(&["links-to:same"]), Audience::Owner);
    let error = error.unwrap_err();
    assert_eq!((error.kind(), error.near().len()), (Kind::Invalid, 2));
    let other = TestVault::new().named("b").note("Same.md", "[[Same]]\n").indexed();
    let engines = [vault.engine(), other.engine()];
    let request =
        SearchRequest { mode: Mode::Keyword, ..SearchRequest::new("cellar links-to:same") };
    let error = Several::new(&engines).search(&request, Audience::Owner).unwrap_err();
    assert_eq!((error.kind(), error.near().len()), (Kind::Invalid, 2), "nor is a vault left out");
}

#[test]
fn a_name_need_be_in_one_of_several_vaults_only() {
    let vaults = [
        vault(),
        TestVault::new().named("b").note("x.md", "---\nshade: green\n---\nCellar.\n").indexed(),
    ];
    let engines: Vec<Engine> = vaults.iter().map(TestVault::engine).collect();
    let search = |query: &str| {
        let request = SearchRequest { mode: Mode::Keyword, ..SearchRequest::new(query) };
        Several::new(&engines).search(&request, Audience::Owner)
    };
    assert_eq!(search("cellar property:shade=green").unwrap().total, 1);
    assert_eq!(search("cellar links-to:Tea").unwrap().total, 3);
    assert_eq!(search("cellar -links-to:Tea").unwrap().total, 4);
    assert_eq!(search("cellar property:shades").unwrap_err().near(), ["shade"]);
    assert_eq!(search("cellar links-to:Teas").unwrap_err().near(), ["Tea.md"]);
    assert_eq!(search("cellar tga:x").unwrap_err().near()[0], "tag");
    assert_eq!(search("tag:work").unwrap().total, 2, "conditions alone, too");
    let refused = search(&format!("cellar path:{}", "a".repeat(2000))).unwrap_err();
    assert_eq!(refused.kind(), Kind::Invalid, "not that no vault can answer");
}

#[test]
fn a_cursor_is_of_its_conditions_alone() {
    let vault = vault();
    let request = SearchRequest {
        mode: Mode::Keyword,
        limit: 1,
        filter: filter(&["-path:Diary"]),
        ..SearchRequest::new("cellar")
    };
    let cursor = vault.search(&request).next_cursor;
    assert!(cursor.is_some());
    let other = SearchRequest { filter: filter(&["-path:Tea"]), cursor, ..request };
    let error = vault.engine().search(&other, Audience::Owner).unwrap_err();
    assert_eq!(error.to_string(), "this cursor belongs to another search");
}

#[test]
fn a_lenient_search_takes_for_words_what_it_cannot_read() {
    let vault = vault();
    let found = |query: &str, lenient| {
        let request = SearchRequest { mode: Mode::Keyword, lenient, ..SearchRequest::new(query) };
        vault.engine().search(&request, Audience::Owner).map(|reply| reply.total)
    };
    for query in [
        "cellar:door",
        "cellar after:soon",
        "cellar tag:nobody",
        "cellar tag:\"x",
        "links-to:nothing",
    ] {
        assert!(found(query, false).is_err(), "{query}");
        assert!(found(query, true).is_ok(), "{query}");
    }
    assert_eq!(found("cellar:door", true).unwrap(), 6);
    assert_eq!(found("cellar tag:work", true).unwrap(), 2, "what can be read is");
    let strict = SearchRequest {
        lenient: true,
        filter: filter(&["tag:nobody"]),
        ..SearchRequest::new("cellar")
    };
    assert!(
        vault.engine().search(&strict, Audience::Owner).is_err(),
        "what was typed apart must hold"
    );
}

#[test]
fn a_pattern_is_searched_as_it_stands() {
    let vault = TestVault::new().note("a.md", "tag:x and tga:y\n").note("b.md", "#x\n").indexed();
    for pattern in ["tag:x", "tga:y", "-?tag:"] {
        let request = SearchRequest { mode: Mode::Regex, ..SearchRequest::new(pattern) };
        assert_eq!(vault.paths(&request), ["a.md"], "{pattern}");
    }
    let quoted = SearchRequest { mode: Mode::Keyword, ..SearchRequest::new("\"tga:y\"") };
    assert_eq!(vault.paths(&quoted), ["a.md"]);
}

#[test]
fn days_follow_a_note_that_moves_or_is_touched() {
    let vault = TestVault::new().note("2024-01-01.md", "Cellar.\n").indexed();
    vault.rename("2024-01-01.md", "2024-02-02.md");
    vault.sync();
    let found =
        |written: &str| listed(&vault.engine(), filter(&[written]), Audience::Owner).unwrap();
    assert_eq!(
        (found("date:2024-01").as_str(), found("date:2024-02").as_str()),
        ("", "2024-02-02")
    );
    let file = std::fs::File::open(vault.root().join("2024-02-02.md")).unwrap();
    let later = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_100_000_000);
    file.set_modified(later).unwrap();
    vault.sync();
    assert_eq!(
        (found("modified:2004").as_str(), found("modified:2001").as_str()),
        ("2024-02-02", "")
    );
    vault.write("2024-02-02.md", "---\nmodified: 2022-02-02\n---\nCellar.\n");
    vault.sync();
    assert_eq!(
        (found("modified:2022").as_str(), found("property:modified>2023").as_str()),
        ("2024-02-02", "")
    );
    vault.delete("2024-02-02.md");
    vault.write("a.md", "x\n");
    vault.sync();
    let error =
        listed(&vault.engine(), filter(&["property:modified"]), Audience::Owner).unwrap_err();
    assert_eq!(error.kind(), Kind::NotFound, "its properties went with it");
}
