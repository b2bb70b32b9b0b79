//! What must be said again when another server takes over an assistant's session: all this program knows of the protocol.

use serde_json::Value;

/// What an assistant has said that counts beyond the moment.
#[derive(Debug, Default)]
pub(super) struct Session {
    /// How it began, in versions of the protocol that have sessions.
    beginning: Option<Beginning>,
    /// That it has begun.
    begun: Option<Vec<u8>>,
    /// Requests that have no answer yet, with their ids.
    open: Vec<(Value, Vec<u8>)>,
    /// The id of an answer that the assistant has had already.
    had: Option<Value>,
}

/// The request that begins a session.
#[derive(Debug)]
struct Beginning {
    id: Value,
    line: Vec<u8>,
    is_answered: bool,
}

impl Session {
    /// Takes note of a line that the assistant says.
    pub(super) fn asked(&mut self, line: &[u8]) {
        let Ok(message) = serde_json::from_slice::<Value>(line) else { return };
        let id = message.get("id").cloned();
        match (message["method"].as_str(), id) {
            (Some("initialize"), Some(id)) => {
                self.beginning = Some(Beginning { id, line: line.to_owned(), is_answered: false });
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
        if self.had.take_if(|had| had == id).is_some() {
            return false;
        }
        match &mut self.beginning {
            Some(beginning) if !beginning.is_answered && beginning.id == *id => {
                beginning.is_answered = true;
            }
            _ => self.open.retain(|(open, _)| open != id),
        }
        true
    }

    /// Returns whether an answer is still to come.
    pub(super) fn is_waiting(&self) -> bool {
        let is_beginning = self.beginning.as_ref().is_some_and(|it| !it.is_answered);
        is_beginning || !self.open.is_empty()
    }

    /// Returns what another server is to be told: how the session began, and what is still to be answered.
    pub(super) fn again(&mut self) -> Vec<Vec<u8>> {
        let beginning = self.beginning.as_ref();
        self.had = beginning.filter(|it| it.is_answered).map(|it| it.id.clone());
        let beginning = beginning.map(|it| &it.line);
        let open = self.open.iter().map(|(_, line)| line);
        beginning.into_iter().chain(&self.begun).chain(open).cloned().collect()
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
        assert!(!session.is_waiting(), "how it began is no question that is open");
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
        assert!(session.is_waiting());
        assert_eq!(again(&mut session), [BEGIN]);
        assert!(session.answered(br#"{"id":0,"result":{}}"#));
        assert!(!session.is_waiting());
    }

    #[test]
    fn a_beginning_comes_first_though_all_was_said_at_once() {
        let mut session = Session::default();
        let ask = r#"{"id":1,"method":"a"}"#;
        said(&mut session, &[BEGIN, BEGUN, ask]);
        assert_eq!(again(&mut session), [BEGIN, BEGUN, ask]);
        assert!(session.answered(br#"{"id":0,"result":{}}"#), "nobody heard it yet");
        assert_eq!(again(&mut session), [BEGIN, BEGUN, ask]);
        assert!(!session.answered(br#"{"id":0,"result":{}}"#), "now it was heard");
    }

    #[test]
    fn an_id_that_is_used_anew_is_answered_anew() {
        let mut session = Session::default();
        said(&mut session, &[BEGIN]);
        assert!(session.answered(br#"{"id":0,"result":{}}"#));
        let ask = r#"{"id":0,"method":"a"}"#;
        said(&mut session, &[ask]);
        assert_eq!(again(&mut session), [BEGIN, ask]);
        assert!(!session.answered(br#"{"id":0,"result":{}}"#));
        assert!(session.answered(br#"{"id":0,"result":{}}"#) && !session.is_waiting());
    }
}
