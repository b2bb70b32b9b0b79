//! The inspector: no client may stumble over a schema in the list of tools, not even by a warning.

use std::process::Command;

use super::Finding;
use super::stage::Stage;
use crate::command::heard;

const PROGRAM: &str = "@modelcontextprotocol/inspector/clients/launcher/build/index.js";
const ERAS: [&str; 2] = ["modern", "legacy"];

/// Lists the tools in both eras with the strict check of schemas.
pub(super) fn check(stage: &Stage<'_>) -> Finding {
    for era in ERAS {
        let heard = heard(stage.placed(&mut list(stage, era)))?;
        // Its faults and warnings go to stderr, which is empty otherwise.
        if !heard.succeeded || !heard.stderr.trim().is_empty() {
            return Err(format!("{era}: {}{}", heard.stderr, heard.stdout));
        }
        println!("{era}: {} bytes of tools, no fault and no warning", heard.stdout.len());
    }
    Ok(Vec::new())
}

fn list(stage: &Stage<'_>, era: &str) -> Command {
    let mut command = stage.toolbox.node(PROGRAM);
    command.args(["--cli", "--format", "json", "-q", "--protocol-era", era]);
    command.args(["--method", "tools/list", "--strict", "--"]);
    command.args(stage.server(&[stage.sample()]));
    command
}
