//! `notekin search --queries`: many questions from a file, a line of JSON for each.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use notekin_engine::{Audience, SearchRequest};
use notekin_wire as wire;

use crate::opened::Opened;
use crate::output::Output;
use crate::report::{Failure, Outcome};

/// How many notes a reply names if there are that many.
const NOTES: usize = 10;

pub(crate) fn run(
    file: &Path,
    opened: &Opened,
    mut request: SearchRequest,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    // Enough passages for that many notes, even when each note takes all it may.
    request.limit = request.limit.max(NOTES) * request.per_note;
    // A ranking is wanted, not a judgement: how far down it is any good, its scores say.
    request.everything = true;
    for (number, line) in lines(file)?.enumerate() {
        let line = line.map_err(|error| unreadable(file, &error))?;
        if line.trim().is_empty() {
            continue;
        }
        let asked: wire::BatchQuery =
            serde_json::from_str(&line).map_err(|error| malformed(file, number + 1, &error))?;
        request.query = asked.query;
        let reply = opened.engine.search(&request, Audience::Owner)?;
        output.line(&wire::BatchReply::new(asked.id, &reply))?;
        // Once is enough: all questions are asked of the same notes.
        request.update = false;
    }
    Ok(Outcome::Found)
}

fn lines(file: &Path) -> Result<Box<dyn Iterator<Item = io::Result<String>>>, Failure> {
    if file == Path::new("-") {
        return Ok(Box::new(io::stdin().lock().lines()));
    }
    let opened = File::open(file).map_err(|error| unreadable(file, &error))?;
    Ok(Box::new(BufReader::new(opened).lines()))
}

fn unreadable(file: &Path, error: &io::Error) -> Failure {
    Failure::io(format!("cannot read `{}`", file.display()), error)
}

fn malformed(file: &Path, line: usize, error: &serde_json::Error) -> Failure {
    let message = format!("line {line} of `{}` is not a question: {error}", file.display());
    Failure::invalid(
        message,
        Some("each line is an object such as {\"id\": 1, \"query\": \"tea\"}"),
    )
}
