//! Reading notes and parts of them.

use notekin_engine::{Audience, Error, Kind, Lines, NotePart, ReadReply, ReadRequest};

use crate::vault::TestVault;

const SOUP: &str = "---\ntags: [food]\nseason: winter\n---\n# Soup\n\nIntro.\n\n## Beet\n\nRed, with dill. ^red\n\n### Borscht\n\nUkrainian.\n\n## Leek\n\n- white\n- green ^tops\n\nEnd.\n";

fn vault() -> TestVault {
    TestVault::new()
        .note("Soup.md", SOUP)
        .note("private.md", "---\nprivate: true\n---\nKey.\n")
        .indexed()
}

fn read(vault: &TestVault, part: NotePart) -> Result<ReadReply, Error> {
    vault.engine().read(&request("soup", part), Audience::Assistant)
}

fn request(note: &str, part: NotePart) -> ReadRequest {
    ReadRequest { note: note.to_owned(), part, budget: 5000, cursor: None, update: false }
}

#[test]
fn a_whole_note_is_its_file() {
    let vault = vault();
    let reply = read(&vault, NotePart::Whole).unwrap();
    assert_eq!(reply.text, SOUP);
    assert_eq!((reply.bytes.start, reply.bytes.end), (0, SOUP.len()));
    assert_eq!((reply.lines.start, reply.lines.end), (1, SOUP.lines().count() as u32));
    let outline: Vec<_> =
        reply.outline.iter().map(|entry| (entry.level, entry.title.as_str(), entry.line)).collect();
    assert_eq!(outline, [(1, "Soup", 5), (2, "Beet", 9), (3, "Borscht", 13), (2, "Leek", 17)]);
    assert_eq!(
        (reply.tags, reply.properties.contains("\"winter\"")),
        (vec!["food".to_owned()], true)
    );
}

#[test]
fn a_part_is_what_it_is_called() {
    let vault = vault();
    let part = |part: NotePart| {
        let reply = read(&vault, part).unwrap();
        assert_eq!(&SOUP[reply.bytes.range()], reply.text, "the bytes are those of the text");
        let first = SOUP[..reply.bytes.start].matches('\n').count() as u32 + 1;
        assert_eq!(reply.lines.start, first, "the lines too");
        (reply.text.trim().to_owned(), reply.heading.join(" > "))
    };
    let beet = "## Beet\n\nRed, with dill. ^red\n\n### Borscht\n\nUkrainian.";
    let heading = |text: &str| part(NotePart::Heading(text.to_owned()));
    assert_eq!(heading("beet"), (beet.to_owned(), "Soup > Beet".to_owned()));
    assert_eq!(heading("Beet > Borscht").0, "### Borscht\n\nUkrainian.");
    assert_eq!(heading("Soup#Leek").0, "## Leek\n\n- white\n- green ^tops\n\nEnd.");
    assert_eq!(part(NotePart::Block("^red".to_owned())).0, "Red, with dill. ^red");
    assert_eq!(part(NotePart::Block("tops".to_owned())).0, "- green ^tops");
    let lines = |start, end| part(NotePart::Lines(Lines { start, end })).0;
    assert_eq!(lines(7, 7), "Intro.");
    assert_eq!(lines(1, 2), "---\ntags: [food]");
    assert_eq!(lines(22, 999), "End.");
    assert_eq!(lines(15, 19), "Ukrainian.\n\n## Leek\n\n- white");
}

#[test]
fn what_a_note_has_not_is_told_with_what_it_has() {
    let vault = vault();
    let error = read(&vault, NotePart::Heading("Onion".to_owned())).unwrap_err();
    assert_eq!(
        (error.kind(), error.near().join(" ")),
        (Kind::NotFound, "Soup Beet Borscht Leek".to_owned())
    );
    let error = read(&vault, NotePart::Block("blue".to_owned())).unwrap_err();
    assert_eq!(error.near(), ["^red", "^tops"]);
    let error =
        read(&vault, NotePart::Lines(Lines { start: 500, end: 600 })).map(|reply| reply.text);
    assert_eq!(error.unwrap(), "");
}

/// Reads a note page by page and returns the pages.
fn pages(vault: &TestVault, note: &str, budget: usize) -> Vec<ReadReply> {
    let mut request = ReadRequest { budget, ..request(note, NotePart::Whole) };
    let mut pages: Vec<ReadReply> = Vec::new();
    loop {
        let reply = vault.engine().read(&request, Audience::Owner).unwrap();
        request.cursor.clone_from(&reply.next_cursor);
        pages.push(reply);
        assert!(pages.len() < 1000, "paging ends");
        if request.cursor.is_none() {
            return pages;
        }
    }
}

#[test]
fn pages_follow_one_another_without_gap_or_repeat() {
    let long = format!(
        "# Long\n\n{}\n\n{}\n",
        "Ein Wört. ".repeat(400),
        "Zeile mit Wörtern\n".repeat(300)
    );
    let vault = vault().note("long.md", &long).indexed();
    for budget in [1, 7, 40, 300, 100_000] {
        let pages = pages(&vault, "soup", budget);
        let text: String = pages.iter().map(|page| page.text.as_str()).collect();
        assert_eq!(text, SOUP, "budget {budget}");
    }
    let pages = pages(&vault, "long", 120);
    let text: String = pages.iter().map(|page| page.text.as_str()).collect();
    assert_eq!(text, long);
    assert!(pages.windows(2).all(|pair| pair[0].bytes.end == pair[1].bytes.start));
}

#[test]
fn a_cursor_is_good_only_for_the_note_it_was_given_for() {
    let vault = vault();
    let first = &pages(&vault, "soup", 10)[0];
    let cursor = first.next_cursor.clone();
    vault.write("Soup.md", &format!("{SOUP}More.\n"));
    let stale = ReadRequest { cursor, update: true, ..request("soup", NotePart::Whole) };
    assert_eq!(vault.engine().read(&stale, Audience::Owner).unwrap_err().kind(), Kind::Stale);
    for cursor in ["", "x", "1.2.zz"] {
        let wrong =
            ReadRequest { cursor: Some(cursor.to_owned()), ..request("soup", NotePart::Whole) };
        assert_eq!(
            vault.engine().read(&wrong, Audience::Owner).unwrap_err().kind(),
            Kind::Invalid,
            "{cursor}"
        );
    }
}

#[test]
fn a_private_note_is_none_for_an_assistant() {
    let vault = vault();
    let read =
        |note: &str, audience| vault.engine().read(&request(note, NotePart::Whole), audience);
    assert_eq!(read("private", Audience::Owner).unwrap().text, "---\nprivate: true\n---\nKey.\n");
    let refused = read("private.md", Audience::Assistant).unwrap_err();
    let absent = read("absent.md", Audience::Assistant).unwrap_err();
    assert_eq!(refused.to_string().replace("private.md", "absent.md"), absent.to_string());
    assert_eq!(refused.near(), absent.near());
}

#[test]
fn the_cards_of_a_canvas_are_read_as_text() {
    let canvas = r#"{"nodes":[{"id":"1","type":"text","text":"First card"},{"id":"2","type":"text","text":"Second \"card\""}],"edges":[]}"#;
    let vault = vault().note("board.canvas", canvas).indexed();
    let whole = pages(&vault, "board.canvas", 1000);
    assert_eq!(whole[0].text.trim(), "First card\n\nSecond \"card\"");
    let parts = pages(&vault, "board.canvas", 3);
    let text: String = parts.iter().map(|page| page.text.as_str()).collect();
    assert_eq!(text.trim(), whole[0].text.trim());
}

#[cfg(unix)]
#[test]
fn a_note_outside_the_vault_is_for_the_owner_alone() {
    let vault = vault();
    let outside = vault.data().join("outside.md");
    std::fs::write(&outside, "# Outside\n\nElsewhere.\n").unwrap();
    std::os::unix::fs::symlink(&outside, vault.root().join("link.md")).unwrap();
    std::os::unix::fs::symlink(vault.root().join("Soup.md"), vault.root().join("again.md"))
        .unwrap();
    let vault = vault.indexed();
    let read = |audience| vault.engine().read(&request("link", NotePart::Whole), audience);
    assert!(read(Audience::Owner).is_ok());
    assert_eq!(read(Audience::Assistant).unwrap_err().kind(), Kind::NotFound);
}
