//! What can be typed about servers: their keys, and what was sent to them.

use clap::{Args, Subcommand};

/// Keep, list or remove the keys that servers ask for
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  notekin key set openai < key.txt\n  notekin key list\n  notekin key remove openai"
)]
pub(crate) struct KeyArgs {
    /// What to do
    #[command(subcommand)]
    pub(crate) action: KeyAction,
}

/// What to do with keys.
#[derive(Debug, Subcommand)]
pub(crate) enum KeyAction {
    /// Keep a key, read from standard input; one that is typed isn't shown
    Set {
        /// Whose key: `openai`, `gemini`, `anthropic` or `ollama`
        name: String,
    },
    /// List which keys there are, without showing them
    List,
    /// Remove a key
    Remove {
        /// Whose key
        name: String,
    },
}

/// Show what was sent to servers, and when
///
/// Every call is written down: to which host, what for, how many bytes went out and came in. Neither texts nor keys are
/// kept.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  notekin outbound\n  notekin outbound --elsewhere --limit 100")]
pub(crate) struct OutboundArgs {
    /// Show calls to other machines only
    #[arg(long)]
    pub(crate) elsewhere: bool,
    /// Show at most N calls, the last ones
    #[arg(long, value_name = "N", value_parser = super::count, default_value = "20")]
    pub(crate) limit: usize,
}

/// Try again what the model couldn't embed
///
/// A passage that the model refused is left alone after that, so that it isn't sent again at every run.
#[derive(Debug, Args)]
pub(crate) struct RetryArgs {}
