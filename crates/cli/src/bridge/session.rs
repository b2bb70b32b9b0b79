//! What must be said again when another server takes over an assistant's session: all this program knows of the protocol.

use serde_json::Value;

/// What an assistant has said that counts beyond the moment.
#[derive(Debug, Default)]
pub(super) struct Session {
    /// How it began, in versions of the protocol that have sessions, with the id of that request.
    beginning: Option<(Value, Vec<u8>)>,
    /// That it has begun.
    begun: Option<Vec<u8>>,
    /// Requests that have no answer yet, with their ids.
    open: Vec<(Value, Vec<u8>)>,
    /// The id of an answer that the assistant has had already.
    had: Option<Value>,
}

impl Session {
    /// Takes note of a line that the assistant says.
    pub(super) fn asked(&mut self, line: &[u8]) {
        let Ok(message) = serde_json::from_slice::<Value>(line) else { return };
        let id = message.get("id").cloned();
        match (message["method"].as_str(), id) {
            (Some("initialize"), Some(id)) => {
                self.beginning = Some((id.clone(), line.to_owned()));
                self.open.push((id, line.to_owned()));
            }
            (Some(_), Some(id)) => self.open.push((id, line.to_owned())),
            (Some("notifications/initialized"), None) => self.begun = Some(line.to_owned()),
            (Some("notifications/cancelled"), None) => {
                let given_up = &message["params"]["requestId"];
                self.open.retain(|(id, _)| id != given_up);
            }
            _ => {}
        }
    }

    /// Takes note of a line that the server says; returns whether the assistant is to hear it.
    pub(super) fn answered(&mut self, line: &[u8]) -> bool {
        // An answer has an id and no method.
        let Ok(message) = serde_json::from_slice::<Value>(line) else { return true };
        let Some(id) = message.get("id").filter(|_| message.get("method").is_none()) else {
            return true;
        };
        if self.had.as_ref() == Some(id) {
            self.had = None;
            return false;
        }
        self.open.retain(|(open, _)| open != id);
        true
    }

    /// Returns what another server is to be told: how the session began, and what is still to be answered.
    pub(super) fn again(&mut self) -> Vec<Vec<u8>> {
        let is_open = |id: &Value| self.open.iter().any(|(open, _)| open == id);
        let beginning = self.beginning.as_ref().filter(|(id, _)| !is_open(id));
        let mut lines = Vec::new();
        if let Some((id, line)) = beginning {
            lines.push(line.clone());
            self.had = Some(id.clone());
        }
        let open = self.open.iter().map(|(_, line)| line.clone());
        lines.extend(self.begun.clone().into_iter().chain(open));
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::Session;

    fn said(session: &mut Session, lines: &[&str]) {
        for line in lines {
            session.asked(line.as_bytes());
        }
    }

    fn again(session: &mut Session) -> Vec<String> {
        session.again().into_iter().map(|line| String::from_utf8(line).unwrap()).collect()
    }

    const BEGIN: &str = r#"{"id":0,"method":"initialize"}"#;
    const BEGUN: &str = r#"{"method":"notifications/initialized"}"#;

    #[test]
    fn what_is_open_is_asked_again_and_the_beginning_said_again() {
        let mut session = Session::default();
        said(
            &mut session,
            &[BEGIN, BEGUN, r#"{"id":1,"method":"a"}"#, r#"{"id":"2","method":"b"}"#],
        );
        assert!(session.answered(br#"{"id":0,"result":{}}"#));
        assert!(session.answered(br#"{"id":1,"result":{}}"#));
        assert_eq!(again(&mut session), [BEGIN, BEGUN, r#"{"id":"2","method":"b"}"#]);
        assert!(!session.answered(br#"{"id":0,"result":{}}"#), "it was heard before");
        assert!(session.answered(br#"{"id":"2","error":{}}"#));
        assert_eq!(again(&mut session), [BEGIN, BEGUN]);
    }

    #[test]
    fn what_was_given_up_is_not_asked_again_and_without_a_session_there_is_no_beginning() {
        let mut session = Session::default();
        let cancel = r#"{"method":"notifications/cancelled","params":{"requestId":1}}"#;
        said(
            &mut session,
            &[r#"{"id":1,"method":"a"}"#, r#"{"id":2,"method":"b"}"#, cancel, "no JSON"],
        );
        assert_eq!(again(&mut session), [r#"{"id":2,"method":"b"}"#]);
        assert!(session.answered(b"no JSON") && session.answered(br#"{"id":7,"method":"ping"}"#));
    }

    #[test]
    fn a_beginning_that_was_not_answered_is_answered_once() {
        let mut session = Session::default();
        said(&mut session, &[BEGIN]);
        assert_eq!(again(&mut session), [BEGIN]);
        assert!(session.answered(br#"{"id":0,"result":{}}"#));
    }
}
