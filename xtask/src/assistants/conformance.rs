//! The official conformance suite, for both versions of the protocol, against the service over HTTP.
//!
//! What may fail is listed check by check in `expected-failures-VERSION.yml`; a listed check that passes fails the run.

use std::process::Command;

use super::service::Service;
use super::stage::Stage;
use super::{FOLDER, Finding};
use crate::command::heard;

const PROGRAM: &str = "@modelcontextprotocol/conformance/dist/index.js";
const VERSIONS: [&str; 2] = ["2026-07-28", "2025-11-25"];

/// Runs the suite for each version.
pub(super) fn check(stage: &Stage<'_>) -> Finding {
    let service = Service::start(stage)?;
    for version in VERSIONS {
        let heard = heard(stage.placed(&mut suite(stage, &service, version)))?;
        if !heard.succeeded {
            return Err(format!("{version}: {}{}", heard.stdout, heard.stderr));
        }
        println!("{version}: {}, all failures expected", total(&heard.stdout));
    }
    Ok(Vec::new())
}

fn suite(stage: &Stage<'_>, service: &Service, version: &str) -> Command {
    let list = stage.root().join(FOLDER).join(format!("expected-failures-{version}.yml"));
    let mut command = stage.toolbox.node(PROGRAM);
    command.args(["server", "--suite", "all", "--spec-version", version, "--url", &service.url]);
    command.arg("--expected-failures").arg(list);
    command
}

/// Returns how many checks passed and failed, in the suite's words.
fn total(said: &str) -> &str {
    said.lines().find_map(|line| line.strip_prefix("Total: ")).unwrap_or("no count")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn every_expected_failure_is_one_check_and_says_what_is_absent() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assistants");
        for version in VERSIONS {
            let list = folder.join(format!("expected-failures-{version}.yml"));
            let list = std::fs::read_to_string(list).unwrap();
            let entries = list.lines().filter(|line| line.trim_start().starts_with("- "));
            assert!(entries.clone().count() > 0);
            for entry in entries {
                let (check, why) = entry.split_once(" # ").unwrap_or((entry, ""));
                assert!(check.contains(':') && why.starts_with("no "), "{version}: {entry}");
            }
        }
    }

    #[test]
    fn the_count_is_found_among_what_the_suite_says() {
        assert_eq!(total("=== SUMMARY ===\n\nTotal: 3 passed, 1 failed\nx"), "3 passed, 1 failed");
    }
}
