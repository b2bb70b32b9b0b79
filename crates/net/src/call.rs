//! A call: what is sent where, what for, and how hard to try.
use std::time::Duration;

use crate::patience::Patience;
use crate::secret::Secret;

/// One request.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// Where it goes.
    pub url: &'a str,
    /// What it is for, in words for the record of calls.
    pub purpose: &'static str,
    /// What is posted: JSON, or what a protocol sends under that name. Without it, the call only fetches.
    pub body: Option<&'a [u8]>,
    /// Whether what lies there is to be deleted; such a call has no body.
    pub deletes: bool,
    /// How it proves that it may.
    pub credential: Option<Credential<'a>>,
    /// What else its headers say.
    pub headers: &'a [(&'static str, &'a str)],
    /// About how many tokens it uses up, for the budget.
    pub tokens: u64,
    /// How long and how often it is tried.
    pub effort: Effort,
    /// What its caller, who understands the answer, makes of a refusal: its status and the beginning of its text.
    pub advice: fn(u16, &str) -> Advice,
}

/// What to do after a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advice {
    /// What the status and the headers suggest.
    Usual,
    /// Not to try again: it would be refused again.
    GiveUp,
    /// To try again after this time.
    Wait(Duration),
}

/// A key, and where it goes.
#[derive(Clone, Copy, Debug)]
pub enum Credential<'a> {
    /// In `Authorization`, as a bearer's token.
    Bearer(&'a Secret),
    /// In a header of its own.
    Header(&'static str, &'a Secret),
}

/// How long and how often a call is tried, and how much may come back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effort {
    /// The time a connection may take.
    pub connect: Duration,
    /// The time the other side may be silent, while it thinks too.
    pub read: Duration,
    /// The time the whole of one try may take.
    pub total: Duration,
    /// Between tries.
    pub patience: Patience,
    /// The most bytes of a reply.
    pub max_reply: u64,
}

/// What came back from a call that went well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The HTTP status, 200 to 299.
    pub status: u16,
    /// Its headers with their values, as far as these are text; names are in lower case.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl Reply {
    /// Returns the value of a header, by its name in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

impl<'a> Call<'a> {
    /// Returns a call that fetches, with the effort of someone who waits.
    pub fn get(url: &'a str, purpose: &'static str) -> Self {
        Self {
            url,
            purpose,
            body: None,
            deletes: false,
            credential: None,
            headers: &[],
            tokens: 0,
            effort: Effort::WAITING,
            advice: |_, _| Advice::Usual,
        }
    }

    /// Returns a call that deletes, with the effort of bulk work.
    pub fn delete(url: &'a str, purpose: &'static str) -> Self {
        Self { deletes: true, effort: Effort::BULK, ..Self::get(url, purpose) }
    }

    /// Returns a call that posts JSON, with the effort of bulk work.
    pub fn post(url: &'a str, purpose: &'static str, body: &'a [u8]) -> Self {
        Self { body: Some(body), effort: Effort::BULK, ..Self::get(url, purpose) }
    }
}

impl Effort {
    /// For bulk work: patient with a server that is busy or loads a model.
    pub const BULK: Self = Self {
        connect: Duration::from_secs(10),
        read: Duration::from_mins(2),
        total: Duration::from_mins(5),
        patience: Patience::BULK,
        max_reply: 256 << 20,
    };
    /// For an answer that comes bit by bit: before its first word a model may be loaded, and read a long question.
    pub const FLOWING: Self = Self {
        connect: Duration::from_secs(10),
        read: Duration::from_mins(5),
        total: Duration::from_mins(30),
        patience: Patience::FLOWING,
        max_reply: 64 << 20,
    };
    /// For a person who waits for what came at once a moment ago.
    pub const BRIEF: Self = Self {
        connect: Duration::from_secs(1),
        read: Duration::from_secs(3),
        total: Duration::from_secs(4),
        ..Self::WAITING
    };
    /// For a person who waits for the answer.
    pub const WAITING: Self = Self {
        connect: Duration::from_secs(3),
        read: Duration::from_secs(15),
        total: Duration::from_secs(20),
        patience: Patience::WAITING,
        max_reply: 16 << 20,
    };
}
