//! How Notekin is on this machine, as JSON.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How closely it is looked.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Examination {
    /// Whether a model at a server is asked for one vector; it isn't otherwise, as that is a call.
    pub online: bool,
}

/// What was looked at, and what was found.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Doctor {
    /// Whether nothing is a problem.
    pub healthy: bool,
    /// What was found, problems first.
    pub findings: Vec<Finding>,
}

/// What was found of one thing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Finding {
    /// The thing: `program`, `settings`, `data`, `disk`, `engine`, `model`, `keys`, `assistant`,
    /// `autostart`, `log` or `vault`.
    pub what: String,
    /// How bad it is.
    pub level: Level,
    /// What was found, in a sentence without a period.
    pub message: String,
    /// What mends it, where something is to be mended.
    pub fix: Option<String>,
}

/// How bad something is.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Something doesn't work.
    Problem,
    /// Something could be better, or may surprise.
    Note,
    /// All is well.
    Ok,
}

impl Doctor {
    /// Returns what was found in its order.
    pub fn new(mut findings: Vec<Finding>) -> Self {
        findings.sort_by_key(|finding| finding.level);
        let healthy = findings.iter().all(|finding| finding.level != Level::Problem);
        Self { healthy, findings }
    }
}

impl Finding {
    /// Returns that something is well.
    pub fn ok(what: &str, message: impl Into<String>) -> Self {
        Self { what: what.to_owned(), level: Level::Ok, message: message.into(), fix: None }
    }

    /// Returns that something could be better.
    pub fn note(what: &str, message: impl Into<String>, fix: impl Into<String>) -> Self {
        Self { level: Level::Note, fix: Some(fix.into()), ..Self::ok(what, message) }
    }

    /// Returns that something doesn't work.
    pub fn problem(what: &str, message: impl Into<String>, fix: impl Into<String>) -> Self {
        Self { level: Level::Problem, fix: Some(fix.into()), ..Self::ok(what, message) }
    }
}
