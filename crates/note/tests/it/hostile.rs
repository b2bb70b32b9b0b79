//! Notes made to take long or to overflow something.

use std::time::{Duration, Instant};

use notekin_note::{Format, Note, Settings, Warning, parse};

const SIZE: usize = 700_000;

/// Far above what any takes on a busy machine without optimisation, far below what quadratic time would be.
const BOUND: Duration = Duration::from_secs(10);

fn check_text(name: &str, text: &str, format: Format) -> Note {
    let start = Instant::now();
    let note = parse(text.as_bytes(), format, &Settings::default());
    let took = start.elapsed();
    assert!(took < BOUND, "{name} took {took:?}");
    let cap = Settings::default().chunk_cap() as u32;
    let largest = note.chunks.iter().max_by_key(|chunk| chunk.tokens);
    assert!(largest.is_none_or(|chunk| chunk.tokens <= cap), "{name} has {largest:?}");
    let said: usize = note.chunks.iter().map(|chunk| chunk.text.len() + chunk.aside.len()).sum();
    assert!(said < 4 * SIZE, "{name} grew to {said} bytes");
    note
}

fn check(unit: &str) -> Note {
    check_text(unit, &unit.repeat(SIZE / 4 / unit.len()), Format::Markdown)
}

/// Makes a text of `count` numbered lines.
fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(line).collect::<Vec<_>>().concat()
}

#[test]
fn repeated_openers() {
    for unit in [
        "[",
        "[[",
        "![",
        "![[",
        "[[a|",
        "[[a]",
        "]]",
        "[a](",
        "[a](<",
        "<",
        "<a ",
        "<!",
        "<!--",
        "<?",
        "<![CDATA[",
        "`",
        "`a``",
        "*",
        "*a_ ",
        "**a ",
        "_a*",
        "~",
        "~~a ",
        "$",
        "$$",
        "$a ",
        "${",
        "\\",
        "\\[",
        "&",
        "&a;",
        "%%",
        "%%a ",
        "#",
        "#a",
        "|",
        "|a",
        "![](",
        "((",
        "[^",
        "[^a]",
        "[a]: ",
        "{",
        "{#a} ",
    ] {
        check(unit);
    }
}

#[test]
fn repeated_lines() {
    for unit in [
        "# a\n",
        "#\n",
        "###### \n",
        "a\n===\n",
        "- a\n",
        "-\n",
        "1. a\n",
        "> a\n",
        ">\n",
        "```\n",
        "~~~\n\n",
        "---\n",
        "* * *\n",
        "    a\n",
        "\n",
        "\r\n",
        "\r",
        " \n",
        "| a | b |\n",
        "|-|\n",
        "a|b\n-|-\n",
        "[^a]: b\n",
        "[a]: b\n",
        "<p>\n",
        "<!-- a\n",
        "%%\n",
        "%%\n\n",
        "[[a]]\n",
        "a ^b\n\n",
        "^a\n",
        "> [!note]\n> a\n\n",
        "- [ ] a\n",
        "a:: b\n",
        "$$\na\n",
        "&nvlt;\n",
        "<div>a\n\n",
    ] {
        check(unit);
    }
}

#[test]
fn one_giant_line() {
    for unit in [
        "a", "a ", "A.", "a. ", "1", "é", "漢", "。", "\u{301}", "😀", ".", "a.b ", "\u{200d}",
        "\0", "#a ", "a^",
    ] {
        check(unit);
    }
}

#[test]
fn deep_nesting_is_read_as_plain_text() {
    for unit in ["> ", ">", "- ", "1. ", "> - "] {
        let note = check(unit);
        assert!(
            matches!(note.warnings[..], [Warning::TooDeep { line: 1 }]),
            "{unit}: {:?}",
            note.warnings
        );
    }
    let deep = "- ".repeat(SIZE / 4) + "a" + &"\n".repeat(SIZE / 2);
    check_text("deep item and blank lines", &deep, Format::Markdown);
    let steps = lines(800, |depth| format!("{}- a\n", "  ".repeat(depth)));
    check_text("ever deeper lists", &(steps + &"\n".repeat(SIZE / 2)), Format::Markdown);
    let shallow = lines(60, |depth| format!("{}- a\n", "  ".repeat(depth)));
    check_text(
        "deep lists and blank lines",
        &(shallow + &"\n\n    b".repeat(SIZE / 7)),
        Format::Markdown,
    );
    check_text(
        "deep quotes and blank lines",
        &("> ".repeat(60) + "a\n" + &format!("{}\n", ">".repeat(59)).repeat(SIZE / 60)),
        Format::Markdown,
    );
}

#[test]
fn giant_blocks() {
    let half = SIZE / 2;
    for (name, text) in [
        (
            "table",
            "| a | b |\n|---|---|\n".to_owned() + &"| cell | other cell |\n".repeat(half / 11),
        ),
        (
            "wide table",
            "|a".repeat(half / 4) + "\n" + &"|-".repeat(half / 4) + "\n" + &"|b\n".repeat(half / 4),
        ),
        ("code", "```\n".to_owned() + &"let a = b;\n".repeat(half / 6)),
        ("title", "# ".to_owned() + &"a".repeat(half) + "\n\n" + &"text\n\n".repeat(half / 6)),
        ("footnotes", lines(half / 20, |n| format!("[^{n}] a\n\n[^{n}]: b\n\n"))),
        ("references", lines(half / 20, |n| format!("[{n}] [a][{n}]\n\n[{n}]: b\n\n"))),
        ("images", "![".repeat(half / 8) + &"](a)".repeat(half / 8)),
        ("backticks", (1..1000).map(|n| "`".repeat(n) + " ").collect()),
        ("data", "a ![b](data:image/png;base64,".to_owned() + &"A".repeat(SIZE) + ") c"),
        ("frontmatter", "---\n".to_owned() + &"a: b\n".repeat(half / 5) + "---\nx"),
        ("yaml flow", "---\na: ".to_owned() + &"[".repeat(60_000) + "\n---\nx"),
        ("yaml maps", "---\n".to_owned() + &"? ".repeat(30_000) + "\n---\nx"),
        ("yaml lines", "---\n".to_owned() + &"a: b\n".repeat(12_000) + "---\nx"),
        ("yaml text", "---\na: \"".to_owned() + &"\\n ".repeat(20_000) + "\"\n---\nx"),
        ("yaml keys", "---\n".to_owned() + &"a".repeat(60_000) + "\n---\nx"),
        ("yaml anchors", "---\n".to_owned() + &lines(6_000, |n| format!("a{n}: &x\n")) + "---\nx"),
        ("open frontmatter", "---\n".to_owned() + &"a: b\n".repeat(SIZE / 5)),
    ] {
        check_text(name, &text, Format::Markdown);
    }
}

#[test]
fn hostile_canvases() {
    let deep = format!("{{\"nodes\":{}", "[".repeat(SIZE));
    let ignored =
        format!("{{\"x\":{}{},\"nodes\":[]}}", "[".repeat(SIZE / 2), "]".repeat(SIZE / 2));
    let many = format!("{{\"nodes\":[{}{{}}]}}", "{\"text\":\"a\\n\"},".repeat(SIZE / 16));
    let long = format!("{{\"nodes\":[{{\"text\":\"{}\"}}]}}", "\\u00e9 ".repeat(SIZE / 7));
    for (name, text) in [("deep", deep), ("ignored", ignored), ("many", many), ("long", long)] {
        check_text(name, &text, Format::Canvas);
    }
}
