//! The ci task: every check in one run, the same on a developer's machine and on the one that guards main.

mod ledger;
mod step;

use std::env;

use crate::command::{cargo, succeed};
use crate::workspace::Workspace;
use ledger::Ledger;
use step::Step;
pub(crate) use step::not_run;

/// How much is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    /// Everything, with the model and the demo.
    Full,
    /// What needs Rust alone.
    Core,
}

/// Runs all steps, also after a failed one, and lists at the end what failed and what did not run.
pub(crate) fn run(scope: Scope) -> Result<(), String> {
    walk(&Workspace::load()?, scope, Step::all(scope))
}

/// Builds notekin and runs a step of the full scope that needs no other.
pub(crate) fn only(name: &str) -> Result<(), String> {
    let workspace = Workspace::load()?;
    let build = ["build", "--workspace", "--bins", "--examples", "--locked"];
    succeed(cargo(&build).current_dir(&workspace.root))?;
    let steps = Step::all(Scope::Full).into_iter().filter(|step| step.name == name).collect();
    walk(&workspace, Scope::Full, steps)
}

fn walk(workspace: &Workspace, scope: Scope, steps: Vec<Step>) -> Result<(), String> {
    let mut ledger = Ledger::default();
    for step in steps {
        println!("\n== {} ==", step.name);
        ledger.record(step.name, || (step.run)(workspace, scope));
    }
    print!("{}", ledger.summary());
    ledger.verdict(is_strict(scope))
}

/// Returns whether what did not run is a failure, as `.ci/run` wants it.
fn is_strict(scope: Scope) -> bool {
    scope == Scope::Full && env::var_os("NOTEKIN_CI_STRICT").is_some()
}
