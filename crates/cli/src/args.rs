//! What can be typed; these doc comments are the help texts.

mod ask;
mod filter;
mod measure;
mod model;
mod pause;
mod related;
mod serve;
mod served;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};
use notekin_wire as wire;

pub(crate) use ask::{AskArgs, ConversationsAction, ConversationsArgs};
use filter::FilterArgs;
pub(crate) use measure::MeasureArgs;
pub(crate) use model::{ModelAction, ModelArgs, SetupServer};
pub(crate) use pause::{PauseArgs, ResumeArgs};
pub(crate) use related::{HubsArgs, RelatedArgs, Show};
pub(crate) use serve::{OpenArgs, ServeArgs, Switch};
pub(crate) use served::{KeyAction, KeyArgs, OutboundArgs, RetryArgs};

use crate::report::Failure;

/// Ask your notes, and see what belongs together.
#[derive(Debug, Parser)]
#[command(
    name = "notekin",
    version,
    max_term_width = 100,
    after_help = "Examples:\n  notekin index ~/Notes                read a folder of notes\n  notekin search \"how do I brew tea\"   find passages by words and by meaning\n  notekin related tea.md               see which notes belong with one\n\nExit codes: 0 found, 1 nothing found, 2 failed."
)]
pub(crate) struct Arguments {
    /// What every command takes.
    #[command(flatten)]
    pub(crate) global: Global,
    /// What to do; without it, how things stand.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// What every command takes.
#[derive(Debug, Args)]
#[command(next_help_heading = "Everywhere")]
pub(crate) struct Global {
    /// Use the vault at PATH, without registering it; repeat for several
    #[arg(long, global = true, value_name = "PATH")]
    pub(crate) vault: Vec<PathBuf>,
    /// Print JSON, also for failures
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Tell on stderr what is being done; twice for more
    #[arg(short, long, global = true, action = ArgAction::Count)]
    pub(crate) verbose: u8,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Index(IndexArgs),
    Search(Box<SearchArgs>),
    Ask(Box<AskArgs>),
    Conversations(ConversationsArgs),
    Related(Box<RelatedArgs>),
    Hubs(Box<HubsArgs>),
    Copies(Box<CopiesArgs>),
    Measure(MeasureArgs),
    Status(StatusArgs),
    Explain(ExplainArgs),
    Serve(ServeArgs),
    Open(OpenArgs),
    Mcp(McpArgs),
    Model(ModelArgs),
    Retry(RetryArgs),
    Pause(PauseArgs),
    Resume(ResumeArgs),
    Key(KeyArgs),
    Outbound(OutboundArgs),
    Vault(VaultArgs),
    Setup(SetupArgs),
    Config(ConfigArgs),
    Data(DataArgs),
    Doctor(DoctorArgs),
    Completions(CompletionsArgs),
}

/// Read a vault, so that it can be searched
///
/// Words come first and can be searched at once; meaning follows. A second run reads only what changed. Ctrl-C stops it
/// and keeps what is done.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  notekin index ~/Notes\n  notekin index --words-only\n  notekin index --watch\n  notekin index --accept-removals"
)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag that can be typed")]
pub(crate) struct IndexArgs {
    /// The folder of notes; registers it
    #[arg(conflicts_with = "vault")]
    pub(crate) path: Option<PathBuf>,
    /// Answer yes to every question
    #[arg(long, short)]
    pub(crate) yes: bool,
    /// Read by words only, even if a model is installed
    #[arg(long)]
    pub(crate) words_only: bool,
    /// Remove notes from the index although very many vanished at once
    #[arg(long)]
    pub(crate) accept_removals: bool,
    /// Read by words only, and tell what reading by meaning would send
    #[arg(long, conflicts_with_all = ["words_only", "reembed"])]
    pub(crate) dry_run: bool,
    /// Go on reading what changes, until Ctrl-C
    #[arg(long, conflicts_with_all = ["dry_run", "words_only"])]
    pub(crate) watch: bool,
    /// Make everything anew that needs no model
    #[arg(long)]
    pub(crate) rebuild: bool,
    /// Read every passage by meaning anew; the old readings serve until then
    #[arg(long, conflicts_with = "words_only")]
    pub(crate) reembed: bool,
}

/// Find passages
///
/// Changed notes are taken in by words first, for as long as that is quick.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  notekin search how do I brew tea\n  notekin search --mode keyword --tag drinks \"first flush\"\n  notekin search 'tag:drinks after:2024-03 -coffee'\n  notekin search --open 1 tea\n  notekin search --queries questions.jsonl"
)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub(crate) struct SearchArgs {
    /// The question, words, or pattern; `tag:drinks` and the like among the words narrow the search
    #[arg(required_unless_present_any = ["queries", "narrowing"])]
    pub(crate) query: Vec<String>,
    /// How the query is matched
    #[arg(long, value_enum)]
    pub(crate) mode: Option<Mode>,
    /// Show at most N passages
    #[arg(long, value_name = "N", value_parser = count)]
    pub(crate) limit: Option<usize>,
    /// Go on where the page before ended
    #[arg(long, value_name = "CURSOR")]
    pub(crate) cursor: Option<String>,
    /// Show passages too that hardly have to do with the query
    #[arg(long)]
    pub(crate) all: bool,
    /// Search what is already read, without looking for changes
    #[arg(long)]
    pub(crate) no_update: bool,
    /// Take the last word for the beginning of one, as while you are typing
    #[arg(long)]
    pub(crate) typing: bool,
    /// Show what each part of the ranking says of a passage
    #[arg(long)]
    pub(crate) explain: bool,
    /// Open the Nth passage found
    #[arg(long, value_name = "N", value_parser = count)]
    pub(crate) open: Option<usize>,
    /// Answer every line `{"id":…, "query":…}` of FILE (`-` for stdin) with a line of JSON
    #[arg(long, value_name = "FILE", conflicts_with_all = ["query", "cursor", "open", "explain"])]
    pub(crate) queries: Option<PathBuf>,
    /// Which notes are searched.
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
}

/// How a query is matched.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Mode {
    /// By words and by meaning
    Hybrid,
    /// By meaning alone
    Semantic,
    /// By words alone
    Keyword,
    /// By a regular expression over each line
    Regex,
}

impl From<Mode> for wire::Mode {
    fn from(mode: Mode) -> Self {
        match mode {
            Mode::Hybrid => Self::Hybrid,
            Mode::Semantic => Self::Semantic,
            Mode::Keyword => Self::Keyword,
            Mode::Regex => Self::Regex,
        }
    }
}

/// Show which notes say the same, and how they differ
///
/// Notes that share no more than a form, a footer or a licence are not among them. Needs no model.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  notekin copies\n  notekin copies --folder projects --not tag:archive"
)]
pub(crate) struct CopiesArgs {
    /// Use what is already read, without looking for changes
    #[arg(long)]
    pub(crate) no_update: bool,
    /// Which notes are compared.
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
}

/// Show how much of a vault is read
#[derive(Debug, Args)]
pub(crate) struct StatusArgs {}

/// Say whether a file is read, and why or why not
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  notekin explain drafts/plan.md")]
pub(crate) struct ExplainArgs {
    /// The file, from the vault or from here
    pub(crate) path: PathBuf,
}

/// Serve vaults to an assistant (MCP) on standard input and output
///
/// Assistants start this by themselves. It serves the vaults named with `--vault`, else all registered ones, follows
/// them while it runs, and ends when its input does.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  notekin mcp\n  notekin mcp --vault ~/Notes --vault ~/Work")]
pub(crate) struct McpArgs {
    /// Offer more tools, for assistants that look for them; repeat for several
    #[arg(long, value_enum, value_name = "PROFILE")]
    pub(crate) profile: Vec<Profile>,
}

/// Tools beside the usual ones.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Profile {
    /// `search` and `fetch`, for ChatGPT-style connectors
    Connector,
    /// `keywordSearch` and `semanticSearch`, as the EzRAG plugin had them
    Ezrag,
}

impl Profile {
    /// Returns the profile of a name, as it is typed.
    pub(crate) fn named(name: &str) -> Option<Self> {
        <Self as ValueEnum>::from_str(name, false).ok()
    }

    /// Returns its name.
    pub(crate) fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }
}

impl From<Profile> for notekin_mcp::Profile {
    fn from(profile: Profile) -> Self {
        match profile {
            Profile::Connector => Self::Connector,
            Profile::Ezrag => Self::Ezrag,
        }
    }
}

/// List, add, move or remove vaults
#[derive(Debug, Args)]
pub(crate) struct VaultArgs {
    /// What to do
    #[command(subcommand)]
    pub(crate) action: VaultAction,
}

/// What to do with vaults.
#[derive(Debug, Subcommand)]
pub(crate) enum VaultAction {
    /// List the registered vaults
    List,
    /// Register a vault, or change what it leaves out
    Add {
        /// The folder of notes
        path: PathBuf,
        /// Leave out what GLOB matches; repeat for several
        #[arg(long, value_name = "GLOB")]
        exclude: Vec<String>,
        /// Leave out no longer what GLOB matches; repeat for several
        #[arg(long, value_name = "GLOB")]
        no_exclude: Vec<String>,
        /// Answer yes to every question
        #[arg(long, short)]
        yes: bool,
    },
    /// Tell that a vault's folder was moved; what is kept for it stays its own
    Move {
        /// The folder it was in, or the vault's name
        from: PathBuf,
        /// The folder it is in now
        to: PathBuf,
        /// Delete what is kept for that folder if it is a vault already, and answer yes to every question
        #[arg(long, short)]
        yes: bool,
    },
    /// Forget a vault; the notes are never touched
    Remove {
        /// The folder of notes, or the vault's name
        path: PathBuf,
        /// Delete its index and everything else kept for it
        #[arg(long)]
        purge: bool,
        /// Delete without asking
        #[arg(long, short)]
        yes: bool,
    },
}

/// Let an assistant search your notes
///
/// Adds an entry to the assistant's settings that starts `notekin mcp`. Shows the change and asks first; all else in
/// the file stays as it is, and a copy of it is kept. Without `--vault` the assistant may search every vault that
/// Notekin knows.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  notekin setup claude-desktop\n  notekin setup cursor --vault ~/Notes\n  notekin setup codex --print\n  notekin setup vscode --undo"
)]
pub(crate) struct SetupArgs {
    /// The program with the assistant
    #[arg(value_enum)]
    pub(crate) client: Client,
    /// Print what to paste into the settings, and change nothing
    #[arg(long, conflicts_with_all = ["undo", "yes"])]
    pub(crate) print: bool,
    /// Take the entry out again
    #[arg(long)]
    pub(crate) undo: bool,
    /// Change the settings without asking
    #[arg(long, short)]
    pub(crate) yes: bool,
}

/// A program with an assistant.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Client {
    /// The Claude app
    ClaudeDesktop,
    /// Claude in a terminal
    ClaudeCode,
    /// The editor Cursor
    Cursor,
    /// Visual Studio Code
    #[value(name = "vscode")]
    VsCode,
    /// Codex, wherever it runs
    Codex,
}

impl From<Client> for notekin_config::Client {
    fn from(client: Client) -> Self {
        match client {
            Client::ClaudeDesktop => Self::ClaudeDesktop,
            Client::ClaudeCode => Self::ClaudeCode,
            Client::Cursor => Self::Cursor,
            Client::VsCode => Self::VsCode,
            Client::Codex => Self::Codex,
        }
    }
}

/// Show or change settings
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  notekin config list\n  notekin config set search.limit 20\n  notekin config set exclude 'archive/**' '*.draft.md'"
)]
pub(crate) struct ConfigArgs {
    /// What to do
    #[command(subcommand)]
    pub(crate) action: ConfigAction,
}

/// What to do with settings.
#[derive(Debug, Subcommand)]
pub(crate) enum ConfigAction {
    /// Print where the settings file lies
    Path,
    /// List every setting, its value and where that comes from
    List,
    /// Print one setting's value
    Get {
        /// The setting's key
        key: String,
    },
    /// Set one setting in the file
    Set {
        /// The setting's key
        key: String,
        /// The value; several for a list, none to empty it
        value: Vec<String>,
    },
    /// Take one setting out of the file, so that its default holds again
    Unset {
        /// The setting's key
        key: String,
    },
}

/// Show what lies where, and how big it is
#[derive(Debug, Args)]
pub(crate) struct DataArgs {}

/// Look whether all is well, and say what mends what isn't
///
/// It looks at folders, disk, settings, the running engine, the model, keys, assistants' entries and every vault's index, and
/// changes nothing. Exits with 0 when nothing is a problem, whatever else is noted, and with 1 when something is.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  notekin doctor\n  notekin doctor --online\n  notekin doctor --json"
)]
pub(crate) struct DoctorArgs {
    /// Ask a model at a server for one vector, too; a call as `notekin outbound` lists them
    #[arg(long)]
    pub(crate) online: bool,
}

/// Print a completion script for a shell
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  notekin completions bash > ~/.local/share/bash-completion/completions/notekin"
)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

fn count(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(count @ 1..=1000) => Ok(count),
        _ => Err("a whole number from 1 to 1000 is needed".to_owned()),
    }
}

/// Reads the command line; help, version and usage errors are printed and end the program.
pub(crate) fn parse() -> Result<Arguments, ExitCode> {
    Arguments::try_parse().map_err(|error| {
        let is_talk = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
        if !is_talk && std::env::args_os().any(|argument| argument == "--json") {
            return failure(&error).print(true);
        }
        // A closed stream leaves nobody to tell.
        drop(error.print());
        if is_talk { ExitCode::SUCCESS } else { ExitCode::from(2) }
    })
}

/// Returns a usage error as a failure: what is wrong on one line, and the tip if there is one.
fn failure(error: &clap::Error) -> Failure {
    let text = error.render().to_string();
    let paragraphs: Vec<String> = text.split("\n\n").map(one_line).collect();
    let message = paragraphs.first().map_or("", |first| first.trim_start_matches("error: "));
    let tip = paragraphs.iter().find_map(|paragraph| paragraph.strip_prefix("tip: "));
    Failure::invalid(message, Some(tip.unwrap_or("`notekin --help` shows what can be typed")))
}

fn one_line(paragraph: &str) -> String {
    paragraph.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
