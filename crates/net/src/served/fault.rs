//! A fault: why a call to a model's server brought nothing of use.
use std::time::Duration;

use super::refusal::Cause;
use crate::error::Error;

/// Why a call to a model's server brought nothing of use.
#[derive(Debug)]
pub enum Fault {
    /// The server refuses, and says why.
    Refused(Refusal),
    /// The answer can't be read.
    Garbled(String),
    /// The call itself failed, or was refused without a word that is understood.
    Net(Error),
}

/// What a server said instead of doing what it was asked for.
#[derive(Debug)]
pub struct Refusal {
    /// What is meant by it.
    pub cause: Cause,
    /// The beginning of what it said, on one line and without its key.
    pub said: String,
    /// The HTTP status; 200 where the refusal came in the guise of an answer.
    pub status: u16,
    /// How long it wants to be left alone.
    pub retry_after: Option<Duration>,
    /// The failed call, where there was one.
    pub error: Option<Error>,
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        Self::Net(error)
    }
}
