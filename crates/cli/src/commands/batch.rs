//! `notekin search --queries`: many questions from a file, a line of JSON for each.
//!
//! A line that can't be answered is told with its number and costs no other line its answer.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use notekin_engine::Kind;
use notekin_wire::{self as wire, NotesRequest, SearchReply, SearchRequest};

use crate::asked::Asked;
use crate::jsonl::{BYTE_ORDER_MARK, malformed};
use crate::output::Output;
use crate::report::{Failure, Outcome};

/// How many notes a reply names if there are that many.
const NOTES: usize = 10;

/// How many passages of a note are shown.
const OF_EACH: usize = 2;

const EXAMPLE: &str = "each line is an object such as {\"id\": 1, \"query\": \"tea\"}";

/// Answers every line of a file; `hits` is the most passages shown for each, if that is limited.
pub(crate) fn run(
    file: &Path,
    asked: &Asked<'_>,
    mut request: SearchRequest,
    hits: Option<usize>,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    // Enough passages for that many notes, even when each note takes all it may.
    request.limit = Some(request.limit.unwrap_or(NOTES).max(NOTES) * OF_EACH);
    request.per_note = Some(OF_EACH);
    // A ranking is wanted, not a judgement: how far down it is any good, its scores say.
    request.everything = true;
    check_filter(asked, &request)?;
    let mut outcome = Outcome::Found;
    for (number, line) in (1..).zip(lines(file)?) {
        let line = line.map_err(|error| unreadable(file, &error))?;
        let line = text(&line, number);
        if line.trim_ascii().is_empty() {
            continue;
        }
        match answer(line, asked, &mut request) {
            Ok((id, reply)) => output.line(&wire::BatchReply::new(id, reply, hits))?,
            Err(Unanswered::All(failure)) => return Err(failure),
            Err(Unanswered::Line { what, hint }) => {
                // The hint is the same for all lines.
                let hint = hint.filter(|_| outcome == Outcome::Found);
                let what = format!("line {number} of `{}` {what}", file.display());
                Failure::invalid(what, hint).print(output.is_json());
                outcome = Outcome::Told;
            }
        }
    }
    Ok(outcome)
}

/// Why a line has no answer.
enum Unanswered {
    /// No line can be answered.
    All(Failure),
    /// This one can't be.
    Line { what: String, hint: Option<&'static str> },
}

impl Unanswered {
    fn no_question(why: &str) -> Self {
        Self::Line { what: format!("is not a question: {why}"), hint: Some(EXAMPLE) }
    }
}

fn answer(
    line: &[u8],
    engine: &Asked<'_>,
    request: &mut SearchRequest,
) -> Result<(serde_json::Value, SearchReply), Unanswered> {
    let asked: wire::BatchQuery = serde_json::from_slice(line)
        .map_err(|error| Unanswered::no_question(&malformed(&error)))?;
    if asked.query.trim().is_empty() {
        return Err(Unanswered::no_question("the query is empty"));
    }
    request.query = asked.query;
    let reply = engine.search(request);
    // Once is enough: all questions are asked of the same notes.
    request.no_update = true;
    match reply {
        Ok(reply) => Ok((asked.id, reply)),
        Err(failure) if failure.kind() == Some(Kind::Invalid) => {
            let what = format!("can't be answered: {}", failure.message());
            Err(Unanswered::Line { what, hint: None })
        }
        Err(failure) => Err(Unanswered::All(failure)),
    }
}

/// Fails when no note could be found whatever is asked, so that this is told once instead of with each line.
fn check_filter(asked: &Asked<'_>, request: &SearchRequest) -> Result<(), Failure> {
    let SearchRequest { folders, tags, filter, no_update, .. } = request.clone();
    if folders.is_empty() && tags.is_empty() && filter.is_none() {
        return Ok(());
    }
    asked.list(&NotesRequest { folders, tags, filter, no_update, limit: Some(1), cursor: None })?;
    Ok(())
}

/// The lines of a file, with no regard to whether they are text.
fn lines(file: &Path) -> Result<Box<dyn Iterator<Item = io::Result<Vec<u8>>>>, Failure> {
    if file == Path::new("-") {
        return Ok(Box::new(io::stdin().lock().split(b'\n')));
    }
    let opened = File::open(file).map_err(|error| unreadable(file, &error))?;
    Ok(Box::new(BufReader::new(opened).split(b'\n')))
}

/// Returns a line without what stands at the start of the file before it.
fn text(line: &[u8], number: usize) -> &[u8] {
    match line.strip_prefix(BYTE_ORDER_MARK.as_bytes()) {
        Some(rest) if number == 1 => rest,
        _ => line,
    }
}

fn unreadable(file: &Path, error: &io::Error) -> Failure {
    Failure::io(format!("cannot read `{}`", file.display()), error)
}
