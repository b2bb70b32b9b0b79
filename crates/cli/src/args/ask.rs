//! What is asked of the notes: arguments of `ask`.

use clap::{Args, Subcommand};

use super::filter::FilterArgs;

/// Ask a question, and get an answer from your notes
///
/// Every sentence of the answer leads to the lines it comes from, and is checked against them. Without a model that writes,
/// the sentences of the notes themselves are quoted. Where the notes don't answer, that is said, and the exit code is 1.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag that can be typed")]
#[command(
    after_help = "Examples:\n  notekin ask \"when do tomatoes ripen?\"\n  notekin ask --tag garden \"what did I plant last year?\"\n  notekin ask --model ollama/qwen3:4b \"what do I know of tea?\"\n  notekin ask --continue \"and how long is it steamed?\""
)]
pub(crate) struct AskArgs {
    /// The question
    #[arg(required = true)]
    pub(crate) question: Vec<String>,
    /// The model at a server that writes the answer: `ollama/NAME`, `openai/NAME`, `gemini/NAME` or `anthropic/NAME`
    #[arg(long, value_name = "MODEL", conflicts_with = "no_llm")]
    pub(crate) model: Option<String>,
    /// Quote the notes, even if a model is set
    #[arg(long)]
    pub(crate) no_llm: bool,
    /// Go on with the last conversation
    #[arg(long = "continue")]
    pub(crate) goes_on: bool,
    /// Go on with the conversation ID; `notekin conversations` shows them
    #[arg(long, value_name = "ID", conflicts_with = "goes_on")]
    pub(crate) conversation: Option<u32>,
    /// Don't keep the question and its answer
    #[arg(long)]
    pub(crate) no_save: bool,
    /// Use what is already read, without looking for changes
    #[arg(long)]
    pub(crate) no_update: bool,
    /// Which notes may answer.
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
}

/// List, show or delete what was asked and answered
///
/// `notekin ask` keeps questions and answers with the vault's data, on this machine, so that `--continue` can go on from
/// them. `notekin config set answer.keep false` keeps none.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  notekin conversations list\n  notekin conversations show 3\n  notekin conversations remove 3"
)]
pub(crate) struct ConversationsArgs {
    /// What to do
    #[command(subcommand)]
    pub(crate) action: ConversationsAction,
}

/// What to do with conversations.
#[derive(Debug, Subcommand)]
pub(crate) enum ConversationsAction {
    /// List them, the one that was gone on with last first
    List,
    /// Show what was asked and answered
    Show {
        /// The conversation's number
        id: u32,
    },
    /// Delete one
    Remove {
        /// The conversation's number
        id: u32,
    },
}
