//! What another program must know to start our server.
//!
//! That program has other folders to search for commands, another working folder and other variables than the user's
//! shell, so every path is written out in full.

use std::path::{Path, PathBuf};

use crate::environment::Environment;
use crate::error::Error;

/// The variables that say where our files lie; a server started by another program doesn't get the user's.
const PLACES: [&str; 3] = ["NOTEKIN_CONFIG", "NOTEKIN_DATA_DIR", "NOTEKIN_MODELS_DIR"];

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
    /// Fails when a path can't be written as text.
    pub fn new(
        program: &Path,
        vaults: &[PathBuf],
        environment: &Environment,
    ) -> Result<Self, Error> {
        let mut args = vec!["mcp".to_owned()];
        for vault in vaults {
            args.extend(["--vault".to_owned(), written(vault)?]);
        }
        let set = PLACES.iter().filter_map(|&name| Some((name, environment.get(name)?)));
        let env = set.map(|(name, path)| Ok((name.to_owned(), written(Path::new(path))?)));
        Ok(Self { command: written(program)?, args, env: env.collect::<Result<_, Error>>()? })
    }
}

/// Returns a path as absolute text.
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
    fn vaults_and_places_are_written_down() {
        let environment =
            Environment::new([("NOTEKIN_DATA_DIR", "/data"), ("NOTEKIN_OFFLINE", "true")]);
        let entry =
            Entry::new(Path::new("/bin/notekin"), &["/a b".into(), "/c".into()], &environment);
        let entry = entry.unwrap();
        assert_eq!(entry.args, ["mcp", "--vault", "/a b", "--vault", "/c"]);
        assert_eq!(entry.env, [("NOTEKIN_DATA_DIR".to_owned(), "/data".to_owned())]);
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
