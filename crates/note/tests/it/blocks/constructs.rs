//! What each construct becomes.

use notekin_note::{Format, blocks};

use super::{outline, read};

fn check(text: &str, expected: &[&str]) {
    assert_eq!(outline(&read(text)), expected.join("\n"), "{text}");
    // The lines don't depend on how lines end.
    if !text.contains('\r') {
        let windows = text.replace('\n', "\r\n");
        let found = outline(&read(&windows)).replace("\\r\\n", "\\n");
        assert_eq!(found, expected.join("\n"), "{windows:?}");
    }
}

/// Checks the one paragraph of a text.
fn check_text(text: &str, expected: &str) {
    assert_eq!(outline(&read(text)), format!("1 p {expected}"), "{text}");
}

#[test]
fn blocks_of_every_kind() {
    check("# A\n\nb\nc\n\nD\n===\n", &["1 h1 A", "3-4 p b⏎c", "6-7 h1 D"]);
    check("### C *c* { #anchor }\n#\n\n", &["1 h3 C <i c>"]);
    check("a\n\n---\n\nb", &["1 p a", "3 rule", "5 p b"]);
    check(
        "```rust,ignore\nfn a() {}\n\n```\n    x\n",
        &["1-4 code(rust) \"fn a() {}\\n\"", "5 code() \"x\""],
    );
    check("a\n\n~~~\n%%x%%\n~~~\n", &["1 p a", "3-5 code() \"%%x%%\""]);
    check("```dataview\nlist\n```", &["1-3 code(dataview) \"list\""]);
    check(
        "> a\n> b\n>\n> - c\n",
        &["1-4 quote", "  1-2 p a⏎b", "  4 list", "    4 item", "      4 p c"],
    );
}

#[test]
fn frontmatter() {
    check("---\na: 1\n---\n\nb", &["1-3 properties \"a: 1\"", "5 p b"]);
    check("---\n---\nb", &["3 p b"]);
    check("---\na: [\n---\n", &["1-3 properties \"a: [\""]);
}

#[test]
fn lists_and_tasks() {
    check(
        "- a\n  - b\n\n- [x] c\n- [ ] d\n  e\n",
        &[
            "1-6 list",
            "  1-2 item",
            "    1 p a",
            "    2 list",
            "      2 item",
            "        2 p b",
            "  4 done",
            "    4 p c",
            "  5-6 open",
            "    5-6 p d⏎e",
        ],
    );
    check(
        "7. a\n8. b\n-\n",
        &["1-2 list(7)", "  1 item", "    1 p a", "  2 item", "    2 p b", "3 list", "  3 item"],
    );
    check("- ```\n  a\n  ```\n", &["1-3 list", "  1-3 item", "    1-3 code() \"a\""]);
}

#[test]
fn callouts() {
    check(
        "> [!NOTE]- Read *me*\n> a\n>\n> b\n",
        &["1-4 callout(note) Read <i me>", "  2 p a", "  4 p b"],
    );
    check("> [!tip|wide]\n", &["1 callout(tip)"]);
    check("> [!tip] **A**\\\n> b", &["1-2 callout(tip) <b A>", "  2 p b"]);
    check("> a [!tip]\n", &["1 quote", "  1 p a [!tip]"]);
    check("> - [!tip]\n", &["1 quote", "  1 list", "    1 item", "      1 p [!tip]"]);
    check("> [!a]\n> > [!b] c\n> > d", &["1-3 callout(a)", "  2-3 callout(b) c", "    3 p d"]);
    check("[!tip] x", &["1 p [!tip] x"]);
}

#[test]
fn tables() {
    check(
        "| a | *b* | c |\n|:--|:-:|--:|\n| 1 | [[p\\|q]] | 3 |\n| 4 |\n|  |\n",
        &[
            "1-5 table [Some(Left), Some(Center), Some(Right)] a | <i b> | c",
            "  3 row 1 | <a q → p> | 3",
            "  4 row 4",
        ],
    );
}

#[test]
fn math() {
    check_text("a $x_1$ b", "a $x_1$ b");
    check("$$\nx\n$$\n", &["1-3 math \"x\""]);
    check("a\n$$x$$\nb\n", &["1 p a", "2 math \"x\"", "3 p b"]);
    check("a ^b\n$$x$$ ^c", &["1 p a ^b", "2 math \"x\""]);
    check("# a $$x$$", &["1 h1 a $x$"]);
}

#[test]
fn raw_html_is_text() {
    check("<div>\n<!-- no -->a\n</div>\n\nb", &["1-3 raw \"<div>\\na\\n</div>\"", "5 p b"]);
    check("<!-- no\n\nno -->\n\nb", &["5 p b"]);
    check("<!--%%-->%%a", &["1 raw \"a\""]);
    check_text("a <img src=\"data:x;base64,AAAA\">", "a <img src=\"\">");
    check("> <p>\n> a", &["1-2 quote", "  1-2 raw \"<p>\\na\""]);
    check_text("a<sub>2</sub> <!-- no -->b<br/>c", "a<sub>2</sub> b↵c");
    check("<script>alert(1)</script>", &["1 raw \"<script>alert(1)</script>\""]);
}

#[test]
fn emphasis_and_marks() {
    check_text("**a *b* c** ~~d~~ `e`", "<b a <i b> c> <s d> `e`");
    check_text("==a **b** c== d", "<m a <b b> c> d");
    check_text("**a ==b** c==", "<b a ==b> c==");
    check_text("a == b == c, ===d===, \\==e==", "a == b == c, ===d===, ==e==");
    check_text("==a== ==b==", "<m a> <m b>");
    check_text("==open", "==open");
    check_text("*==a==*", "<i <m a>>");
    check("a  \nb\\\nc\nd", &["1-4 p a↵b↵c⏎d"]);
}

#[test]
fn tags() {
    check_text(
        "#one, (#two/sub) #2024 C# #a_b",
        "<tag #one>, (<tag #two/sub>) #2024 C# <tag #a_b>",
    );
    check_text("\\#no &#39; **#yes** x", "#no ' <b <tag #yes>> x");
    check_text("a &amp; #b ==c== https://a.b/#c", "a & <tag #b> <m c> https://a.b/#c");
}

#[test]
fn links() {
    check_text(
        "[[a]] [[b/c#D|e *f*]] [[#G]] [[h#^i]]",
        "<a a → a> <a e <i f> → b/c#D> <a G → #G> <a h → h#^i>",
    );
    check_text("[a](b%20c.md#D) [](x.md)", "<a a → b c.md#D> <a x.md → x.md>");
    check_text(
        "[a](https://b.org) <c@d.org> <HTTP://e.f>",
        "<a a ⇒ https://b.org> <a c@d.org ⇒ mailto:c@d.org> <a HTTP://e.f ⇒ HTTP://e.f>",
    );
    check_text(
        "[a](javascript:alert(1)) [*b*](data:text/html,x) [c](file:///d) <obsidian://e> [f](//g.h)",
        "a <i b> c obsidian://e f",
    );
    check_text("[a][b]\n\n[b]: JavaScript:x\n", "a");
    check_text("[a](<java&#10;script:x>)", "<a a → java\nscript:x>");
}

#[test]
fn embeds_and_images_are_labels() {
    check_text(
        "![[a#b]] ![[c.png|300]] ![[c.png|d]]",
        "<a a > b → a#b> <image c.png → c.png> <image d → c.png>",
    );
    check_text("![x *y*](a/b.png) ![](a/b.png)", "<image x y → a/b.png> <image b.png → a/b.png>");
    check_text(
        "![](https://a.b/c.png) ![d](javascript:e) ![](data:f)",
        "<image c.png> <image d> <image >",
    );
}

#[test]
fn footnotes_are_shown_where_they_stand() {
    check("a[^x]\n\n[^x]: b\n\n    c\n\nd", &["1 p a[x]", "3 p [x] b", "5 p c", "7 p d"]);
    check("a[^1]\n\n[^1]:\n    - b\n", &["1 p a[1]", "3 p [1]", "4 list", "  4 item", "    4 p b"]);
}

#[test]
fn comments_are_left_out() {
    check_text("a %%b *c* [[d]] `e`%% f", "a  f");
    check("%%\n- a\n\n```\nb\n```\n\n> c\n%%\n\nd", &["11 p d"]);
    check("a\n\n%% b %%\n\n- %%c%%\n", &["1 p a", "5 list", "  5 item"]);
}

#[test]
fn names_of_blocks_are_left_out() {
    check("a ^id1\n\n- b ^id-2\n\n^id3\n", &["1 p a", "3 list", "  3 item", "    3 p b"]);
    check_text("2^10 and x^y", "2^10 and x^y");
    check_text("*a*^b", "<i a>^b");
    check_text("`a` ^b", "`a`");
}

#[test]
fn lines_are_those_of_the_raw_file() {
    let shown = |raw: &[u8]| outline(&blocks(raw, Format::Markdown));
    assert_eq!(shown(b"\xEF\xBB\xBF---\na: 1\n---\n# b"), "1-3 properties \"a: 1\"\n4 h1 b");
    assert_eq!(
        shown(b"\xFF\xFEa\n\nb\xE2\x82\n\nc"),
        "1 p \u{FFFD}\u{FFFD}a\n3 p b\u{FFFD}\n5 p c"
    );
    assert_eq!(shown(b""), "");
}

#[test]
fn cards_of_a_canvas() {
    let canvas = "{\"nodes\":[\n{\"text\":\"# A\\n\\nb [[c]]\"},\n{\"text\":\"\"},\n{\"file\":\"d.md\",\"subpath\":\"#E\"}\n]}";
    let shown = outline(&blocks(canvas.as_bytes(), Format::Canvas));
    assert_eq!(shown, "2 h1 A\n2 p b <a c → c>\n4 rule\n4 p <a d.md#E → d.md#E>");
    assert_eq!(outline(&blocks(b"{\nx", Format::Canvas)), "1-2 raw \"{\\nx\"");
}

#[test]
fn text_of_a_drawing() {
    let drawing = "x\n\n# Excalidraw Data\n## Text Elements\nHello ^a1\n\n%%\n## Drawing\n{}\n%%";
    assert_eq!(outline(&blocks(drawing.as_bytes(), Format::Excalidraw)), "5 p Hello");
}
