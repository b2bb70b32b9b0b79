//! Being told by the system that something in a vault changes.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Duration;

use notify::event::{EventKind, ModifyKind};
use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher};

use crate::error::Error;
use crate::policy;
use crate::vault::Vault;

/// What the files are called that may be notes.
const NOTES: [&str; 3] = ["md", "markdown", "canvas"];

/// A folder in which nothing is a note, and which is large and often changed.
const MODULES: &str = "node_modules";

/// A watch over a vault's folder. It says when to look, not what changed: not every system tells all, and none tells what
/// happens on the other side of a network drive, so that whoever follows a vault looks from time to time all the same.
pub struct Watch {
    changes: Receiver<()>,
    told: Arc<AtomicU64>,
    /// Ends the watch when it goes.
    _watcher: RecommendedWatcher,
}

impl Watch {
    /// Begins to watch; fails where the system has no more watches to give, or the folder is away.
    pub fn begin(vault: &Vault) -> Result<Self, Error> {
        let (sender, changes) = sync_channel(1);
        let root = vault.root().to_owned();
        let unwatchable = |error: notify::Error| Error::Unwatchable {
            path: vault.root().to_owned(),
            reason: error.to_string(),
        };
        let told = Arc::new(AtomicU64::new(0));
        let tell = {
            let (root, told) = (root.clone(), Arc::clone(&told));
            move |event: notify::Result<Event>| tell((&told, &sender), &root, event)
        };
        let mut watcher = notify::recommended_watcher(tell).map_err(unwatchable)?;
        watcher.watch(&root, RecursiveMode::Recursive).map_err(unwatchable)?;
        Ok(Self { changes, told, _watcher: watcher })
    }

    /// Returns the count of changes that were told of; it rises with each, whoever waits.
    pub fn told(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.told)
    }

    /// Waits until something changes that may be a note or a rule, at most for a time; returns whether it did.
    pub fn wait(&self, most: Duration) -> bool {
        self.changes.recv_timeout(most).is_ok()
    }
}

/// Passes on that something changed. When nobody has listened since the last time, that is known already.
fn tell((told, sender): (&AtomicU64, &SyncSender<()>), root: &Path, event: notify::Result<Event>) {
    // What the watcher fails at may be a change that it couldn't tell.
    let is_told = event.map_or(true, |event| {
        is_change(event.kind)
            && (event.need_rescan() || event.paths.iter().any(|path| concerns(root, path)))
    });
    if is_told {
        told.fetch_add(1, Ordering::Release);
        let _ = sender.try_send(());
    }
}

/// Returns whether an event can have changed what a note says or is called; times alone are looked at by nobody.
fn is_change(kind: EventKind) -> bool {
    !matches!(kind, EventKind::Access(_) | EventKind::Modify(ModifyKind::Metadata(_)))
}

/// Returns whether a path may be a note or a folder of notes, or rules which notes count.
fn concerns(root: &Path, path: &Path) -> bool {
    let inside = path.strip_prefix(root).unwrap_or(path);
    if policy::is_rules(inside) {
        return true;
    }
    let is_left_out = |name: &str| name.starts_with('.') || name == MODULES;
    if inside.iter().any(|name| name.to_str().is_some_and(is_left_out)) {
        return false;
    }
    let ending = path.extension().and_then(|ending| ending.to_str());
    // Without an ending it may be a folder; a folder may have one, too, but then its notes are told themselves.
    ending.is_none_or(|ending| {
        NOTES.iter().any(|note| ending.eq_ignore_ascii_case(note)) || path.is_dir()
    })
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;
    use std::time::Duration;

    use super::{Watch, concerns};
    use crate::{PolicySettings, Vault};

    #[test]
    fn only_notes_folders_and_rules_count() {
        let root = Path::new("/notes");
        let rules = [".gitignore", "b/.vaultignore", ".obsidian/app.json"];
        let notes = ["a.md", "b/c.MARKDOWN", "d.canvas", "folder", "b/folder"];
        for note in notes.into_iter().chain(rules) {
            assert!(concerns(root, &root.join(note)), "{note}");
        }
        for other in [
            ".obsidian/workspace.json",
            ".git/index",
            "a.png",
            "x/node_modules/y.md",
            ".trash/a.md",
        ] {
            assert!(!concerns(root, &root.join(other)), "{other}");
        }
    }

    #[test]
    fn edits_are_told_and_the_rest_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        fs::create_dir(root.join(".obsidian")).unwrap();
        let vault = Vault::open(&root, &PolicySettings::default()).unwrap();
        let watch = Watch::begin(&vault).unwrap();
        let long = Duration::from_secs(20);
        let settled = || while watch.wait(Duration::from_millis(300)) {};
        for change in [
            &|| fs::write(root.join("a.md"), "one").unwrap() as (),
            &|| fs::rename(root.join("a.md"), root.join("b.md")).unwrap(),
            &|| fs::create_dir(root.join("folder")).unwrap(),
            &|| fs::rename(root.join("b.md"), root.join("folder/b.md")).unwrap(),
            &|| fs::remove_file(root.join("folder/b.md")).unwrap(),
        ] as [&dyn Fn(); 5]
        {
            change();
            assert!(watch.wait(long));
            settled();
        }
        fs::write(root.join(".obsidian/workspace.json"), "{}").unwrap();
        fs::write(root.join("picture.png"), "x").unwrap();
        assert!(!watch.wait(Duration::from_millis(300)));
    }
}
