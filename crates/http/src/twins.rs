//! What `config` keeps, as replies; `wire` knows the engine alone.

use notekin_config::{Conversation, KeptSource, KeptTurn, KeySource, Setting};
use notekin_engine::Lines;
use notekin_wire as wire;

/// Returns conversations by their beginnings.
pub fn conversations(kept: &[Conversation]) -> wire::Conversations {
    let entry = |it: &Conversation| wire::ConversationEntry {
        id: it.id,
        question: it.turns.first().map(|turn| turn.question.clone()).unwrap_or_default(),
        turns: it.turns.len(),
    };
    wire::Conversations { conversations: kept.iter().map(entry).collect() }
}

/// Returns a whole conversation.
pub fn conversation(kept: &Conversation) -> wire::Conversation {
    let source = |source: &KeptSource| wire::ConversationSource {
        path: source.path.clone(),
        lines: wire::Lines::from(Lines { start: source.start, end: source.end }),
    };
    let turn = |turn: &KeptTurn| wire::ConversationTurn {
        question: turn.question.clone(),
        answer: turn.answer.clone(),
        private: turn.private,
        sources: turn.sources.iter().map(source).collect(),
    };
    wire::Conversation { id: kept.id, turns: kept.turns.iter().map(turn).collect() }
}

/// Returns a setting.
pub fn setting(setting: &Setting) -> wire::Setting {
    wire::Setting {
        key: setting.key.name.to_owned(),
        value: (&setting.value).into(),
        origin: setting.origin.to_string(),
    }
}

/// Returns the names of keys, and where each comes from.
pub fn keys(list: Vec<(&'static str, KeySource)>) -> wire::Keys {
    let key = |(name, source): (&str, KeySource)| wire::Key {
        name: name.to_owned(),
        source: match source {
            KeySource::Environment => "environment",
            KeySource::File => "file",
        }
        .to_owned(),
    };
    wire::Keys { keys: list.into_iter().map(key).collect() }
}
