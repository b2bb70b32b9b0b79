//! The walk over a folder: every real file once, in the same order on every machine.

use std::collections::{BTreeMap, HashSet};
use std::ffi::OsStr;
use std::fs::{self, DirEntry};
use std::io;
use std::path::{Path, PathBuf};

use notekin_note::NotePath;

use crate::error::Error;
use crate::file::{self, Stamp};
use crate::placeholder;
use crate::policy::{Policy, Scope, join};
use crate::scan::{Excluded, Scan};
use crate::unreadable::{Trouble, Unreadable};

/// Walks over the whole folder.
pub(crate) fn walk(root: &Path, policy: &Policy, max_bytes: u64) -> Result<Scan, Error> {
    fs::read_dir(root).map_err(|error| vanished(root, error))?;
    let mut walk = Walk {
        root,
        policy,
        max_bytes,
        seen: HashSet::new(),
        links: BTreeMap::new(),
        scan: Scan::default(),
    };
    walk.descend(Folder { path: String::new(), real: root.to_owned(), scope: policy.top() });
    while let Some((path, scope)) = walk.links.pop_first() {
        walk.follow(&path, &scope);
    }
    Ok(walk.finish())
}

fn vanished(root: &Path, error: io::Error) -> Error {
    match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
            Error::Vanished { path: root.to_owned() }
        }
        _ => Error::opening(root, error),
    }
}

/// Tells whether a file of this name is a note.
pub(crate) fn is_note_name(name: &OsStr) -> bool {
    let extension = Path::new(name).extension().unwrap_or_default();
    ["md", "markdown", "canvas"].iter().any(|known| extension.eq_ignore_ascii_case(known))
}

/// A walk under way.
///
/// Symbolic links wait in `links` until the folders they lie in are done. So a file that is also in the vault by
/// itself has its own path, and of several links to one place the first by name is followed.
struct Walk<'a> {
    root: &'a Path,
    policy: &'a Policy,
    max_bytes: u64,
    seen: HashSet<PathBuf>,
    links: BTreeMap<String, Scope>,
    scan: Scan,
}

/// A folder to look into: where it is in the vault, where it really is, and what holds inside it.
struct Folder {
    path: String,
    real: PathBuf,
    scope: Scope,
}

impl Walk<'_> {
    fn finish(mut self) -> Scan {
        self.scan.unreadable.sort();
        self.scan.excluded.sort_by(|a, b| a.path.cmp(&b.path));
        self.scan
    }

    /// Looks into a folder and all folders below it; a stack, because names can nest deeper than calls.
    fn descend(&mut self, top: Folder) {
        let mut pending = vec![top];
        while let Some(folder) = pending.pop() {
            if self.seen.insert(folder.real.clone()) {
                pending.extend(self.look_into(&folder));
            }
        }
    }

    /// Takes in what lies directly in the folder and returns the folders among it.
    fn look_into(&mut self, folder: &Folder) -> Vec<Folder> {
        match fs::read_dir(&folder.real).and_then(Iterator::collect::<io::Result<Vec<_>>>) {
            Ok(entries) => entries.iter().filter_map(|entry| self.take_in(folder, entry)).collect(),
            Err(error) => {
                self.report(&folder.scope, Unreadable::io(&folder.path, &error));
                Vec::new()
            }
        }
    }

    /// Takes in one entry, and returns it if it is a folder to look into.
    fn take_in(&mut self, folder: &Folder, entry: &DirEntry) -> Option<Folder> {
        let kind = entry.file_type().ok();
        let is_folder = kind.is_some_and(|kind| kind.is_dir());
        let name = entry.file_name();
        let path = join(&folder.path, &name.to_string_lossy());
        if name.to_str().is_none() {
            self.take_unnameable(&folder.scope, &path, is_folder);
        } else if is_folder {
            let scope = self.policy.enter(&folder.scope, &path);
            return (!scope.is_pruned()).then(|| Folder { path, real: entry.path(), scope });
        } else if kind.is_some_and(|kind| kind.is_symlink()) {
            self.links.insert(path, folder.scope.clone());
        } else {
            self.take_file(&folder.scope, &path, &entry.path());
        }
        None
    }

    /// Reports a note or folder whose name is not UTF-8; `path` shows what can be shown of it.
    fn take_unnameable(&mut self, scope: &Scope, path: &str, is_folder: bool) {
        let unreadable = Unreadable::unnameable(path, "its name is not UTF-8");
        if is_folder {
            self.report(&self.policy.enter(scope, path), unreadable);
        } else if is_note_name(OsStr::new(path)) {
            self.settle(scope, path, || Err(unreadable));
        }
    }

    /// Takes in the file if it is a note, or the note that an iCloud placeholder stands for.
    fn take_file(&mut self, scope: &Scope, path: &str, real: &Path) {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        if let Some(awaited) =
            placeholder::stands_for(name).filter(|name| is_note_name(OsStr::new(name)))
        {
            let path = join(folder, awaited);
            self.settle(scope, &path, || Err(Unreadable::not_downloaded(&path)));
        } else if is_note_name(OsStr::new(name)) && self.seen.insert(real.to_owned()) {
            let max_bytes = self.max_bytes;
            self.settle(scope, path, || inspect(path, real, max_bytes));
        }
    }

    /// Puts a note where it belongs: among the excluded, the readable or the unreadable.
    fn settle(
        &mut self,
        scope: &Scope,
        path: &str,
        note: impl FnOnce() -> Result<(NotePath, Stamp), Unreadable>,
    ) {
        match self.policy.judge(scope, path) {
            Some(rule) if rule.prunes() => {}
            Some(rule) => self.scan.excluded.push(Excluded { path: path.to_owned(), rule }),
            None => match note() {
                Ok((note, stamp)) => drop(self.scan.notes.insert(note, stamp)),
                Err(unreadable) => self.scan.unreadable.push(unreadable),
            },
        }
    }

    /// Reports trouble with a folder or link that isn't a note, unless the policy keeps us out of it anyway.
    fn report(&mut self, scope: &Scope, unreadable: Unreadable) {
        if scope.closed().is_none() {
            self.scan.unreadable.push(unreadable);
        }
    }

    /// Follows a symbolic link, out of the vault too, unless its folder is closed.
    fn follow(&mut self, path: &str, scope: &Scope) {
        match fs::canonicalize(self.root.join(path)) {
            Ok(real) if real.is_dir() => {
                self.follow_to_folder(path, real, self.policy.enter(scope, path));
            }
            Ok(real) => self.follow_to_file(path, &real, scope),
            Err(error) => self.take_broken_link(path, scope, Unreadable::io(path, &error)),
        }
    }

    fn follow_to_folder(&mut self, path: &str, real: PathBuf, scope: Scope) {
        let closes = |target: NotePath| self.policy.scope_of(target.as_str()).closed().is_some();
        if scope.closed().is_some() || self.policy.inside(&real).is_some_and(closes) {
            return;
        }
        if self.contains(&real, path) {
            return self.report(&scope, Unreadable::looping(path));
        }
        self.descend(Folder { path: path.to_owned(), real, scope });
    }

    fn follow_to_file(&mut self, path: &str, real: &Path, scope: &Scope) {
        let closes = |target: NotePath| self.policy.judge_from_top(&target).is_some();
        if !self.policy.inside(real).is_some_and(closes) {
            self.take_file(scope, path, real);
        }
    }

    /// Reports a link that leads nowhere if it has a note's name, and one that leads to itself in any case.
    fn take_broken_link(&mut self, path: &str, scope: &Scope, unreadable: Unreadable) {
        if is_note_name(OsStr::new(path)) {
            self.settle(scope, path, || Err(unreadable));
        } else if unreadable.kind == Trouble::Loop {
            self.report(&self.policy.enter(scope, path), unreadable);
        }
    }

    /// Tells whether the link at `path` lies inside the folder it leads to.
    fn contains(&self, real: &Path, path: &str) -> bool {
        let above = Path::new(path).ancestors().skip(1);
        above
            .filter_map(|folder| fs::canonicalize(self.root.join(folder)).ok())
            .any(|folder| folder.starts_with(real))
    }
}

/// Returns what is to be remembered of a note, or why it can't be read.
fn inspect(path: &str, real: &Path, max_bytes: u64) -> Result<(NotePath, Stamp), Unreadable> {
    let note =
        NotePath::parse(path).map_err(|error| Unreadable::unnameable(path, error.to_string()))?;
    Ok((note, file::stamp(path, real, max_bytes)?))
}
