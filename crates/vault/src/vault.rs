//! A folder of notes that has been opened.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use notekin_note::{NotePath, TitleRule};

use crate::error::Error;
use crate::explain::Verdict;
use crate::file::{self, File};
use crate::obsidian;
use crate::policy::{Policy, PolicySettings};
use crate::scan::Scan;
use crate::unreadable::{Trouble, Unreadable};
use crate::walk::{is_note_name, walk};

/// A folder of notes, with the policy that says which of them may be read.
#[derive(Debug)]
pub struct Vault {
    root: PathBuf,
    flavor: Flavor,
    policy: Policy,
    max_bytes: u64,
}

/// Whose habits the notes of a vault follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flavor {
    /// Obsidian's: the folder holds its settings.
    Obsidian,
    /// No particular program's.
    Plain,
}

impl Vault {
    /// Opens the folder at `root`.
    ///
    /// Obsidian's settings are read now, ignore files at each scan. Fails when the folder isn't there, isn't a folder
    /// or may not be read, and when a pattern of the settings is broken.
    pub fn open(root: &Path, settings: &PolicySettings) -> Result<Self, Error> {
        let canonical = fs::canonicalize(root).map_err(|error| Error::opening(root, error))?;
        if !canonical.is_dir() {
            return Err(Error::NotAFolder { path: root.to_owned() });
        }
        fs::read_dir(&canonical).map_err(|error| Error::opening(root, error))?;
        let policy = Policy::new(&canonical, settings)?;
        let flavor = if canonical.join(obsidian::FOLDER).is_dir() {
            Flavor::Obsidian
        } else {
            Flavor::Plain
        };
        Ok(Self { root: canonical, flavor, policy, max_bytes: settings.max_bytes })
    }

    /// Returns the vault's folder, absolute and without symbolic links.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Returns whose habits the notes follow.
    pub fn flavor(&self) -> Flavor {
        self.flavor
    }

    /// Returns where the title that people know a note by comes from.
    pub fn title_rule(&self) -> TitleRule {
        match self.flavor {
            Flavor::Obsidian => TitleRule::FileName,
            Flavor::Plain => TitleRule::Heading,
        }
    }

    /// Walks over the folder and returns what is in it.
    ///
    /// Symbolic links are followed, also out of the vault, but no real file is reported twice: a link into the vault
    /// itself adds nothing, and one that leads back to a folder above it is reported as a loop. Links in folders that
    /// a rule keeps out are not followed. Fails only when the vault's own folder can't be read any more.
    pub fn scan(&self) -> Result<Scan, Error> {
        walk(&self.root, &self.policy, self.max_bytes)
    }

    /// Reads a note that the policy permits.
    ///
    /// The bytes are those of one moment: a file that changes while it is read is read again, a few times.
    pub fn read(&self, path: &NotePath) -> Result<File, Unreadable> {
        let real = self.locate(path)?;
        file::read(path.as_str(), &real, self.max_bytes, !real.starts_with(&self.root))
    }

    /// Returns a path relative to the root, as notes are named, of one that may be absolute or have something around it.
    pub fn relative<'a>(&self, path: &'a str) -> &'a str {
        let inside = Path::new(path).strip_prefix(&self.root).ok().and_then(Path::to_str);
        inside.unwrap_or(path).trim_start_matches("./").trim_end_matches('/')
    }

    /// Says whether the note or folder at `path` is read, and if not, why. A note is read for that.
    ///
    /// The path is relative to the root, or absolute and inside it.
    pub fn explain(&self, path: &str) -> Verdict {
        let Ok(path) = NotePath::parse(self.relative(path)) else { return Verdict::Missing };
        let real = self.root.join(path.as_str());
        match real.symlink_metadata() {
            Ok(_) if real.is_dir() => self.explain_folder(path.as_str()),
            Ok(_) => self.explain_file(&path),
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                self.explain_hidden(&path, &error)
            }
            Err(_) => Verdict::Missing,
        }
    }

    fn explain_folder(&self, folder: &str) -> Verdict {
        if let Some(rule) = self.policy.scope_of(folder).closed() {
            return Verdict::Excluded(rule.clone());
        }
        self.shut(folder, folder).map_or(Verdict::Folder, Verdict::Unreadable)
    }

    fn explain_file(&self, path: &NotePath) -> Verdict {
        if let Some(rule) = self.policy.judge_from_top(path) {
            return Verdict::Excluded(rule);
        }
        if !is_note_name(path.file_name().as_ref()) {
            return Verdict::NotANote;
        }
        match self.shut(path.folder(), path.as_str()) {
            Some(unreadable) => Verdict::Unreadable(unreadable),
            None => self.read(path).map_or_else(Verdict::Unreadable, Verdict::Note),
        }
    }

    /// Says why a path can't even be looked at.
    fn explain_hidden(&self, path: &NotePath, error: &io::Error) -> Verdict {
        if let Some(rule) = self.policy.judge_from_top(path) {
            return Verdict::Excluded(rule);
        }
        let shut = self.shut(path.folder(), path.as_str());
        Verdict::Unreadable(shut.unwrap_or_else(|| Unreadable::io(path.as_str(), error)))
    }

    /// Returns that a path can't be read because the folder it lies in, or one above, may not be looked into.
    fn shut(&self, folder: &str, path: &str) -> Option<Unreadable> {
        let above = folder.match_indices('/').map(|(end, _)| &folder[..end]);
        let mut folders = above.chain((!folder.is_empty()).then_some(folder));
        let is_shut = |folder: &&str| {
            fs::read_dir(self.root.join(folder))
                .is_err_and(|error| error.kind() == io::ErrorKind::PermissionDenied)
        };
        let shut = folders.find(is_shut)?;
        let reason = format!("no permission to read the folder `{shut}`");
        Some(Unreadable::new(path, Trouble::Denied, reason))
    }

    /// Returns where a note really lies, if it may be read.
    ///
    /// A symbolic link must not open what the policy closes, so the rules apply to both ends of it.
    fn locate(&self, path: &NotePath) -> Result<PathBuf, Unreadable> {
        if !is_note_name(path.file_name().as_ref()) {
            return Err(Unreadable::new(path.as_str(), Trouble::NotANote, "not a note"));
        }
        let real = fs::canonicalize(self.root.join(path.as_str()))
            .map_err(|error| Unreadable::io(path.as_str(), &error))?;
        let target = self.policy.inside(&real).filter(|target| target != path);
        let rule = [Some(path), target.as_ref()]
            .into_iter()
            .flatten()
            .find_map(|path| self.policy.judge_from_top(path));
        match rule {
            Some(rule) => Err(Unreadable::new(path.as_str(), Trouble::Excluded, rule.to_string())),
            None => Ok(real),
        }
    }
}
