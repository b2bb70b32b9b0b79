//! What another program must know to start our server.
//!
//! That program has other folders to search for commands, another working folder and other variables than the user's
//! shell, so every path is written out in full.

use std::path::{Path, PathBuf};

use crate::environment::Environment;
use crate::error::Error;
use crate::key::Key;

/// The variables that say where our files lie; a server started by another program doesn't get the user's.
const PLACES: [&str; 5] = [
    "NOTEKIN_CONFIG",
    "NOTEKIN_DATA_DIR",
    "NOTEKIN_MODELS_DIR",
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
];

/// A command with its arguments and variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The program, by its absolute path: other programs search other folders for it.
    pub command: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// Environment variables it needs besides those it gets.
    pub env: Vec<(String, String)>,
}

impl Entry {
    /// The name our entry has among the servers.
    pub const NAME: &str = "notekin";

    /// Returns the entry that has `program` serve `vaults`, or every registered vault when none is named.
    ///
    /// Settings made by environment variables go with it: one that leaves notes out must hold for an assistant too.
    /// Fails when a path or a value can't be written as text.
    pub fn new(
        program: &Path,
        vaults: &[PathBuf],
        environment: &Environment,
    ) -> Result<Self, Error> {
        let mut args = vec!["mcp".to_owned()];
        for vault in vaults {
            args.extend(["--vault".to_owned(), written(vault)?]);
        }
        let mut env = Vec::new();
        for name in PLACES {
            if let Some(path) = environment.get(name) {
                env.push((name.to_owned(), written(Path::new(path))?));
            }
        }
        for name in Key::ALL.iter().map(Key::variable) {
            if let Some(value) = environment.get(&name) {
                let text = value.to_str().ok_or_else(|| Error::NotUtf8(value.into()))?;
                env.push((name, text.to_owned()));
            }
        }
        Ok(Self { command: written(program)?, args, env })
    }
}

/// Returns a path as absolute text, without following links: a program's own path may be a link that an update turns to
/// its next version.
///
/// Fails for a path that isn't UTF-8, as neither JSON nor TOML can hold it.
fn written(path: &Path) -> Result<String, Error> {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    absolute.to_str().map(str::to_owned).ok_or(Error::NotUtf8(absolute))
}

/// Returns whether a command starts a program of ours, wherever it lies and on whatever system.
pub(super) fn is_ours(command: &str) -> bool {
    let name = command.rsplit(['/', '\\']).next().unwrap_or_default();
    matches!(name, "notekin" | "notekin.exe")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Entry, is_ours};
    use crate::Environment;

    #[test]
    fn vaults_places_and_settings_are_written_down() {
        let environment =
            Environment::new([("NOTEKIN_DATA_DIR", "/data"), ("NOTEKIN_OFFLINE", "true")]);
        let entry =
            Entry::new(Path::new("/bin/notekin"), &["/a b".into(), "/c".into()], &environment);
        let entry = entry.unwrap();
        assert_eq!(entry.args, ["mcp", "--vault", "/a b", "--vault", "/c"]);
        let env: Vec<_> = entry.env.iter().map(|(name, value)| (&name[..], &value[..])).collect();
        assert_eq!(env, [("NOTEKIN_DATA_DIR", "/data"), ("NOTEKIN_OFFLINE", "true")]);
    }

    #[cfg(unix)]
    #[test]
    fn a_path_that_is_no_text_is_refused() {
        use std::os::unix::ffi::OsStrExt;
        let odd = Path::new(std::ffi::OsStr::from_bytes(b"/\xff")).to_owned();
        let refused = Entry::new(Path::new("/bin/notekin"), &[odd], &Environment::default());
        assert!(refused.is_err());
    }

    #[test]
    fn our_program_is_known_by_its_name() {
        assert!(is_ours("/opt/bin/notekin") && is_ours("notekin"));
        assert!(is_ours(r"C:\Tools\notekin.exe"));
        assert!(!is_ours("/opt/notekin/run.sh") && !is_ours("npx") && !is_ours(""));
    }
}
