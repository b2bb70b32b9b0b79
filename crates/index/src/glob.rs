//! A pattern for paths.

use notekin_note::fold;
use regex::{Regex, RegexBuilder};

use crate::error::{Error, Result};

/// Longer patterns are refused; no path is that long.
const MAX_CHARACTERS: usize = 1000;

/// A compiled pattern may take this much memory.
const MAX_COMPILED_BYTES: usize = 4 << 20;

/// A pattern for whole paths: `*` stands for any characters but `/`, `**` for any at all, `?` for one but `/`.
///
/// One without `/` is compared with the file's name alone, one that ends in `/` with all that lies below. The extension
/// may be left out. Case doesn't count. Matching takes time linear in the path.
///
/// ```
/// use notekin_index::Glob;
///
/// let glob = Glob::parse("daily/**/2024-*")?;
/// assert!(glob.matches("daily/2024-03-15.md") && glob.matches("Daily/old/2024-01-01.md"));
/// # Ok::<(), notekin_index::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Glob {
    pattern: String,
    regex: Regex,
    /// What every path that matches begins with, folded.
    prefix: String,
}

impl PartialEq for Glob {
    fn eq(&self, other: &Self) -> bool {
        self.pattern == other.pattern
    }
}

impl Eq for Glob {}

impl Glob {
    /// Compiles a pattern; fails when it is empty or too long.
    pub fn parse(pattern: &str) -> Result<Self> {
        let invalid = |source: Box<dyn std::error::Error + Send + Sync>| Error::Invalid {
            what: format!("the pattern `{pattern}`"),
            source,
        };
        if is_empty(pattern) {
            return Err(invalid("it is empty".into()));
        }
        if pattern.chars().count() > MAX_CHARACTERS {
            return Err(invalid(format!("it has more than {MAX_CHARACTERS} characters").into()));
        }
        let whole = rooted(pattern.trim());
        let mut builder = RegexBuilder::new(&translated(&whole));
        let regex = builder.size_limit(MAX_COMPILED_BYTES).build();
        let prefix = whole.split(['*', '?']).next().unwrap_or_default().to_owned();
        Ok(Self {
            pattern: pattern.to_owned(),
            regex: regex.map_err(|e| invalid(e.into()))?,
            prefix,
        })
    }

    /// Returns whether a path matches.
    pub fn matches(&self, path: &str) -> bool {
        self.matches_folded(&fold(path))
    }

    /// Returns whether a path matches that is folded already.
    pub(crate) fn matches_folded(&self, path: &str) -> bool {
        self.regex.is_match(path)
    }

    /// Returns what every path that matches begins with, folded.
    pub(crate) fn prefix(&self) -> &str {
        &self.prefix
    }
}

/// Returns whether a pattern names nothing in the vault: it is blank, or the vault itself, such as `./`.
fn is_empty(pattern: &str) -> bool {
    pattern.trim().split('/').all(|part| matches!(part.trim(), "" | "."))
}

/// Returns a pattern, folded, as one for whole paths from the root.
fn rooted(pattern: &str) -> String {
    let bare = pattern.strip_prefix("./").unwrap_or(pattern);
    let mut whole = fold(bare.trim_start_matches('/'));
    if whole.ends_with('/') {
        whole.push_str("**");
    } else if !bare.contains('/') {
        whole.insert_str(0, "**/");
    }
    whole
}

/// Translates a pattern into a regular expression.
fn translated(pattern: &str) -> String {
    let mut regex = String::from(r"(?s)\A");
    let mut rest = pattern;
    // Whether what comes next begins a part of the path.
    let mut is_at_start = true;
    while let Some(c) = rest.chars().next() {
        let stars = rest.len() - rest.trim_start_matches('*').len();
        let taken = match (c, stars) {
            ('*', 1) => {
                regex.push_str("[^/]*");
                1
            }
            // `a/**/b` is `a/b` too.
            ('*', _) if is_at_start && rest[stars..].starts_with('/') => {
                regex.push_str("(?:.*/)?");
                // However often it is said, it is any folders.
                stars + 1 + repeated(&rest[stars + 1..])
            }
            ('*', _) => {
                regex.push_str(".*");
                stars
            }
            ('?', _) => {
                regex.push_str("[^/]");
                1
            }
            _ => {
                regex.push_str(&regex::escape(&rest[..c.len_utf8()]));
                c.len_utf8()
            }
        };
        is_at_start = rest[..taken].ends_with('/');
        rest = &rest[taken..];
    }
    regex.push_str(r"(?:\.md|\.markdown|\.canvas)?\z");
    regex
}

/// Returns the bytes of all `**/` that a text begins with.
fn repeated(text: &str) -> usize {
    let mut rest = text;
    while rest.starts_with("**")
        && let Some(after) = rest.trim_start_matches('*').strip_prefix('/')
    {
        rest = after;
    }
    text.len() - rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pattern: &str, matching: &[&str], others: &[&str]) {
        let glob = Glob::parse(pattern).unwrap();
        for path in matching {
            assert!(glob.matches(path), "{pattern} {path}");
            assert!(fold(path).starts_with(glob.prefix()), "{pattern} {path}");
        }
        for path in others {
            assert!(!glob.matches(path), "{pattern} {path}");
        }
    }

    #[test]
    fn stars_end_at_folders_unless_doubled() {
        check(
            "daily/*",
            &["daily/a.md", "Daily/b.canvas"],
            &["daily/x/a.md", "my/daily/a.md", "daily"],
        );
        check("daily/", &["daily/a.md", "daily/x/a.md"], &["dailys/a.md"]);
        check(
            "./a/**/b.md",
            &["a/b.md", "a/x/b.md", "a/x/y/b.md"],
            &["a/xb.md", "ab.md", "a/b.mdx"],
        );
        check("**/b", &["b.md", "x/b.md"], &["xb.md"]);
        check("a/**/**/b", &["a/b.md", "a/x/b.md", "a/x/y/b.md"], &["a/xb.md", "ab.md"]);
        check("**/**/x", &["x.md", "a/x.md", "a/b/x.md"], &["ax.md", "x/a.md"]);
        check("a/***/**/", &["a/b.md", "a/b/c.md"], &["a.md", "ab.md"]);
        check("a**/b", &["a/b.md", "ac/x/b.md"], &["ab.md"]);
        check("A/*", &["a/x.md"], &["a/x/y.md"]);
        check("/a**", &["a.md", "ab/c.md"], &["x/a.md"]);
        check(
            "2024-0?-*",
            &["2024-03-15.md", "daily/2024-03-15.md"],
            &["2024-11-15.md", "2024-0/-1.md"],
        );
        check("*.canvas", &["Plan.canvas", "x/Plan.canvas"], &["Plan.md"]);
        check("Plan", &["plan.md", "x/PLAN.canvas"], &["plans.md"]);
        check("/Plan.md", &["plan.md"], &["plan.md.md.txt"]);
        check("e\u{301}t\u{e9}/?", &["\u{c9}te\u{301}/🎉.md"], &["ete/a.md", "été/ab.md"]);
        check("a.b[c](d)+", &["a.b[c](d)+.md"], &["axb[c](d)+.md", "a.bcd.md"]);
    }

    #[test]
    fn hostile_patterns_are_refused_or_quick() {
        for pattern in ["", " ", "/", "//", ".", "./", "././", &"a".repeat(1001)] {
            assert!(Glob::parse(pattern).is_err(), "{pattern}");
        }
        let path = "a".repeat(4000);
        for bomb in ["*a".repeat(400), "**a".repeat(300), "**/".repeat(300), "?*".repeat(400)] {
            assert!(!Glob::parse(&format!("{bomb}b/c")).unwrap().matches(&path));
        }
    }
}
