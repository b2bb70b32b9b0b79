//! The text files of the project, as they lie in the working folder.

use std::fs;
use std::path::Path;

/// Folders that hold nothing of ours; in a linked worktree `.git` is a file.
const FOREIGN: [&str; 3] = [".git", "target", "node_modules"];

/// Where the rules stand, which quote what they forbid.
const RULES: &str = "xtask/src/tidy/";

/// Every text file of the project with its path.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    root: String,
    files: Vec<File>,
}

/// One text file.
#[derive(Debug)]
pub(crate) struct File {
    /// The path from the root, with `/` on every system.
    pub(crate) path: String,
    /// The whole text; bytes that are no UTF-8 are replaced.
    pub(crate) text: String,
}

impl Tree {
    /// Reads every file below `root`, in the order of their paths.
    pub(crate) fn read(root: &Path) -> Result<Self, String> {
        let mut files = Vec::new();
        collect(root, "", &mut files)?;
        files.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(Self { root: slashed(root), files })
    }

    /// Returns all files.
    pub(crate) fn files(&self) -> &[File] {
        &self.files
    }

    /// Returns the text of the file at `path`.
    pub(crate) fn text(&self, path: &str) -> Option<&str> {
        self.files.iter().find(|file| file.path == path).map(|file| file.text.as_str())
    }

    /// Returns the Rust sources.
    pub(crate) fn sources(&self) -> impl Iterator<Item = &File> {
        self.files
            .iter()
            .filter(|file| Path::new(&file.path).extension().is_some_and(|ending| ending == "rs"))
    }

    /// Returns the names of the folders directly in the root.
    pub(crate) fn folders(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self
            .files
            .iter()
            .filter_map(|file| file.path.split_once('/'))
            .map(|(folder, _)| folder)
            .collect();
        names.dedup();
        names
    }

    /// Returns `folder` as a path from the root.
    pub(crate) fn relative(&self, folder: &Path) -> Option<String> {
        slashed(folder).strip_prefix(&self.root).map(|path| path.trim_start_matches('/').to_owned())
    }
}

impl File {
    /// Returns whether the file is one of the rules, which may say what they forbid.
    pub(crate) fn is_rule(&self) -> bool {
        self.path.starts_with(RULES)
    }

    /// Returns whether the file holds only tests, benches or examples.
    pub(crate) fn is_test(&self) -> bool {
        let exempt = ["/tests/", "/benches/", "/examples/"];
        self.path.ends_with("/tests.rs") || exempt.iter().any(|folder| self.path.contains(folder))
    }

    /// Returns the lines above the first inline test module.
    pub(crate) fn body(&self) -> impl Iterator<Item = &str> {
        self.text.lines().take_while(|line| !line.trim_start().starts_with("#[cfg(test)]"))
    }
}

fn collect(folder: &Path, prefix: &str, files: &mut Vec<File>) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("cannot read `{}`: {error}", folder.display());
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = format!("{prefix}{name}");
        if FOREIGN.contains(&name.as_str()) {
            continue;
        }
        if entry.file_type().map_err(failed)?.is_dir() {
            collect(&entry.path(), &format!("{path}/"), files)?;
        } else {
            let bytes = fs::read(entry.path()).map_err(failed)?;
            files.push(File { path, text: String::from_utf8_lossy(&bytes).into_owned() });
        }
    }
    Ok(())
}

fn slashed(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

#[cfg(test)]
impl Tree {
    /// Returns a tree of the given paths and texts.
    pub(crate) fn of(files: &[(&str, &str)]) -> Self {
        let files = files
            .iter()
            .map(|(path, text)| File { path: (*path).to_owned(), text: (*text).to_owned() });
        Self { root: String::new(), files: files.collect() }
    }
}
