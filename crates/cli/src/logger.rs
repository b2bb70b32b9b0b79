//! The log on stderr, for `--verbose`.

use log::{LevelFilter, Log, Metadata, Record};

/// Writes what is logged: by our own crates, and with details by those they stand on.
struct Logger;

static LOGGER: Logger = Logger;

/// Starts the log: nothing at 0, steps at 1, details at 2.
pub(crate) fn start(verbosity: u8) {
    let level = match verbosity {
        0 => return,
        1 => LevelFilter::Info,
        _ => LevelFilter::Debug,
    };
    if log::set_logger(&LOGGER).is_ok() {
        log::set_max_level(level);
    }
}

impl Log for Logger {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with("notekin") || log::max_level() > LevelFilter::Info
    }

    fn log(&self, record: &Record<'_>) {
        if self.enabled(record.metadata()) {
            anstream::eprintln!("{}: {}", record.target(), record.args());
        }
    }

    fn flush(&self) {}
}
