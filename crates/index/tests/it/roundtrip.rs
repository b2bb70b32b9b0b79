//! What is put in comes out.

use notekin_index::{Error, Filter, Reader, Stamp};
use notekin_note::Titles;

use crate::vault::{Vault, embed, first_chunk, found, key, path, put, space, vector};

const SOUP: &str = "---\ntags: [food/soup]\naliases: [Brühe]\n---\n# Soup\n\nBoil the leek. See [[Bread#Crust|crust]].\n\n# Related\n\n- [[Bread]]\n";

#[test]
fn a_note_comes_out_as_it_went_in() {
    let vault = Vault::new();
    let mut writer = vault.writer();
    let soup = put(&mut writer, "kitchen/Soup.md", SOUP);
    let bread = put(&mut writer, "Bread.md", "# Crust\n\nBake it. ^b1\n");
    writer.set_links(soup, &[Some(bread), None]).unwrap();
    writer.set_meta("k", "v").unwrap();
    assert_eq!(writer.commit().unwrap(), 1);
    assert_eq!(writer.commit().unwrap(), 1, "nothing was changed");

    let reader = vault.reader();
    assert_eq!((reader.generation(), reader.words_behind()), (1, 0));
    let row = reader.note(&path("kitchen/Soup.md")).unwrap().unwrap();
    assert_eq!((row.id, row.title.as_str(), row.private), (soup, "Soup", false));
    let detail = reader.detail(soup).unwrap().unwrap();
    assert_eq!(
        (detail.tags, detail.aliases),
        (vec!["food/soup".to_owned()], vec!["Brühe".to_owned()])
    );
    assert_eq!(detail.properties, r#"{"aliases":["Brühe"],"tags":["food/soup"]}"#);
    let chunks = reader.chunks(soup).unwrap();
    let raw: Vec<u8> = chunks.iter().flat_map(|chunk| chunk.raw.clone()).collect();
    assert_eq!(raw, SOUP.as_bytes()[chunks[0].span.start..]);
    assert!(chunks[0].text.contains("Boil the leek") && chunks[1].listing);
    let links = reader.links().unwrap();
    assert_eq!(
        (links[0].to, links[0].heading.as_deref(), links[0].display.as_str()),
        (Some(bread), Some("Crust"), "crust")
    );
    assert_eq!(links[1].to, None);
    assert_eq!(reader.links_to(bread).unwrap(), links[..1]);
    assert_eq!(reader.links_from(soup).unwrap(), links);
    assert_eq!(reader.detail(bread).unwrap().unwrap().blocks[0].id, "b1");
    assert_eq!(reader.meta("k").unwrap().as_deref(), Some("v"));
    for query in ["leek", "BRUHE", "soup", "food", "\"boil the leek\"", "bread"] {
        assert_eq!(
            found(&reader, query)[0],
            if query == "bread" { "Bread.md" } else { "kitchen/Soup.md" },
            "{query}"
        );
    }
}

#[test]
fn what_waits_for_a_vector_and_what_says_nothing_is_known() {
    let vault = Vault::new();
    let mut writer = vault.writer();
    let long = "word ".repeat(500);
    let two =
        put(&mut writer, "two.md", &format!("# One\n\nalpha {long}\n\n# Two\n\nbeta {long}\n"));
    let bare = put(&mut writer, "bare.md", "---\ntags: [Food/Soup, x]\n---\n");
    let listing = put(&mut writer, "list.md", "text\n\n# Related\n\n- [[two]] #x\n");
    writer.set_space(&space()).unwrap();
    writer.commit().unwrap();
    let chunks = |reader: &Reader, note| -> Vec<_> {
        reader.chunks(note).unwrap().iter().map(|chunk| chunk.id).collect()
    };
    let before = vault.reader();
    assert_eq!(before.counts().unwrap().notes_unserved, 3);
    let (of_two, of_bare, of_list) =
        (chunks(&before, two), chunks(&before, bare), chunks(&before, listing));
    let all: Vec<_> = [of_two.clone(), of_bare.clone(), of_list.clone()].concat();
    assert_eq!(before.pending_among(&all).unwrap().len(), all.len() - 1, "all but the listing");
    assert_eq!(before.silent_among(&all).unwrap(), of_bare);

    let first = writer.unembedded(9, None).unwrap().remove(0);
    writer.put_vectors(&[(first.chunk, key("a"), &[vector("a")])]).unwrap();
    writer.commit().unwrap();
    let after = vault.reader();
    let counts = after.counts().unwrap();
    assert_eq!((counts.notes_ready, counts.notes_unserved), (0, 2));
    assert_eq!(after.counts_among(Some(&[two].into_iter().collect())).unwrap().notes_unserved, 0);
    assert!(!after.pending_among(&all).unwrap().contains(&first.chunk));

    assert_eq!(after.tags(None).unwrap(), ["food/soup", "x"]);
    assert_eq!(after.tags(Some(&[listing].into_iter().collect())).unwrap(), ["x"]);
}

#[test]
fn vectors_serve_and_survive_edits_elsewhere_in_the_note() {
    let vault = Vault::new();
    let mut writer = vault.writer();
    let long = "word ".repeat(500);
    put(&mut writer, "a.md", &format!("# One\n\nalpha {long}\n\n# Two\n\nbeta {long}\n"));
    put(&mut writer, "empty.md", "");
    let embedded = embed(&mut writer);
    writer.commit().unwrap();
    let before = vault.reader();
    let counts = before.counts().unwrap();
    assert_eq!((counts.notes, counts.notes_ready, counts.embedded), (2, 2, embedded));
    let note = before.note(&path("a.md")).unwrap().unwrap().id;
    let chunks = before.chunks(note).unwrap();

    put(
        &mut writer,
        "a.md",
        &format!("---\nx: 1\n---\n# One\n\nalpha {long}\n\n# Two\n\nbeta changed {long}\n"),
    );
    writer.commit().unwrap();
    let reader = vault.reader();
    let after = reader.chunks(note).unwrap();
    assert_eq!(after[0].id, chunks[0].id);
    assert!(after[0].embedded && after[0].span.start > chunks[0].span.start);
    assert!(!after.last().unwrap().embedded);
    assert_eq!(reader.counts().unwrap().notes_ready, 1);

    let text = format!("a|{:?}|{}", after[0].heading, after[0].text);
    let centred: Vec<f32> =
        vector(&text).into_iter().zip(space().mean).map(|(x, mean)| x - mean).collect();
    let nearest = reader.nearest(&space(), &centred, None, 3).unwrap();
    assert_eq!(nearest[0].chunk, after[0].id);
    assert!(nearest[0].score > 0.999, "{nearest:?}");
    assert!(nearest.iter().all(|hit| reader.chunk(hit.chunk).unwrap().unwrap().embedded));
    let stored = reader.vectors(&space(), note).unwrap();
    assert_eq!(stored[0].0, after[0].id);
    assert!(stored[0].1.iter().zip(centred).all(|(a, b)| (a - b).abs() < 0.005));
}

#[test]
fn a_reader_sees_the_moment_it_was_opened() {
    let vault = Vault::new();
    let mut writer = vault.writer();
    let a = put(&mut writer, "a.md", "apple");
    embed(&mut writer);
    writer.commit().unwrap();
    let reader = vault.reader();
    let chunk = first_chunk(&reader, a);
    writer.remove(a).unwrap();
    put(&mut writer, "b.md", "banana");
    embed(&mut writer);
    writer.commit().unwrap();
    assert_eq!(found(&reader, "apple"), ["a.md"]);
    assert_eq!(found(&reader, "banana"), [""; 0]);
    assert_eq!(reader.nearest(&space(), &vector("x"), None, 9).unwrap()[0].chunk, chunk);
    let later = vault.reader();
    assert_eq!(found(&later, "apple banana"), ["b.md"]);
    assert_eq!(later.nearest(&space(), &vector("x"), None, 9).unwrap().len(), 1);
    assert_eq!(later.chunk(chunk).unwrap().map(|row| row.id), None);
}

#[test]
fn a_move_keeps_vectors_and_a_new_title_makes_them_stale() {
    let vault = Vault::new();
    let mut writer = vault.writer();
    let note = put(&mut writer, "a/Old.md", "some text");
    embed(&mut writer);
    let titles = |shown: &str| Titles { shown: shown.to_owned(), others: Vec::new() };
    writer.relocate(note, &path("b/Old.md"), &titles("Old")).unwrap();
    writer.commit().unwrap();
    assert_eq!(writer.unembedded(9, None).unwrap(), []);
    writer.relocate(note, &path("b/New.md"), &titles("New")).unwrap();
    writer.commit().unwrap();
    let pending = writer.unembedded(9, None).unwrap();
    assert_eq!((pending.len(), pending[0].title.as_str()), (1, "New"));
    let reader = vault.reader();
    let counts = reader.counts().unwrap();
    assert_eq!((counts.embedded, counts.stale, counts.notes_ready), (1, 1, 1));
    assert_eq!(reader.nearest(&space(), &vector("x"), None, 1).unwrap().len(), 1);
    assert_eq!(found(&reader, "new"), ["b/New.md"]);
    assert_eq!(found(&reader, "old"), [""; 0]);
    assert_eq!(embed(&mut writer), 1);
    writer.commit().unwrap();
    assert_eq!(vault.reader().counts().unwrap().stale, 0);
}

#[test]
fn filters_choose_notes() {
    let vault = Vault::new();
    let mut writer = vault.writer();
    let soup = put(&mut writer, "kitchen/Soup.md", SOUP);
    let secret = put(&mut writer, "kitchens/secret.md", "---\nprivate: true\n---\nleek #food");
    writer.touch(secret, Stamp { size: 1, modified_ns: -5 }).unwrap();
    writer.commit().unwrap();
    let reader = vault.reader();
    let check =
        |folders: &[&str], tags: &[&str], private: bool, expect: &[notekin_index::NoteId]| {
            let owned = |list: &[&str]| list.iter().map(|&text| text.to_owned()).collect();
            let filter =
                Filter { folders: owned(folders), tags: owned(tags), private, ..Filter::default() };
            let set = reader.matching(&filter).unwrap().unwrap();
            assert_eq!(set, expect.iter().copied().collect(), "{filter:?}");
            assert_eq!(set.len(), expect.len());
            let hits =
                reader.words(&notekin_index::WordQuery::parse("leek"), Some(&set), 9).unwrap();
            assert_eq!(hits.notes.len(), expect.len());
        };
    check(&["Kitchen"], &[], true, &[soup]);
    check(&["kitchen/", "/kitchens"], &[], true, &[soup, secret]);
    check(&[], &["#Food"], true, &[soup, secret]);
    check(&[], &["food/soup", "food"], true, &[soup]);
    check(&[], &["foo"], true, &[]);
    check(&[], &[], false, &[soup]);
    check(&["none"], &[], true, &[]);
    assert_eq!(reader.matching(&Filter::default()).unwrap(), None);
    assert_eq!(reader.known().unwrap()[1].stamp, Stamp { size: 1, modified_ns: -5 });
}

#[test]
fn regular_expressions_are_found_line_by_line() {
    let vault = Vault::new();
    let mut writer = vault.writer();
    let text = "# Head\r\n\r\nfoo bar\r\nbar foo\r\n";
    put(&mut writer, "a.md", text);
    writer.commit().unwrap();
    let reader = vault.reader();
    let spans = |pattern: &str| {
        let found = reader.regex(pattern, None, 9).unwrap();
        assert_eq!(found.total, found.hits.len());
        found.hits.iter().map(|hit| &text[hit.span.range()]).collect::<Vec<_>>()
    };
    assert_eq!(spans("foo$"), ["foo"]);
    assert_eq!(spans("(?i)FOO"), ["foo", "foo"]);
    assert_eq!(spans(r"bar\s+bar"), [""; 0]);
    assert_eq!(spans("x*"), [""; 0]);
    let error = reader.regex("(", None, 9).unwrap_err();
    assert_eq!(error.to_string(), "the pattern `(` is not valid");
}

#[test]
fn where_there_is_nothing_a_reader_says_so() {
    let vault = Vault::new();
    assert!(matches!(Reader::open(&vault.layout()), Err(Error::Absent { .. })));
    drop(vault.writer());
    assert_eq!(vault.reader().counts().unwrap(), notekin_index::Counts::default());
}

#[test]
fn a_note_moved_onto_another_replaces_it() {
    let vault = Vault::new();
    let mut writer = vault.writer();
    let a = put(&mut writer, "a.md", "apple");
    put(&mut writer, "b.md", "banana");
    let titles = Titles { shown: "b".to_owned(), others: Vec::new() };
    writer.relocate(a, &path("b.md"), &titles).unwrap();
    writer.commit().unwrap();
    let reader = vault.reader();
    assert_eq!(reader.known().unwrap().iter().map(|known| known.id).collect::<Vec<_>>(), [a]);
    assert_eq!(found(&reader, "apple banana b"), ["b.md"]);
}

#[test]
fn what_was_not_committed_is_not_there() {
    let vault = Vault::new();
    let mut writer = vault.writer();
    put(&mut writer, "a.md", "apple");
    writer.commit().unwrap();
    put(&mut writer, "b.md", "banana");
    embed(&mut writer);
    drop(writer);
    let reader = vault.reader();
    assert_eq!((reader.generation(), reader.counts().unwrap().notes), (1, 1));
    assert_eq!(found(&reader, "banana"), [""; 0]);
}

#[test]
fn a_snapshot_knows_when_it_is_outdated() {
    let vault = Vault::new();
    let mut writer = vault.writer();
    put(&mut writer, "one.md", "quince");
    writer.commit().unwrap();
    let reader = vault.reader();
    assert!(reader.is_current());
    put(&mut writer, "two.md", "medlar");
    assert!(reader.is_current(), "nothing is committed yet");
    writer.commit().unwrap();
    assert!(!reader.is_current());
    assert!(vault.reader().is_current());
    drop(writer);
    let reader = vault.reader();
    std::fs::rename(vault.layout().folder, vault.layout().folder.with_extension("away")).unwrap();
    assert!(!reader.is_current(), "another index may be made in its place");
}
