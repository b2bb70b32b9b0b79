//! A link as it will be written into a note.

use percent_encoding::percent_encode_byte;

use crate::link::{Target, Wikilink};
use crate::{Format, Link, LinkKind, NotePath, Settings, fold, parse};

/// Characters of a path that mean something in the destination of a Markdown link, or end it.
const ENCODED: &str = " ()<>[]{}#?%\"'\\`*^|:&$~";

/// Characters of a title that mean something in the text of a Markdown link.
const ESCAPED: &str = "\\`*_[]<$~|";

/// A link that is not yet in a note, in one of the ways to write it.
///
/// ```
/// use notekin_note::{NewLink, NotePath};
///
/// let link = NewLink::wiki("Soups/Borscht", Some("Beet soup")).unwrap();
/// assert_eq!(link.text(), "[[Soups/Borscht|Beet soup]]");
///
/// let (from, to) = (NotePath::parse("Diary/May.md")?, NotePath::parse("Soups/Beet soup.md")?);
/// assert_eq!(NewLink::markdown(&from, &to, "Beet soup").text(), "[Beet soup](../Soups/Beet%20soup.md)");
/// # Ok::<(), notekin_note::PathError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewLink {
    text: String,
    kind: LinkKind,
    /// As a reader of the link finds it: decoded.
    target: String,
}

impl NewLink {
    /// Writes `[[target]]`, or `[[target|display]]` where the display text says something else.
    ///
    /// `target` is a name or a path that leads to the note without `.md`, without heading or block.
    /// Brackets and bars in the display text are replaced, as nothing can escape them there. Returns `None` when no
    /// wikilink can hold the target, such as `a]b` or `C#`; a Markdown link can.
    pub fn wiki(target: &str, display: Option<&str>) -> Option<Self> {
        let target = target.trim();
        let display = one_line(display.unwrap_or_default())
            .replace('[', "(")
            .replace(']', ")")
            .replace('|', "-");
        let says_more = !display.is_empty() && fold(&display) != fold(target);
        let text = if says_more {
            format!("[[{target}|{}]]", without_comment(&display, "%"))
        } else {
            format!("[[{target}]]")
        };
        let link = Self { text, kind: LinkKind::Wiki, target: target.to_owned() };
        link.reads_back().then_some(link)
    }

    /// Writes `[display](path)` with the path from the folder of the note `from` to the note `to`.
    ///
    /// What Markdown would misread in the path is percent-encoded, and in the display text escaped; letters of any
    /// script stay as they are. A blank display text becomes the file name.
    pub fn markdown(from: &NotePath, to: &NotePath, display: &str) -> Self {
        let target = relative(from, to);
        let display = one_line(display);
        let display = if display.is_empty() { one_line(to.stem()) } else { display };
        let text = format!("[{}]({})", escaped(&display), encoded(&target));
        Self { text, kind: LinkKind::Markdown, target }
    }

    /// Returns the whole link as it is written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns whether a link is written the same way and names the same file, whatever part of it.
    pub(crate) fn names_target_of(&self, link: &Link) -> bool {
        self.kind == link.kind && file_key(&self.target) == file_key(&link.target)
    }

    /// Returns whether a link that was read is this one.
    pub(crate) fn is(&self, link: &Link) -> bool {
        let whole = link.heading.is_none() && link.block.is_none() && !link.embed;
        whole && self.kind == link.kind && self.target == link.target
    }

    /// Returns whether the text alone is read as this link and nothing else.
    fn reads_back(&self) -> bool {
        // The parser reads single brackets in a target; Obsidian doesn't.
        let marks = self.target.contains(['[', ']']) || self.text.contains("%%");
        let plain = !marks && !self.text.contains(char::is_control);
        let inside = self.text.trim_start_matches('[').trim_end_matches(']');
        let named = Target::read(Wikilink::read(inside).target).file == self.target;
        // In a list, as that is where it will stand: a task's box or a footnote would be read only there.
        let note =
            parse(format!("- {}", self.text).as_bytes(), Format::Markdown, &Settings::default());
        let [link] = &note.links[..] else { return false };
        plain && named && self.is(link) && link.span.range() == (2..2 + self.text.len())
    }
}

/// Returns the form in which the files of links are compared: folded, without `./` and `.md`.
fn file_key(target: &str) -> String {
    let folded = fold(target.trim());
    let inside = folded.trim_start_matches("./").trim_start_matches('/');
    let stem = [".md", ".markdown"].iter().find_map(|extension| inside.strip_suffix(extension));
    stem.unwrap_or(inside).to_owned()
}

/// Returns the path that leads from the folder of one note to another note.
fn relative(from: &NotePath, to: &NotePath) -> String {
    let folders = |path: &NotePath| -> Vec<String> {
        path.folder().split('/').filter(|name| !name.is_empty()).map(str::to_owned).collect()
    };
    let (here, there) = (folders(from), folders(to));
    let shared = here.iter().zip(&there).take_while(|(a, b)| a == b).count();
    let up = std::iter::repeat_n("..", here.len() - shared);
    let down = there[shared..].iter().map(String::as_str);
    up.chain(down).chain([to.file_name()]).collect::<Vec<_>>().join("/")
}

/// Percent-encodes what can't stand in a destination.
fn encoded(path: &str) -> String {
    let is_kept = |c: char| !(c.is_control() || c.is_whitespace() || ENCODED.contains(c));
    let encode = |c: char| {
        let bytes = c.encode_utf8(&mut [0; 4]).bytes().collect::<Vec<_>>();
        bytes.iter().map(|&byte| percent_encode_byte(byte)).collect()
    };
    path.chars().map(|c| if is_kept(c) { c.to_string() } else { encode(c) }).collect()
}

/// Puts a backslash before what Markdown would read in a link's text.
fn escaped(title: &str) -> String {
    let mut written = String::with_capacity(title.len());
    let mut rest = title.chars().peekable();
    while let Some(c) = rest.next() {
        // An ampersand alone is plain text; before a word it may begin an entity.
        let entity = c == '&' && rest.peek().is_some_and(|&c| c.is_alphanumeric() || c == '#');
        if entity || ESCAPED.contains(c) {
            written.push('\\');
        }
        written.push(c);
    }
    without_comment(&written, "%\\%")
}

/// Replaces the marks of Obsidian's comments, of which one would hide the rest of the note.
fn without_comment(text: &str, mark: &str) -> String {
    let mut text = text.to_owned();
    while text.contains("%%") {
        text = text.replace("%%", mark);
    }
    text
}

/// Returns a title without line breaks and other control characters.
fn one_line(title: &str) -> String {
    let words = title.split(|c: char| c.is_whitespace() || c.is_control());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::NewLink;
    use crate::NotePath;

    fn check_wiki(target: &str, display: Option<&str>, expected: Option<&str>) {
        let link = NewLink::wiki(target, display);
        assert_eq!(link.as_ref().map(NewLink::text), expected, "{target}");
    }

    fn check_markdown(from: &str, to: &str, display: &str, expected: &str) {
        let (from, to) = (NotePath::parse(from).unwrap(), NotePath::parse(to).unwrap());
        assert_eq!(NewLink::markdown(&from, &to, display).text(), expected);
    }

    #[test]
    fn wikilinks() {
        check_wiki("Target", None, Some("[[Target]]"));
        check_wiki("Folder/Target", Some("Title"), Some("[[Folder/Target|Title]]"));
        check_wiki("Target", Some(" target\n"), Some("[[Target]]"));
        check_wiki("a", Some("[x] y | z"), Some("[[a|(x) y - z]]"));
        check_wiki("a", Some("100 %% sure"), Some("[[a|100 % sure]]"));
        check_wiki("Ёлка (1), \"x\" & y's", None, Some("[[Ёлка (1), \"x\" & y's]]"));
        for target in ["", " ", "C#", "a]b", "a]]b", "a[b", "a|b", "#a", "a\nb", "%%a%%"] {
            check_wiki(target, None, None);
        }
    }

    #[test]
    fn markdown_links() {
        check_markdown("a.md", "b.md", "B", "[B](b.md)");
        check_markdown("x/y/a.md", "x/z/b c.md", "B", "[B](../z/b%20c.md)");
        check_markdown("x/a.md", "b.md", "", "[b](../b.md)");
        check_markdown("a.md", "x/y/b.md", "B", "[B](x/y/b.md)");
        check_markdown("a.md", "Ёлка (1) 50%.md", "Ё", "[Ё](Ёлка%20%281%29%2050%25.md)");
        check_markdown(
            "a.md",
            "C# or not?.md",
            "C# or not?",
            "[C# or not?](C%23%20or%20not%3F.md)",
        );
        check_markdown("a.md", "Plan: b.md", "Plan: b", "[Plan: b](Plan%3A%20b.md)");
        check_markdown("a.md", "b.md", "[x] `y` a_b*c", "[\\[x\\] \\`y\\` a\\_b\\*c](b.md)");
        check_markdown("a.md", "b.md", "R & D, &amp; %%%", "[R & D, \\&amp; %\\%\\%](b.md)");
    }
}
