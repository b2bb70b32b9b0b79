//! By what rules notes were read that don't stand in the notes themselves: where another rule holds, they are read anew.

use std::fmt;

use notekin_index::{Reader, Writer};
use notekin_note::TitleRule;
use notekin_vault::Vault;

use crate::{Error, PassageSettings};

/// The key under which is kept by what settings notes were cut, unless by the usual ones.
const CUT: &str = "cut";

/// The key under which is kept by what rule notes got their titles.
const TITLES: &str = "titles";

/// The settings by which notes are cut, as they are compared.
struct Cut<'a>(&'a PassageSettings);

impl fmt::Display for Cut<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PassageSettings { link_sections, chunk_tokens, without_links } = self.0;
        write!(out, "{chunk_tokens} {without_links}")?;
        link_sections.iter().try_for_each(|title| write!(out, ";{title}"))
    }
}

/// Doubts all notes where they were cut or titled by other rules, in a run that takes the time to read them anew.
///
/// The new rules are kept at once: a run that is interrupted leaves the rest doubted, for the next one.
pub(super) fn compare(
    writer: &mut Writer,
    vault: &Vault,
    passages: &PassageSettings,
    takes_time: bool,
) -> Result<(), Error> {
    let (cut, titles) = (Cut(passages).to_string(), title_rule(vault));
    let before = (writer.meta(CUT)?, writer.meta(TITLES)?);
    let cut_before = before.0.unwrap_or_else(|| Cut(&PassageSettings::default()).to_string());
    let is_same = cut == cut_before && before.1.as_deref().is_none_or(|before| before == titles);
    if is_same && before.1.is_some() {
        return Ok(());
    }
    if !is_same {
        if !takes_time && !writer.known()?.is_empty() {
            return Ok(());
        }
        writer.doubt()?;
        writer.set_meta(CUT, &cut)?;
    }
    Ok(writer.set_meta(TITLES, titles)?)
}

/// Returns whether the notes of an index have the titles they are to have, as far as it says.
///
/// A folder becomes one of Obsidian's, whose notes are known by their file names, when it is first opened there.
pub(super) fn are_titled(reader: &Reader, vault: &Vault) -> Result<bool, Error> {
    Ok(reader.meta(TITLES)?.is_none_or(|titles| titles == title_rule(vault)))
}

/// Returns the rule by which notes get their titles, as it is kept.
fn title_rule(vault: &Vault) -> &'static str {
    match vault.title_rule() {
        TitleRule::FileName => "file name",
        TitleRule::Heading => "heading",
    }
}
