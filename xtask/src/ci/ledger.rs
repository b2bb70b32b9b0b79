//! The ledger of a run: how each step ended, how long it took, and what did not run.

use std::fmt::Write;
use std::time::{Duration, Instant};

/// How a step ended: what it did not run, or why it failed.
pub(crate) type Outcome = Result<Vec<String>, String>;

/// All steps so far.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    entries: Vec<Entry>,
    not_run: Vec<String>,
}

#[derive(Debug)]
struct Entry {
    step: &'static str,
    took: Duration,
    failure: Option<String>,
}

impl Ledger {
    /// Runs a step, says how it ended, and remembers it.
    pub(crate) fn record(&mut self, step: &'static str, run: impl FnOnce() -> Outcome) {
        let start = Instant::now();
        let failure = match run() {
            Ok(not_run) => {
                self.not_run.extend(not_run);
                None
            }
            Err(failure) => Some(failure),
        };
        let entry = Entry { step, took: start.elapsed(), failure };
        println!("{}", entry.line());
        self.entries.push(entry);
    }

    /// Returns the table of all steps and the list of what did not run.
    pub(crate) fn summary(&self) -> String {
        let mut text = "\n== summary ==\n".to_owned();
        for entry in &self.entries {
            text.push_str(&entry.line());
            text.push('\n');
        }
        if self.not_run.is_empty() {
            text.push_str("everything ran\n");
        } else {
            text.push_str("not run:\n");
        }
        for what in &self.not_run {
            let _infallible = writeln!(text, "  - {what}");
        }
        text
    }

    /// Returns an error if a step failed or, where the run is `strict`, if anything did not run.
    pub(crate) fn verdict(&self, strict: bool) -> Result<(), String> {
        let failed: Vec<&str> = self
            .entries
            .iter()
            .filter(|entry| entry.failure.is_some())
            .map(|entry| entry.step)
            .collect();
        if !failed.is_empty() {
            Err(format!("failed: {}", failed.join(", ")))
        } else if strict && !self.not_run.is_empty() {
            Err(format!(
                "{} things did not run, and NOTEKIN_CI_STRICT wants all",
                self.not_run.len()
            ))
        } else {
            Ok(())
        }
    }
}

impl Entry {
    fn line(&self) -> String {
        let seconds = self.took.as_secs_f32();
        match &self.failure {
            None => format!("{:10} ok      {seconds:7.1} s", self.step),
            Some(failure) => format!("{:10} FAILED  {seconds:7.1} s  {failure}", self.step),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ledger(outcomes: Vec<Outcome>) -> Ledger {
        let mut ledger = Ledger::default();
        for outcome in outcomes {
            ledger.record("step", || outcome);
        }
        ledger
    }

    #[test]
    fn a_clean_run_passes_even_a_strict_one() {
        let ledger = ledger(vec![Ok(Vec::new())]);
        assert!(ledger.summary().ends_with("everything ran\n"));
        assert_eq!(ledger.verdict(true), Ok(()));
    }

    #[test]
    fn what_did_not_run_is_listed_and_fails_only_a_strict_run() {
        let ledger = ledger(vec![Ok(vec!["vaults need ../shared".to_owned()])]);
        assert!(ledger.summary().ends_with("not run:\n  - vaults need ../shared\n"));
        assert_eq!(ledger.verdict(false), Ok(()));
        assert!(ledger.verdict(true).is_err());
    }

    #[test]
    fn a_failed_step_does_not_stop_the_next_and_fails_the_run() {
        let ledger = ledger(vec![Err("broken".to_owned()), Ok(Vec::new())]);
        assert_eq!(ledger.entries.len(), 2);
        assert_eq!(ledger.verdict(false), Err("failed: step".to_owned()));
    }
}
