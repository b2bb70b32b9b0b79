//! What can be typed of the running engine.

use std::net::{IpAddr, Ipv4Addr};

use clap::{Args, ValueEnum};

/// Keep the engine running, for everyone on this machine
///
/// The model stays loaded and all registered vaults are followed. The command line, assistants and the page ask it then,
/// and answer at once. Ctrl-C ends it.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  notekin serve\n  notekin serve --background\n  notekin serve --status\n  notekin serve --stop"
)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag that can be typed")]
pub(crate) struct ServeArgs {
    /// Run in the background, until `--stop`
    #[arg(long, conflicts_with_all = ["stop", "status"])]
    pub(crate) background: bool,
    /// End the engine that runs
    #[arg(long, conflicts_with = "status")]
    pub(crate) stop: bool,
    /// Show the engine that runs
    #[arg(long)]
    pub(crate) status: bool,
    /// Start it when you log in, or no longer; shows the file and asks first
    #[arg(long, value_enum, value_name = "WHEN", conflicts_with_all = ["background", "stop", "status"])]
    pub(crate) autostart: Option<Switch>,
    /// Answer yes to every question
    #[arg(long, short)]
    pub(crate) yes: bool,
    /// Listen at PORT; without it, or with 0, at one that is free
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    pub(crate) port: u16,
    /// Listen at ADDRESS
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    pub(crate) address: IpAddr,
    /// Listen where other machines can reach it; whoever has the token can read all notes and change settings then
    #[arg(long)]
    pub(crate) beyond_this_machine: bool,
    /// End by itself when nobody has needed it for two minutes
    #[arg(long)]
    pub(crate) until_unused: bool,
}

/// On or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Switch {
    /// From now on
    On,
    /// No longer
    Off,
}

/// Open the page in the browser
///
/// Starts the engine first if none runs; it ends by itself when the page is closed.
#[derive(Debug, Args)]
pub(crate) struct OpenArgs {
    /// Print the address instead; it is good once, for two minutes
    #[arg(long)]
    pub(crate) print: bool,
}
