//! The path of a note inside its vault: its identity.

use std::fmt;

use thiserror::Error;

use crate::fold;

/// A relative, `/`-separated path, exactly as it is on disk.
///
/// Case and Unicode form are kept, since two files may differ in nothing else; for comparing names
/// there is [`NotePath::lookup_key`].
///
/// ```
/// use notekin_note::NotePath;
///
/// let path = NotePath::parse("Kitchen/Beet soup.md")?;
/// assert_eq!((path.folder(), path.stem(), path.extension()), ("Kitchen", "Beet soup", "md"));
/// assert!(NotePath::parse("../elsewhere.md").is_err());
/// # Ok::<(), notekin_note::PathError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NotePath(String);

/// Says why a text is no note path.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PathError {
    /// The path has no characters.
    #[error("the path is empty")]
    Empty,
    /// The path starts at the root of a file system or a drive.
    #[error("`{0}` is not relative to the vault")]
    Absolute(String),
    /// A component is empty, `.` or `..`.
    #[error("`{0}` has an empty, `.` or `..` component")]
    Component(String),
    /// The path holds a NUL character.
    #[error("`{}` holds a NUL character", .0.escape_default())]
    Nul(String),
}

impl NotePath {
    /// Returns `text` as a path when it is relative and has only plain components.
    pub fn parse(text: &str) -> Result<Self, PathError> {
        if text.is_empty() {
            return Err(PathError::Empty);
        }
        if text.contains('\0') {
            return Err(PathError::Nul(text.to_owned()));
        }
        if is_absolute(text) {
            return Err(PathError::Absolute(text.to_owned()));
        }
        if text.split('/').any(|part| matches!(part, "" | "." | "..")) {
            return Err(PathError::Component(text.to_owned()));
        }
        Ok(Self(text.to_owned()))
    }

    /// Returns the whole path.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the last component.
    pub fn file_name(&self) -> &str {
        self.0.rsplit_once('/').map_or(&self.0, |(_, name)| name)
    }

    /// Returns the file name without its extension.
    pub fn stem(&self) -> &str {
        split_name(self.file_name()).0
    }

    /// Returns the extension without its dot, or `""`.
    pub fn extension(&self) -> &str {
        split_name(self.file_name()).1
    }

    /// Returns everything before the file name, without the last `/`; `""` at the root.
    pub fn folder(&self) -> &str {
        self.0.rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    /// Returns the folded path; several notes may share one.
    pub fn lookup_key(&self) -> String {
        fold(&self.0)
    }
}

impl fmt::Display for NotePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Returns whether the text starts at a root, a drive or a network share.
fn is_absolute(text: &str) -> bool {
    let drive = match text.as_bytes() {
        [letter, b':', b'/' | b'\\', ..] => letter.is_ascii_alphabetic(),
        _ => false,
    };
    drive || text.starts_with('/') || text.starts_with("\\\\")
}

/// Splits a file name at its last dot; a leading dot begins no extension.
fn split_name(name: &str) -> (&str, &str) {
    match name.rsplit_once('.') {
        Some((stem, extension)) if !stem.is_empty() => (stem, extension),
        _ => (name, ""),
    }
}

#[cfg(test)]
mod tests {
    use super::{NotePath, PathError};

    #[test]
    fn parts_of_a_path() {
        let path = NotePath::parse("Ä/b c/v1.2 #x|[y].md").unwrap();
        assert_eq!(path.folder(), "Ä/b c");
        assert_eq!(path.file_name(), "v1.2 #x|[y].md");
        assert_eq!(path.stem(), "v1.2 #x|[y]");
        assert_eq!(path.extension(), "md");
        assert_eq!(path.lookup_key(), "ä/b c/v1.2 #x|[y].md");
        let root = NotePath::parse(".hidden").unwrap();
        assert_eq!((root.folder(), root.stem(), root.extension()), ("", ".hidden", ""));
    }

    #[test]
    fn paths_that_leave_the_vault_are_refused() {
        assert_eq!(NotePath::parse(""), Err(PathError::Empty));
        for text in ["/a", "C:\\a", "c:/a", "\\\\host\\a"] {
            assert!(matches!(NotePath::parse(text), Err(PathError::Absolute(_))), "{text}");
        }
        for text in ["a//b", "a/", "../a", "a/./b", "."] {
            assert!(matches!(NotePath::parse(text), Err(PathError::Component(_))), "{text}");
        }
        assert!(matches!(NotePath::parse("a\0"), Err(PathError::Nul(_))));
        assert!(NotePath::parse("a: b.md").is_ok());
    }
}
