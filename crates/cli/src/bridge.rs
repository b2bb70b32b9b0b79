//! The bridge: an assistant's bytes to the running engine and back.
//!
//! An assistant starts a program of its own for each session. Where an engine runs, that program only hands on bytes, so
//! that no second model is loaded and no second index followed. When that engine ends, another one or this program itself
//! serves the rest of the session: the assistant notices nothing but an answer that takes longer.

#[cfg(unix)]
mod crossing;
#[cfg(unix)]
mod session;

use std::path::PathBuf;

use notekin_mcp::Service;

use crate::report::Failure;

/// Hands an assistant's lines to the engine that runs, until its input ends; returns whether one could be joined. When the
/// engine goes away meanwhile and no other runs, `alone` makes what serves the rest of the session.
#[cfg(unix)]
pub(crate) fn cross(
    vaults: &[PathBuf],
    profiles: &[String],
    alone: impl FnOnce() -> Result<Service, Failure>,
) -> Result<bool, Failure> {
    let Some(engine) = unix::joined(vaults, profiles)? else { return Ok(false) };
    let mut alone = Some(alone);
    crossing::run(engine, |need| {
        // What may have ended one engine isn't asked of the next.
        if need == crossing::Need::New
            && let Some(engine) = unix::joined(vaults, profiles)?
        {
            return Ok(Some(engine));
        }
        alone.take().map(|alone| unix::own(alone()?)).transpose()
    })?;
    Ok(true)
}

/// There is no socket to join by.
#[cfg(not(unix))]
pub(crate) fn cross(
    _: &[PathBuf],
    _: &[String],
    _: impl FnOnce() -> Result<Service, Failure>,
) -> Result<bool, Failure> {
    Ok(false)
}

#[cfg(unix)]
mod unix {
    use std::io::{self, Read, Write};
    use std::os::unix::net::UnixStream;
    use std::path::PathBuf;
    use std::time::Duration;

    use notekin_config::Config;
    use notekin_http::{Hello, PROTOCOL, Running, Welcome};
    use notekin_mcp::Service;

    use crate::opened;
    use crate::report::Failure;

    /// How long the engine may take to answer the first line.
    const PATIENCE: Duration = Duration::from_secs(10);

    /// Returns a stream to the engine that runs, if one does and lets us join. Fails when the settings can't be read.
    pub(super) fn joined(
        vaults: &[PathBuf],
        profiles: &[String],
    ) -> Result<Option<UnixStream>, Failure> {
        let config = opened::config()?;
        let engine = join(&config, vaults, profiles).unwrap_or_else(|error| {
            log::info!("the running engine can't be joined: {error}");
            None
        });
        if engine.is_some() {
            log::info!("joined the running engine");
        }
        Ok(engine)
    }

    /// Returns a stream to a service of this process.
    pub(super) fn own(service: Service) -> Result<UnixStream, Failure> {
        log::info!("the running engine went away; the rest is served without it");
        let (ours, theirs) = UnixStream::pair()?;
        std::thread::spawn(move || {
            // What it said last may be in the error.
            if notekin_mcp::serve_socket(service, theirs).is_err() {
                log::error!("an assistant is served no longer");
            }
        });
        Ok(ours)
    }

    fn join(
        config: &Config,
        vaults: &[PathBuf],
        profiles: &[String],
    ) -> io::Result<Option<UnixStream>> {
        let Some(running) = Running::find(&config.places.data)? else { return Ok(None) };
        let Some(socket) = &running.socket else { return Ok(None) };
        let mut stream = UnixStream::connect(socket)?;
        let hello = Hello {
            protocol: PROTOCOL,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            token: running.token.clone(),
            audience: "assistant".to_owned(),
            vaults: vaults.iter().map(std::path::absolute).collect::<Result<_, _>>()?,
            settings: config.settings.fingerprint(),
            profiles: profiles.to_vec(),
        };
        let mut line = serde_json::to_vec(&hello)?;
        line.push(b'\n');
        stream.write_all(&line)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        let Welcome { error } = serde_json::from_slice(&first_line(&mut stream)?)?;
        stream.set_read_timeout(None)?;
        match error {
            None => Ok(Some(stream)),
            Some(problem) => Err(io::Error::other(problem.message)),
        }
    }

    /// Reads the first line, and nothing of what follows it.
    fn first_line(stream: &mut UnixStream) -> io::Result<Vec<u8>> {
        let (mut line, mut byte) = (Vec::new(), [0]);
        while byte != *b"\n" {
            stream.read_exact(&mut byte)?;
            line.extend(byte);
        }
        Ok(line)
    }
}
