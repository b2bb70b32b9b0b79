//! Where links lead, as one table.

use notekin_note::{LinkKind, NotePath};
use notekin_vault::Links;

use crate::folder::path;

const NFC: &str = "caf\u{e9}";
const NFD: &str = "cafe\u{301}";

/// Checks links written as `[[target]]` or `(target)` in one note; `-` is a dangling link.
fn check(notes: &[&str], from: &str, cases: &[(&str, &str)]) {
    let notes: Vec<NotePath> = notes.iter().map(|text| path(text)).collect();
    let backwards: Vec<NotePath> = notes.iter().rev().cloned().collect();
    for order in [&notes, &backwards] {
        let links = Links::new(order);
        for (link, expected) in cases {
            let (kind, target) = match link
                .strip_prefix("[[")
                .and_then(|rest| rest.strip_suffix("]]"))
            {
                Some(target) => (LinkKind::Wiki, target),
                None => (LinkKind::Markdown, link.trim_start_matches('(').trim_end_matches(')')),
            };
            let found = links.resolve(&path(from), target, kind).map_or("-", NotePath::as_str);
            assert_eq!(found, *expected, "{link} in {from}");
        }
    }
}

#[test]
fn a_name_is_enough() {
    let notes = ["Home.md", "a/Tea.md", "a/b/Board.canvas", "old.markdown"];
    let cases = [
        ("[[Tea]]", "a/Tea.md"),
        ("[[Tea.md]]", "a/Tea.md"),
        ("[[ Tea ]]", "a/Tea.md"),
        ("[[a/Tea]]", "a/Tea.md"),
        ("[[/a/Tea]]", "a/Tea.md"),
        ("[[/Tea]]", "-"),
        ("[[Board.canvas]]", "a/b/Board.canvas"),
        ("[[b/Board.canvas]]", "a/b/Board.canvas"),
        ("[[Board]]", "-"),
        ("[[old]]", "old.markdown"),
        ("[[old.markdown]]", "old.markdown"),
        ("[[old.md]]", "-"),
        ("[[ea]]", "-"),
        ("[[xa/Tea]]", "-"),
        ("[[Tea.png]]", "-"),
        ("[[]]", "Home.md"),
        ("[[a/]]", "-"),
        ("[[/]]", "-"),
        ("[[..]]", "-"),
    ];
    check(&notes, "Home.md", &cases);
}

#[test]
fn of_several_notes_the_shortest_path_wins() {
    let notes = ["x/y/Note.md", "b/Note.md", "a/Note.md", "c/d/Deep.md", "e/d/Deep.md"];
    check(
        &notes,
        "from.md",
        &[("[[Note]]", "a/Note.md"), ("[[y/Note]]", "x/y/Note.md"), ("[[d/Deep]]", "c/d/Deep.md")],
    );
    check(&notes, "b/from.md", &[("[[Note]]", "b/Note.md")]);
    check(&notes, "x/y/from.md", &[("[[Note]]", "a/Note.md"), ("[[./Note]]", "x/y/Note.md")]);
    check(&notes, "e/from.md", &[("[[d/Deep]]", "e/d/Deep.md")]);
    check(
        &["Note.md", "a/Note.md"],
        "a/from.md",
        &[("[[Note]]", "Note.md"), ("(Note.md)", "a/Note.md")],
    );
}

#[test]
fn relative_links_start_at_their_note() {
    let notes = ["index.md", "a/one.md", "a/b/two.md", "c/one.md"];
    let cases = [
        ("(one.md)", "a/one.md"),
        ("(b/two.md)", "a/b/two.md"),
        ("(./b/../one.md)", "a/one.md"),
        ("(../index.md)", "index.md"),
        ("(../c/one.md)", "c/one.md"),
        ("(../../index.md)", "-"),
        ("(../one.md)", "-"),
        ("(/c/one.md)", "c/one.md"),
        ("(c/one.md)", "c/one.md"),
        ("(two)", "a/b/two.md"),
        ("()", "a/one.md"),
        ("[[../c/one]]", "c/one.md"),
        ("[[./b/two]]", "a/b/two.md"),
        ("[[c/../a/one]]", "a/one.md"),
    ];
    check(&notes, "a/one.md", &cases);
}

#[test]
fn dots_belong_to_the_name() {
    let notes = ["dendron.topic.note.md", "dendron.topic.md", "v1.2.md", "x.md.md", "x.md"];
    let cases = [
        ("[[dendron.topic.note]]", "dendron.topic.note.md"),
        ("[[dendron.topic]]", "dendron.topic.md"),
        ("[[dendron]]", "-"),
        ("[[v1.2]]", "v1.2.md"),
        ("[[v1]]", "-"),
        ("[[x.md]]", "x.md"),
        ("[[x.md.md]]", "x.md.md"),
        ("[[x]]", "x.md"),
    ];
    check(&notes, "v1.2.md", &cases);
    check(&["x.md.md"], "f.md", &[("[[x.md]]", "x.md.md"), ("[[x]]", "-")]);
    check(&["x.markdown", "x.md"], "f.md", &[("[[x]]", "x.md")]);
}

#[test]
fn case_and_form_are_forgiven_but_the_exact_name_wins() {
    let nfc = format!("{NFC}.md");
    let nfd = format!("{NFD}.md");
    let [composed, decomposed] = [NFC, NFD].map(|name| format!("[[{name}]]"));
    check(
        &[&nfc, &nfd],
        "f.md",
        &[(&composed, &nfc), (&decomposed, &nfd), ("[[CAFE\u{301}]]", &nfd)],
    );
    check(&[&nfc], "f.md", &[(&decomposed, &nfc)]);
    check(
        &["Note.md", "note.md"],
        "f.md",
        &[("[[Note]]", "Note.md"), ("[[note]]", "note.md"), ("[[NOTE]]", "Note.md")],
    );
    check(
        &["A/Straße.md"],
        "f.md",
        &[
            ("[[a/STRASSE]]", "-"),
            ("[[a/STRAßE]]", "A/Straße.md"),
            ("(A/straße.MD)", "A/Straße.md"),
        ],
    );
    check(
        &["note.md", "x/Note.md"],
        "f.md",
        &[("(Note.md)", "note.md"), ("[[/Note]]", "note.md"), ("[[Note]]", "x/Note.md")],
    );
    check(&["Ёж.md"], "f.md", &[("[[ёж]]", "Ёж.md")]);
}

#[test]
fn strange_names_resolve() {
    let notes = ["🦊 fox.md", "a|b.md", "a #1.md", "[x].md", "C++.md", "a  b.md"];
    let cases = [
        ("[[🦊 fox]]", "🦊 fox.md"),
        ("[[a|b]]", "a|b.md"),
        ("[[a #1]]", "a #1.md"),
        ("[[[x]]]", "[x].md"),
        ("[[c++]]", "C++.md"),
        ("[[a  b]]", "a  b.md"),
    ];
    check(&notes, "C++.md", &cases);
}

#[test]
fn many_notes_of_one_name_stay_quick() {
    let paths: Vec<NotePath> =
        (0..10_000).map(|n| path(&format!("area {}/{n}/index.md", n % 97))).collect();
    let links = Links::new(&paths);
    for (n, note) in paths.iter().enumerate() {
        assert_eq!(links.resolve(note, &format!("{n}/index"), LinkKind::Wiki), Some(note));
        assert_eq!(links.resolve(note, "index", LinkKind::Wiki), Some(note));
        assert_eq!(links.resolve(note, "absent", LinkKind::Wiki), None);
    }
}
