use clap::CommandFactory;

use super::Arguments;

#[test]
fn the_command_line_is_consistent() {
    Arguments::command().debug_assert();
}

/// The reference page is made from the help texts; `NOTEKIN_BLESS=1` writes it anew.
#[test]
fn the_reference_page_is_up_to_date() {
    let page = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/cli.md");
    let text = reference();
    if std::env::var_os("NOTEKIN_BLESS").is_some() {
        std::fs::write(&page, &text).unwrap();
    }
    let written = std::fs::read_to_string(&page).unwrap_or_default();
    assert!(
        written == text,
        "docs/reference/cli.md is not what the help says; run with NOTEKIN_BLESS=1"
    );
}

fn reference() -> String {
    let mut page = String::from("# The command line\n\nMade from the help texts.\n");
    let mut command = Arguments::command().term_width(100).disable_help_subcommand(true);
    command.build();
    describe(&mut command, 2, &mut page);
    page
}

fn describe(command: &mut clap::Command, level: usize, page: &mut String) {
    let name = command.get_bin_name().unwrap_or("notekin").to_owned();
    let help = command.render_long_help().to_string();
    let help: Vec<_> = help.lines().map(str::trim_end).collect();
    let section =
        format!("\n{} {name}\n\n```text\n{}\n```\n", "#".repeat(level), help.join("\n").trim_end());
    *page += &section;
    for inner in command.get_subcommands_mut().filter(|inner| inner.get_name() != "help") {
        describe(inner, level + 1, page);
    }
}
