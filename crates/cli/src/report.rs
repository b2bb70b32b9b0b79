//! Failures on stderr, and the exit code.

use std::io;
use std::process::ExitCode;

use anstream::eprintln;
use anstyle::{AnsiColor, Style};
use notekin_engine as engine;
use notekin_wire as wire;

/// How a command that did not fail ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// It did its work, or found something.
    Found,
    /// It found nothing.
    Nothing,
    /// It did what could be done, and told what couldn't.
    Told,
}

impl Outcome {
    /// Returns the outcome of a look that found something or not.
    pub(crate) fn found(something: bool) -> Self {
        if something { Self::Found } else { Self::Nothing }
    }
}

/// Why a command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Whoever read our output is gone, which is no failure of ours.
    Closed,
    /// Anything else.
    Problem {
        kind: engine::Kind,
        /// What happened, then what caused it.
        chain: Vec<String>,
        hint: Option<String>,
    },
}

impl Failure {
    /// Returns the failure of a request that makes no sense.
    pub(crate) fn invalid(message: impl Into<String>, hint: Option<&str>) -> Self {
        Self::Problem {
            kind: engine::Kind::Invalid,
            chain: vec![message.into()],
            hint: hint.map(str::to_owned),
        }
    }

    /// Returns the failure to use a file or a program.
    pub(crate) fn io(what: impl Into<String>, error: &io::Error) -> Self {
        let kind = match error.kind() {
            io::ErrorKind::NotFound => engine::Kind::NotFound,
            io::ErrorKind::PermissionDenied => engine::Kind::Denied,
            io::ErrorKind::StorageFull => engine::Kind::Full,
            _ => engine::Kind::Internal,
        };
        Self::Problem { kind, chain: vec![what.into(), error.to_string()], hint: None }
    }

    /// Returns the kind, unless nobody is there to be told of it.
    pub(crate) fn kind(&self) -> Option<engine::Kind> {
        match self {
            Self::Closed => None,
            Self::Problem { kind, .. } => Some(*kind),
        }
    }

    /// Returns what happened and what caused it, in one line.
    pub(crate) fn message(&self) -> String {
        match self {
            Self::Closed => String::new(),
            Self::Problem { chain, .. } => chain.join(": "),
        }
    }

    /// Prints the failure and returns the exit code.
    pub(crate) fn print(&self, json: bool) -> ExitCode {
        let Self::Problem { kind, chain, hint } = self else { return ExitCode::SUCCESS };
        let kind = wire::Kind(*kind);
        if json {
            let error = wire::Problem { kind, message: self.message(), hint: hint.clone() };
            let line = serde_json::to_string(&wire::Failure { error });
            eprintln!("{}", line.unwrap_or_else(|error| error.to_string()));
        } else {
            print_text(chain, hint.as_deref());
        }
        ExitCode::from(kind.exit_code())
    }
}

fn print_text(chain: &[String], hint: Option<&str>) {
    let red = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
    let bold = Style::new().bold();
    let mut chain = chain.iter();
    eprintln!("{red}error{red:#}: {}", chain.next().map_or("unknown", String::as_str));
    for cause in chain {
        eprintln!("caused by: {}", cause.replace('\n', "\n    "));
    }
    if let Some(hint) = hint {
        eprintln!("\n{bold}hint{bold:#}: {hint}");
    }
}

impl From<engine::Error> for Failure {
    fn from(error: engine::Error) -> Self {
        Self::Problem { kind: error.kind(), hint: error.hint(), chain: chain(&error) }
    }
}

impl From<notekin_config::Error> for Failure {
    fn from(error: notekin_config::Error) -> Self {
        Self::Problem { kind: error.kind(), hint: error.hint(), chain: chain(&error) }
    }
}

/// A failure to write our output.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Closed,
            _ => Self::io("cannot write the output", &error),
        }
    }
}

fn chain(error: &dyn std::error::Error) -> Vec<String> {
    std::iter::successors(Some(error), |&error| error.source()).map(ToString::to_string).collect()
}

/// Returns the exit code, after telling of a failure.
pub(crate) fn conclude(outcome: Result<Outcome, Failure>, json: bool) -> ExitCode {
    match outcome {
        Ok(Outcome::Found) => ExitCode::SUCCESS,
        Ok(Outcome::Nothing) => ExitCode::from(1),
        Ok(Outcome::Told) => ExitCode::from(wire::Kind(engine::Kind::Invalid).exit_code()),
        Err(failure) => failure.print(json),
    }
}
