//! Links from a note to other notes, and what their text says about where they lead.

use std::ops::Range;

use percent_encoding::percent_decode_str;

use crate::Span;

/// How a link is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LinkKind {
    /// `[[target]]`, resolved by name.
    Wiki,
    /// `[text](target.md)`, resolved by path; so are the file cards of a canvas.
    Markdown,
}

/// A link to a note or another file of the vault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The whole link, brackets included.
    pub span: Span,
    /// How it is written.
    pub kind: LinkKind,
    /// Whether it shows its target in place (`!` before it).
    pub embed: bool,
    /// The note or file, percent-decoded; empty when the link stays in its own note.
    pub target: String,
    /// The heading it leads to; `A#B` for a path of headings.
    pub heading: Option<String>,
    /// The block it leads to, without `^`.
    pub block: Option<String>,
    /// The text shown for it.
    pub display: String,
}

/// What a link leads to, told from its text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Target {
    pub(crate) file: String,
    pub(crate) heading: Option<String>,
    pub(crate) block: Option<String>,
}

impl Target {
    /// Reads `file#heading` or `file#^block`.
    pub(crate) fn read(text: &str) -> Self {
        let (file, part) =
            text.split_once('#').map_or((text, None), |(file, part)| (file, Some(part)));
        let part = part.map(str::trim).filter(|part| !part.is_empty());
        let block = part.and_then(|part| part.strip_prefix('^')).map(str::to_owned);
        let heading = part.filter(|_| block.is_none()).map(str::to_owned);
        Self { file: file.trim().to_owned(), heading, block }
    }

    /// Reads the destination of a Markdown link; `None` when it leads out of the vault.
    pub(crate) fn read_destination(destination: &str) -> Option<Self> {
        if destination.is_empty() || has_scheme(destination) || destination.starts_with("//") {
            return None;
        }
        // Split first, so that an encoded `%23` stays part of the file name.
        let (file, part) =
            destination.split_once('#').map_or((destination, ""), |(file, part)| (file, part));
        let Self { heading, block, .. } = Self::read(&format!("#{}", decoded(part)));
        Some(Self { file: decoded(file), heading, block })
    }

    /// Makes a link of the target and of how it is written.
    pub(crate) fn into_link(
        self,
        span: Span,
        kind: LinkKind,
        embed: bool,
        display: String,
    ) -> Link {
        Link {
            span,
            kind,
            embed,
            target: self.file,
            heading: self.heading,
            block: self.block,
            display,
        }
    }
}

/// The inside of `[[…]]`.
pub(crate) struct Wikilink<'a> {
    pub(crate) target: &'a str,
    pub(crate) alias: Option<&'a str>,
}

impl<'a> Wikilink<'a> {
    /// Takes the brackets off `[[…]]`, and the `!` of an embed.
    pub(crate) fn inside(markup: &'a str) -> &'a str {
        markup.trim_start_matches('!').trim_start_matches('[').trim_end_matches(']')
    }

    /// Reads `target|alias`; inside a table the bar is written `\|`.
    pub(crate) fn read(inside: &'a str) -> Self {
        match inside.split_once('|') {
            Some((target, alias)) => {
                Self { target: target.trim_end_matches('\\').trim(), alias: Some(alias.trim()) }
            }
            None => Self { target: inside.trim(), alias: None },
        }
    }

    /// Returns whether the alias names something, and so may be formatted; an embed's may be only a width, `300` or
    /// `300x200`.
    pub(crate) fn has_name(&self) -> bool {
        let is_size = |alias: &str| alias.bytes().all(|b| b.is_ascii_digit() || b == b'x');
        self.alias.is_some_and(|alias| !is_size(alias))
    }

    /// Returns what is shown: the alias, else the target with its parts divided as Obsidian does.
    pub(crate) fn display(&self) -> String {
        match self.alias {
            Some(alias) if self.has_name() => alias.to_owned(),
            _ => {
                let parts = self.target.split('#').map(str::trim);
                parts
                    .filter(|part| !part.is_empty() && !part.starts_with('^'))
                    .collect::<Vec<_>>()
                    .join(" > ")
            }
        }
    }

    /// Returns whether the target is a picture or the like, whose name says nothing.
    pub(crate) fn is_media(&self) -> bool {
        const MEDIA: &[&str] = &[
            "png", "jpg", "jpeg", "gif", "svg", "webp", "bmp", "avif", "mp3", "wav", "m4a", "ogg",
            "flac", "mp4", "webm", "mov", "mkv", "3gp", "ogv", "pdf",
        ];
        let file = self.target.split('#').next().unwrap_or_default();
        let extension = file.rsplit_once('.').map_or("", |(_, extension)| extension);
        MEDIA.iter().any(|media| media.eq_ignore_ascii_case(extension))
    }
}

/// Returns the ranges of the `[[…]]` in a text without Markdown, such as frontmatter.
pub(crate) fn wikilinks_in(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let mut from = 0;
        while let Some(open) = line[from..].find("[[").map(|open| from + open) {
            let Some(close) = line[open..].find("]]").map(|close| open + close) else { break };
            // Of several opening brackets the last pair counts.
            let open = line[..close].rfind("[[").unwrap_or(open).max(open);
            if close > open + 2 {
                found.push(at + open..at + close + 2);
            }
            from = close + 2;
        }
        at += line.len();
    }
    found
}

/// Undoes percent-encoding.
fn decoded(text: &str) -> String {
    percent_decode_str(text.trim()).decode_utf8_lossy().into_owned()
}

/// Returns whether the destination starts like `https:`; one letter is a drive, not a scheme.
fn has_scheme(destination: &str) -> bool {
    let Some((scheme, _)) = destination.split_once(':') else { return false };
    scheme.len() > 1
        && scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|b| b.is_ascii_alphanumeric() || b"+-.".contains(&b))
}

#[cfg(test)]
mod tests {
    use super::{Target, Wikilink, wikilinks_in};

    fn check(destination: &str, file: &str, heading: Option<&str>, block: Option<&str>) {
        let expected = Target {
            file: file.to_owned(),
            heading: heading.map(str::to_owned),
            block: block.map(str::to_owned),
        };
        assert_eq!(Target::read_destination(destination), Some(expected));
    }

    #[test]
    fn destinations_inside_the_vault() {
        check("../a%20b.md#Some%20part", "../a b.md", Some("Some part"), None);
        check("c%23.md", "c#.md", None, None);
        check("#^ab1", "", None, Some("ab1"));
        check("x.md#", "x.md", None, None);
    }

    #[test]
    fn destinations_outside() {
        for destination in
            ["https://a.org", "mailto:a@b.org", "obsidian://open", "//a.org/x", "data:x", ""]
        {
            assert_eq!(Target::read_destination(destination), None, "{destination}");
        }
    }

    #[test]
    fn what_a_wikilink_shows() {
        let display = |inside| Wikilink::read(inside).display();
        assert_eq!(display("a/b#C#D"), "a/b > C > D");
        assert_eq!(display("a#^id"), "a");
        assert_eq!(display("a\\|b"), "b");
        assert_eq!(display("a|300x20"), "a");
        assert!(Wikilink::read("x y.PNG|300").is_media());
    }

    #[test]
    fn wikilinks_in_plain_text() {
        let text = "a: \"[[b]]\"\nc: [[[d|e]], [[]]\nf: [[open\n]]";
        let found: Vec<_> = wikilinks_in(text).into_iter().map(|range| &text[range]).collect();
        assert_eq!(found, ["[[b]]", "[[d|e]]"]);
        assert!(wikilinks_in(&"[[".repeat(100_000)).is_empty());
    }
}
