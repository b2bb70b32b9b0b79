//! The ci task: every check in one run, the same on a developer's machine and on the one that guards main.

mod ledger;
mod step;

use std::env;

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
    let workspace = Workspace::load()?;
    let mut ledger = Ledger::default();
    for step in Step::all(scope) {
        println!("\n== {} ==", step.name);
        ledger.record(step.name, || (step.run)(&workspace, scope));
    }
    print!("{}", ledger.summary());
    ledger.verdict(is_strict(scope))
}

/// Returns whether what did not run is a failure, as `.ci/run` wants it.
fn is_strict(scope: Scope) -> bool {
    scope == Scope::Full && env::var_os("NOTEKIN_CI_STRICT").is_some()
}
