//! Note URIs: `note:///{vault}/{path}`, percent-encoded, and back.
//!
//! A note has one URI, which names its vault and its path as it is on disk. It stays good for as long as the note stays in
//! its place; an assistant can keep it, and every tool takes it for a note. There is no host, hence the three slashes.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use crate::library::Library;
use crate::refusal::Refusal;

/// The template of a note's URI, as RFC 6570 writes it.
pub(crate) const TEMPLATE: &str = "note:///{vault}/{+path}";

/// The template where there is one vault.
pub(crate) const SHORT_TEMPLATE: &str = "note:///{+path}";

const START: &str = "note:///";

/// What stays as it is in the name of a vault.
const NAME: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// What stays as it is in a path.
const PATH: &AsciiSet = &NAME.remove(b'/');

/// Returns the URI of a note. Everything but ASCII letters, digits, `-._~` and the slashes of the path is encoded.
pub(crate) fn of(vault: &str, path: &str) -> String {
    format!("{START}{}/{}", utf8_percent_encode(vault, NAME), utf8_percent_encode(path, PATH))
}

/// Returns whether a text is meant as a note's URI, well-formed or not: it is no path then, and no title.
pub(crate) fn is_one(text: &str) -> bool {
    text.starts_with("note:")
}

/// A note that a URI may name; whether it is there is not known yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Named {
    /// The vault's name, unless the URI leaves it out because there is one vault only.
    pub(crate) vault: Option<String>,
    /// The note's path, decoded.
    pub(crate) path: String,
}

/// Reads a URI. It may leave out the vault where there is only one; a folder of the vault's own name is told from the
/// vault by what is there.
///
/// Whatever comes out is only ever looked up among the notes of the index, so that no path can lead anywhere else.
pub(crate) fn parse(uri: &str, library: &Library) -> Result<Vec<Named>, Refusal> {
    let malformed = || {
        Refusal::invalid(format!("`{uri}` is no note URI"))
            .hint(format!("they look like {TEMPLATE}"))
    };
    let rest = uri.strip_prefix(START).ok_or_else(malformed)?;
    let rest = rest.split(['#', '?']).next().unwrap_or_default();
    let whole = decoded(rest).ok_or_else(malformed)?;
    let mut named = Vec::new();
    if let Some((vault, path)) = rest.split_once('/') {
        let (vault, path) =
            (decoded(vault).ok_or_else(malformed)?, decoded(path).ok_or_else(malformed)?);
        if library.named(&vault).is_some() {
            named.push(Named { vault: Some(vault), path });
        }
    }
    if library.all().len() == 1 {
        named.push(Named { vault: None, path: whole });
    }
    if named.is_empty() {
        let vaults = library.all().iter().map(|served| served.name().to_owned());
        return Err(Refusal::new(
            notekin_engine::Kind::NotFound,
            format!("`{uri}` names no vault that is served"),
        )
        .near(vaults));
    }
    Ok(named)
}

/// Returns what a part of a URI says; nothing when it is empty or not UTF-8.
fn decoded(text: &str) -> Option<String> {
    let text = percent_decode_str(text).decode_utf8().ok()?.into_owned();
    (!text.is_empty()).then_some(text)
}
