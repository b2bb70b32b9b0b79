//! How well notes are found and related: arguments of `measure`.

use std::path::PathBuf;

use clap::Args;

/// Measure how well your notes are found and related, and set from which score they count as related
///
/// Takes pairs of linked notes, and pairs without a link, and finds out how well they are told apart when the link is
/// taken out. For that, notes are read by meaning once more without the text of their links; what that costs is said
/// first. The score that three of four linked pairs reach is kept for `notekin related`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  notekin measure --report measured.html\n  notekin measure --init questions.jsonl\n  notekin measure --queries questions.jsonl\n  notekin measure --compare ollama/embeddinggemma2 --compare ollama/embeddinggemma2@256\n\nEach line of a file is a JSON object; empty lines and lines that begin with # are left out."
)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub(crate) struct MeasureArgs {
    /// Ask the questions of FILE, lines `{"query":…, "answers":[PATH…]}`, and count how often the answer is found
    #[arg(long, value_name = "FILE")]
    pub(crate) queries: Option<PathBuf>,
    /// Write up to twelve examples of such lines to FILE, for you to change, and stop
    #[arg(long, value_name = "FILE", conflicts_with_all = ["queries", "pairs", "hubs", "report", "export", "reset"])]
    pub(crate) init: Option<PathBuf>,
    /// Judge every pair of FILE, lines `{"a":…, "b":…, "linked":1 or 0}`, instead of a sample
    #[arg(long, value_name = "FILE")]
    pub(crate) pairs: Option<PathBuf>,
    /// Find hubs for the notes of FILE, lines `{"note":…, "hubs":[PATH…]}`, instead of a sample
    #[arg(long, value_name = "FILE")]
    pub(crate) hubs: Option<PathBuf>,
    /// Write a page with tables and plots to FILE
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
    /// Write every result to files of JSON lines in DIR, for programs that score them
    #[arg(long, value_name = "DIR")]
    pub(crate) export: Option<PathBuf>,
    /// Measure with MODEL too, on the same pairs and hubs, and show the figures side by side; may be given several times
    ///
    /// `MODEL@256` is the same with vectors of 256 numbers. What each has to read is said first. The score that is kept is the
    /// chosen model's. Questions are asked of the chosen model alone and can't be compared.
    #[arg(long, value_name = "MODEL", conflicts_with_all = ["queries", "init", "report", "export", "reset"])]
    pub(crate) compare: Vec<String>,
    /// Draw at most N pairs of each kind, and N notes with hubs
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) sample: u32,
    /// Compare also with passages read without the words that the model wants around them; reads up to 360 notes for that
    #[arg(long)]
    pub(crate) prompts: bool,
    /// Draw others with another number
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Leave the score from which notes are related as it is
    #[arg(long)]
    pub(crate) keep_score: bool,
    /// Go back to the model's own score, and delete what was read for measuring
    #[arg(long, conflicts_with_all = ["queries", "pairs", "hubs", "report", "export", "keep_score"])]
    pub(crate) reset: bool,
    /// Read what is needed without asking
    #[arg(long, short)]
    pub(crate) yes: bool,
}
