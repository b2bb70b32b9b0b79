//! Lines from an assistant to whoever serves it, and back.

use std::io::{self, BufRead, BufReader, Write};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use super::session::Session;
use crate::report::Failure;

/// How long after its input an engine is waited for; a little longer than it takes itself for the last answers, so that only
/// one that hangs is left.
const LAST_ANSWERS: Duration = Duration::from_secs(75);

/// For what a successor is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Need {
    /// For what the one before left without an answer; that may be why it is gone.
    Left,
    /// For what is asked only now.
    New,
}

/// What can happen.
enum Event {
    /// The assistant says a line.
    Asked(Vec<u8>),
    /// It says nothing any more.
    Ended,
    /// Whoever serves says a line; the number tells who does, the first or one of its successors.
    Answered(u32, Vec<u8>),
    /// Whoever serves says nothing any more.
    Gone(u32),
}

/// Hands lines on until the assistant has ended and all is answered. Fails when `successor` does, or knows of none when one
/// is needed.
pub(super) fn run(
    engine: UnixStream,
    successor: impl FnMut(Need) -> Result<Option<UnixStream>, Failure>,
) -> Result<(), Failure> {
    // It must never be full: an assistant may say all it has to say before it hears any of it.
    let (sender, events) = channel();
    listen(BufReader::new(io::stdin()), sender.clone(), Event::Asked, Event::Ended);
    let session = Session::default();
    let mut crossing = Crossing { peer: None, number: 0, session, until: None, sender, successor };
    crossing.meet(engine)?;
    crossing.carry(&events)
}

/// One assistant's session.
struct Crossing<S> {
    /// Who serves; nobody from when one went away until the next is needed.
    peer: Option<UnixStream>,
    /// Who the peer is.
    number: u32,
    session: Session,
    /// Until when the last answers are waited for, once the assistant says nothing any more.
    until: Option<Instant>,
    sender: Sender<Event>,
    successor: S,
}

impl<S: FnMut(Need) -> Result<Option<UnixStream>, Failure>> Crossing<S> {
    fn carry(&mut self, events: &Receiver<Event>) -> Result<(), Failure> {
        while let Some(event) = self.next(events) {
            match event {
                Event::Asked(line) => self.ask(line)?,
                Event::Ended => self.end(),
                Event::Answered(number, line) if number == self.number => self.tell(&line)?,
                Event::Gone(number) if number == self.number => {
                    self.peer = None;
                    if self.session.is_waiting() {
                        self.go_on(Need::Left)?;
                    }
                }
                Event::Answered(..) | Event::Gone(_) => {}
            }
            if self.peer.is_none() && self.until.is_some() {
                break;
            }
        }
        Ok(())
    }

    /// Waits for what happens next; returns nothing when that takes too long.
    fn next(&self, events: &Receiver<Event>) -> Option<Event> {
        let Some(until) = self.until else { return events.recv().ok() };
        let event = events.recv_timeout(until.saturating_duration_since(Instant::now()));
        if matches!(event, Err(RecvTimeoutError::Timeout)) {
            log::info!("the last answers are waited for no longer");
        }
        event.ok()
    }

    fn ask(&mut self, mut line: Vec<u8>) -> Result<(), Failure> {
        if !line.ends_with(b"\n") {
            // It is the last now, but may be followed by others when it is said again.
            line.push(b'\n');
        }
        self.session.asked(&line);
        if self.peer.is_none() && self.session.is_waiting() {
            return self.go_on(Need::New);
        }
        self.say(&line);
        Ok(())
    }

    /// Says a line to whoever serves. That nobody does is told by the end of what it says, or known already.
    fn say(&mut self, line: &[u8]) {
        if let Some(peer) = &mut self.peer {
            drop(peer.write_all(line));
        }
    }

    fn tell(&mut self, line: &[u8]) -> Result<(), Failure> {
        // Half a line is of an engine that was killed as it spoke.
        if line.ends_with(b"\n") && self.session.answered(line) {
            let mut out = io::stdout().lock();
            out.write_all(line).and_then(|()| out.flush())?;
        }
        Ok(())
    }

    fn end(&mut self) {
        self.until = Some(Instant::now() + LAST_ANSWERS);
        if let Some(peer) = &self.peer {
            drop(peer.shutdown(Shutdown::Write));
        }
    }

    /// Goes on with a successor, which is told what the session needs.
    fn go_on(&mut self, need: Need) -> Result<(), Failure> {
        let Some(peer) = (self.successor)(need)? else {
            let error = io::Error::from(io::ErrorKind::ConnectionAborted);
            return Err(Failure::io("cannot serve the assistant any longer", &error));
        };
        self.number += 1;
        self.meet(peer)?;
        for line in self.session.again() {
            self.say(&line);
        }
        if self.until.is_some() {
            self.end();
        }
        Ok(())
    }

    /// Listens to whoever serves from now on.
    fn meet(&mut self, peer: UnixStream) -> Result<(), Failure> {
        let (number, stream) = (self.number, BufReader::new(peer.try_clone()?));
        let answered = move |line| Event::Answered(number, line);
        listen(stream, self.sender.clone(), answered, Event::Gone(number));
        self.peer = Some(peer);
        Ok(())
    }
}

/// Tells each line of a stream, then its end. The thread may wait for input when all else has ended; the end of the process
/// ends it.
fn listen(
    mut stream: impl BufRead + Send + 'static,
    sender: Sender<Event>,
    each: impl Fn(Vec<u8>) -> Event + Send + 'static,
    end: Event,
) {
    std::thread::spawn(move || {
        loop {
            let mut line = Vec::new();
            match stream.read_until(b'\n', &mut line) {
                Ok(1..) if sender.send(each(line)).is_ok() => {}
                _ => break,
            }
        }
        drop(sender.send(end));
    });
}
