//! The tools, few and each for one purpose.
//!
//! Clients send the whole list along with every question and some allow only so many tools of all servers, so that a new
//! one has to earn its place; a new argument of an old one is cheaper.

mod ask;
mod connector;
mod keyword;
mod list;
mod read;
mod related;
mod search;
mod semantic;
mod status;

pub(crate) use read::text as read_text;

use crate::tool::Tool;

/// Tools beside the usual ones, for assistants that look for others by name.
///
/// They are offered only when asked for: two tools that do nearly the same make a model choose badly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// `search` and `fetch`, as ChatGPT's connectors want them.
    Connector,
    /// `keywordSearch` and `semanticSearch`, as the EzRAG plugin had them.
    Ezrag,
}

/// Returns the usual tools and those of some profiles, always in the same order: clients and the caches of models know a
/// list again only if it is the same to the byte. `ask_notes` is there where the user lets assistants ask.
pub(crate) fn of(profiles: &[Profile], asking: bool) -> Vec<Tool> {
    let mut tools = vec![search::TOOL, read::TOOL, related::TOOL, list::TOOL, status::TOOL];
    if asking {
        tools.push(ask::TOOL);
    }
    if profiles.contains(&Profile::Connector) {
        tools.extend([connector::SEARCH, connector::FETCH]);
    }
    if profiles.contains(&Profile::Ezrag) {
        tools.extend([keyword::TOOL, semantic::TOOL]);
    }
    tools
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_short_enough_to_be_carried_along() {
        for (asking, most) in [(false, 2500), (true, 3000)] {
            let tools: Vec<_> = of(&[], asking).iter().map(Tool::described).collect();
            let tokens = serde_json::to_string(&tools).unwrap().len() / 4;
            assert!(tokens <= most, "{tokens} tokens");
        }
    }

    #[test]
    fn no_name_and_no_alias_is_given_twice() {
        for tool in of(&[Profile::Connector, Profile::Ezrag], true) {
            let mut names: Vec<&str> = tool
                .arguments
                .iter()
                .flat_map(|argument| {
                    std::iter::once(argument.name).chain(argument.aliases.iter().copied())
                })
                .collect();
            let count = names.len();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), count, "{}", tool.name);
        }
    }
}
