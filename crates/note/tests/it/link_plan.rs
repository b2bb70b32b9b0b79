//! Links added to odd notes.

use notekin_note::{
    Edit, Format, Link, LinkPlan, LinkSection, NewLink, NotePath, Settings, fold, parse, plan_link,
};
use proptest::prelude::*;

use crate::laws::markdown;

fn new() -> NewLink {
    NewLink::wiki("New", None).unwrap()
}

/// Stands in for a vault: a link leads to the note by its file name.
fn is_new(link: &Link) -> bool {
    let name = fold(link.target.rsplit('/').next().unwrap_or_default());
    name.strip_suffix(".md").unwrap_or(&name) == "new"
}

fn plan_as(raw: &str, name: &str) -> LinkPlan {
    let section = LinkSection { name: name.to_owned(), ..LinkSection::default() };
    plan_link(raw, Format::Markdown, &new(), &section, &is_new)
}

fn plan(raw: &str) -> LinkPlan {
    plan_as(raw, "Related")
}

/// Checks the whole note after the edit, which must be one insertion and the last one.
fn check_as(name: &str, raw: &str, expected: &str) {
    let LinkPlan::Insert(edit) = plan_as(raw, name) else {
        panic!("{:?} for {raw:?}", plan_as(raw, name))
    };
    let edited = edit.apply(raw).unwrap();
    assert_eq!(edited, expected, "{raw:?}");
    assert!(edit.span.is_empty());
    assert!(matches!(plan_as(&edited, name), LinkPlan::AlreadyThere(_)), "twice in {edited:?}");
}

fn check(raw: &str, expected: &str) {
    check_as("Related", raw, expected);
}

/// Checks that the note has the link already, and which one that is.
fn check_there(raw: &str, link: &str) {
    let LinkPlan::AlreadyThere(span) = plan(raw) else { panic!("{:?} for {raw:?}", plan(raw)) };
    assert_eq!(&raw[span.range()], link);
}

#[test]
fn a_new_item_ends_the_list() {
    check("# T\n\n## Related\n\n- [[A]]\n", "# T\n\n## Related\n\n- [[A]]\n- [[New]]\n");
    check("## Related\n- [[A]]", "## Related\n- [[A]]\n- [[New]]");
    check("## Related\r\n\r\n- [[A]]\r\n", "## Related\r\n\r\n- [[A]]\r\n- [[New]]\r\n");
    check("Related\n---\n* [[A]]\n", "Related\n---\n* [[A]]\n* [[New]]\n");
    check("Related\n=======\n+ [[A]]\n", "Related\n=======\n+ [[A]]\n+ [[New]]\n");
    check("## Related\n- [[A]]   \n\n\n", "## Related\n- [[A]]   \n- [[New]]\n\n\n");
    check("## Related\n  -   [[A]]\n", "## Related\n  -   [[A]]\n  -   [[New]]\n");
    check("\u{feff}## Related\n- [[A]]\n", "\u{feff}## Related\n- [[A]]\n- [[New]]\n");
    check("## Related\n- [[A]]\n\n- [[B]]\n", "## Related\n- [[A]]\n\n- [[B]]\n\n- [[New]]\n");
    check("## Related\n- [ ] [[A]]\n", "## Related\n- [ ] [[A]]\n- [[New]]\n");
    check("## Related\n- [[A]]\nlazy\n", "## Related\n- [[A]]\nlazy\n- [[New]]\n");
    check("## Related\r- [[A]]\r", "## Related\r- [[A]]\r- [[New]]\r");
}

#[test]
fn a_numbered_list_goes_on() {
    check("## Related\n1. [[A]]\n2. [[B]]\n", "## Related\n1. [[A]]\n2. [[B]]\n3. [[New]]\n");
    check("## Related\n1. [[A]]\n1. [[B]]\n", "## Related\n1. [[A]]\n1. [[B]]\n1. [[New]]\n");
    check("## Related\n9) [[A]]\n", "## Related\n9) [[A]]\n10) [[New]]\n");
    check("## Related\n08. [[A]]\n09. [[B]]\n", "## Related\n08. [[A]]\n09. [[B]]\n10. [[New]]\n");
}

#[test]
fn nested_items_stay_with_theirs() {
    check(
        "## Related\n- [[A]]\n  - why\n    - deep\n",
        "## Related\n- [[A]]\n  - why\n    - deep\n- [[New]]\n",
    );
    check(
        "## Related\n- [[A]]\n\t- why\n\t\t1. deep\n",
        "## Related\n- [[A]]\n\t- why\n\t\t1. deep\n- [[New]]\n",
    );
    check(
        "## Related\n- [[A]]\n\n  more of it\n",
        "## Related\n- [[A]]\n\n  more of it\n- [[New]]\n",
    );
    check(
        "## Related\n- [[A]]\n  ```\n  code\n  ```\n",
        "## Related\n- [[A]]\n  ```\n  code\n  ```\n- [[New]]\n",
    );
    check("## Related\n- [[A]] ^a1\n", "## Related\n- [[A]] ^a1\n- [[New]]\n");
}

#[test]
fn what_follows_the_list_stays_behind_it() {
    check("## Related\n- [[A]]\n\n^list\n", "## Related\n- [[A]]\n- [[New]]\n\n^list\n");
    check("## Related\n- [[A]]\n\n---\nfoot\n", "## Related\n- [[A]]\n- [[New]]\n\n---\nfoot\n");
    check("## Related\n- [[A]]\n---\n", "## Related\n- [[A]]\n- [[New]]\n---\n");
    check(
        "a[^1]\n\n## Related\n- [[A]]\n\n[^1]: foot\n",
        "a[^1]\n\n## Related\n- [[A]]\n- [[New]]\n\n[^1]: foot\n",
    );
    check("## Related\n- [[A]]\n\n%% note %%\n", "## Related\n- [[A]]\n- [[New]]\n\n%% note %%\n");
    check("## Related\n- [[A]]\n%% note %%\n", "## Related\n- [[A]]\n- [[New]]\n%% note %%\n");
    check(
        "## Related\n- [[A]]\n<!-- note -->\n",
        "## Related\n- [[A]]\n- [[New]]\n<!-- note -->\n",
    );
    check(
        "## Related\n- [[A]]\n\nSee them all.\n",
        "## Related\n- [[A]]\n- [[New]]\n\nSee them all.\n",
    );
    check("## Related\n- [[A]]\n\n```\nopen", "## Related\n- [[A]]\n- [[New]]\n\n```\nopen");
    check(
        "## Related\n- [[A]]\n\n## Next\n- [[B]]\n",
        "## Related\n- [[A]]\n- [[New]]\n\n## Next\n- [[B]]\n",
    );
    check(
        "## Related\n- [[A]]\n### People\n- [[B]]\n",
        "## Related\n- [[A]]\n- [[New]]\n### People\n- [[B]]\n",
    );
    check(
        "## Related\n- [[A]]\n\ntext\n\n* [[B]]\n",
        "## Related\n- [[A]]\n\ntext\n\n* [[B]]\n* [[New]]\n",
    );
}

#[test]
fn lists_in_callouts_are_lists() {
    check(
        "## Related\n> [!info] Notes\n> - [[A]]\n",
        "## Related\n> [!info] Notes\n> - [[A]]\n> - [[New]]\n",
    );
    check(
        "## Related\n> - [[A]]\n>\n> - [[B]]\n",
        "## Related\n> - [[A]]\n>\n> - [[B]]\n>\n> - [[New]]\n",
    );
    check("## Related\n> - [[A]]\n>\n> text\n", "## Related\n> - [[A]]\n> - [[New]]\n>\n> text\n");
    check("## Related\n> - said\n\n- [[A]]\n", "## Related\n> - said\n\n- [[A]]\n- [[New]]\n");
}

#[test]
fn a_blank_item_is_filled() {
    check("## Related\n\n- ", "## Related\n\n- [[New]]");
    check("## Related\n\n-\n", "## Related\n\n- [[New]]\n");
    check("## Related\n- [[A]]\n- \n\n## Next\n", "## Related\n- [[A]]\n- [[New]]\n\n## Next\n");
    check("## Related\n1. \n", "## Related\n1. [[New]]\n");
    check("## Related\n> - \n", "## Related\n> - [[New]]\n");
}

#[test]
fn a_section_without_a_list_gets_one() {
    check("## Related\n", "## Related\n\n- [[New]]\n");
    check("## Related", "## Related\n\n- [[New]]");
    check("## Related\n## Next\n", "## Related\n\n- [[New]]\n\n## Next\n");
    check("## Related\n\n\n## Next\n", "## Related\n\n- [[New]]\n\n\n## Next\n");
    check(
        "## Related\nSee [[A]].\n\n## Next\n",
        "## Related\nSee [[A]].\n\n- [[New]]\n\n## Next\n",
    );
    check("## Related\n### People\n- [[A]]\n", "## Related\n\n- [[New]]\n\n### People\n- [[A]]\n");
    check("## Related\n\n---\nfoot\n", "## Related\n\n- [[New]]\n\n---\nfoot\n");
    check("## Related\n\n![[Map.png]]\n", "## Related\n\n![[Map.png]]\n\n- [[New]]\n");
    check("## Related\n| a |\n|---|\n| 1 |\n", "## Related\n| a |\n|---|\n| 1 |\n\n- [[New]]\n");
    check(
        "## Related\n```dataview\nLIST\n```\n",
        "## Related\n```dataview\nLIST\n```\n\n- [[New]]\n",
    );
    check(
        "a[^1]\n## Related\ntext\n\n[^1]: foot\n",
        "a[^1]\n## Related\ntext\n\n- [[New]]\n\n[^1]: foot\n",
    );
    check("## Related\n%%\n- [[A]]\n%%\n", "## Related\n\n- [[New]]\n\n%%\n- [[A]]\n%%\n");
    check("## Related\n\n```\nopen", "## Related\n\n- [[New]]\n\n```\nopen");
    check("Related\r\n---\r\n", "Related\r\n---\r\n\r\n- [[New]]\r\n");
}

#[test]
fn a_missing_section_ends_the_note() {
    check("# T\n\ntext\n", "# T\n\ntext\n\n## Related\n\n- [[New]]\n");
    check("text", "text\n\n## Related\n\n- [[New]]");
    check("text\r\nmore\r\n", "text\r\nmore\r\n\r\n## Related\r\n\r\n- [[New]]\r\n");
    check("text\n\n\n", "text\n\n## Related\n\n- [[New]]\n\n\n");
    check("- item\n", "- item\n\n## Related\n\n- [[New]]\n");
    check("| a |\n|---|\n", "| a |\n|---|\n\n## Related\n\n- [[New]]\n");
    check("```\ncode\n```\n", "```\ncode\n```\n\n## Related\n\n- [[New]]\n");
    check("> quote\n", "> quote\n\n## Related\n\n- [[New]]\n");
    check("text\n\n---\n", "text\n\n---\n\n## Related\n\n- [[New]]\n");
    check("text\n\n^id\n", "text\n\n^id\n\n## Related\n\n- [[New]]\n");
    check(
        "a[^1]\n\n[^1]: foot\n\n    more\n",
        "a[^1]\n\n## Related\n\n- [[New]]\n\n[^1]: foot\n\n    more\n",
    );
    check("[a][k]\n\n[k]: b.md\n", "[a][k]\n\n## Related\n\n- [[New]]\n\n[k]: b.md\n");
    check(
        "text\n\n%%\nhidden\n\n- x\n%%\n",
        "text\n\n## Related\n\n- [[New]]\n\n%%\nhidden\n\n- x\n%%\n",
    );
    check("text\n%% hidden %%\n", "text\n\n## Related\n\n- [[New]]\n\n%% hidden %%\n");
    check("text\n\n<!-- hidden -->\n", "text\n\n## Related\n\n- [[New]]\n\n<!-- hidden -->\n");
    check("text %% hidden %%\n", "text %% hidden %%\n\n## Related\n\n- [[New]]\n");
}

#[test]
fn what_a_program_fills_is_not_written_into() {
    let region = "%% Begin Waypoint %%\n- [[A]]\n\n%% End Waypoint %%\n";
    check(region, &format!("{region}\n## Related\n\n- [[New]]\n"));
    let region = "<!-- toc -->\n\n- a\n\n<!-- tocstop -->\n";
    check(region, &format!("{region}\n## Related\n\n- [[New]]\n"));
}

#[test]
fn a_note_without_text_gets_the_section() {
    check("", "## Related\n\n- [[New]]\n");
    check("\u{feff}", "\u{feff}## Related\n\n- [[New]]\n");
    check("\n\n", "## Related\n\n- [[New]]\n\n");
    check("---\na: 1\n---\n", "---\na: 1\n---\n\n## Related\n\n- [[New]]\n");
    check("---\na: 1\n---", "---\na: 1\n---\n\n## Related\n\n- [[New]]");
    check("---\r\na: 1\r\n---\r\n", "---\r\na: 1\r\n---\r\n\r\n## Related\r\n\r\n- [[New]]\r\n");
    check("---\na: 1\n---\n%% c %%\n", "---\na: 1\n---\n\n## Related\n\n- [[New]]\n\n%% c %%\n");
    check("\n[k]: b.md\n", "## Related\n\n- [[New]]\n\n[k]: b.md\n");
    check("[k]: b.md\n", "## Related\n\n- [[New]]\n\n[k]: b.md\n");
}

#[test]
fn headings_that_are_none_are_passed_by() {
    let ending = "\n\n## Related\n\n- [[New]]\n";
    for text in [
        "```\n## Related\n- [[A]]\n```",
        "> ## Related\n> - [[A]]",
        "- ## Related\n  - [[A]]",
        "<!-- x -->\n## Related work",
        "## See also\n- [[A]]",
        "---\na: |\n  ## Related\n---\ntext",
        "\\## Related",
    ] {
        check(&format!("{text}\n"), &format!("{text}{ending}"));
    }
    check(
        "text\n\n%%\n## Related\n%%\n",
        "text\n\n## Related\n\n- [[New]]\n\n%%\n## Related\n%%\n",
    );
    check(
        "text\n\n<!--\n## Related\n-->\n",
        "text\n\n## Related\n\n- [[New]]\n\n<!--\n## Related\n-->\n",
    );
}

#[test]
fn the_name_is_found_however_it_is_dressed() {
    for heading in [
        "## 🔗 Related",
        "### 4. RELATED:",
        "# **Related**",
        "## Related ##",
        "###### related { #r }",
    ] {
        check(&format!("{heading}\n- [[A]]\n"), &format!("{heading}\n- [[A]]\n- [[New]]\n"));
    }
    check_as(
        "Связанные заметки",
        "## СВЯЗАННЫЕ ЗАМЕТКИ\n- [[A]]\n",
        "## СВЯЗАННЫЕ ЗАМЕТКИ\n- [[A]]\n- [[New]]\n",
    );
    check_as(
        "Verknüpfungen",
        "## Verknu\u{308}pfungen\n- [[A]]\n",
        "## Verknu\u{308}pfungen\n- [[A]]\n- [[New]]\n",
    );
    check_as(
        "Související",
        "## Souviseji\u{301}ci\u{301}\n",
        "## Souviseji\u{301}ci\u{301}\n\n- [[New]]\n",
    );
    check_as("🔗", "## Links\n\n## 🔗\n", "## Links\n\n## 🔗\n\n- [[New]]\n");
    check_as("Siehe auch", "## Related\n", "## Related\n\n## Siehe auch\n\n- [[New]]\n");
    check_as(" \n", "text\n", "text\n\n## Related\n\n- [[New]]\n");
    check_as("C#", "text\n", "text\n\n## C#\n\n- [[New]]\n");
}

#[test]
fn of_several_sections_the_last_of_the_highest_rank_counts() {
    check(
        "## Related\n- [[A]]\n\n## Related\n- [[B]]\n",
        "## Related\n- [[A]]\n\n## Related\n- [[B]]\n- [[New]]\n",
    );
    check(
        "# T\n## Related\n- [[A]]\n## Part\n### Related\n- [[B]]\n",
        "# T\n## Related\n- [[A]]\n- [[New]]\n## Part\n### Related\n- [[B]]\n",
    );
    check("# T\n### Related\n- [[A]]\n", "# T\n### Related\n- [[A]]\n- [[New]]\n");
}

#[test]
fn no_note_is_listed_twice() {
    for link in [
        "[[New]]",
        "[[new|alias]]",
        "[[New#Part]]",
        "[[New#^block]]",
        "[[Folder/NEW]]",
        "[[New.md]]",
        "![[New]]",
        "[n](New.md)",
        "[n](../a%20b/%4Eew.md#p)",
        "[n](<./new.md>)",
    ] {
        for raw in [
            format!("## Related\n- [[A]]\n- {link}\n- [[B]]\n"),
            format!("## Related\nSee {link}.\n\n## Next\n"),
            format!("## Related\n\n### People\n\n> - {link}\n"),
            format!("## Related\n- {link}\n\n# Other\n\n## Related\n"),
        ] {
            check_there(&raw, link);
        }
    }
    check("[[New]]\n\n## Related\n", "[[New]]\n\n## Related\n\n- [[New]]\n");
    check("## Related\n- %%[[New]]%% [[A]]\n", "## Related\n- %%[[New]]%% [[A]]\n- [[New]]\n");
    check(
        "## Related\n- [[A]]\n\n## Next\n\n[[New]]\n",
        "## Related\n- [[A]]\n- [[New]]\n\n## Next\n\n[[New]]\n",
    );
}

#[test]
fn links_written_alike_need_no_vault() {
    let section = LinkSection::default();
    let cafe = NewLink::wiki("Caf\u{e9}", None).unwrap();
    let raw = "## Related\n- [[CAFE\u{301}.md|x]]\n";
    let plan = plan_link(raw, Format::Markdown, &cafe, &section, &|_| false);
    assert!(matches!(plan, LinkPlan::AlreadyThere(_)));
    let [from, to] = ["x/a.md", "y/b c.md"].map(|path| NotePath::parse(path).unwrap());
    let link = NewLink::markdown(&from, &to, "B");
    let raw = "## Related\n- [z](<../Y/b c.md>)\n";
    let plan = plan_link(raw, Format::Markdown, &link, &section, &|_| false);
    assert!(matches!(plan, LinkPlan::AlreadyThere(_)));
}

#[test]
fn a_note_that_ends_inside_something_is_left_alone() {
    for raw in [
        "text\n\n```\ncode\n",
        "~~~",
        "text\n\n<!-- comment\n",
        "text\n\n%%\ncomment\n",
        "%%\ncomment\n\n## Related\n- [[A]]\n",
        "text\n\n<script>\n",
    ] {
        assert_eq!(plan(raw), LinkPlan::NoPlace, "{raw:?}");
    }
    assert_eq!(plan(&format!("{}x\n", "> ".repeat(500))), LinkPlan::NoPlace);
    // A heading that would not be read as its name.
    assert_eq!(plan_as("text\n", "[a](b.md)"), LinkPlan::NoPlace);
}

#[test]
fn boards_and_drawings_are_not_edited() {
    for (raw, format) in [
        ("{\"nodes\":[]}", Format::Canvas),
        ("# Text Elements\n", Format::Excalidraw),
        ("---\nkanban-plugin: board\n---\n## To do\n", Format::Markdown),
        ("---\nexcalidraw-plugin: parsed\n---\n", Format::Markdown),
    ] {
        let plan = plan_link(raw, format, &new(), &LinkSection::default(), &|_| false);
        assert_eq!(plan, LinkPlan::Unsupported, "{raw}");
    }
}

/// Applies an edit and checks what must hold whatever the note is.
fn check_law(raw: &str, link: &NewLink, section: &LinkSection, edit: &Edit) {
    assert!(edit.span.is_empty());
    let edited = edit.apply(raw).unwrap();
    let note = parse(edited.as_bytes(), Format::Markdown, &Settings::default());
    let at = edit.span.start + edit.text.find(link.text()).unwrap();
    let found = note.links.iter().find(|link| link.span.start == at).unwrap();
    assert_eq!(found.span.len(), link.text().len());
    let holds = |span: notekin_note::Span| span.start <= at && at < span.end;
    let own = note.sections.iter().find(|section| holds(section.span)).unwrap();
    assert!(own.title.contains(&section.name), "{:?}", own.title);
    let again = plan_link(&edited, Format::Markdown, link, section, &|_| false);
    assert!(matches!(again, LinkPlan::AlreadyThere(_)), "{again:?} in {edited:?}");
}

/// Odd names of files, as far as a path may hold them.
fn name() -> impl Strategy<Value = String> {
    proptest::collection::vec(any::<char>(), 1..12).prop_map(|chars| {
        let text: String = chars.into_iter().filter(|&c| c != '/' && c != '\0').collect();
        format!("n{text}")
    })
}

const ODD: &[&str] = &[
    "[", "]", "(", ")", "|", "#", "^", "%", "\\", "`", "*", "_", "<", ">", "$", "&", "amp;", " ",
    ":", "~", "!", "é", "x", "\n", "\"", "'", "{", "}", ".",
];

fn odd_name() -> impl Strategy<Value = String> {
    proptest::collection::vec(proptest::sample::select(ODD), 1..12)
        .prop_map(|parts| format!("n{}", parts.concat()))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_link_is_added_or_nothing_is(text in markdown(), dos in any::<bool>(), at in any::<prop::sample::Index>()) {
        let heading = ["", "\n## Related\n", "\nRelated\n---\n", "\n\n# Related\n\n- [[q]]\n"][at.index(4)];
        let text = format!("{text}{heading}");
        let raw = if dos { text.replace('\n', "\r\n") } else { text };
        let section = LinkSection::default();
        let link = NewLink::wiki("New note", Some("Shown")).unwrap();
        if let LinkPlan::Insert(edit) = plan_link(&raw, Format::Markdown, &link, &section, &|_| false) {
            check_law(&raw, &link, &section, &edit);
        }
    }

    #[test]
    fn plain_notes_always_get_the_link(lines in proptest::collection::vec(proptest::sample::select(PLAIN), 0..30)) {
        let raw = lines.concat();
        let section = LinkSection::default();
        match plan_link(&raw, Format::Markdown, &new(), &section, &|_| false) {
            LinkPlan::Insert(edit) => check_law(&raw, &new(), &section, &edit),
            other => panic!("{other:?} for {raw:?}"),
        }
    }

    #[test]
    fn every_name_can_be_linked(name in prop_oneof![name(), odd_name()], title in prop_oneof![name(), odd_name()]) {
        let path = |name: &str| NotePath::parse(&format!("a/{name}.md")).unwrap();
        let link = NewLink::markdown(&path("here"), &path(&name), &title);
        let raw = "# T\n\n## Related\n\n- [[q]]\n";
        let plan = plan_link(raw, Format::Markdown, &link, &LinkSection::default(), &|_| false);
        let LinkPlan::Insert(edit) = plan else { panic!("{plan:?} for {:?}", link.text()) };
        check_law(raw, &link, &LinkSection::default(), &edit);
        if let Some(link) = NewLink::wiki(&name, Some(&title)) {
            let plan = plan_link(raw, Format::Markdown, &link, &LinkSection::default(), &|_| false);
            assert!(matches!(plan, LinkPlan::Insert(_)), "{plan:?} for {:?}", link.text());
        }
    }
}

/// Lines of ordinary notes, in any order.
const PLAIN: &[&str] = &[
    "\n",
    "\n",
    "\n",
    "text\n",
    "# Title\n",
    "## Part\n",
    "### Deeper\n",
    "## Related\n",
    "### Related\n",
    "- item [[A]]\n",
    "* other\n",
    "  - nested\n",
    "1. one\n",
    "2. two\n",
    "- [ ] task\n",
    "- \n",
    "> quote\n",
    "> [!tip]\n> - [[B]]\n",
    "\n```rust\ncode\n```\n",
    "\n| a | b |\n|---|---|\n| 1 | 2 |\n",
    "\n---\n\n",
    "%% hidden %%\n",
    "\n%%\nhidden\n\n- x\n%%\n",
    "\n<!-- c -->\n",
    "\n[^1]: foot\n",
    "^id\n",
    "![[p.png]]\n",
    "    indented\n",
    "\ttabbed\n",
    "Setext\n===\n",
];
