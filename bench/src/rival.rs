//! Rivals: programs in Python that do the same work in the same run.

use std::ffi::OsStr;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::Failure;
use crate::row::Rival;
use crate::stage::Stage;

/// What a rival's script said, or why it said nothing.
pub(crate) struct Said {
    /// The script's object; null when it did not run.
    pub(crate) value: Value,
    /// Why it did not run.
    pub(crate) missing: Option<String>,
}

impl Said {
    /// Returns the measures that the script gave under `times`, by the rivals' names.
    pub(crate) fn rivals(&self) -> Vec<Rival> {
        let times = self.value["times"].as_object().into_iter().flatten();
        times
            .filter_map(|(name, measure)| {
                Some(Rival { name: name.clone(), measure: measure.as_f64()? })
            })
            .collect()
    }

    /// Returns a note with the reason appended for which there is no rival.
    pub(crate) fn told(&self, note: String) -> String {
        match &self.missing {
            Some(why) if note.is_empty() => format!("no rival: {why}"),
            Some(why) => format!("{note}; no rival: {why}"),
            None => note,
        }
    }
}

/// Runs `bench/rivals/NAME.py` on one thread unless it is told otherwise; a rival that fails is missing, it ends no run.
pub(crate) fn ask<S: AsRef<OsStr>>(stage: &Stage, name: &str, arguments: &[S]) -> Said {
    match try_ask(stage, name, arguments) {
        Ok(value) => Said { value, missing: None },
        Err(failure) => Said { value: Value::Null, missing: Some(failure.to_string()) },
    }
}

fn try_ask<S: AsRef<OsStr>>(stage: &Stage, name: &str, arguments: &[S]) -> Result<Value, Failure> {
    let python = Stage::python().ok_or("Python with the rivals is not set up")?;
    let script = stage.root.join("bench/rivals").join(format!("{name}.py"));
    let mut command = Command::new(python);
    command.arg(script).args(arguments).env("PYTHONDONTWRITEBYTECODE", "1");
    command.env("OMP_NUM_THREADS", "1").stdin(Stdio::null()).stderr(Stdio::inherit());
    let output = command.output()?;
    if !output.status.success() {
        return Err(format!("{name}.py failed").into());
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}
