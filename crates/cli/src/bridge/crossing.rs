//! Lines from an assistant to whoever serves it, and back.

use std::io::{self, BufRead, BufReader, Write};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use notekin_mcp::Service;

use super::session::Session;
use crate::report::Failure;

/// Lines that wait for a slow reader; whoever says more waits too.
const WAITING: usize = 16;

/// What can happen.
enum Event {
    /// The assistant says a line.
    Asked(Vec<u8>),
    /// It says nothing any more.
    Ended,
    /// Whoever serves says a line; the number tells who does, the first or its successor.
    Answered(u32, Vec<u8>),
    /// Whoever serves says nothing any more.
    Gone(u32),
}

/// Hands lines on until the assistant has ended and all is answered.
pub(super) fn run(
    engine: UnixStream,
    alone: impl FnOnce() -> Result<Service, Failure>,
) -> Result<(), Failure> {
    let (sender, events) = sync_channel(WAITING);
    listen(io::BufReader::new(io::stdin()), sender.clone(), Event::Asked, Event::Ended);
    let mut crossing = Crossing { peer: engine, number: 0, session: Session::default(), sender };
    crossing.listen_to_peer()?;
    crossing.carry(&events, alone)
}

/// One assistant's session.
struct Crossing {
    peer: UnixStream,
    /// Who the peer is.
    number: u32,
    session: Session,
    sender: SyncSender<Event>,
}

impl Crossing {
    fn carry(
        &mut self,
        events: &Receiver<Event>,
        alone: impl FnOnce() -> Result<Service, Failure>,
    ) -> Result<(), Failure> {
        let (mut alone, mut has_ended) = (Some(alone), false);
        for event in events {
            match event {
                Event::Asked(line) => {
                    self.session.asked(&line);
                    // That nobody is there is told by the end of what it says.
                    drop(self.peer.write_all(&line));
                }
                Event::Ended => {
                    has_ended = true;
                    drop(self.peer.shutdown(Shutdown::Write));
                }
                Event::Answered(number, line) if number == self.number => {
                    // Half a line is of an engine that was killed as it spoke.
                    if line.ends_with(b"\n") && self.session.answered(&line) {
                        let mut out = io::stdout().lock();
                        out.write_all(&line).and_then(|()| out.flush())?;
                    }
                }
                Event::Gone(number) if number == self.number => {
                    let again = self.session.again();
                    match alone.take().filter(|_| !has_ended || !again.is_empty()) {
                        Some(alone) => self.go_on(alone()?, &again, has_ended)?,
                        None => return Ok(()),
                    }
                }
                Event::Answered(..) | Event::Gone(_) => {}
            }
        }
        Ok(())
    }

    /// Goes on with a service of this process, which is told what the session needs.
    fn go_on(
        &mut self,
        service: Service,
        again: &[Vec<u8>],
        has_ended: bool,
    ) -> Result<(), Failure> {
        log::info!("the running engine went away; the rest is served without it");
        let (ours, theirs) = UnixStream::pair()?;
        std::thread::spawn(move || {
            if let Err(error) = notekin_mcp::serve_socket(service, theirs) {
                log::error!("an assistant is served no longer: {error}");
            }
        });
        (self.peer, self.number) = (ours, self.number + 1);
        self.listen_to_peer()?;
        for line in again {
            self.peer.write_all(line)?;
        }
        if has_ended {
            self.peer.shutdown(Shutdown::Write)?;
        }
        Ok(())
    }

    fn listen_to_peer(&self) -> Result<(), Failure> {
        let (number, stream) = (self.number, BufReader::new(self.peer.try_clone()?));
        let answered = move |line| Event::Answered(number, line);
        listen(stream, self.sender.clone(), answered, Event::Gone(number));
        Ok(())
    }
}

/// Tells each line of a stream, then its end. The thread may wait for input when all else has ended; the end of the process
/// ends it.
fn listen(
    mut stream: impl BufRead + Send + 'static,
    sender: SyncSender<Event>,
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
