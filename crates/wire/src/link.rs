//! Adding a link, as JSON: what is wished, and the edit that does it.

use notekin_engine as engine;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::search::Bytes;

/// A wish to list a note among another's related notes.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LinkRequest {
    /// The note that gets the link: its path, name, title or alias.
    pub note: String,
    /// The note it leads to.
    pub target: String,
    /// The text of the note that gets it, where that is open in an editor.
    #[serde(default)]
    pub text: Option<String>,
}

/// What is to be done; it is only planned.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LinkReply {
    /// The note that gets the link.
    pub path: String,
    /// The note it leads to.
    pub target: String,
    /// The link as it is written.
    pub link: String,
    /// `insert`, `already_there`, `unsupported` (a board or a drawing) or `no_place`.
    pub plan: String,
    /// The bytes of the text that the edit replaces, or at which the link is already.
    pub bytes: Option<Bytes>,
    /// What comes in their place.
    pub insert: Option<String>,
}

impl From<&engine::LinkReply> for LinkReply {
    fn from(reply: &engine::LinkReply) -> Self {
        let (plan, bytes, insert) = match &reply.plan {
            engine::LinkPlan::Insert(edit) => {
                ("insert", Some(edit.span.into()), Some(edit.text.clone()))
            }
            engine::LinkPlan::AlreadyThere(span) => ("already_there", Some((*span).into()), None),
            engine::LinkPlan::Unsupported => ("unsupported", None, None),
            engine::LinkPlan::NoPlace => ("no_place", None, None),
        };
        Self {
            path: reply.path.as_str().to_owned(),
            target: reply.target.as_str().to_owned(),
            link: reply.link.clone(),
            plan: plan.to_owned(),
            bytes,
            insert,
        }
    }
}
