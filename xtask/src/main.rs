//! The project's own tasks: `ci`, `tidy`, `demo` and `bench`, started as `cargo xtask TASK`.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a task talks to the terminal it was started in"
)]

mod api;
mod assistants;
mod bench;
mod ci;
mod command;
mod demo;
mod fetched;
mod front_end;
mod node;
mod python;
mod tidy;
mod workspace;

use std::env;
use std::process::ExitCode;

use ci::Scope;

const USAGE: &str = "\
usage: cargo xtask TASK

  ci            format, clippy, tests, docs, tidy, the demo, the page, the plugin, the API and what assistants need; ends with what did not run
  ci --core     the same in Rust alone: no model, no Python, no demo; for any system
  tidy          the rules of the house: arrows, owners, sizes, licences and more
  page          build notekin and try its page in a browser
  plugin        build notekin and its Obsidian plugin, and try that in a browser
  api           build notekin and ask its HTTP API whatever its description allows
  assistants    build notekin and speak to its MCP server with the official tools
  demo          build notekin and show it on the sample vault
  bench ARGS    build notekin and measure its speed and quality beside others; `bench` alone says how";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match dispatch(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(arguments: &[String]) -> Result<(), String> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["ci"] => ci::run(Scope::Full),
        ["ci", "--core"] => ci::run(Scope::Core),
        ["tidy"] => tidy::run(),
        [step @ ("page" | "plugin" | "api" | "assistants")] => ci::only(step),
        ["demo"] => demo::run(),
        ["bench", rest @ ..] => bench::run(rest),
        ["help" | "-h" | "--help"] => {
            println!("{USAGE}");
            Ok(())
        }
        _ => Err(format!("unknown task `{}`\n\n{USAGE}", words.join(" "))),
    }
}
