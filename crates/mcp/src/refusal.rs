//! What an assistant is told when a call can't be answered, so that it can mend the call.

use notekin_engine::{Error, Kind};
use notekin_wire as wire;
use serde_json::{Value, json};

/// Why a call wasn't answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    kind: Kind,
    message: String,
    hint: Option<String>,
    near: Vec<String>,
}

impl Refusal {
    pub(crate) fn new(kind: Kind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), hint: None, near: Vec::new() }
    }

    /// Returns the refusal of a request that makes no sense.
    pub(crate) fn invalid(message: impl Into<String>) -> Self {
        Self::new(Kind::Invalid, message)
    }

    /// Adds what to do about it.
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Adds what could be meant instead.
    pub(crate) fn near(mut self, near: impl IntoIterator<Item = String>) -> Self {
        self.near = near.into_iter().collect();
        self
    }

    /// Returns whether it says that there is no such thing.
    pub(crate) fn is_not_found(&self) -> bool {
        self.kind == Kind::NotFound
    }

    /// Returns what happened, as a sentence without a period.
    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    /// Returns the object an assistant is shown.
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

fn told(error: &Error) -> String {
    match error {
        // Where the vault lies is nothing to an assistant.
        Error::NoIndex(_) => "the notes are being read for the first time".to_owned(),
        error => error.to_string(),
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

    #[test]
    fn where_a_vault_lies_is_not_told() {
        let refusal = Refusal::from(Error::NoIndex("/home/me/notes".into()));
        assert!(!refusal.to_json().to_string().contains("/home/me"));
    }

    #[test]
    fn macos_is_known_by_its_refusals() {
        let folder = tempfile::tempdir().unwrap();
        let missing = notekin_engine::PolicySettings::default();
        drop((folder, missing));
        let cancelled = Error::Cancelled;
        assert_eq!(hint(&cancelled, true), cancelled.hint());
    }
}
