//! Laws that hold for the blocks of every note, whatever its bytes.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use notekin_note::blocks::{Block, BlockKind, Inline, MAX_DEPTH};
use notekin_note::{Format, Lines, NotePath, Settings, blocks, parse};
use proptest::prelude::*;

use crate::laws::markdown;
use crate::vaults::notes;

/// Far above what any takes on a busy machine without optimisation, far below what quadratic time would be.
const BOUND: Duration = Duration::from_secs(10);

const SIZE: usize = 700_000;

/// A walk over a tree that checks its lines and its depth, and collects its words.
struct Walk {
    words: String,
    /// The line that none may be before.
    reached: u32,
}

impl Walk {
    fn over(raw: &[u8], format: Format) -> Self {
        let mut walk = Self { words: String::new(), reached: 1 };
        let blocks = blocks(raw, format);
        let last = raw.split(|&byte| byte == b'\n').count() as u32;
        walk.blocks(&blocks, Lines { start: 1, end: last }, 0);
        walk
    }

    fn enter(&mut self, lines: Lines, around: Lines) {
        assert!(lines.start <= lines.end, "{lines:?}");
        assert!(around.start <= lines.start && lines.end <= around.end, "{lines:?} in {around:?}");
        assert!(self.reached <= lines.start, "{lines:?} after {}", self.reached);
        self.reached = lines.start;
    }

    fn leave(&mut self, lines: Lines) {
        assert!(self.reached <= lines.end, "{lines:?} after {}", self.reached);
        self.reached = lines.end;
    }

    fn blocks(&mut self, blocks: &[Block], around: Lines, depth: usize) {
        for block in blocks {
            self.enter(block.lines, around);
            self.block(&block.kind, block.lines, depth);
            self.leave(block.lines);
        }
    }

    fn block(&mut self, kind: &BlockKind, lines: Lines, depth: usize) {
        match kind {
            BlockKind::Heading { text, .. } | BlockKind::Paragraph { text } => {
                assert!(!text.is_empty());
                self.inlines(text, depth);
            }
            BlockKind::Code { code, .. } => self.words += code,
            BlockKind::Math { source: text }
            | BlockKind::Raw { text }
            | BlockKind::Properties { text } => self.words += text,
            BlockKind::Rule => {}
            BlockKind::Quote { callout, title, blocks } => {
                self.words += callout.as_deref().unwrap_or_default();
                self.inlines(title, depth);
                self.blocks(blocks, lines, depth + 1);
            }
            BlockKind::List { items, .. } => {
                assert!(!items.is_empty());
                for item in items {
                    self.enter(item.lines, lines);
                    self.words += item.checked.map_or("", |done| if done { "x" } else { "" });
                    self.blocks(&item.blocks, item.lines, depth + 2);
                    self.leave(item.lines);
                }
            }
            BlockKind::Table { head, rows, .. } => {
                self.cells(head, depth);
                for row in rows {
                    self.enter(row.lines, lines);
                    self.cells(&row.cells, depth);
                    self.leave(row.lines);
                }
            }
        }
    }

    fn cells(&mut self, cells: &[Vec<Inline>], depth: usize) {
        for cell in cells {
            self.inlines(cell, depth);
        }
    }

    fn inlines(&mut self, pieces: &[Inline], depth: usize) {
        assert!(depth <= MAX_DEPTH);
        for piece in pieces {
            match piece {
                Inline::Text(text)
                | Inline::Code(text)
                | Inline::Math(text)
                | Inline::Tag(text) => {
                    self.words += text;
                }
                Inline::Image { alt, .. } => self.words += alt,
                Inline::Break => {}
                Inline::Strong(text)
                | Inline::Emphasis(text)
                | Inline::Strike(text)
                | Inline::Mark(text)
                | Inline::Link { text, .. } => {
                    assert!(!text.is_empty());
                    self.inlines(text, depth + 1);
                }
            }
        }
    }
}

/// Returns the letters and digits of a text in small letters.
fn letters(text: &str) -> impl Iterator<Item = char> {
    text.chars().flat_map(char::to_lowercase).filter(|c| c.is_alphanumeric())
}

/// Returns the line without the number of a list item, which a tree holds but once for a list, and without the anchor of a
/// heading that opens no section, which is read but not shown.
fn without_marks(line: &str) -> &str {
    let line = line.trim_end().strip_suffix("{ #c }").unwrap_or(line);
    let bare = line.trim_start();
    let rest = bare.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() < bare.len() && (rest == "." || rest.starts_with(". ")) { rest } else { bare }
}

/// Checks the laws of lines and depth, and that what is read in a note is shown, in the same order.
fn check(raw: &[u8], format: Format) {
    let walk = Walk::over(raw, format);
    for chunk in parse(raw, format, &Settings::default()).chunks {
        let mut shown = letters(&walk.words);
        for line in chunk.text.lines() {
            for letter in letters(without_marks(line)) {
                assert!(shown.any(|c| c == letter), "{line:?} is missing");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_read_is_shown(text in markdown()) {
        check(text.as_bytes(), Format::Markdown);
    }

    #[test]
    fn any_bytes_are_shown(raw in proptest::collection::vec(any::<u8>(), 0..300)) {
        for format in [Format::Markdown, Format::Canvas, Format::Excalidraw] {
            check(&raw, format);
        }
    }

    #[test]
    fn cards_are_shown(texts in proptest::collection::vec(markdown(), 0..4)) {
        let cards: Vec<_> = texts.iter().map(|text| format!("{{\"text\":{}}}", json(text))).collect();
        check(format!("{{\"nodes\":[\n{}]}}", cards.join(",\n")).as_bytes(), Format::Canvas);
    }
}

/// Writes a string as JSON.
fn json(text: &str) -> String {
    let escaped: String = text
        .chars()
        .map(|c| match c {
            '"' | '\\' => format!("\\{c}"),
            c if c.is_control() => format!("\\u{:04x}", c as u32),
            c => c.to_string(),
        })
        .collect();
    format!("\"{escaped}\"")
}

#[test]
fn notes_of_all_vaults_are_shown() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    notes(&project.join("fixtures/vaults"), &mut files).unwrap();
    let vaults = project.join("../shared/data/vaults");
    if vaults.is_dir() {
        notes(&vaults, &mut files).unwrap();
    } else {
        eprintln!("NOT RUN: blocks of real vaults needs ../shared");
        assert!(std::env::var_os("NOTEKIN_REQUIRE_ALL").is_none(), "../shared is missing");
    }
    let mut read = 0;
    for file in files {
        let name = file.file_name().unwrap().to_str().unwrap();
        let Some(format) = NotePath::parse(name).ok().and_then(|path| Format::of(&path)) else {
            continue;
        };
        // Shown only if the test fails: the last is the one that breaks a law.
        eprintln!("{}", file.display());
        check(&fs::read(&file).unwrap(), format);
        read += 1;
    }
    assert!(read > 50, "only {read} notes");
}

fn check_fast(name: &str, text: &str, format: Format) {
    let start = Instant::now();
    let walk = Walk::over(text.as_bytes(), format);
    let took = start.elapsed();
    assert!(took < BOUND, "{name} took {took:?}");
    assert!(walk.words.len() < 4 * SIZE, "{name} grew to {} bytes", walk.words.len());
}

#[test]
fn hostile_notes_are_shown_fast() {
    for unit in [
        "[",
        "[[",
        "![[",
        "[[a|",
        "[a](",
        "<!--",
        "<a ",
        "`a``",
        "*a_ ",
        "**a ",
        "~~a ",
        "$",
        "$$",
        "==",
        "==a ",
        "==a== ",
        "#a ",
        "#",
        "%%",
        "%%a%% ",
        "%%\n\n",
        "&amp;",
        "\\",
        "> ",
        "- ",
        "- a\n",
        "> a\n",
        "> [!a]\n\n",
        "# a\n",
        "[^a]: ",
        "[^a]",
        "|",
        "| a | b |\n|---|---|\n",
        "a ^b ",
        "^",
        "*==",
        "**==a",
        "<br>",
        "$$a$$ ",
        "a\r",
        "\r\n",
        "\u{feff}",
        "---\n",
        "* * *\n",
        "```\n",
        "<p>\n\n",
        "1. ",
        "  - a\n",
        "[x](javascript:y) ",
    ] {
        for size in [SIZE / 8, SIZE] {
            let text = unit.repeat(size / unit.len());
            // What the parser alone takes long for is checked elsewhere, at this smaller size.
            if size == SIZE && text.contains('\n') {
                continue;
            }
            check_fast(unit, &text, Format::Markdown);
        }
    }
}

#[test]
fn nothing_is_nested_without_bound() {
    let quotes = format!("{}x", "> ".repeat(10_000));
    let item = |n: usize| format!("{}- a\n", " ".repeat(2 * n.min(99)));
    let lists = (0..10_000).map(item).collect::<Vec<_>>().concat();
    let within = (0..99).map(item).collect::<Vec<_>>().concat();
    let emphasis = format!("{}a{}", "*a **b ".repeat(20_000), " b** a*".repeat(20_000));
    let links = format!("{}a{}", "![".repeat(20_000), "](b)".repeat(20_000));
    let footnotes = (0..20_000).map(|n| format!("[^{n}]: ")).collect::<Vec<_>>().concat();
    let columns =
        format!("{}\n{}\n{}", "|a".repeat(5_000), "|-".repeat(5_000), "|b\n".repeat(5_000));
    for (name, text) in [
        ("quotes", quotes),
        ("lists", lists),
        ("within", within),
        ("emphasis", emphasis),
        ("links", links),
        ("footnotes", footnotes),
        ("columns", columns),
    ] {
        check_fast(name, &text, Format::Markdown);
    }
}
