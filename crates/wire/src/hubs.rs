//! The hubs of a vault, as JSON.

use notekin_engine as engine;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::notice::Notice;

/// The notes under which others belong.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct HubsReply {
    /// Those with most links first.
    pub hubs: Vec<HubRow>,
    /// The distinct notes a hub of this vault links to at least.
    pub least_links: usize,
    /// The distinct notes that link to it at least.
    pub least_backlinks: usize,
    /// The notes there are.
    pub notes: usize,
    /// How many notes have as many links, where they are too many for any to stand out; left out otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crowd: Option<usize>,
    /// The notes that the filter lets through; left out where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope: Option<usize>,
    /// What limits the reply; left out when nothing does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notices: Vec<Notice>,
}

/// A note that gathers others.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct HubRow {
    /// The note's path.
    pub path: String,
    /// Its title.
    pub title: String,
    /// The distinct notes it links to.
    pub links: usize,
    /// The distinct notes that link to it.
    pub backlinks: usize,
}

impl From<&engine::HubsReply> for HubsReply {
    fn from(reply: &engine::HubsReply) -> Self {
        let row = |hub: &engine::HubRow| HubRow {
            path: hub.path.as_str().to_owned(),
            title: hub.title.clone(),
            links: hub.links,
            backlinks: hub.backlinks,
        };
        Self {
            hubs: reply.hubs.iter().map(row).collect(),
            least_links: reply.least_links,
            least_backlinks: reply.least_backlinks,
            notes: reply.notes,
            crowd: reply.crowd,
            scope: reply.scope.map(|scope| scope.passing),
            notices: reply.notices.iter().map(Notice::from).collect(),
        }
    }
}
