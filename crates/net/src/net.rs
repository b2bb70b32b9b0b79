//! The one through whom all calls go.
use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use crate::address::Address;
use crate::budget::Budget;
use crate::call::{Advice, Call, Reply};
use crate::date;
use crate::error::Error;
use crate::patience::chance;
use crate::record::{Entry, Record};
use crate::transport::Transport;

/// How often someone who waits is asked whether to stop.
const BEAT: Duration = Duration::from_millis(20);

/// What the user allows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// Whether nothing but this machine may be called.
    pub offline: bool,
    /// The most tokens a month that go to other machines; `None` for any number.
    pub tokens_per_month: Option<u64>,
    /// A PEM file of the certificates to trust in place of the usual ones; `None` for those.
    pub certificates: Option<PathBuf>,
    /// Where every call is written down; `None` only where nothing is kept, as in tests.
    pub record: Option<PathBuf>,
    /// The most tries of a call, where that is fewer than its effort has; for whoever comes again by itself.
    pub tries: Option<u32>,
}

/// Makes calls, as far as the user allows them.
#[derive(Debug)]
pub struct Net {
    settings: Settings,
    record: Option<Record>,
    budget: OnceLock<Budget>,
    transport: OnceLock<Transport>,
}

impl Net {
    /// Returns a caller under `settings`. Opens nothing yet.
    pub fn new(settings: Settings) -> Self {
        let record = settings.record.as_deref().map(Record::at);
        Self { settings, record, budget: OnceLock::new(), transport: OnceLock::new() }
    }

    /// Makes a call, and tries it again as its effort says, where a moment may help.
    ///
    /// Fails with [`Error::Offline`] or [`Error::Budget`] before anything is sent, and with [`Error::Cancelled`] within
    /// a moment after `cancel` is set.
    pub fn send(&self, call: &Call<'_>, cancel: &AtomicBool) -> Result<Reply, Error> {
        let address = Address::parse(call.url)?;
        if !address.is_local() {
            if self.settings.offline {
                return Err(Error::Offline { host: address.host().to_owned() });
            }
            self.budget()?.take(call.tokens)?;
        }
        let mut tried = 0;
        loop {
            tried += 1;
            let (error, is_passing) = match self.once(&address, call, cancel) {
                Ok(reply) => return Ok(reply),
                Err(error) => advised(error, call.advice),
            };
            let patience = call.effort.patience.at_most(self.settings.tries);
            let wait = patience.wait(tried, error.retry_after(), chance());
            let Some(wait) = wait.filter(|_| is_passing) else { return Err(error) };
            log::info!("{error}; trying again in {wait:?}");
            pause(wait, cancel)?;
        }
    }

    /// Returns how many tokens the month's budget leaves for other machines; `None` when there is no budget.
    pub fn tokens_left(&self) -> Result<Option<u64>, Error> {
        Ok(self.budget()?.left())
    }

    fn once(
        &self,
        address: &Address,
        call: &Call<'_>,
        cancel: &AtomicBool,
    ) -> Result<Reply, Error> {
        let transport = self.transport()?;
        let line = self.record.as_ref().map(Record::open).transpose()?;
        let began = Instant::now();
        let answered = transport.attempt(address, call, cancel);
        if let Some(line) = line {
            line.write(&entry(address, call, &answered, began.elapsed()))?;
        }
        answered
    }

    fn transport(&self) -> Result<&Transport, Error> {
        if let Some(transport) = self.transport.get() {
            return Ok(transport);
        }
        let made = Transport::new(self.settings.certificates.as_deref())?;
        Ok(self.transport.get_or_init(|| made))
    }

    fn budget(&self) -> Result<&Budget, Error> {
        if let Some(budget) = self.budget.get() {
            return Ok(budget);
        }
        let limit = self.settings.tokens_per_month;
        let spent = match (&self.record, limit) {
            (Some(record), Some(_)) => {
                let now = date::written(SystemTime::now());
                record.tokens_since(now.get(..7).unwrap_or_default())?
            }
            _ => 0,
        };
        Ok(self.budget.get_or_init(|| Budget::new(limit, spent)))
    }
}

/// Returns an error with what its caller makes of it, and whether it may pass.
fn advised(mut error: Error, advice: fn(u16, &str) -> Advice) -> (Error, bool) {
    let mut is_passing = error.is_passing();
    if let Error::Status { status, body, retry_after, .. } = &mut error {
        match advice(*status, body) {
            Advice::Usual => {}
            Advice::GiveUp => is_passing = false,
            Advice::Wait(time) => *retry_after = Some(time),
        }
    }
    (error, is_passing)
}

/// Waits, unless told to stop.
fn pause(time: Duration, cancel: &AtomicBool) -> Result<(), Error> {
    let until = Instant::now() + time;
    loop {
        if cancel.load(Ordering::Relaxed) {
            return Err(Error::Cancelled);
        }
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Ok(());
        }
        thread::sleep(left.min(BEAT));
    }
}

fn entry(
    address: &Address,
    call: &Call<'_>,
    answered: &Result<Reply, Error>,
    took: Duration,
) -> Entry {
    let (status, bytes_in, error) = match answered {
        Ok(reply) => (Some(reply.status), reply.body.len(), None),
        Err(Error::Status { status, body, .. }) => (Some(*status), body.len(), None),
        Err(error) => (None, 0, Some(word(error))),
    };
    Entry {
        time: date::written(SystemTime::now()),
        host: address.host().to_owned(),
        local: address.is_local(),
        purpose: call.purpose.to_owned(),
        bytes_out: call.body.unwrap_or_default().len() as u64,
        bytes_in: bytes_in as u64,
        tokens: call.tokens,
        status,
        error: error.map(str::to_owned),
        milliseconds: u64::try_from(took.as_millis()).unwrap_or(u64::MAX),
    }
}

/// Returns what went wrong as one word for the record.
fn word(error: &Error) -> &'static str {
    match error {
        Error::TimedOut { .. } => "timeout",
        Error::Unreachable { .. } => "unreachable",
        Error::Broken { .. } => "broken",
        Error::TooLarge { .. } => "too_large",
        Error::Untrusted { .. } => "untrusted",
        Error::Cancelled => "cancelled",
        _ => "failed",
    }
}
