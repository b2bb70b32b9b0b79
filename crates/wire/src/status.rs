//! A vault and its index in numbers, as JSON.

use std::collections::BTreeMap;

use notekin_engine as engine;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::time::written;

/// A vault and its index in numbers; the same for an index run and for a look at it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Status {
    /// Notes found in the vault: `indexed + errored + excluded`.
    pub found: usize,
    /// Notes searchable by words.
    pub indexed: usize,
    /// Passages embedded by the model in this run.
    pub embedded: usize,
    /// Passages that got a stored vector in this run.
    pub reused: usize,
    /// Texts that were longer than they seemed in this run, and were read in parts; left out when none was.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub oversized: usize,
    /// Notes that couldn't be read.
    pub errored: usize,
    /// Notes left out by a rule; missing for an audience that may not know.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub excluded: Option<usize>,
    /// The same by rule; missing for an audience that may not know.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub excluded_by: Option<BTreeMap<String, usize>>,
    /// Notes not fully searchable by meaning yet.
    pub pending: usize,
    /// The index's generation; it grows with every change.
    pub generation: u64,
    /// The state as one word: `absent`, `words`, `partial`, `ready` or `paused`.
    pub state: String,
    /// The model the vectors are made with.
    pub model: Option<String>,
    /// The model that is to take its place, until it has read everything; left out when there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_model: Option<NextModel>,
    /// The notes that couldn't be read.
    pub errors: Vec<Unread>,
    /// Private notes that are found by words only, as the model isn't on this machine; left out when there are none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub by_words_only: usize,
    /// Notes of which the model couldn't embed something; left out when there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unembedded: Vec<Unread>,
    /// That reading by meaning rests, as the user wished; left out when it doesn't.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paused_by_you: Option<Pause>,
    /// Why the model failed when it was last used for reading; left out when it didn't.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trouble: Option<Trouble>,
    /// Passages in the index.
    pub passages: usize,
    /// Changes in the folder that the index hasn't taken in.
    pub unread_changes: usize,
    /// Notes gone from the folder that wait for consent to be removed.
    pub vanished: usize,
    /// What was damaged in this run, and where it was moved to; left out when nothing was.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub recovered: Vec<String>,
}

impl From<&engine::Status> for Status {
    fn from(status: &engine::Status) -> Self {
        Self {
            found: status.found,
            indexed: status.indexed,
            embedded: status.embedded,
            reused: status.reused,
            oversized: status.oversized,
            errored: status.errored,
            excluded: status.excluded,
            excluded_by: status.excluded.map(|_| status.excluded_by.clone()),
            pending: status.pending,
            generation: status.generation,
            state: status.state.name().to_owned(),
            model: status.model.clone(),
            next_model: status.next_model.as_ref().map(NextModel::from),
            errors: status.errors.iter().map(Unread::from).collect(),
            by_words_only: status.by_words_only.unwrap_or(0),
            unembedded: status.unembedded.iter().map(Unread::from).collect(),
            paused_by_you: status.pause.map(Pause::from),
            trouble: status.trouble.as_ref().map(Trouble::from),
            passages: status.passages,
            unread_changes: status.unread_changes,
            vanished: status.vanished,
            recovered: status.recovered.clone(),
        }
    }
}

/// A model that is to take another one's place, whose vectors serve until it has read everything.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct NextModel {
    /// The model's id.
    pub model: String,
    /// Passages it has read.
    pub read: usize,
    /// Passages there are.
    pub passages: usize,
}

impl From<&engine::NextModel> for NextModel {
    fn from(next: &engine::NextModel) -> Self {
        Self { model: next.model.clone(), read: next.read, passages: next.passages }
    }
}

/// That reading by meaning rests.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Pause {
    /// When that ends, as RFC 3339 writes it; `null` when not by itself.
    pub until: Option<String>,
}

impl From<engine::Pause> for Pause {
    fn from(pause: engine::Pause) -> Self {
        Self { until: pause.until.map(written) }
    }
}

/// Whether reading a vault by meaning rests.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Paused {
    /// The vault's name.
    pub vault: String,
    /// That it rests; `null` when it doesn't.
    pub paused_by_you: Option<Pause>,
}

impl Paused {
    /// Returns how things stand with a vault.
    pub fn new(vault: &str, pause: Option<engine::Pause>) -> Self {
        Self { vault: vault.to_owned(), paused_by_you: pause.map(Pause::from) }
    }
}

/// Why the model couldn't be used.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Trouble {
    /// What is wrong.
    pub reason: String,
    /// What to do about it, where there is something to do.
    pub hint: Option<String>,
}

impl From<&engine::Trouble> for Trouble {
    fn from(trouble: &engine::Trouble) -> Self {
        Self { reason: trouble.reason.clone(), hint: trouble.hint.clone() }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// A note that couldn't be read, and why.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Unread {
    /// The path in the vault, as far as it can be written.
    pub path: String,
    /// A stable word for the kind of trouble.
    pub kind: String,
    /// The trouble in a few words.
    pub reason: String,
}

impl From<&engine::Unread> for Unread {
    fn from(unread: &engine::Unread) -> Self {
        Self { path: unread.path.clone(), kind: unread.kind.clone(), reason: unread.reason.clone() }
    }
}

#[cfg(test)]
mod tests {
    use notekin_engine as engine;

    use super::Status;

    fn status(excluded: Option<usize>) -> String {
        let status = engine::Status {
            found: 4,
            indexed: 2,
            embedded: 0,
            reused: 0,
            oversized: 0,
            errored: 1,
            excluded,
            excluded_by: excluded.map(|notes| ("hidden".to_owned(), notes)).into_iter().collect(),
            pending: 2,
            unread_changes: 0,
            by_words_only: None,
            unembedded: Vec::new(),
            pause: None,
            trouble: None,
            passages: 5,
            vanished: 0,
            generation: 3,
            state: engine::State::Partial,
            model: None,
            next_model: None,
            errors: vec![engine::Unread {
                path: "x.md".to_owned(),
                kind: "denied".to_owned(),
                reason: "no permission".to_owned(),
            }],
            recovered: Vec::new(),
        };
        serde_json::to_string_pretty(&Status::from(&status)).unwrap()
    }

    #[test]
    fn a_status_has_the_names_others_rely_on() {
        insta::assert_snapshot!(status(Some(1)), @r#"
        {
          "found": 4,
          "indexed": 2,
          "embedded": 0,
          "reused": 0,
          "errored": 1,
          "excluded": 1,
          "excluded_by": {
            "hidden": 1
          },
          "pending": 2,
          "generation": 3,
          "state": "partial",
          "model": null,
          "errors": [
            {
              "path": "x.md",
              "kind": "denied",
              "reason": "no permission"
            }
          ],
          "passages": 5,
          "unread_changes": 0,
          "vanished": 0
        }
        "#);
    }

    #[test]
    fn what_is_left_out_is_not_named_to_those_who_may_not_know() {
        assert!(!status(None).contains("excluded"));
    }
}
