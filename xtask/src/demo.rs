//! The demo task: builds notekin and shows it on the sample vault, without a question and without touching your notes.

mod scene;
mod verdict;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::command::{cargo, exit_code, output, spelled, succeed};
use crate::workspace::Workspace;
use scene::Scene;

/// The vault that is shown, from the root of the workspace.
const VAULT: &str = "fixtures/vaults/sample";

/// Builds in release, fetches the model into the user's own data folder, and shows everything.
pub(crate) fn run() -> Result<(), String> {
    let workspace = Workspace::load()?;
    heading("Build notekin");
    succeed(
        cargo(&["build", "--release", "--locked", "--package", "notekin-cli"])
            .current_dir(&workspace.root),
    )?;
    let notekin = workspace.notekin("release");
    heading("Get the model that finds by meaning (91 MB once, kept for your own vaults)");
    let models = shared_models(&notekin)?;
    show(&workspace, &notekin, models.as_deref())?;
    println!("{}", farewell(&notekin, models.is_some()));
    Ok(())
}

/// Shows indexing, searching and related notes with `notekin`, and checks that the known answers are found.
///
/// Without `models` it shows words and links only, and says so.
pub(crate) fn show(
    workspace: &Workspace,
    notekin: &Path,
    models: Option<&Path>,
) -> Result<(), String> {
    let stage = Stage { workspace, notekin, models };
    stage.play(&Scene::index())?;
    if models.is_none() {
        println!(
            "\nThe model is missing, so this demo shows words and links only: nothing is found by meaning."
        );
    }
    for scene in Scene::all().iter().filter(|scene| models.is_some() || !scene.by_meaning) {
        stage.play(scene)?;
    }
    stage.check_answers()
}

/// Returns the data folder of the demo.
pub(crate) fn data(workspace: &Workspace) -> PathBuf {
    workspace.target.join("demo").join("data")
}

/// What every scene needs.
struct Stage<'a> {
    workspace: &'a Workspace,
    notekin: &'a Path,
    models: Option<&'a Path>,
}

impl Stage<'_> {
    fn play(&self, scene: &Scene) -> Result<(), String> {
        heading(scene.title);
        let mut command = self.command(&scene.arguments);
        println!("$ {}\n", spelled(&command));
        match exit_code(&mut command)? {
            0 => Ok(()),
            // Nothing found; without the model that can be so.
            1 if self.models.is_none() => Ok(()),
            code => Err(format!("`{}` ended with {code}", spelled(&command))),
        }
    }

    /// Returns notekin with the demo's own data folder and no one to answer a question.
    fn command(&self, arguments: &[&str]) -> Command {
        let data = data(self.workspace);
        let models = self.models.map_or_else(|| data.join("no-models"), Path::to_path_buf);
        let mut command = Command::new(self.notekin);
        command.args(arguments).current_dir(&self.workspace.root).stdin(Stdio::null());
        command.env("NOTEKIN_DATA_DIR", &data).env("NOTEKIN_MODELS_DIR", models);
        command.env("NOTEKIN_CONFIG", data.join("config.toml"));
        command
    }

    fn check_answers(&self) -> Result<(), String> {
        heading("Are the known answers found?");
        let queries = format!("{VAULT}.queries.jsonl");
        let known = std::fs::read_to_string(self.workspace.root.join(&queries))
            .map_err(|error| format!("cannot read `{queries}`: {error}"))?;
        let mut command = self.command(&["search", "--queries", &queries, "--vault", VAULT]);
        println!("$ {}\n", spelled(&command));
        let verdict = verdict::of(&known, &output(&mut command)?, self.models.is_some());
        println!("{} of {} in the first {}", verdict.found, verdict.asked, verdict::DEEP_ENOUGH);
        if verdict.missed.is_empty() {
            Ok(())
        } else {
            Err(format!("no answer found for {}", verdict.missed.join(", ")))
        }
    }
}

/// Installs the model where all of the user's vaults share it; returns the folder, or nothing where that failed.
fn shared_models(notekin: &Path) -> Result<Option<PathBuf>, String> {
    let mut install = Command::new(notekin);
    install.args(["model", "install", "--yes"]).stdin(Stdio::null());
    println!("$ {}\n", spelled(&install));
    if exit_code(&mut install)? != 0 {
        return Ok(None);
    }
    let listing = output(Command::new(notekin).args(["model", "list", "--json"]))?;
    let complaint = "`notekin model list --json` does not say where the model is installed";
    models_folder(&listing).map(Some).ok_or_else(|| complaint.to_owned())
}

/// Returns the folder of models, told by where the first installed one lies: in a folder named by its id.
fn models_folder(listing: &str) -> Option<PathBuf> {
    let listing: Value = serde_json::from_str(listing).ok()?;
    listing["models"].as_array()?.iter().find_map(|model| {
        let installed = Path::new(model["installed"].as_str()?);
        installed
            .ancestors()
            .find(|place| place.ends_with(model["id"].as_str().unwrap_or_default()))?
            .parent()
            .map(PathBuf::from)
    })
}

fn heading(title: &str) {
    println!("\n== {title} ==");
}

fn farewell(notekin: &Path, has_model: bool) -> String {
    let name = notekin.display();
    let model = if has_model {
        String::new()
    } else {
        format!(
            "\n  {name} model install                   # adds finding by meaning; needs Python's pip"
        )
    };
    format!(
        "
Now your own notes:{model}
  {name} index PATH-OF-YOUR-VAULT
  {name} search \"what you want to know\" --vault PATH-OF-YOUR-VAULT
  {name} related \"a note.md\" --vault PATH-OF-YOUR-VAULT

To have it as plain `notekin`: cargo install --path crates/cli --locked"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_of_models_is_told_by_an_installed_one() {
        let listing = r#"{"models": [
            {"id": "other", "installed": null},
            {"id": "e5", "installed": "/data/notekin/models/e5/weights.bin"}
        ]}"#;
        assert_eq!(models_folder(listing), Some(PathBuf::from("/data/notekin/models")));
        assert_eq!(models_folder(r#"{"models": [{"id": "e5", "installed": null}]}"#), None);
        assert_eq!(models_folder("no JSON"), None);
    }
}
