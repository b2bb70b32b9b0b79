//! `notekin measure`: how well notes are found and related.

mod examples;
mod export;
mod lines;

use std::fs;
use std::path::Path;

use notekin_engine::{Audience, CopiesRequest, MeasureRequest, Measurement};
use notekin_wire as wire;

use crate::args::{Global, MeasureArgs};
use crate::consent::{self, Answer};
use crate::opened::Opened;
use crate::output::Output;
use crate::print::{self, progress};
use crate::report::{Failure, Outcome};
use crate::{interrupt, opened, talk};

pub(crate) fn run(
    args: &MeasureArgs,
    global: &Global,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let config = opened::config()?;
    let opened = opened::one(&config, global, true)?;
    if let Some(file) = &args.init {
        examples::write(&opened, file)?;
        talk::tell(&format!("wrote examples to `{}`", file.display()));
        return Ok(Outcome::Found);
    }
    if args.reset {
        opened.engine.forget_measurement()?;
        talk::tell("the model's own score is used again");
        return Ok(Outcome::Found);
    }
    let measured = measured(args, &opened)?;
    if let Some(file) = &args.report {
        let page = print::measure::page(&opened.vault.name, &measured);
        write(file, &page)?;
    }
    if let Some(folder) = &args.export {
        export(folder, &opened, &measured)?;
    }
    output
        .reply(&wire::Measurement::from(&measured), |out| print::measure::text(&measured, out))?;
    if !output.is_json() {
        output.finish()?;
        talk::notices(&measured.notices);
    }
    Ok(Outcome::Found)
}

fn measured(args: &MeasureArgs, opened: &Opened) -> Result<Measurement, Failure> {
    let request = request(args, &opened.vault.name)?;
    let (bar, interrupted) = (progress::Bar::new(), interrupt::flag());
    let measuring = opened.engine.measuring(request, &bar, &interrupted);
    bar.finish();
    let measuring = measuring?;
    confirm_cost(measuring.estimate(), args.yes)?;
    let bar = progress::Bar::new();
    let measured = measuring.run(&bar, &interrupted);
    bar.finish();
    Ok(measured?)
}

fn request(args: &MeasureArgs, vault: &str) -> Result<MeasureRequest, Failure> {
    let queries: Vec<wire::KnownQueryLine> =
        args.queries.as_deref().map(lines::read).transpose()?.unwrap_or_default();
    let is_ours =
        |line: &wire::KnownQueryLine| line.vault.as_ref().is_none_or(|name| name == vault);
    let pairs: Option<Vec<wire::PairLine>> = args.pairs.as_deref().map(lines::read).transpose()?;
    let hubs: Option<Vec<wire::HubLine>> = args.hubs.as_deref().map(lines::read).transpose()?;
    Ok(MeasureRequest {
        pairs: pairs.map(|pairs| pairs.into_iter().map(Into::into).collect()),
        hubs: hubs.map(|hubs| hubs.into_iter().filter_map(wire::HubLine::known).collect()),
        queries: queries.into_iter().filter(is_ours).map(Into::into).collect(),
        sample: args.sample as usize,
        seed: args.seed,
        calibrate: !args.keep_score,
    })
}

/// Makes sure that the user agrees to what has to be read by meaning first.
fn confirm_cost(estimate: notekin_engine::Estimate, yes: bool) -> Result<(), Failure> {
    if estimate.passages == 0 {
        return Ok(());
    }
    let passages = talk::count(estimate.passages, "passage");
    let cost =
        format!("{passages} without their links in about {}", talk::duration(estimate.seconds));
    if yes {
        talk::tell(&format!("reading {cost}"));
        return Ok(());
    }
    match consent::ask(&format!("This reads {cost}. Go on?")) {
        Answer::Yes => Ok(()),
        Answer::No => Err(notekin_engine::Error::Cancelled.into()),
        Answer::Unasked => {
            let message = format!("reading {cost} needs your consent");
            Err(Failure::invalid(message, Some("add `--yes` to go on without asking")))
        }
    }
}

/// Writes all results, near-copies too, to files in a folder.
fn export(folder: &Path, opened: &Opened, measured: &Measurement) -> Result<(), Failure> {
    let (bar, request) = (progress::Bar::new(), CopiesRequest::default());
    let copies = opened.engine.copies(&request, Audience::Owner, &bar, &interrupt::flag());
    bar.finish();
    export::write(folder, &opened.vault.name, measured, &copies?)
}

fn write(file: &Path, text: &str) -> Result<(), Failure> {
    fs::write(file, text)
        .map_err(|error| Failure::io(format!("cannot write `{}`", file.display()), &error))
}
