//! Near-copies, as JSON.

use notekin_engine as engine;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::notice::Notice;
use crate::number::rounded;

/// The near-copies of a vault.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CopiesReply {
    /// Groups of notes that say the same, those of most notes first.
    pub groups: Vec<CopyGroup>,
    /// How many notes were compared.
    pub compared: usize,
    /// What limits the reply; left out when nothing does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notices: Vec<Notice>,
}

impl From<&engine::CopiesReply> for CopiesReply {
    fn from(reply: &engine::CopiesReply) -> Self {
        Self {
            groups: reply.groups.iter().map(CopyGroup::from).collect(),
            compared: reply.compared,
            notices: reply.notices.iter().map(Notice::from).collect(),
        }
    }
}

/// Notes that say the same as the first of them.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CopyGroup {
    /// The notes; the first is the one that most of the others are copies of.
    pub notes: Vec<Copied>,
    /// How each of the others differs from the first.
    pub differs: Vec<Difference>,
}

impl From<&engine::CopyGroup> for CopyGroup {
    fn from(group: &engine::CopyGroup) -> Self {
        Self {
            notes: group.notes.iter().map(Copied::from).collect(),
            differs: group.differs.iter().map(Difference::from).collect(),
        }
    }
}

/// A note of a group.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Copied {
    /// The note's path.
    pub path: String,
    /// Its title.
    pub title: String,
    /// The share of the text of it and of the first that stands in the other too, from 0 to 1.
    pub coverage: f64,
}

impl From<&engine::Copied> for Copied {
    fn from(note: &engine::Copied) -> Self {
        Self {
            path: note.path.as_str().to_owned(),
            title: note.title.clone(),
            coverage: rounded(note.coverage),
        }
    }
}

/// What stands in one of two notes only, line by line.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Difference {
    /// The note that was compared with the first of its group.
    pub path: String,
    /// Lines that only the first has; at most some.
    pub removed: Vec<String>,
    /// Lines that only this note has; at most some.
    pub added: Vec<String>,
    /// Lines that differ and aren't among these; left out when all are.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub more: usize,
}

impl From<&engine::Difference> for Difference {
    fn from(difference: &engine::Difference) -> Self {
        Self {
            path: difference.path.as_str().to_owned(),
            removed: difference.removed.clone(),
            added: difference.added.clone(),
            more: difference.more,
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

#[cfg(test)]
mod tests {
    use notekin_engine as engine;
    use notekin_engine::NotePath;

    use super::CopiesReply;

    #[test]
    fn a_reply_has_the_names_others_rely_on() {
        let path = |text: &str| NotePath::parse(text).unwrap();
        let copied = |name: &str, coverage| engine::Copied {
            path: path(name),
            title: "Tea".to_owned(),
            coverage,
        };
        let difference = engine::Difference {
            path: path("te.md"),
            removed: vec!["Two minutes.".to_owned()],
            added: vec!["Three minutes.".to_owned()],
            more: 0,
        };
        let group = engine::CopyGroup {
            notes: vec![copied("tea.md", 1.0), copied("te.md", 0.987_65)],
            differs: vec![difference],
        };
        let reply = engine::CopiesReply { groups: vec![group], compared: 12, notices: Vec::new() };
        let json = serde_json::to_string_pretty(&CopiesReply::from(&reply)).unwrap();
        insta::assert_snapshot!(json, @r#"
        {
          "groups": [
            {
              "notes": [
                {
                  "path": "tea.md",
                  "title": "Tea",
                  "coverage": 1.0
                },
                {
                  "path": "te.md",
                  "title": "Tea",
                  "coverage": 0.9876
                }
              ],
              "differs": [
                {
                  "path": "te.md",
                  "removed": [
                    "Two minutes."
                  ],
                  "added": [
                    "Three minutes."
                  ]
                }
              ]
            }
          ],
          "compared": 12
        }
        "#);
    }
}
