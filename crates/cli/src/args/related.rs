//! What goes with a note: arguments of `related` and its like.

use clap::{Args, ValueEnum};
use notekin_wire as wire;

use super::count;
use super::filter::FilterArgs;

/// Show which notes belong with a note
///
/// A note belongs under its likeliest hub, unless it links to one already. Related notes say something near, share rare
/// words, name each other, or are joined by links over other notes.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  notekin related tea.md\n  notekin related \"Green tea#Brewing\" --show all\n  pbpaste | notekin related -"
)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag that can be typed")]
pub(crate) struct RelatedArgs {
    /// The note: its path, or its name, title or alias where that is unique; `note#heading` is a part of it, `-` a text on
    /// standard input
    pub(crate) note: String,
    /// Which related notes to show
    #[arg(long, value_enum, default_value_t = Show::Unlinked)]
    pub(crate) show: Show,
    /// Show only notes of other folders
    #[arg(long)]
    pub(crate) elsewhere: bool,
    /// Show notes too that are hardly related
    #[arg(long)]
    pub(crate) all: bool,
    /// Show what each part of the ranking says
    #[arg(long)]
    pub(crate) explain: bool,
    /// Show at most N related notes
    #[arg(long, value_name = "N", value_parser = count)]
    pub(crate) limit: Option<usize>,
    /// Use what is already read, without looking for changes
    #[arg(long)]
    pub(crate) no_update: bool,
    /// Which notes are looked at.
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
}

/// List the hubs: notes under which others belong
///
/// A hub links to at least ten notes and is linked from five; in a vault of fewer than a hundred, to a tenth of them and
/// from a twentieth. Where more than half of all notes do, none stands out, and there are no hubs.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  notekin hubs\n  notekin hubs --folder projects")]
pub(crate) struct HubsArgs {
    /// Use what is already read, without looking for changes
    #[arg(long)]
    pub(crate) no_update: bool,
    /// Which notes are looked at.
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
}

/// Which related notes to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Show {
    /// Those without a link to or from the note
    Unlinked,
    /// Those with a link to or from the note
    Linked,
    /// Both
    All,
}

impl From<Show> for wire::Show {
    fn from(show: Show) -> Self {
        match show {
            Show::Unlinked => Self::Unlinked,
            Show::Linked => Self::Linked,
            Show::All => Self::All,
        }
    }
}
