//! How long work looks while it runs: a bar on a terminal, now and then a line elsewhere.

use std::fmt;
use std::io::{self, IsTerminal};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use notekin_engine::models::Phase;
use notekin_engine::{Progress, Stage};

use crate::talk;

/// The shortest time between two lines.
const PAUSE: Duration = Duration::from_secs(5);

/// The progress of an index run, on stderr.
pub(crate) struct Bar {
    bar: ProgressBar,
    lines: Option<Mutex<Lines>>,
}

/// What the lines have told so far.
struct Lines {
    told: Instant,
    stage: Stage,
    total: usize,
    done: usize,
}

impl Bar {
    /// Returns a bar on a terminal, lines elsewhere.
    pub(crate) fn new() -> Self {
        // Lines can be kept back, a bar can't.
        let is_terminal = io::stderr().is_terminal() && !talk::is_silent();
        let bar = ProgressBar::hidden();
        let start = Lines { told: Instant::now(), stage: Stage::Scanning, total: 0, done: 0 };
        Self { bar, lines: (!is_terminal).then(|| Mutex::new(start)) }
    }

    /// Takes the bar away.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Progress for Bar {
    fn begin(&self, stage: Stage, total: usize) {
        if let Some(lines) = &self.lines {
            let mut lines = lines.lock().unwrap_or_else(PoisonError::into_inner);
            *lines = Lines { told: lines.told, stage, total, done: 0 };
            return;
        }
        // Hidden while it changes, so that no half-changed bar is seen.
        self.bar.finish_and_clear();
        self.bar.set_draw_target(ProgressDrawTarget::hidden());
        self.bar.reset();
        self.bar.set_style(style(total));
        self.bar.set_message(doing(stage));
        self.bar.set_length(total as u64);
        self.bar.set_draw_target(ProgressDrawTarget::stderr());
        self.bar.enable_steady_tick(Duration::from_millis(200));
    }

    fn advance(&self, done: usize) {
        let Some(lines) = &self.lines else { return self.bar.inc(done as u64) };
        let mut lines = lines.lock().unwrap_or_else(PoisonError::into_inner);
        lines.done += done;
        if lines.told.elapsed() >= PAUSE {
            lines.told = Instant::now();
            talk::tell(&format!(
                "{}: {} of {}",
                doing(lines.stage),
                talk::grouped(lines.done),
                talk::grouped(lines.total)
            ));
        }
    }
}

fn doing(stage: Stage) -> &'static str {
    match stage {
        Stage::Scanning => "looking through the folder",
        Stage::Reading => "reading notes by words",
        Stage::Embedding => "reading passages by meaning",
        Stage::Comparing => "comparing notes",
        Stage::Asking => "asking questions",
    }
}

fn style(total: usize) -> ProgressStyle {
    let template = if total == 0 {
        "{spinner} {msg}"
    } else {
        "{msg} {wide_bar} {human_pos}/{human_len}, {rate}/s, {eta} left"
    };
    let style =
        ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    style.with_key("rate", |state: &ProgressState, text: &mut dyn fmt::Write| {
        // A bar that can't be written has nobody to tell.
        let _ = write!(text, "{:.0}", state.per_sec());
    })
}

/// The steps of an installation, on stderr.
pub(crate) struct Steps(ProgressBar);

impl Steps {
    /// Begins.
    pub(crate) fn start() -> Self {
        Self(if talk::is_silent() { ProgressBar::hidden() } else { ProgressBar::new_spinner() })
    }

    /// Tells the step that begins.
    pub(crate) fn tell(&self, phase: Phase) {
        let text = step(phase);
        if self.0.is_hidden() {
            return talk::tell(&text);
        }
        self.0.set_message(text);
        self.0.enable_steady_tick(Duration::from_millis(200));
    }

    /// Takes the line away.
    pub(crate) fn finish(&self) {
        self.0.finish_and_clear();
    }
}

fn step(phase: Phase) -> String {
    match phase {
        Phase::Downloading(bytes) => format!("fetching the model ({})", talk::size(bytes)),
        Phase::Verifying => "checking what was fetched".to_owned(),
        Phase::Extracting(bytes) => format!("unpacking the model ({})", talk::size(bytes)),
    }
}
