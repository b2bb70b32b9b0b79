//! The memory of a process that has searched 50,000 passages with the model loaded.

use notekin_index::Reader;

use super::hybrid::{found, request};
use crate::Failure;
use crate::machine::own_megabytes;
use crate::row::Row;
use crate::stage::Stage;
use crate::vault::{Size, make};

/// Measures this process, which does nothing else.
pub(super) fn run(stage: &Stage) -> Result<Vec<Row>, Failure> {
    let made = make(stage, stage.size(Size::of_passages(50_000)))?;
    let count = Reader::open(&made.layout())?.counts()?.chunks;
    let engine = made.engine();
    for question in stage.questions()? {
        found(&engine, &request(&engine, &question)?)?;
    }
    let told = |name| own_megabytes(name).ok_or("this system doesn't tell the memory of a process");
    let note = format!(
        "of it {:.0} MB are files mapped, which the system may drop; at its peak {:.0} MB",
        told("RssFile:")?,
        told("VmHWM:")?
    );
    let work = format!("memory, {count} passages, model loaded");
    Ok(vec![Row::new(work, told("VmRSS:")?, "MB").bar(300.0).note(note)])
}
