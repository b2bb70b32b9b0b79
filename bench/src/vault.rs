//! A vault of any size with its index, made without embedding it: text is resampled from real notes, vectors are a few
//! real ones with noise.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use notekin_engine::{
    CopySettings, Engine, HubSettings, LinkSettings, PassageSettings, PolicySettings, Settings,
};
use notekin_index::{Layout, Reader};
use serde_json::Value;

use crate::Failure;
use crate::corpus::paragraphs;
use crate::dice::Dice;
use crate::stage::Stage;
use crate::{perturbed, succeed};

/// Notes with so many sections become 1.9 passages on average.
const SHORT: usize = 3;

/// Notes with so many become 10.
const LONG: usize = 18;

/// More passages than this come in long notes: nobody has a hundred thousand notes.
const SHORT_UP_TO: usize = 60_000;

/// How many notes a vault has, and how long they are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size {
    notes: usize,
    sections: usize,
}

impl Size {
    /// Returns the size of a vault with about so many passages.
    pub(crate) fn of_passages(passages: usize) -> Self {
        if passages <= SHORT_UP_TO {
            Self { notes: passages * 100 / 187, sections: SHORT }
        } else {
            Self { notes: passages / 10, sections: LONG }
        }
    }

    /// Returns the size of a vault with so many short notes.
    pub(crate) fn of_notes(notes: usize) -> Self {
        Self { notes, sections: SHORT }
    }
}

/// What was made.
pub(crate) struct Made {
    /// The folder of notes.
    pub(crate) vault: PathBuf,
    /// The data folder of the command line, which holds nothing but this vault.
    pub(crate) data: PathBuf,
    /// The vault's own part of it.
    pub(crate) home: PathBuf,
    /// How many notes it has.
    pub(crate) notes: usize,
    /// Where rivals find the same passages and vectors.
    pub(crate) twins: PathBuf,
    models: PathBuf,
}

impl Made {
    pub(crate) fn engine(&self) -> Engine {
        Engine::open(Settings {
            vault: self.vault.clone(),
            name: "bench".to_owned(),
            home: self.home.clone(),
            vectors: self.data.join("vectors"),
            neighbours: Vec::new(),
            models: self.models.clone(),
            model: notekin_embed::DEFAULT_MODEL.to_owned(),
            servers: notekin_embed::Servers::default(),
            policy: PolicySettings::default(),
            passages: PassageSettings::default(),
            least_related: None,
            hubs: HubSettings::default(),
            copies: CopySettings::default(),
            links: LinkSettings::default(),
        })
    }

    pub(crate) fn layout(&self) -> Layout {
        Layout { folder: self.home.join("index"), vectors: self.data.join("vectors") }
    }

    /// Returns the arguments that name the vault to the command line.
    pub(crate) fn named(&self) -> [&std::ffi::OsStr; 2] {
        ["--vault".as_ref(), self.vault.as_os_str()]
    }
}

/// Makes a vault and its index, or finds the one made before.
pub(crate) fn make(stage: &Stage, size: Size) -> Result<Made, Failure> {
    let base = stage.work.join("speed").join(format!("{}x{}", size.notes, size.sections));
    let (vault, data) = (base.join("notes"), base.join("data"));
    let is_done = base.join("done").exists() && can_be_read(&data);
    if !is_done {
        if base.exists() {
            fs::remove_dir_all(&base)?;
        }
        eprintln!("making a vault of {} notes (once, kept)", size.notes);
        write_notes(stage, &vault, size)?;
        let mut index = stage.notekin(&data)?;
        index.arg("index").arg("--vault").arg(&vault).args(["--words-only", "--yes", "--json"]);
        succeed(index.stdout(std::process::Stdio::null()))?;
    }
    let home = data.join("vaults").join(id(&data)?);
    let (notes, twins) = (size.notes, base.join("twins"));
    let made = Made { vault, data, home, notes, twins, models: stage.models() };
    if !is_done {
        perturbed::fill(stage, &made)?;
        fs::write(base.join("done"), "")?;
    }
    Ok(made)
}

/// Returns whether the index in a data folder is one of this version.
fn can_be_read(data: &Path) -> bool {
    let vectors = data.join("vectors");
    let layout =
        |id: String| Layout { folder: data.join("vaults").join(id).join("index"), vectors };
    id(data).is_ok_and(|id| Reader::open(&layout(id)).is_ok())
}

/// Returns the id that the command line gave the only vault of a data folder.
pub(crate) fn id(data: &Path) -> Result<String, Failure> {
    let register: Value = serde_json::from_str(&fs::read_to_string(data.join("vaults.json"))?)?;
    Ok(register["vaults"][0]["id"].as_str().ok_or("no vault was registered")?.to_owned())
}

fn write_notes(stage: &Stage, vault: &Path, size: Size) -> Result<(), Failure> {
    let text =
        paragraphs(&[&stage.root.join("fixtures/vaults/sample"), &stage.shared().join("vaults")])?;
    let mut dice = Dice::new(size.notes as u64);
    for at in 0..size.notes {
        let path = vault.join(place(at));
        fs::create_dir_all(path.parent().unwrap_or(vault))?;
        fs::write(path, note(at, size, &text, &mut dice)?)?;
    }
    Ok(())
}

/// Returns the path of a note by its number.
pub(crate) fn place(at: usize) -> String {
    format!("{:03}/note {at}.md", at / 100)
}

/// Writes a note with one to three paragraphs and one link a section.
fn note(at: usize, size: Size, text: &[String], dice: &mut Dice) -> Result<String, Failure> {
    let mut note = format!("# Note {at} on {}\n", topic(text, dice));
    for _ in 0..size.sections {
        write!(note, "\n## {}\n\n", topic(text, dice))?;
        for _ in 0..=dice.below(3) {
            writeln!(note, "{}\n", dice.pick(text).map_or("", String::as_str))?;
        }
        writeln!(note, "See [[note {}]].", dice.below(size.notes))?;
    }
    Ok(note)
}

fn topic(text: &[String], dice: &mut Dice) -> String {
    let words = dice.pick(text).map_or("", String::as_str).split_whitespace();
    words.filter(|word| word.chars().all(char::is_alphabetic)).take(3).collect::<Vec<_>>().join(" ")
}
