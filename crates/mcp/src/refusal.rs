//! What an assistant is told when a call can't be answered, so that it can mend the call.
//!
//! Of a note that it may not see it is told the same as of one that was never there: the engine knows of no difference by
//! then. What concerns the user, such as a permission, is told so that the assistant can pass it on.

use notekin_engine::{Error, Kind};
use notekin_wire as wire;
use serde_json::{Value, json};

use crate::clean::clean;

/// Why a call wasn't answered.
///
/// A client is shown it as the result of the tool, marked as an error: `{"error": {"kind", "message", "hint", "near"}}`,
/// of which the last two are there only where they say something. Names of notes and headings come from notes, so that
/// hidden characters are taken out of all of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    /// What a program can decide by; its name is the same on the command line.
    kind: Kind,
    message: String,
    hint: Option<String>,
    near: Vec<String>,
}

impl Refusal {
    /// Returns a refusal that says what happened, as a fragment without a period.
    pub(crate) fn new(kind: Kind, message: impl AsRef<str>) -> Self {
        Self { kind, message: short(message.as_ref()), hint: None, near: Vec::new() }
    }

    /// Returns the refusal of a request that makes no sense.
    pub(crate) fn invalid(message: impl AsRef<str>) -> Self {
        Self::new(Kind::Invalid, message)
    }

    /// Adds what to do about it, for the assistant or for the user it speaks to.
    pub(crate) fn hint(mut self, hint: impl AsRef<str>) -> Self {
        self.hint = Some(clean(hint.as_ref()));
        self
    }

    /// Adds what could be meant instead, the likest first.
    pub(crate) fn near(mut self, near: impl IntoIterator<Item = String>) -> Self {
        self.near = near.into_iter().map(|name| clean(&name)).collect();
        self
    }

    /// Returns what kind of failure it is.
    pub(crate) fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns what happened, as a sentence without a period.
    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    /// Returns the object an assistant is shown, the same for tools and as the data of an error of the protocol.
    pub(crate) fn to_json(&self) -> Value {
        let mut error = json!({ "kind": wire::Kind(self.kind).name(), "message": self.message });
        if let Some(hint) = &self.hint {
            error["hint"] = hint.as_str().into();
        }
        if !self.near.is_empty() {
            error["near"] = self.near.clone().into();
        }
        json!({ "error": error })
    }
}

/// Returns a message without hidden characters and not longer than needed, as it may repeat what was asked.
fn short(message: &str) -> String {
    const MOST: usize = 400;
    let message = clean(message);
    match message.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &message[..end]),
        None => message,
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        let kind = error.kind();
        let refusal = Self::new(kind, told(&error)).near(error.near().iter().cloned());
        match hint(&error, cfg!(target_os = "macos")) {
            Some(hint) => refusal.hint(hint),
            None => refusal,
        }
    }
}

/// Returns what an assistant is told of an error.
///
/// Where a vault, its index or the model lies is nothing to an assistant, nor is what the user keeps out of the vault;
/// their errors name folders and patterns, and repeat what servers say. `notekin status` tells the user.
fn told(error: &Error) -> String {
    match error {
        Error::NoIndex(_) => "the notes are being read for the first time".to_owned(),
        // The pattern of a search, which the assistant wrote itself.
        Error::Index(_) if error.kind() == Kind::Invalid => error.to_string(),
        // It names the address of a server, and repeats what that says.
        Error::Write(_) if error.kind() != Kind::Cancelled => {
            log::warn!("an assistant was refused an answer: {:?}", error.kind());
            "the model that writes answers can't be used now".to_owned()
        }
        Error::Vault(_) | Error::Index(_) | Error::Embed(_) => {
            log::warn!("an assistant was refused: {:?}", error.kind());
            trouble(error.kind()).to_owned()
        }
        error => error.to_string(),
    }
}

/// Returns what is wrong with a vault, without a word of where it lies.
fn trouble(kind: Kind) -> &'static str {
    match kind {
        Kind::Denied => "notekin may not read where the vault or its index lies",
        Kind::NotFound => "the folder of the vault isn't there now",
        Kind::Busy => "another program is writing the index",
        Kind::Full => "there is no room left on the disk",
        Kind::Corrupt => "the index is damaged",
        Kind::Unsupported => "the index was made by another version of notekin",
        _ => "the vault can't be used now; `notekin status` tells the user why",
    }
}

/// Returns what to do about an error. On macOS assistants start programs without the rights to folders that they have
/// themselves, and nobody asks the user.
fn hint(error: &Error, macos: bool) -> Option<String> {
    match error.kind() {
        Kind::Denied if macos => Some(
            "macOS keeps programs that an assistant starts out of Documents, Desktop, Downloads and iCloud: the user \
             can allow notekin in System Settings, Privacy & Security, Files and Folders (or Full Disk Access), or \
             move the vault"
                .to_owned(),
        ),
        Kind::Unconfigured if matches!(error, Error::NoIndex(_)) => {
            Some("try again in some seconds; vault_status says how far it is".to_owned())
        }
        _ if matches!(error, Error::Write(_)) => Some(
            "answer from search_notes and read_note; the user can see what is wrong by `notekin ask` in a terminal"
                .to_owned(),
        ),
        // How to search for it as it stands is more than a name.
        _ if matches!(error, Error::NoSuchKey { .. }) => error.hint(),
        _ if error.near().is_empty() => error.hint(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_says_what_could_be_meant() {
        let near = vec!["tea.md".to_owned()];
        let refusal = Refusal::from(Error::NoSuchNote { note: "tee.md".to_owned(), near });
        let json = refusal.to_json();
        assert_eq!(json["error"]["kind"], "not_found");
        assert_eq!(json["error"]["near"], json!(["tea.md"]));
        assert_eq!(json["error"].get("hint"), None, "the names say it already");
    }

    fn denied() -> Error {
        let path = "/home/me/notes".into();
        Error::from(notekin_vault::Error::Denied { path, source: std::io::Error::other("no") })
    }

    #[test]
    fn where_a_vault_lies_is_not_told() {
        let pattern = "/home/me/**".to_owned();
        let broken = notekin_vault::Error::Pattern { pattern, reason: "odd".to_owned() };
        for error in [Error::NoIndex("/home/me/notes".into()), denied(), broken.into()] {
            let json = Refusal::from(error).to_json().to_string();
            assert!(!json.contains("/home/me"), "{json}");
        }
    }

    #[test]
    fn names_of_notes_hide_nothing() {
        let near = vec!["t\u{200B}ea.md".to_owned()];
        let refusal = Refusal::from(Error::NoSuchNote { note: "te\u{202E}e".to_owned(), near });
        assert_eq!(refusal.near, ["tea.md"]);
        assert_eq!(refusal.message(), "no note `tee` in this vault");
    }

    #[test]
    fn macos_is_known_by_its_refusals() {
        let error = denied();
        let on_macos = hint(&error, true).unwrap();
        assert!(on_macos.contains("Privacy & Security"), "{on_macos}");
        assert_eq!(hint(&error, false), error.hint());
        assert_eq!(
            hint(&Error::Cancelled, true),
            Error::Cancelled.hint(),
            "only of what is denied"
        );
    }
}
