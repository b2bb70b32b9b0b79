//! The one through whom all calls go.
use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use crate::address::Address;
use crate::budget::Budget;
use crate::call::{Advice, Call, Credential, Reply};
use crate::date;
use crate::error::Error;
use crate::patience::{Patience, chance};
use crate::pieces::{self, Framing, HandOn, Pieces};
use crate::record::{Entry, Line, Record};
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
        let address = self.allowed(call)?;
        let mut tried = 0;
        loop {
            tried += 1;
            match self.once(&address, call, cancel) {
                Ok(reply) => return Ok(reply),
                Err(error) => self.wait_after(error, call, tried, cancel)?,
            }
        }
    }

    /// Makes a call whose answer comes bit by bit, and hands on each piece of it as soon as it is whole, until
    /// `hand_on` breaks off or the answer ends. An answer that is no stream is one piece.
    ///
    /// The call is tried again like that of [`Net::send`], but never once a byte of its answer has come. The connection
    /// is closed as soon as `cancel` is set or `hand_on` breaks off. Whether an answer that ended is complete only its
    /// reader knows.
    pub fn stream(
        &self,
        call: &Call<'_>,
        framing: Framing,
        hand_on: &mut HandOn<'_>,
        cancel: &AtomicBool,
    ) -> Result<(), Error> {
        let address = self.allowed(call)?;
        let mut tried = 0;
        loop {
            tried += 1;
            let (flowed, bytes) = self.once_flowing(&address, call, (framing, hand_on), cancel)?;
            match flowed {
                Err(error) if bytes == 0 => self.wait_after(error, call, tried, cancel)?,
                flowed => return flowed,
            }
        }
    }

    /// Waits as `patience` says after try number `tried` (from 1), and returns whether there is to be another one; for
    /// what [`Net::send`] can't try again by itself, since that may have happened all the same.
    ///
    /// What the other side `asked` for counts, as in [`Net::send`]. Fails with [`Error::Cancelled`].
    pub fn rest(
        &self,
        patience: Patience,
        tried: u32,
        asked: Option<Duration>,
        cancel: &AtomicBool,
    ) -> Result<bool, Error> {
        let patience = patience.at_most(self.settings.tries);
        let wait = patience.wait(tried, asked, chance());
        wait.map(|wait| pause(wait, cancel)).transpose().map(|waited| waited.is_some())
    }

    /// Returns where a call goes, if it may go there, and takes its tokens out of the budget.
    fn allowed(&self, call: &Call<'_>) -> Result<Address, Error> {
        let address = Address::parse(call.url)?;
        if !address.is_local() {
            if self.settings.offline {
                return Err(Error::Offline { host: address.host().to_owned() });
            }
            self.budget()?.take(call.tokens)?;
        }
        Ok(address)
    }

    /// Returns how many tokens the month's budget leaves for other machines; `None` when there is no budget.
    pub fn tokens_left(&self) -> Result<Option<u64>, Error> {
        Ok(self.budget()?.left())
    }

    /// Waits until a call that failed is tried again, or fails as it did where that is of no use.
    fn wait_after(
        &self,
        error: Error,
        call: &Call<'_>,
        tried: u32,
        cancel: &AtomicBool,
    ) -> Result<(), Error> {
        let (error, is_passing) = advised(error, call.advice);
        let patience = call.effort.patience.at_most(self.settings.tries);
        let wait = patience.wait(tried, error.retry_after(), chance());
        let Some(wait) = wait.filter(|_| is_passing) else { return Err(error) };
        log::info!("{error}; trying again in {wait:?}");
        pause(wait, cancel)
    }

    fn once(
        &self,
        address: &Address,
        call: &Call<'_>,
        cancel: &AtomicBool,
    ) -> Result<Reply, Error> {
        let transport = self.transport()?;
        let line = self.line()?;
        let began = Instant::now();
        let answered = hushed(transport.attempt(address, call, cancel), call);
        if let Some(line) = line {
            let (status, bytes) = match &answered {
                Ok(reply) => (Some(reply.status), reply.body.len()),
                Err(_) => (None, 0),
            };
            let ended = (status, bytes as u64, answered.as_ref().err());
            line.write(&entry(address, call, ended, began.elapsed()))?;
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

    /// Tries a call whose answer comes bit by bit; returns how that ended, and how many bytes came.
    fn once_flowing(
        &self,
        address: &Address,
        call: &Call<'_>,
        (framing, hand_on): (Framing, &mut HandOn<'_>),
        cancel: &AtomicBool,
    ) -> Result<(Result<(), Error>, u64), Error> {
        let transport = self.transport()?;
        let line = self.line()?;
        let began = Instant::now();
        let (mut status, mut bytes, mut is_enough) = (None, 0, false);
        let mut pieces = Pieces::new(framing);
        let mut take = |bits: &[u8]| {
            bytes += bits.len() as u64;
            let flow = pieces.push(bits, hand_on);
            let (host, limit) = (address.host(), pieces::MOST as u64);
            let flow = flow.map_err(|_| Error::TooLarge { host: host.to_owned(), limit })?;
            is_enough = flow.is_break();
            Ok(flow)
        };
        let mut told = |is: u16| status = Some(is);
        let flowed = transport.flow(address, call, (&mut told, &mut take), cancel);
        let flowed = hushed(flowed, call);
        if flowed.is_ok() && !is_enough {
            // It ends here anyway.
            let _ = pieces.finish(hand_on);
        }
        if let Some(line) = line {
            let ended = (status, bytes, flowed.as_ref().err());
            line.write(&entry(address, call, ended, began.elapsed()))?;
        }
        Ok((flowed, bytes))
    }

    /// Returns the place where a call will be written down, if calls are.
    fn line(&self) -> Result<Option<Line>, Error> {
        self.record.as_ref().map(Record::open).transpose()
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

/// Returns what came of a call without its key, which a server may repeat where it refuses it.
fn hushed<T>(mut answered: Result<T, Error>, call: &Call<'_>) -> Result<T, Error> {
    if let (Err(Error::Status { body, .. }), Some(credential)) = (&mut answered, call.credential) {
        let (Credential::Bearer(key) | Credential::Header(_, key)) = credential;
        *body = key.hidden_in(body);
    }
    answered
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

/// Waits, unless told to stop: fails with [`Error::Cancelled`] within a moment after `cancel` is set.
pub fn pause(time: Duration, cancel: &AtomicBool) -> Result<(), Error> {
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

/// Returns what is written down of a call: its status where there is one, the bytes that came, and what went wrong.
fn entry(
    address: &Address,
    call: &Call<'_>,
    (status, bytes_in, error): (Option<u16>, u64, Option<&Error>),
    took: Duration,
) -> Entry {
    let (status, bytes_in, error) = match error {
        Some(Error::Status { status, body, .. }) => (Some(*status), body.len() as u64, None),
        error => (status, bytes_in, error.map(word)),
    };
    Entry {
        time: date::written(SystemTime::now()),
        host: address.host().to_owned(),
        local: address.is_local(),
        purpose: call.purpose.to_owned(),
        bytes_out: call.body.unwrap_or_default().len() as u64,
        bytes_in,
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
