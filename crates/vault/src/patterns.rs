//! A list of patterns in the syntax of `.gitignore`, matched without regard to case or Unicode form.

use ignore::gitignore::{Gitignore, GitignoreBuilder};
use ignore::{Error, Match};
use notekin_note::fold;

/// A compiled list of patterns that hold below one folder.
///
/// Patterns and paths are folded before they meet: a rule that keeps private notes out must not fail because a file
/// system stores `Ä` in two parts, or because a folder was renamed from `private` to `Private`.
#[derive(Debug)]
pub(crate) struct Patterns {
    matcher: Gitignore,
    written: Vec<(String, String)>,
}

/// What a list of patterns says of a path.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Said<'a> {
    /// The pattern, as it was written, matches.
    Match(&'a str),
    /// A pattern that starts with `!` takes the path out again.
    Unmatch,
}

/// A line that is no pattern.
#[derive(Debug)]
pub(crate) struct Broken {
    pub(crate) pattern: String,
    pub(crate) reason: String,
}

impl Patterns {
    /// Compiles a list of settings, in which every entry is a pattern: `#` starts no comment and nothing is skipped.
    pub(crate) fn of_settings(patterns: &[String]) -> Result<Self, Broken> {
        let mut list = Builder::new();
        for pattern in patterns {
            if pattern.trim_matches(['!', '/', ' ', '\t']).is_empty() {
                return Err(Broken { pattern: pattern.clone(), reason: "it is empty".to_owned() });
            }
            list.add(
                pattern,
                &pattern
                    .strip_prefix('#')
                    .map_or_else(|| pattern.clone(), |rest| format!("\\#{rest}")),
            )?;
        }
        list.build()
    }

    /// Compiles the text of an ignore file and returns the broken lines beside it.
    pub(crate) fn of_file(text: &str) -> (Option<Self>, Vec<Broken>) {
        let mut list = Builder::new();
        let lines = text.strip_prefix('\u{feff}').unwrap_or(text).lines();
        let mut broken: Vec<Broken> = lines.filter_map(|line| list.add(line, line).err()).collect();
        let patterns = list.build().map_err(|error| broken.push(error)).ok();
        (patterns, broken)
    }

    /// Returns what the last matching pattern says of a path, which is relative to the folder of the patterns.
    pub(crate) fn say(&self, folded_path: &str, is_folder: bool) -> Option<Said<'_>> {
        match self.matcher.matched(folded_path, is_folder) {
            Match::None => None,
            Match::Whitelist(_) => Some(Said::Unmatch),
            Match::Ignore(glob) => Some(Said::Match(self.as_written(glob.original()))),
        }
    }

    fn as_written<'a>(&'a self, folded: &'a str) -> &'a str {
        self.written.iter().find(|(key, _)| key == folded).map_or(folded, |(_, written)| written)
    }
}

struct Builder {
    globs: GitignoreBuilder,
    written: Vec<(String, String)>,
}

impl Builder {
    fn new() -> Self {
        let mut globs = GitignoreBuilder::new("");
        globs.allow_unclosed_class(false);
        Self { globs, written: Vec::new() }
    }

    /// Adds the pattern that `line` spells and remembers how it was written.
    fn add(&mut self, written: &str, line: &str) -> Result<(), Broken> {
        let folded = fold(line);
        self.globs.add_line(None, &folded).map_err(|error| broken(written, &error))?;
        self.written.push((folded.trim_end().to_owned(), written.trim_end().to_owned()));
        Ok(())
    }

    fn build(self) -> Result<Patterns, Broken> {
        let matcher = self.globs.build().map_err(|error| broken("", &error))?;
        Ok(Patterns { matcher, written: self.written })
    }
}

fn broken(written: &str, error: &Error) -> Broken {
    let reason = match error {
        Error::Glob { err, .. } => err.clone(),
        other => other.to_string(),
    };
    Broken { pattern: written.to_owned(), reason }
}
