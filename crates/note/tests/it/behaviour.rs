//! What a reader of notes expects of one.

use notekin_note::{Block, Format, LinkKind, Note, Settings, Warning, parse};

fn note(text: &str) -> Note {
    parse(text.as_bytes(), Format::Markdown, &Settings::default())
}

/// Checks the texts of all chunks.
fn check(text: &str, expected: &[&str]) {
    let note = note(text);
    let texts: Vec<_> = note.chunks.iter().map(|chunk| chunk.text.as_str()).collect();
    assert_eq!(texts, expected, "{text}");
}

/// Checks the text and the aside of a note of one chunk.
fn check_aside(text: &str, said: &str, aside: &str) {
    let note = note(text);
    let chunks: Vec<_> =
        note.chunks.iter().map(|chunk| (chunk.text.as_str(), chunk.aside.as_str())).collect();
    assert_eq!(chunks, [(said, aside)], "{text}");
}

/// Checks the heading paths of all chunks.
fn check_headings(text: &str, expected: &[&[&str]]) {
    let note = note(text);
    let paths: Vec<_> = note.chunks.iter().map(|chunk| &chunk.heading[..]).collect();
    assert_eq!(paths, expected);
}

/// Checks targets as `target#heading^block|display`, `!` for embeds, `()` for Markdown links.
fn check_links(text: &str, expected: &[&str]) {
    let show = |link: notekin_note::Link| {
        let mark = if link.embed { "!" } else { "" };
        let heading = link.heading.map_or(String::new(), |heading| format!("#{heading}"));
        let block = link.block.map_or(String::new(), |block| format!("^{block}"));
        let kind = if link.kind == LinkKind::Markdown { "()" } else { "" };
        format!("{mark}{kind}{}{heading}{block}|{}", link.target, link.display)
    };
    let found: Vec<_> = note(text).links.into_iter().map(show).collect();
    assert_eq!(found, expected, "{text}");
}

fn check_tags(text: &str, expected: &[&str]) {
    let found: Vec<_> = note(text).tags.into_iter().map(|tag| tag.name).collect();
    assert_eq!(found, expected, "{text}");
}

/// About `tokens` tokens of plain words.
fn words(tokens: usize) -> String {
    "word ".repeat(tokens).trim_end().to_owned()
}

#[test]
fn blank_notes_have_no_chunks() {
    for text in ["", "\n \n", "---\na: 1\n---\n\n", "\u{feff}"] {
        check(text, &[]);
        assert!(note(text).sections.is_empty());
    }
    check("# Only a title", &[""]);
}

#[test]
fn inline_markup_goes_and_its_text_stays() {
    check(
        "*a* **b** ~~c~~ `d` $e_1$ <b>f</b> &amp; \\* g[^1]\n\n[^1]: note",
        &["a b c d $e_1$ f & * g\n\nnote"],
    );
    check("wrapped\nline  \nbreak", &["wrapped line\nbreak"]);
    check("换行\n不加空格", &["换行不加空格"]);
    check("- one\n  - [x] two\n\n3. three", &["- one\n  - [x] two\n3. three"]);
    check("| a | b |\n|---|---|\n| 1 | [[c\\|d]] |\n|  | e |\n| f |", &["a | b\n1 | d\n | e\nf"]);
    check("> [!tip]- Look\n> here\n\n> [!NOTE]\n> plain", &["Look\nhere\n\nNote\nplain"]);
    check("```rust\nfn a() {}\n\nb\n```\n\n    c", &["fn a() {}\n\nb\n\nc"]);
    check("key:: value", &["key:: value"]);
}

#[test]
fn what_says_nothing_is_put_aside() {
    check_aside("a %%hidden [[x]] #y%% b", "a  b", "hidden [[x]] #y");
    check_aside("a <!-- c --> b", "a  b", "c");
    check_aside("<!--\n# No\n-->\n\na", "a", "# No");
    check_aside("<div>\n<p class=\"x\">in</p>\n</div>", "in", "");
    check_aside("```dataview\nLIST FROM #x\n```\na", "a", "LIST FROM #x");
    check_aside("[t](https://x.org) <https://y.org>", "t https://y.org", "https://x.org");
    check_aside("a ![p](data:image/png;base64,AAAA) b", "a p b", "");
    check_aside("a data:image/png;base64,AAAA== b", "a  b", "");
    check_aside("![[Pasted image 1.png|300]] a", "a", "Pasted image 1.png");
    check_aside("%%\n# Hidden\n%%", "", "# Hidden");
}

#[test]
fn links_of_every_kind() {
    check_links(
        "[[a]] [[b|c *d*]] [[e#f]] [[#g]] [[h#^i]] ![[j]]",
        &["a|a", "b|c d", "e#f|e > f", "#g|g", "h^i|h", "!j|j"],
    );
    check_links(
        "[t](../u%20v.md#w%20x) ![i](p.png) [r][k] [s](#y)\n\n[k]: z.md",
        &["()../u v.md#w x|t", "!()p.png|i", "()z.md|r", "()#y|s"],
    );
    check_links(
        "`[[a]]` \\[[b]] [c](https://d.e) <mailto:f@g.h> %%[[i]]%%\n\n```\n[[j]]\n```",
        &[],
    );
    check_links("---\nup: \"[[A|b]]\"\nmore:\n  - '[[C]]'\n---\n[[d]]", &["A|b", "C|C", "d|d"]);
    let text = "é [[a|b]] [c](d.md)";
    let spans: Vec<_> = note(text).links.iter().map(|link| &text[link.span.range()]).collect();
    assert_eq!(spans, ["[[a|b]]", "[c](d.md)"]);
}

#[test]
fn tags_of_every_kind() {
    check_tags(
        "---\ntags: [One, \"#two\", 3d]\n---\n#one #four_five #six/seven",
        &["One", "two", "3d", "four_five", "six/seven"],
    );
    check_tags("---\ntag: a, b c\n---\n", &["a", "b", "c"]);
    check_tags(
        "# Title #t\n`#c` [#d](e.md#f) https://g.h/#i \\#j #7 <!-- #k -->\n\n    #l",
        &["t", "d"],
    );
}

#[test]
fn block_ids_are_taken_off_their_block() {
    let text = "para ^p1\n\n- item ^i-2\n- 2^8\n\n| a |\n|---|\n\n^tab";
    let note = note(text);
    let ids: Vec<_> =
        note.block_ids.iter().map(|id| (id.id.as_str(), &text[id.span.range()])).collect();
    assert_eq!(ids, [("p1", "^p1"), ("i-2", "^i-2"), ("tab", "^tab")]);
    assert_eq!(note.chunks[0].text, "para\n\n- item\n- 2^8\n\na");
    let title = crate::behaviour::note("- [on x ^2](a.md)\n- [[a|on y ^2]]");
    assert_eq!((title.block_ids.len(), &title.chunks[0].text[..]), (0, "- on x ^2\n- on y ^2"));
}

#[test]
fn sections_nest_by_level() {
    let text =
        "intro\n\n# A\n\n### B\nx\n\nC\n---\n```\n# no\n```\n> # no\n\n%%\n# no\n%%\n# D { #d }";
    let found: Vec<_> = note(text)
        .sections
        .into_iter()
        .map(|section| (section.level, section.heading.join("/")))
        .collect();
    let expected = [(0, ""), (1, "A"), (3, "A/B"), (2, "A/C"), (1, "D")];
    assert_eq!(found, expected.map(|(level, path)| (level, path.to_owned())));
}

#[test]
fn small_neighbours_share_a_chunk() {
    let large = words(200);
    let text =
        format!("# A\n\nshort\n\n## B\n\n{large}\n\n## C\n\nc\n\n## D\n\n{large}\n\n# E\n\ne");
    check_headings(&text, &[&["A"], &["A", "D"], &["E"]]);
    let first = &note(&text).chunks[0].text;
    assert!(
        first.starts_with("short\n\nB\n\nword") && first.ends_with("word\n\nC\n\nc"),
        "{first}"
    );
}

#[test]
fn titles_without_text_join_what_follows() {
    check_headings("# A\n\n## B\n\ntext", &[&["A", "B"]]);
    check("# A\n\n## B\n\ntext", &["text"]);
}

#[test]
fn long_sections_are_cut_between_sentences() {
    let sentence = format!("Then {}. ", words(50));
    let note = note(&format!("# A\n\n{}", sentence.repeat(20)));
    assert!(note.chunks.len() >= 4);
    for chunk in &note.chunks {
        assert!(chunk.text.ends_with("word."), "{}", chunk.text);
        assert!(chunk.tokens > 150 && chunk.tokens <= 300, "{}", chunk.tokens);
        assert_eq!(chunk.heading, ["A"]);
    }
}

#[test]
fn a_cut_table_repeats_its_header() {
    let rows = "| row | value of it |\n".repeat(200);
    let note = note(&format!("| name | worth |\n|---|---|\n{rows}"));
    assert!(note.chunks.len() > 2);
    for chunk in &note.chunks {
        assert!(chunk.text.starts_with("name | worth\nrow "), "{}", chunk.text);
        assert!(chunk.text.ends_with("| value of it"));
    }
}

#[test]
fn code_stays_whole_while_it_fits() {
    let code = "let a = 1;\n".repeat(40);
    let text = format!("{}\n\n```\n{code}```\n\n{}", words(200), words(200));
    let note = note(&text);
    assert!(note.chunks.iter().any(|chunk| chunk.text.contains(code.trim())), "{:#?}", note.chunks);
}

#[test]
fn link_sections_are_marked() {
    let note = note("# A\n\ntext\n\n## See also\n\n- [[b]]\n\n### Deeper\n\nc\n\n# Literatur\n\nd");
    let listings: Vec<_> =
        note.chunks.iter().map(|chunk| (chunk.text.as_str(), chunk.listing)).collect();
    assert_eq!(listings, [("text", false), ("- b\n\nDeeper\n\nc", true), ("d", true)]);
    assert!(note.sections.iter().filter(|section| section.listing).count() == 3);
}

#[test]
fn links_can_be_read_without_their_text() {
    let settings = Settings { without_links: true, ..Settings::default() };
    let text = "# On [[Tea|teas]]\n\nSee [[Tea]] and [the *pot*](Pot.md), not [this](https://a.b).\n\n- [[Cup]]\n- x";
    let note = parse(text.as_bytes(), Format::Markdown, &settings);
    let all: String = note.chunks.iter().map(|chunk| chunk.text.as_str()).collect();
    assert!(!["ea]]", "pot", "Cup", "teas"].iter().any(|gone| all.contains(gone)), "{all}");
    assert!(["See", "not this.", "- x"].iter().all(|kept| all.contains(kept)), "{all}");
    let targets: Vec<_> = note.links.iter().map(|link| link.target.as_str()).collect();
    assert_eq!(targets, ["Tea", "Tea", "Pot.md", "Cup"]);
}

#[test]
fn blocks_recur_wherever_they_stand() {
    let first = Block::each(&note("Same *words* here\n\n- item").chunks[0].text);
    let second = Block::each(&note("# T\n\n> same WORDS here\n\nother").chunks[0].text);
    assert_eq!(first[0], second[0]);
    assert_eq!(first[0].chars, 15);
    assert_eq!(first.len(), 2);
}

#[test]
fn line_endings_and_marks_make_no_difference() {
    let unix = "---\ntags: [a]\n---\n# T\n\nx\ny ^b\n\n```dataview\nq\n```\n";
    let dos = format!("\u{feff}{}", unix.replace('\n', "\r\n"));
    let (unix, dos) = (note(unix), note(&dos));
    let said = |note: &Note| {
        let chunk = &note.chunks[0];
        (
            chunk.text.clone(),
            chunk.aside.clone(),
            chunk.lines,
            note.tags.clone(),
            note.block_ids[0].id.clone(),
        )
    };
    assert_eq!(said(&unix), said(&dos));
    assert_eq!(dos.body.end, dos.chunks[0].span.end);
}

#[test]
fn what_is_broken_is_reported() {
    let warnings = |raw: &[u8]| parse(raw, Format::Markdown, &Settings::default()).warnings;
    assert_eq!(warnings(b"a\xFFb"), [Warning::InvalidUtf8 { count: 1, first: 1 }]);
    assert_eq!(warnings(b"a\n\n```\nb"), [Warning::UnclosedFence { line: 3 }]);
    assert_eq!(warnings(b"a\n\n<!-- b"), [Warning::UnclosedComment { line: 3 }]);
    assert_eq!(warnings(b"a\n\n%%\n\nb"), [Warning::UnclosedComment { line: 3 }]);
    assert!(matches!(warnings(b"---\na: b: c\n---\n")[..], [Warning::BrokenFrontmatter { .. }]));
    assert_eq!(warnings(b"```\na\n```"), []);
    let canvas = parse(b"{", Format::Canvas, &Settings::default());
    assert!(matches!(canvas.warnings[..], [Warning::BrokenCanvas { .. }]));
    assert!(canvas.warnings[0].to_string().starts_with("broken canvas: "));
}

#[test]
fn canvas_cards_are_read_where_they_stand() {
    let raw = r##"{"nodes":[{"type":"text","text":"# T\n\u00e9 [[a]] #t"},{"type":"file","file":"b.md","subpath":"#c"},
{"type":"group","label":"Group"},{"type":"link","url":"https://x.org"},{"type":"text","text":7}],"edges":[]}"##;
    let note = parse(raw.as_bytes(), Format::Canvas, &Settings::default());
    let spans: Vec<_> = note.chunks.iter().map(|chunk| &raw[chunk.span.range()]).collect();
    assert_eq!(spans, [r"# T\n\u00e9 [[a]] #t", "Group"]);
    assert_eq!(
        (note.chunks[0].text.as_str(), &note.chunks[0].heading[..]),
        ("é a #t", &["T".to_owned()][..])
    );
    let links: Vec<_> =
        note.links.iter().map(|link| (&raw[link.span.range()], link.heading.as_deref())).collect();
    assert_eq!(links, [("[[a]]", None), ("b.md", Some("c"))]);
    assert_eq!(note.tags[0].name, "t");
}

#[test]
fn drawings_keep_only_their_words() {
    let raw = "---\nexcalidraw-plugin: parsed\n---\n==open me==\n# Excalidraw Data\n## Text Elements\nA box ^b0x\n\n[[Note]] ^l1nk\n\n%%\n## Drawing\n```json\n{}\n```\n%%";
    let note = parse(raw.as_bytes(), Format::Excalidraw, &Settings::default());
    assert_eq!(note.chunks[0].text, "A box\n\nNote");
    assert_eq!(note.links[0].target, "Note");
    assert_eq!(&raw[note.body.range()], "A box ^b0x\n\n[[Note]] ^l1nk\n\n");
}
