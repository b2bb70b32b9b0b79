//! What is asked of the notes: arguments of `ask`.

use clap::Args;

use super::filter::FilterArgs;

/// Ask a question, and get an answer from your notes
///
/// Every sentence of the answer leads to the lines it comes from, and is checked against them. Without a model that writes,
/// the sentences of the notes themselves are quoted. Where the notes don't answer, that is said, and the exit code is 1.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  notekin ask \"when do tomatoes ripen?\"\n  notekin ask --tag garden \"what did I plant last year?\"\n  notekin ask --model ollama/qwen3:4b \"what do I know of tea?\""
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
    /// Use what is already read, without looking for changes
    #[arg(long)]
    pub(crate) no_update: bool,
    /// Which notes may answer.
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
}
