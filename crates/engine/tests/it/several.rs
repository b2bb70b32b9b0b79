//! Several vaults asked as one, and lists of notes.

use std::sync::atomic::AtomicBool;

use notekin_engine::ask::AskRequest;
use notekin_engine::{
    Audience, Engine, Filter, Kind, ListRequest, Mode, Notice, SearchRequest, Several,
};

use crate::vault::TestVault;

fn vault(name: &'static str, notes: usize) -> TestVault {
    (0..notes).fold(TestVault::new().named(name), |vault, number| {
        let words = "steamed ".repeat(number + 1);
        vault.note(
            &format!("note {number}.md"),
            &format!("# Note {number}\n\nTea is {words}here.\n"),
        )
    })
}

fn request(cursor: Option<String>, limit: usize) -> SearchRequest {
    SearchRequest {
        mode: Mode::Keyword,
        limit,
        cursor,
        update: false,
        ..SearchRequest::new("steamed")
    }
}

#[test]
fn pages_over_several_vaults_show_every_hit_once() {
    let vaults = [vault("a", 5).indexed(), vault("b", 1).indexed(), vault("c", 7).indexed()];
    let engines: Vec<Engine> = vaults.iter().map(TestVault::engine).collect();
    let several = Several::new(&engines);
    let whole = several.search(&request(None, 100), Audience::Owner).unwrap();
    assert_eq!((whole.hits.len(), whole.total, whole.next_cursor.is_none()), (13, 13, true));
    assert!(whole.hits.windows(2).all(|pair| pair[0].score >= pair[1].score));
    for limit in [1, 2, 5, 12] {
        let mut seen = Vec::new();
        let mut cursor = None;
        loop {
            let page = several.search(&request(cursor, limit), Audience::Owner).unwrap();
            assert!(!page.hits.is_empty(), "a page that was promised has hits, {limit} at a time");
            seen.extend(page.hits.iter().map(|hit| format!("{}/{}", hit.vault, hit.path)));
            cursor = page.next_cursor;
            if cursor.is_none() {
                break;
            }
        }
        let all: Vec<_> =
            whole.hits.iter().map(|hit| format!("{}/{}", hit.vault, hit.path)).collect();
        assert_eq!(seen, all, "{limit} at a time");
    }
}

#[test]
fn a_page_that_goes_on_after_any_hit_misses_nothing() {
    let vaults = [vault("a", 4).indexed(), vault("b", 4).indexed()];
    let engines: Vec<Engine> = vaults.iter().map(TestVault::engine).collect();
    let several = Several::new(&engines);
    let whole = several.search(&request(None, 100), Audience::Owner).unwrap().hits;
    for (at, hit) in whole.iter().enumerate() {
        let rest = several.search(&request(Some(hit.after.clone()), 100), Audience::Owner).unwrap();
        let paths = |hits: &[notekin_engine::Hit]| {
            hits.iter().map(|hit| format!("{}/{}", hit.vault, hit.path)).collect::<Vec<_>>()
        };
        assert_eq!(paths(&rest.hits), paths(&whole[at + 1..]));
    }
}

#[test]
fn a_vault_that_cannot_answer_is_left_out_and_told_of() {
    let vaults = [vault("a", 2).indexed(), vault("unread", 2)];
    let engines: Vec<Engine> = vaults.iter().map(TestVault::engine).collect();
    let reply = Several::new(&engines).search(&request(None, 10), Audience::Owner).unwrap();
    assert_eq!(reply.hits.len(), 2);
    assert!(
        matches!(reply.notices.as_slice(), [Notice::LeftOut { vault, .. }] if vault == "unread")
    );
    let alone = Several::new(&engines[1..]).search(&request(None, 10), Audience::Owner);
    assert_eq!(alone.unwrap_err().kind(), Kind::Unconfigured);
}

#[test]
fn a_note_is_found_in_the_vault_that_has_it() {
    let vaults = [vault("a", 2).indexed(), vault("b", 3).indexed()];
    let engines: Vec<Engine> = vaults.iter().map(TestVault::engine).collect();
    let several = Several::new(&engines);
    let holder = several.holder("note 2", Audience::Owner).unwrap();
    assert_eq!(holder.settings().name, "b");
    let both = several.holder("note 0", Audience::Owner).unwrap_err();
    assert_eq!(
        (both.kind(), both.near()),
        (Kind::Invalid, ["a".to_owned(), "b".to_owned()].as_slice())
    );
    let none = several.holder("note 9", Audience::Owner).unwrap_err();
    assert_eq!(none.kind(), Kind::NotFound);
    assert!(!none.near().is_empty());
}

#[test]
fn a_list_names_every_note_once_and_no_private_one() {
    let first =
        vault("a", 5).note("deep/er.md", "#tag/x\n").note("secret.md", "---\nprivate: true\n---\n");
    let vaults = [first.indexed(), vault("b", 3).indexed()];
    let engines: Vec<Engine> = vaults.iter().map(TestVault::engine).collect();
    let list = |cursor: Option<String>, limit, filter: Filter| {
        let request = ListRequest { filter, limit, cursor, update: false };
        Several::new(&engines).list(&request, Audience::Assistant).unwrap()
    };
    for limit in [1, 2, 3, 6, 100] {
        let mut seen = Vec::new();
        let mut cursor = None;
        loop {
            let page = list(cursor, limit, Filter::default());
            assert_eq!(page.total, 9);
            assert!(page.notes.len() <= limit);
            seen.extend(page.notes.iter().map(|note| format!("{}/{}", note.vault, note.path)));
            cursor = page.next_cursor;
            if cursor.is_none() {
                break;
            }
        }
        assert_eq!(seen.len(), 9, "{limit}: {seen:?}");
        assert!(seen.is_sorted() && seen.iter().all(|path| !path.contains("secret")), "{seen:?}");
    }
    let tagged = list(None, 10, Filter { tags: vec!["tag".to_owned()], ..Filter::default() });
    assert_eq!(
        (tagged.total, tagged.notes[0].tags.as_slice()),
        (1, ["tag/x".to_owned()].as_slice())
    );
}

#[test]
fn a_cursor_is_of_these_vaults_alone() {
    let vaults = [vault("a", 4).indexed(), vault("b", 4).indexed(), vault("c", 4).indexed()];
    let engines: Vec<Engine> = vaults.iter().map(TestVault::engine).collect();
    let search = |engines: &[Engine], cursor| {
        Several::new(engines).search(&request(cursor, 2), Audience::Owner)
    };
    let list = |engines: &[Engine], filter: Filter, cursor| {
        let request = ListRequest { filter, limit: 2, cursor, update: false };
        Several::new(engines).list(&request, Audience::Owner)
    };
    let sets = [&engines[..1], &engines[1..2], &engines[..2], &engines[1..], &engines[..]];
    let found: Vec<_> = sets.map(|set| search(set, None).unwrap().next_cursor).to_vec();
    let listed: Vec<_> =
        sets.map(|set| list(set, Filter::default(), None).unwrap().next_cursor).to_vec();
    for (at, set) in sets.iter().enumerate() {
        for other in 0..sets.len() {
            let same = at == other;
            assert_eq!(search(set, found[other].clone()).is_ok(), same, "{at} {other}");
            let page = list(set, Filter::default(), listed[other].clone());
            assert_eq!(page.is_ok(), same, "{at} {other}");
        }
        let error = search(set, found[(at + 1) % sets.len()].clone()).unwrap_err();
        assert_eq!(error.to_string(), "this cursor belongs to another search");
        let everywhere = Filter { folders: vec![".".to_owned()], ..Filter::default() };
        let error = list(set, everywhere, listed[at].clone()).unwrap_err();
        assert_eq!(error.to_string(), "this cursor belongs to another list");
    }
}

#[test]
fn what_a_filter_names_must_be_in_one_of_the_vaults() {
    let vaults = [
        vault("a", 1).note("east/x.md", "steamed #sun").indexed(),
        vault("b", 1).note("west/y.md", "steamed #moon").indexed(),
    ];
    let engines: Vec<Engine> = vaults.iter().map(TestVault::engine).collect();
    let found = |folders: &[&str], tags: &[&str]| {
        let own = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let filter = Filter { folders: own(folders), tags: own(tags), ..Filter::default() };
        let list = ListRequest { filter: filter.clone(), limit: 9, cursor: None, update: false };
        let listed = Several::new(&engines).list(&list, Audience::Owner);
        let request = SearchRequest { filter, ..request(None, 9) };
        let reply = Several::new(&engines).search(&request, Audience::Owner);
        assert_eq!(reply.is_ok(), listed.is_ok());
        reply.map(|reply| reply.hits.len())
    };
    assert_eq!(found(&["east", "west"], &[]).unwrap(), 2, "each in one vault");
    assert_eq!(found(&["east"], &["sun"]).unwrap(), 1);
    assert_eq!(found(&["east"], &["moon"]).unwrap(), 0, "both are there, but not together");
    let error = found(&["east", "wset"], &[]).unwrap_err();
    assert_eq!((error.kind(), error.near()), (Kind::NotFound, ["west".to_owned()].as_slice()));
}

#[test]
fn an_answer_comes_from_all_the_vaults_and_says_from_which() {
    let vaults = [
        TestVault::new()
            .named("a")
            .note("leek.md", "# Leek\n\nLeek soup is boiled for 20 minutes.\n")
            .indexed(),
        TestVault::new()
            .named("b")
            .note("leek.md", "# Leek\n\nLeek soup is boiled with three potatoes.\n")
            .note("safe.md", "---\nprivate: true\n---\nLeek soup is boiled in secret.\n")
            .indexed(),
        TestVault::new().named("unread").note("leek.md", "Leek soup is never boiled.\n"),
    ];
    let engines: Vec<Engine> = vaults.iter().map(TestVault::engine).collect();
    let ask = |engines: &[Engine], audience| {
        let request = AskRequest { update: false, ..AskRequest::new("How is leek soup boiled?") };
        let never = AtomicBool::new(false);
        Several::new(engines).ask(&request, audience, &mut |_| {}, &never).unwrap()
    };
    let reply = ask(&engines, Audience::Assistant);
    let cited = |vault: &str| {
        reply.sources.iter().filter(|source| source.vault == vault).collect::<Vec<_>>()
    };
    assert!(cited("a")[0].text.contains("20 minutes"), "{reply:?}");
    assert!(cited("b")[0].text.contains("potatoes"), "{reply:?}");
    assert_eq!((reply.sources.len(), reply.is_private), (2, false), "{reply:?}");
    assert_eq!(reply.coverage.total, 2);
    assert!(
        matches!(reply.notices.as_slice(), [Notice::LeftOut { vault, .. }] if vault == "unread")
    );
    let reply = ask(&engines, Audience::Owner);
    assert!(reply.is_private, "a private note of one vault makes the answer private: {reply:?}");
    let apart = ask(&engines[..1], Audience::Assistant);
    assert!(apart.sources.iter().all(|source| source.vault == "a"), "{apart:?}");
}
