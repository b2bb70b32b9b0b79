//! Laws that hold for every note, whatever its bytes.

use notekin_note::{Chunk, Format, Lines, Note, Settings, Span, estimate_tokens, parse};
use proptest::prelude::*;

/// Fragments that are awkward alone and worse together.
const FRAGMENTS: &[&str] = &[
    "# A\n",
    "## B\n\n",
    "###### C { #c }\n",
    "Setext\n===\n",
    "x\n---\n",
    "---\n",
    "a: [b, \"[[c]]\"]\n",
    "\n",
    "\n\n",
    "\r\n",
    "x\r",
    "- ",
    "  - ",
    "1. ",
    "> ",
    "> [!note]- T\n",
    "```\n",
    "```dataview\n",
    "~~~",
    "    ",
    "\t",
    "%%",
    "<!--",
    "-->",
    "<p>",
    "</p>",
    "[[a#b|c]]",
    "![[d.png|30]]",
    "[t](u%20v.md#w)",
    "![i](data:x;base64,AAAA)",
    "<https://x.org>",
    "[^1]",
    "[^1]: f\n",
    " ^id1\n",
    "^",
    "#tag/x ",
    "| a | b |\n|---|---|\n",
    "| 1 | [[p\\|q]] |\n",
    "$x_1$",
    "$$",
    "`",
    "``",
    "*",
    "__",
    "\\",
    "&amp;",
    "&nvlt;",
    "é",
    "e\u{301}",
    "漢字かな。",
    "\u{1f600}",
    "\u{feff}",
    "\0",
    "## Related\n",
    "word ",
    "Sentence one. ",
    "https://a.b/#c ",
    "key:: value\n",
    "- [ ] task\n",
    "* * *\n",
    "[",
    "]",
    "(",
    ")",
    "{",
    "}",
    "!",
    "|",
    "<",
    "\u{2028}",
];

/// Texts of fragments, the more awkward the better.
pub(crate) fn markdown() -> impl Strategy<Value = String> {
    let fragment = prop_oneof![
        9 => proptest::sample::select(FRAGMENTS).prop_map(str::to_owned),
        1 => (1_usize..400).prop_map(|n| "lorem ipsum ".repeat(n)),
        1 => (1_usize..3000).prop_map(|n| "x".repeat(n)),
        1 => (1_usize..200).prop_map(|n| "漢字。".repeat(n)),
        1 => (1_usize..200).prop_map(|n| "| cell | other |\n".repeat(n)),
    ];
    proptest::collection::vec(fragment, 0..60).prop_map(|fragments| fragments.concat())
}

fn line_of(raw: &[u8], at: usize) -> u32 {
    raw[..at].split(|&b| b == b'\n').count() as u32
}

fn check_place(raw: &[u8], span: Span, lines: Option<Lines>) {
    assert!(span.start <= span.end && span.end <= raw.len(), "{span:?}");
    if let Ok(text) = std::str::from_utf8(raw) {
        assert!(text.is_char_boundary(span.start) && text.is_char_boundary(span.end), "{span:?}");
    }
    if let Some(lines) = lines {
        let last = span.end.saturating_sub(1).max(span.start);
        assert_eq!(lines, Lines { start: line_of(raw, span.start), end: line_of(raw, last) });
    }
}

/// Checks that `spans` follow each other from the start of `body` to its end.
fn check_tiles(body: Span, spans: impl Iterator<Item = Span>) {
    let mut at = body.start;
    let mut any = false;
    for span in spans {
        assert_eq!(span.start, at);
        assert!(span.end > span.start, "empty {span:?}");
        (at, any) = (span.end, true);
    }
    assert!(!any || at == body.end, "ends at {at} of {body:?}");
}

fn check_chunk(chunk: &Chunk, settings: &Settings) {
    assert!(
        chunk.tokens as usize <= settings.chunk_cap(),
        "{} tokens: {:?}",
        chunk.tokens,
        chunk.text
    );
    assert_eq!(chunk.tokens as usize, estimate_tokens(&chunk.text));
}

fn check_sections(note: &Note) {
    for (index, section) in note.sections.iter().enumerate() {
        assert_eq!(section.level == 0, section.heading.is_empty());
        assert!(section.level > 0 || index == 0);
        assert!(section.level == 0 || section.heading.last() == Some(&section.title));
    }
    for chunk in &note.chunks {
        let known = chunk.heading.is_empty()
            || note.sections.iter().any(|section| section.heading == chunk.heading);
        assert!(known, "{:?}", chunk.heading);
    }
}

fn check(raw: &[u8], format: Format, settings: &Settings) -> Note {
    let note = parse(raw, format, settings);
    note.chunks.iter().for_each(|chunk| check_place(raw, chunk.span, Some(chunk.lines)));
    note.sections.iter().for_each(|section| check_place(raw, section.span, Some(section.lines)));
    note.links.iter().for_each(|link| check_place(raw, link.span, None));
    note.block_ids.iter().for_each(|id| check_place(raw, id.span, None));
    note.chunks.iter().for_each(|chunk| check_chunk(chunk, settings));
    if format != Format::Canvas {
        check_tiles(note.body, note.chunks.iter().map(|chunk| chunk.span));
        check_tiles(note.body, note.sections.iter().map(|section| section.span));
        check_sections(&note);
        let said = String::from_utf8_lossy(&raw[note.body.range()]).trim().is_empty();
        assert_eq!(said, note.chunks.is_empty());
    }
    note
}

#[test]
fn lone_carriage_returns_end_lines() {
    let note =
        check("word word\r\r".repeat(400).as_bytes(), Format::Markdown, &Settings::default());
    assert!(note.chunks.len() > 2);
}

/// The parser tells the places of items indented by tabs differently.
#[test]
fn lists_are_cut_between_items_however_they_are_indented() {
    for indent in ["  ", "    ", "\t"] {
        for mark in ["- ", "- [ ] ", "1. "] {
            let item = |number| format!("{indent}{mark}item {number}: some words\n");
            let text = format!("- list\n{}", (0..300).map(item).collect::<String>());
            let note = check(text.as_bytes(), Format::Markdown, &Settings::default());
            assert!(note.chunks.len() > 5, "{indent:?} {mark:?}: {} chunks", note.chunks.len());
            for chunk in &note.chunks[1..] {
                let line = |text: &str| text.lines().next().unwrap_or_default().trim().to_owned();
                let (said, there) = (line(&chunk.text), line(&text[chunk.span.range()]));
                assert_eq!(said, there, "{indent:?}");
            }
        }
    }
    let note = check(b"1. one\n\t2. two\n", Format::Markdown, &Settings::default());
    assert!(note.chunks[0].text.contains("2. two"), "{}", note.chunks[0].text);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes(raw in proptest::collection::vec(any::<u8>(), 0..600)) {
        for format in [Format::Markdown, Format::Canvas, Format::Excalidraw] {
            check(&raw, format, &Settings::default());
        }
    }

    #[test]
    fn any_markdown(text in markdown(), small in any::<bool>()) {
        let chunk_tokens = if small { 20 } else { 300 };
        let settings = Settings { chunk_tokens, ..Settings::default() };
        check(text.as_bytes(), Format::Markdown, &settings);
        check(format!("# Text Elements\n{text}").as_bytes(), Format::Excalidraw, &settings);
    }

    #[test]
    fn broken_markdown(text in markdown(), at in any::<prop::sample::Index>(), bad in any::<u8>()) {
        let mut raw = text.into_bytes();
        let at = at.index(raw.len() + 1);
        raw.splice(at..at, [bad, 0xFF]);
        check(&raw, Format::Markdown, &Settings::default());
    }

    #[test]
    fn any_canvas(texts in proptest::collection::vec(markdown(), 0..4)) {
        let nodes: Vec<_> = texts.iter().map(|text| serde_json::json!({ "type": "text", "text": text })).collect();
        let raw = serde_json::json!({ "nodes": nodes }).to_string();
        check(raw.as_bytes(), Format::Canvas, &Settings::default());
    }
}
