use proptest::prelude::*;

use super::{StretchKind, stretches};

#[track_caller]
fn check(markdown: &str, expect: &[(StretchKind, &str, &str)]) {
    let found = stretches(markdown);
    let found: Vec<_> = found
        .iter()
        .map(|stretch| (stretch.kind, stretch.text.as_str(), &markdown[stretch.span.clone()]))
        .collect();
    assert_eq!(found, expect, "{markdown}");
}

/// Checks where a piece of the first stretch's text stands.
#[track_caller]
fn check_source(markdown: &str, piece: &str, expect: &str) {
    let found = stretches(markdown);
    let at = found[0].text.find(piece).unwrap();
    assert_eq!(&markdown[found[0].source(at..at + piece.len())], expect, "{markdown}");
}

#[test]
fn blocks_are_told_apart() {
    use StretchKind::{Code, Header, Heading, Item, Row, Text};
    check(
        "## A *b* ##\n\nOne\ntwo  \nthree",
        &[(Heading, "A b", "## A *b* ##"), (Text, "One two\nthree", "One\ntwo  \nthree")],
    );
    check(
        "- **a**: b\n  - c\n\n  d\n1. [x] e",
        &[(Item, "a: b", "**a**: b"), (Item, "c", "c"), (Item, "d", "d"), (Item, "e", "e")],
    );
    check(
        "| a | b |\n|---|---|\n| `c` | d. e |\n",
        &[(Header, "a | b", "a | b"), (Row, "c | d. e", "`c` | d. e")],
    );
    check("```sh\nls -l\n```\n> q\n", &[(Code, "ls -l\n", "```sh\nls -l\n```"), (Text, "q", "q")]);
    check("<div>a\nb</div>\n", &[(Text, "a", "a"), (Text, "b", "b")]);
    check("猫が\n好き\n\n---\n", &[(Text, "猫が好き", "猫が\n好き")]);
    check(
        "> [!tip]- Soup\n> Boil.\n\n> [!note]  \n> Cut\n",
        &[(Text, "Soup Boil.", "Soup\n> Boil."), (Text, "Cut", "Cut")],
    );
    check("", &[]);
    check("![](x.png)\n", &[]);
}

#[test]
fn marks_go_with_what_they_mark() {
    check_source("**a**: b. c", "a: b.", "**a**: b.");
    check_source("**a b. c**", "a b.", "a b.");
    check_source("*a **b***", "a b", "a **b**");
    check_source("*a **b*** c", "a b c", "*a **b*** c");
    check_source("***a*** c", "a c", "***a*** c");
    check_source("**a. b** c", "b c", "b** c");
}

#[test]
fn what_cannot_be_cut_is_taken_whole() {
    check_source("see [a. b](c) d", "a.", "[a. b](c)");
    check_source("see `` a`b `` d", "b", "`` a`b ``");
    check_source("AT&amp;T is", "AT&", "AT&amp;");
    check_source("so $x^2$ is", "2", "$x^2$");
    check_source(r"a \* b", "* b", "* b");
}

#[test]
fn nesting_without_end_is_read_by_lines() {
    let markdown = format!("{} a\nb", ">".repeat(99));
    assert_eq!(stretches(&markdown).len(), 2);
}

proptest! {
    #[test]
    fn stretches_lie_in_the_text(markdown in "([a-b.é猫😀 \n*_`|>#\\[\\]()&;<$!-]|\\*\\*|e\u{301}|`{3}|- |\\| |> \\[!a\\][-+]? ?){0,60}") {
        let found = stretches(&markdown);
        prop_assert!(found.windows(2).all(|pair| pair[0].span.end <= pair[1].span.start), "{found:?}");
        for stretch in found {
            prop_assert!(markdown.get(stretch.span.clone()).is_some(), "{stretch:?}");
            for (at, c) in stretch.text.char_indices() {
                let place = stretch.source(at..at + c.len_utf8());
                prop_assert!(markdown.get(place.clone()).is_some(), "{stretch:?}");
                prop_assert!(stretch.span.start <= place.start && place.end <= stretch.span.end, "{stretch:?} {place:?}");
            }
        }
    }
}
