//! What is known of models by their names: how much they read at once, and whether they think before they write.
use notekin_net::served::Name;

/// What is known of a model, as far as its name tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Known {
    /// Most tokens it reads and writes at once, at the server of whoever made it.
    pub(super) window: Option<usize>,
    /// Whether it thinks before it writes, and its thoughts count as written.
    pub(super) thinks: bool,
}

/// The tokens that a model gets for its thoughts, on top of those for its text.
const THOUGHTS: usize = 8192;

impl Known {
    /// Returns the tokens a model may write for a text of at most `max_tokens`.
    pub(super) fn limit(self, max_tokens: usize) -> usize {
        if self.thinks { max_tokens.saturating_add(THOUGHTS) } else { max_tokens }
    }
}

/// Returns a row of the table.
const fn row(family: &'static str, window: usize, thinks: bool) -> (&'static str, Known) {
    let window = if window == 0 { None } else { Some(window) };
    (family, Known { window, thinks })
}

/// The table; the first row whose family a name begins with counts. A window of 0 depends on the server.
static TABLE: &[(&str, Known)] = &[
    row("gpt-5", 272_000, true),
    row("gpt-4.1", 1_047_576, false),
    row("gpt-4o", 128_000, false),
    row("gpt-4-turbo", 128_000, false),
    row("gpt-3.5-turbo", 16_385, false),
    row("gpt-oss", 0, true),
    row("o1", 200_000, true),
    row("o3", 200_000, true),
    row("o4", 200_000, true),
    row("claude-", 200_000, false),
    row("gemini-2.0", 1_048_576, false),
    row("gemini-1.5", 1_048_576, false),
    row("gemini-", 1_048_576, true),
    row("deepseek-r", 0, true),
    row("qwen3", 0, true),
    row("qwq", 0, true),
    row("magistral", 0, true),
    row("grok-4", 0, true),
];

/// Returns what is known of a model.
pub(super) fn known(name: &Name) -> Known {
    let family = name.family();
    let row = TABLE.iter().find(|(prefix, _)| family.starts_with(prefix));
    row.map(|(_, known)| *known).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(id: &str) -> Known {
        known(&Name::parse(id).unwrap())
    }

    #[test]
    fn families_are_known_under_all_their_names() {
        assert_eq!(of("openai/gpt-4o-mini").window, Some(128_000));
        assert_eq!(of("openai/anthropic/claude-sonnet-4.5").window, Some(200_000));
        assert_eq!(of("gemini/gemini-2.0-flash").limit(100), 100);
        assert_eq!(of("gemini/gemini-3-flash").limit(100), 100 + THOUGHTS);
        assert!(of("openai/qwen/qwen3-8b").thinks);
        assert_eq!(of("openai/my-own"), Known::default());
    }
}
