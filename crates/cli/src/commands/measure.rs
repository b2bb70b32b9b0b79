//! `notekin measure`: how well notes are found and related.

mod compare;
mod destination;
mod examples;
mod export;
mod lines;

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use notekin_engine::{Audience, CopiesRequest, LeftOut, MeasureRequest, Measurement, Unfit};
use notekin_wire as wire;

use crate::args::{Global, MeasureArgs};
use crate::consent;
use crate::opened::Opened;
use crate::output::Output;
use crate::print::{self, progress};
use crate::report::{Failure, Outcome};
use crate::{interrupt, opened, talk};

/// Lines of a kind that are named when they can't be used.
const NAMED: usize = 3;

pub(crate) fn run(
    args: &MeasureArgs,
    global: &Global,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let config = opened::config()?;
    let opened = opened::one(&config, global, true)?;
    if let Some(file) = &args.init {
        destination::new_file(&opened, file)?;
        examples::write(&opened, file)?;
        talk::tell(&format!("wrote examples to `{}`", file.display()));
        return Ok(Outcome::Found);
    }
    if args.reset {
        let mended = opened.engine.forget_measurement()?;
        if let Some(mended) = mended {
            talk::tell(&format!("damage was met and mended: {mended}"));
        }
        talk::tell("the model's own score is used again");
        return Ok(Outcome::Found);
    }
    if !args.compare.is_empty() {
        let request = request(args, &opened.vault.name)?;
        return compare::run(args, (&config, &opened), request, output);
    }
    destination::check(&opened, args.report.as_deref(), args.export.as_deref())?;
    let interrupted = interrupt::flag();
    let measured = measured(args, &opened, &interrupted)?;
    output
        .reply(&wire::Measurement::from(&measured), |out| print::measure::text(&measured, out))?;
    // What was measured is seen even where it can't be written.
    output.finish()?;
    talk::notices(&measured.notices.iter().map(wire::Notice::from).collect::<Vec<_>>());
    if let Some(file) = &args.report {
        let page = print::measure::page(&opened.vault.name, &measured);
        write(file, &page)?;
    }
    if let Some(folder) = &args.export {
        export(folder, &opened, &measured, &interrupted)?;
    }
    Ok(Outcome::found(measured.notes > 0))
}

fn measured(
    args: &MeasureArgs,
    opened: &Opened,
    interrupted: &AtomicBool,
) -> Result<Measurement, Failure> {
    let request = request(args, &opened.vault.name)?;
    let bar = progress::Bar::new();
    let measuring = opened.engine.measuring(request, &bar, interrupted);
    bar.finish();
    let measuring = measuring?;
    measuring.left_out().iter().for_each(|left_out| talk::tell(&not_used(left_out)));
    if measuring.cost().passages > 0 {
        let beside = match measuring.known_passages() {
            0 => String::new(),
            known => format!(", beside {} known from before,", talk::grouped(known)),
        };
        let what = format!(" without their links{beside}");
        consent::to_read(&what, measuring.cost(), args.yes)?;
    }
    let bar = progress::Bar::new();
    let measured = measuring.run(&bar, interrupted);
    bar.finish();
    Ok(measured?)
}

/// Returns what is given and can't be used, in words.
fn not_used(left_out: &LeftOut) -> String {
    let (noun, why) = match left_out.unfit {
        Unfit::PairMissing => ("pair", "as a note is missing"),
        Unfit::PairOfOne => ("pair", "of a note with itself"),
        Unfit::HubsMissing => ("note", "as it or its hubs are missing"),
        Unfit::Unanswerable => ("question", "as no note here answers"),
    };
    let names = &left_out.names;
    let mut examples: Vec<String> =
        names.iter().take(NAMED).map(|name| format!("`{}`", print::style::plain(name))).collect();
    if names.len() > NAMED {
        examples.push("…".to_owned());
    }
    format!("{} left out, {why}: {}", talk::count(names.len(), noun), examples.join(", "))
}

fn request(args: &MeasureArgs, vault: &str) -> Result<MeasureRequest, Failure> {
    let queries = args.queries.as_deref().map(|file| questions(file, vault)).transpose()?;
    let pairs: Option<Vec<wire::PairLine>> = args.pairs.as_deref().map(lines::read).transpose()?;
    let hubs: Option<Vec<wire::HubLine>> = args.hubs.as_deref().map(lines::read).transpose()?;
    Ok(MeasureRequest {
        pairs: pairs.map(|pairs| pairs.into_iter().map(Into::into).collect()),
        hubs: hubs.map(|hubs| hubs.into_iter().filter_map(wire::HubLine::known).collect()),
        queries: queries.unwrap_or_default().into_iter().map(Into::into).collect(),
        sample: args.sample as usize,
        prompts: args.prompts,
        seed: args.seed,
        calibrate: !args.keep_score,
    })
}

/// Reads the questions about a vault; there must be some.
fn questions(file: &Path, vault: &str) -> Result<Vec<wire::KnownQueryLine>, Failure> {
    let all: Vec<wire::KnownQueryLine> = lines::read(file)?;
    let count = all.len();
    let is_ours =
        |line: &wire::KnownQueryLine| line.vault.as_ref().is_none_or(|name| name == vault);
    let ours: Vec<_> = all.into_iter().filter(is_ours).collect();
    if ours.is_empty() {
        let message = format!("`{}` has no question about `{vault}`", file.display());
        let hint = "a line that begins with # is left out, as is one whose `vault` is another";
        return Err(Failure::invalid(message, Some(hint)));
    }
    if ours.len() < count {
        let others = talk::count(count - ours.len(), "question");
        talk::tell(&format!("{others} about other vaults left out"));
    }
    Ok(ours)
}

/// Writes all results, near-copies too, to files in a folder.
fn export(
    folder: &Path,
    opened: &Opened,
    measured: &Measurement,
    interrupted: &AtomicBool,
) -> Result<(), Failure> {
    let (bar, request) = (progress::Bar::new(), CopiesRequest::default());
    let copies = opened.engine.copies(&request, Audience::Owner, &bar, interrupted);
    bar.finish();
    export::write(folder, &opened.vault.name, measured, &copies?)
}

fn write(file: &Path, text: &str) -> Result<(), Failure> {
    fs::write(file, text)
        .map_err(|error| Failure::io(format!("cannot write `{}`", file.display()), &error))
}
