//! The stage: what every run needs to know of its places and of how much is asked of it.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::Failure;
use crate::vault::Size;

/// Passages of the vaults that speed is measured on.
const PASSAGES: [usize; 3] = [10_000, 50_000, 200_000];

/// The passages that only a long run measures on.
const MANY: usize = 1_000_000;

/// The passages of a run that only shows that everything works.
const FEW: usize = 600;

/// Questions that are always asked: a common word, two, and a phrase of the vaults that text is taken from.
const FIXED: [&str; 3] = ["data", "airflow scheduler", "access control"];

/// Questions asked at most.
const ASKED: usize = 40;

/// The sets of searches in the shared data.
const SETS: [&str; 3] = ["search_hand.jsonl", "crosslingual.jsonl", "search_auto.jsonl"];

/// What a run was started with.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stage {
    /// The root of the workspace.
    pub(crate) root: PathBuf,
    /// Where runs keep what they make.
    pub(crate) work: PathBuf,
    /// Whether the run only shows that everything works.
    pub(crate) quick: bool,
    /// Whether it may take long: a million passages, and embedding a whole vault.
    pub(crate) long: bool,
}

impl Stage {
    /// Returns the sizes, in passages, that times are measured at.
    pub(crate) fn sizes(&self) -> Vec<Size> {
        if self.quick {
            return vec![Size::of_passages(FEW)];
        }
        let many = self.long.then_some(MANY);
        PASSAGES.into_iter().chain(many).map(Size::of_passages).collect()
    }

    /// Returns `usual`, or a small stand-in in a quick run.
    pub(crate) fn size(&self, usual: Size) -> Size {
        if self.quick { Size::of_passages(FEW) } else { usual }
    }

    /// Returns `usual` times, or a few in a quick run.
    pub(crate) fn times(&self, usual: usize) -> usize {
        if self.quick { 3 } else { usual }
    }

    /// Returns the folder of models: that of the environment, else that of the demo.
    pub(crate) fn models(&self) -> PathBuf {
        env::var_os("NOTEKIN_MODELS")
            .map_or_else(|| self.root.join("target/demo/data/models"), PathBuf::from)
    }

    /// Fails where the model is not installed, as a search that was to go by meaning would go by words alone.
    pub(crate) fn need_model(&self) -> Result<(), Failure> {
        let installed =
            notekin_embed::install::installed(notekin_embed::DEFAULT_MODEL, &self.models())?;
        let missing =
            "the model is not installed: `cargo xtask demo` does that, or set `NOTEKIN_MODELS`";
        installed.map(drop).ok_or_else(|| missing.into())
    }

    /// Returns the folder of the shared data, which may be absent.
    pub(crate) fn shared(&self) -> PathBuf {
        self.root.join("../shared/data")
    }

    /// Returns the Python with the rivals, if it could be fetched.
    pub(crate) fn python() -> Option<PathBuf> {
        env::var_os("NOTEKIN_BENCH_PYTHON").map(PathBuf::from)
    }

    /// Returns our command line, built beside this program, with data of its own.
    pub(crate) fn notekin(&self, data: &Path) -> Result<Command, Failure> {
        let name = format!("notekin{}", env::consts::EXE_SUFFIX);
        let mut command = Command::new(env::current_exe()?.with_file_name(name));
        command.env("NOTEKIN_DATA_DIR", data).env("NOTEKIN_CONFIG", data.join("config.toml"));
        command.env("NOTEKIN_MODELS_DIR", self.models());
        Ok(command)
    }

    /// Returns every question of the sets of searches, so many that hardly one is asked twice; those of the sample vault
    /// without the shared data.
    pub(crate) fn many_questions(&self) -> Result<Vec<String>, Failure> {
        let queries = self.shared().join("queries");
        let sets = SETS.map(|name| queries.join(name));
        let there: Vec<PathBuf> = sets.into_iter().filter(|set| set.exists()).collect();
        let sample = self.root.join("fixtures/vaults/sample.queries.jsonl");
        let asked = if there.is_empty() { vec![sample] } else { there };
        asked
            .iter()
            .map(|set| queries_of(set))
            .collect::<Result<Vec<_>, _>>()
            .map(|all| all.concat())
    }

    /// Returns questions as people ask them: those of the shared data, else those of the sample vault.
    pub(crate) fn questions(&self) -> Result<Vec<String>, Failure> {
        let shared = self.shared().join("queries/search_hand.jsonl");
        let sample = self.root.join("fixtures/vaults/sample.queries.jsonl");
        let asked = queries_of(if shared.exists() { &shared } else { &sample })?;
        let step = asked.len().div_ceil(ASKED).max(1);
        Ok(FIXED.map(str::to_owned).into_iter().chain(asked.into_iter().step_by(step)).collect())
    }
}

/// Returns the queries of a set.
fn queries_of(set: &Path) -> Result<Vec<String>, Failure> {
    let text = fs::read_to_string(set)?;
    let rows = text.lines().map(serde_json::from_str).collect::<Result<Vec<Value>, _>>()?;
    Ok(rows.iter().filter_map(|row| row["query"].as_str()).map(str::to_owned).collect())
}
