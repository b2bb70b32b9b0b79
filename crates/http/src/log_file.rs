//! The log of an engine that runs on: what happened to it and when, for whoever looks for what went wrong.
//!
//! It is kept small, for the user alone to read, and holds no more than it is given: that nobody gives it the text of a note,
//! a query, a key or a token is a matter of those who log. What they log for details may name files of a vault, and isn't
//! kept here.

use std::fmt::Arguments;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use log::Level;
use notekin_wire as wire;

/// The most bytes of the log; one that is full is kept once beside the new one.
const MOST: u64 = 1 << 20;

/// The most letters of a line.
const LINE_MOST: usize = 1000;

/// The log in a data folder.
///
/// ```
/// use std::time::SystemTime;
///
/// use notekin_http::LogFile;
///
/// let data = tempfile::tempdir()?;
/// let kept = LogFile::open(data.path())?;
/// kept.write(SystemTime::now(), log::Level::Info, "notekin", format_args!("it begins"));
/// let text = std::fs::read_to_string(LogFile::path(data.path()))?;
/// assert!(text.ends_with("Z info notekin: it begins\n"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct LogFile {
    /// Where it lies.
    path: PathBuf,
    /// Where the one before it lies.
    former: PathBuf,
    /// The file; while it can't be opened anew nothing is written.
    open: Mutex<Option<Open>>,
}

/// The file that is written now.
#[derive(Debug)]
struct Open {
    /// Opened for appending.
    file: File,
    /// How long it is.
    bytes: u64,
    /// What was written last, without its time: what is said again and again is kept once.
    last: String,
}

impl LogFile {
    /// Returns its place in a data folder.
    pub fn path(data: &Path) -> PathBuf {
        data.join("engine.log")
    }

    /// Returns the place of the one before.
    pub fn former(data: &Path) -> PathBuf {
        data.join("engine.log.1")
    }

    /// Opens the log of a data folder, to be written at its end.
    pub fn open(data: &Path) -> io::Result<Self> {
        let path = Self::path(data);
        let open = Mutex::new(Some(Open::at(&path)?));
        Ok(Self { path, former: Self::former(data), open })
    }

    /// Writes one line. That it can't be written is told nobody: where should it be?
    pub fn write(&self, moment: SystemTime, level: Level, target: &str, text: Arguments<'_>) {
        let said = said(level, target, &text.to_string());
        let line = format!("{} {said}", written(moment));
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if open.as_ref().is_some_and(|open| open.last == said) {
            return;
        }
        if open.as_ref().is_some_and(|open| open.bytes + line.len() as u64 > MOST) {
            // Closed first, as some systems rename nothing that is open.
            *open = None;
            if fs::rename(&self.path, &self.former).is_err() {
                // Small is more than all.
                drop(fs::remove_file(&self.path));
            }
        }
        if open.is_none() {
            *open = Open::at(&self.path).ok();
        }
        if let Some(open) = open.as_mut()
            && open.file.write_all(line.as_bytes()).is_ok()
        {
            open.bytes += line.len() as u64;
            open.last = said;
        }
    }
}

impl Open {
    /// Opens a file at its end, and makes it for the user alone where there is none.
    fn at(path: &Path) -> io::Result<Self> {
        let mut options = File::options();
        options.append(true).create(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(path)?;
        let bytes = file.metadata()?.len();
        Ok(Self { file, bytes, last: String::new() })
    }
}

/// Returns a moment as it stands in the log.
fn written(moment: SystemTime) -> String {
    let seconds = moment.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    wire::moment(i64::try_from(seconds).unwrap_or(i64::MAX))
}

/// Returns a line without its time: how bad, who, what.
fn said(level: Level, target: &str, text: &str) -> String {
    let level = level.as_str().to_lowercase();
    let plain = text.chars().take(LINE_MOST);
    let plain: String = plain.map(|it| if it.is_control() { ' ' } else { it }).collect();
    format!("{level} {target}: {plain}\n")
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::{Duration, UNIX_EPOCH};

    use log::Level;

    use super::{LogFile, MOST};

    #[test]
    fn a_line_says_when_and_who_and_stays_one() {
        let data = tempfile::tempdir().unwrap();
        let moment = UNIX_EPOCH + Duration::from_hours(498_896);
        for text in ["one\ntwo\u{1b}[31m", "three"] {
            // Each as another engine.
            let log = LogFile::open(data.path()).unwrap();
            log.write(moment, Level::Warn, "notekin_http", format_args!("{text}"));
        }
        let text = fs::read_to_string(LogFile::path(data.path())).unwrap();
        assert_eq!(
            text,
            "2026-11-30T08:00:00Z warn notekin_http: one two [31m\n2026-11-30T08:00:00Z warn notekin_http: three\n"
        );
    }

    #[test]
    fn what_is_said_again_and_again_is_kept_once() {
        let data = tempfile::tempdir().unwrap();
        let log = LogFile::open(data.path()).unwrap();
        for (second, text) in (0..).zip(["one", "one", "one", "two", "one"]) {
            let moment = UNIX_EPOCH + Duration::from_secs(second);
            log.write(moment, Level::Warn, "notekin", format_args!("{text}"));
        }
        let text = fs::read_to_string(LogFile::path(data.path())).unwrap();
        let seconds: Vec<_> = text.lines().filter_map(|line| line.get(17..20)).collect();
        assert_eq!(seconds, ["00Z", "03Z", "04Z"], "{text}");
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_may_read_it() {
        use std::os::unix::fs::PermissionsExt;
        let data = tempfile::tempdir().unwrap();
        drop(LogFile::open(data.path()).unwrap());
        let mode = fs::metadata(LogFile::path(data.path())).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }

    #[test]
    fn it_is_begun_anew_when_it_is_full_and_the_last_one_is_kept() {
        let data = tempfile::tempdir().unwrap();
        let (path, former) = (LogFile::path(data.path()), LogFile::former(data.path()));
        let log = LogFile::open(data.path()).unwrap();
        let length = |path| fs::metadata(path).map_or(0, |it| it.len());
        let text = "x".repeat(5000);
        let mut lines = 0;
        while length(&former) == 0 {
            log.write(UNIX_EPOCH, Level::Info, "notekin", format_args!("{lines} {text}"));
            lines += 1;
            assert!(length(&path) <= MOST && lines < 3000);
        }
        assert!(length(&former) > MOST - 2000 && lines > 900, "lines are cut: {lines}");
        assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 1);
        for line in 0..lines {
            log.write(UNIX_EPOCH, Level::Info, "notekin", format_args!("new {line} {text}"));
        }
        assert!(fs::read_to_string(&former).unwrap().contains("new"), "the oldest is gone");
        assert_eq!(fs::read_dir(data.path()).unwrap().count(), 2);
    }
}
