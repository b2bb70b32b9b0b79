//! Builds a vault, runs the binary on it, and shows what came back.

use std::cell::Cell;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, SystemTime};

use tempfile::TempDir;

/// A vault of its own, with data folder, settings and home beside it.
pub(crate) struct TestVault {
    folder: TempDir,
    variables: Vec<(String, String)>,
    /// How many files were written; each is a minute younger than the one before, whatever the clock says.
    written: Cell<u64>,
}

/// What a run of the binary gave.
pub(crate) struct Reply {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) exit: i32,
}

impl TestVault {
    /// Returns a vault with the deterministic model for tests.
    pub(crate) fn new() -> Self {
        Self::without_model().setting("model = \"fake\"")
    }

    /// Returns a vault whose model is the usual one, which isn't installed.
    pub(crate) fn without_model() -> Self {
        let vault = Self {
            folder: tempfile::tempdir().unwrap(),
            variables: Vec::new(),
            written: Cell::new(0),
        };
        for name in ["vault", "data", "home", "elsewhere"] {
            fs::create_dir(vault.folder.path().join(name)).unwrap();
        }
        vault
    }

    /// Adds a note, or replaces it.
    pub(crate) fn note(self, path: &str, text: impl AsRef<[u8]>) -> Self {
        self.write(path, text);
        self
    }

    /// Adds a line to the settings file.
    pub(crate) fn setting(self, line: &str) -> Self {
        let path = self.config();
        let before = fs::read_to_string(&path).unwrap_or_default();
        fs::write(path, format!("{before}{line}\n")).unwrap();
        self
    }

    /// Sets an environment variable for every run.
    pub(crate) fn variable(mut self, name: &str, value: &str) -> Self {
        self.variables.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Reads the vault.
    pub(crate) fn indexed(self) -> Self {
        let reply = self.run(&["index"]);
        assert_eq!(reply.exit, 0, "{reply}");
        self
    }

    /// Writes a file of the vault.
    pub(crate) fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let path = self.at(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        self.written.set(self.written.get() + 1);
        let age =
            SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000 + 60 * self.written.get());
        fs::File::options().write(true).open(path).unwrap().set_modified(age).unwrap();
    }

    /// Returns where a file of the vault lies.
    pub(crate) fn at(&self, path: &str) -> PathBuf {
        self.beside("vault").join(path)
    }

    /// Returns where something beside the vault lies: `data`, `home`, `elsewhere`.
    pub(crate) fn beside(&self, name: &str) -> PathBuf {
        self.folder.path().canonicalize().unwrap().join(name)
    }

    fn config(&self) -> PathBuf {
        self.folder.path().join("config.toml")
    }

    /// Returns the binary, to be run in `folder`, knowing nothing of this machine.
    pub(crate) fn command(&self, folder: &Path, arguments: &[&str]) -> Command {
        self.program(env!("CARGO_BIN_EXE_notekin"), folder, arguments)
    }

    /// Returns any program, to be run like the binary.
    pub(crate) fn program(&self, name: &str, folder: &Path, arguments: &[&str]) -> Command {
        let mut command = Command::new(name);
        command.args(arguments).current_dir(folder).env_clear().stdin(Stdio::null());
        command.env("PATH", "").env("HOME", self.beside("home"));
        command.env("NOTEKIN_DATA_DIR", self.beside("data")).env("NOTEKIN_CONFIG", self.config());
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        command
    }

    /// Runs the binary outside the vault, with `--vault`.
    pub(crate) fn run(&self, arguments: &[&str]) -> Reply {
        let vault = self.at("");
        let named: Vec<_> =
            arguments.iter().copied().chain(["--vault", vault.to_str().unwrap()]).collect();
        self.run_in(&self.beside("elsewhere"), &named)
    }

    /// Runs the binary in a folder.
    pub(crate) fn run_in(&self, folder: &Path, arguments: &[&str]) -> Reply {
        self.reply(&self.command(folder, arguments).output().unwrap())
    }

    /// Returns what a run gave, with the places of this test taken out.
    pub(crate) fn reply(&self, output: &Output) -> Reply {
        Reply {
            stdout: self.normal(&output.stdout),
            stderr: self.normal(&output.stderr),
            exit: output.status.code().unwrap_or(-1),
        }
    }

    fn normal(&self, bytes: &[u8]) -> String {
        let text =
            String::from_utf8_lossy(bytes).replace(&self.beside("").display().to_string(), "/");
        let ids = fs::read_dir(self.beside("data/vaults")).into_iter().flatten().flatten();
        let text = ids.fold(text, |text, id| text.replace(id.file_name().to_str().unwrap(), "ID"));
        text.split_inclusive('\n').map(without_score).collect()
    }
}

/// Hides the score of a row: that there is one is the command line's matter, how high it is the ranking's.
fn without_score(line: &str) -> String {
    let is_score = |text: &str| text.len() == 4 && (text.starts_with("0.") || text == "1.00");
    match (line.trim_end().rsplit_once("  "), line.split_once("  ")) {
        (Some((row, score)), _) if is_score(score) && row.contains(". ") => {
            format!("{row}  0.··\n")
        }
        (_, Some((score, row))) if is_score(score) => format!("0.··  {row}"),
        _ => line.to_owned(),
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.stdout)?;
        if !self.stderr.is_empty() {
            write!(formatter, "--- stderr\n{}", self.stderr)?;
        }
        write!(formatter, "--- exit {}", self.exit)
    }
}
