//! The first paragraph of a callout, divided into its mark, its title and the rest.

use super::Inline;
use crate::callout;

/// What the first paragraph of a callout says.
pub(super) struct Opening {
    /// The type in small letters.
    pub(super) name: String,
    pub(super) title: Vec<Inline>,
    /// What follows the first line.
    pub(super) rest: Vec<Inline>,
}

impl Opening {
    /// Reads the first paragraph of a quote; one that is no callout comes back as it was.
    pub(super) fn read(mut text: Vec<Inline>) -> Result<Self, Vec<Inline>> {
        let Some(Inline::Text(first)) = text.first_mut() else { return Err(text) };
        let line = first.split('\n').next().unwrap_or_default();
        let Some((name, after)) = callout::mark(line) else { return Err(text) };
        let (name, mark) = (name.to_lowercase(), line.len() - after.len());
        first.drain(..mark);
        let rest = after_line(&mut text);
        Inline::trim(&mut text);
        Ok(Self { name, title: text, rest })
    }
}

/// Takes off what follows the first line.
fn after_line(text: &mut Vec<Inline>) -> Vec<Inline> {
    let breaks = |piece: &Inline| match piece {
        Inline::Text(text) => text.contains('\n'),
        piece => *piece == Inline::Break,
    };
    let Some(at) = text.iter().position(breaks) else { return Vec::new() };
    let mut rest = text.split_off(at);
    if let Some(Inline::Text(words)) = rest.first_mut()
        && let Some((line, others)) = words.split_once('\n')
    {
        text.push(Inline::Text(line.to_owned()));
        *words = others.to_owned();
    }
    Inline::trim(&mut rest);
    rest
}
