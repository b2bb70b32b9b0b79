//! The log: on stderr for `--verbose`, and in a file for an engine that runs on.

use std::io::{self, IsTerminal};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::SystemTime;

use log::{Level, LevelFilter, Log, Metadata, Record};
use notekin_http::LogFile;

/// Writes what is logged: by our own crates, and on stderr with details by those they stand on.
struct Logger;

static LOGGER: Logger = Logger;

/// How much goes to stderr, as a number of `LevelFilter`.
static STDERR: AtomicUsize = AtomicUsize::new(0);

/// The log of an engine.
static FILE: OnceLock<LogFile> = OnceLock::new();

/// Starts the log on stderr: nothing at 0, steps at 1, details at 2.
pub(crate) fn start(verbosity: u8) {
    let level = match verbosity {
        0 => LevelFilter::Off,
        1 => LevelFilter::Info,
        _ => LevelFilter::Debug,
    };
    STDERR.store(level as usize, Ordering::Relaxed);
    if log::set_logger(&LOGGER).is_ok() {
        log::set_max_level(level);
    }
}

/// Keeps the log in a file, too, from now on: steps without details, which may name files of a vault.
///
/// What a panic says may be the text that it was about, so that only its place is kept.
pub(crate) fn keep(file: LogFile) {
    if FILE.set(file).is_err() {
        return;
    }
    log::set_max_level(log::max_level().max(LevelFilter::Info));
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let place = panic.location().map(|at| format!("{}:{}", at.file(), at.line()));
        log::error!("a thread panicked at {}", place.unwrap_or_default());
        // In the background stderr is that file.
        if io::stderr().is_terminal() {
            usual(panic);
        }
    }));
}

/// Returns whether something was logged by our own crates.
fn is_ours(metadata: &Metadata<'_>) -> bool {
    metadata.target().starts_with("notekin")
}

/// Returns whether something is told on stderr.
fn is_told(metadata: &Metadata<'_>) -> bool {
    let most = STDERR.load(Ordering::Relaxed);
    metadata.level() as usize <= most && (is_ours(metadata) || most > LevelFilter::Info as usize)
}

/// Returns whether something is kept in the file.
fn is_kept(metadata: &Metadata<'_>) -> bool {
    metadata.level() <= Level::Info && is_ours(metadata)
}

impl Log for Logger {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        is_told(metadata) || FILE.get().is_some() && is_kept(metadata)
    }

    fn log(&self, record: &Record<'_>) {
        if is_told(record.metadata()) {
            anstream::eprintln!("{}: {}", record.target(), record.args());
        }
        if let Some(file) = FILE.get().filter(|_| is_kept(record.metadata())) {
            file.write(SystemTime::now(), record.level(), record.target(), *record.args());
        }
    }

    fn flush(&self) {}
}
