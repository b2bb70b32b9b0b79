//! Whoever works in the folder: people, their editors, git, and services that fetch files. All of it by a seed.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::language::Dice;

/// What an event may do to a note or a folder.
pub(super) const DEEDS: [Deed; 22] = [
    Deed::Edit,
    Deed::Edit,
    Deed::Edit,
    Deed::Replace,
    Deed::Replace,
    Deed::Create,
    Deed::Delete,
    Deed::Rename,
    Deed::Rename,
    Deed::MoveFolder,
    Deed::DeleteFolder,
    Deed::CheckOut,
    Deed::HalfWrite,
    Deed::MakePrivate,
    Deed::MakePublic,
    Deed::LeaveOut,
    Deed::OptOut,
    Deed::Copy,
    Deed::Swap,
    Deed::Touch,
    Deed::LinkOut,
    Deed::ToAndFromObsidian,
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    /// Writes at the end of a note, in place.
    Edit,
    /// Writes another file and renames it over the note, as many editors do.
    Replace,
    Create,
    Delete,
    Rename,
    MoveFolder,
    DeleteFolder,
    /// Brings several hundred notes to another version at once, and back the next time.
    CheckOut,
    /// Writes the first half of a note; the rest comes with a later event.
    HalfWrite,
    MakePrivate,
    MakePublic,
    /// Has a folder left out by an ignore file, or taken in again.
    LeaveOut,
    /// Has a note say that it isn't to be indexed, or say so no longer.
    OptOut,
    /// Copies a note, so that two say the same.
    Copy,
    /// Gives two notes each other's name.
    Swap,
    /// Gives a note another time, and nothing else.
    Touch,
    /// Replaces a note by a link to a file outside that says the same, or to one that says something else.
    LinkOut,
    /// Makes the folder a vault of Obsidian's, whose notes are known by their file names, or takes that back.
    ToAndFromObsidian,
}

/// A file, relative to the root, and what is still to be written to it.
type Unfinished = (String, String);

pub(super) struct Author {
    root: PathBuf,
    dice: Dice,
    /// How many files were written; each has a time of its own, long before any look at it.
    written: u64,
    unfinished: Vec<Unfinished>,
}

impl Author {
    /// Fills a folder with notes.
    pub(super) fn new(root: &Path, seed: u64, notes: usize) -> Self {
        let dice = Dice(seed);
        let mut author = Self { root: root.to_owned(), dice, written: 0, unfinished: Vec::new() };
        for number in 0..notes {
            let path = format!("area {}/part {}/Note {number}.md", number % 5, number % 11);
            let text = author.dice.text(number);
            author.write(&path, &text);
        }
        author
    }

    pub(super) fn dice(&mut self) -> &mut Dice {
        &mut self.dice
    }

    /// Returns a word that no note has yet.
    pub(super) fn fresh_word(&mut self) -> String {
        format!("fresh{}", self.dice.next() % 1_000_000_000_000)
    }

    /// Does something; returns what, for whoever looks for the reason of a failure.
    pub(super) fn act(&mut self, deed: Deed) -> String {
        if let Some((path, text)) = self.unfinished.pop() {
            self.write(&path, &text);
            return format!("finish {path}");
        }
        match deed {
            Deed::CheckOut => self.check_out(),
            Deed::Create => self.create(),
            Deed::MoveFolder => self.move_folder(),
            Deed::DeleteFolder => self.delete_folder(),
            Deed::LeaveOut => self.leave_out(),
            Deed::ToAndFromObsidian => self.to_and_from_obsidian(),
            _ => {
                let Some(path) = self.any_note() else { return self.create() };
                self.act_on(deed, &path);
                format!("{deed:?} {path}")
            }
        }
    }

    /// Writes what was left half written.
    pub(super) fn finish(&mut self) {
        while let Some((path, text)) = self.unfinished.pop() {
            self.write(&path, &text);
        }
    }

    fn act_on(&mut self, deed: Deed, path: &str) {
        let number = self.dice.below(10_000);
        let text = self.dice.text(number);
        match deed {
            Deed::Edit => {
                let word = self.fresh_word();
                let text = format!("{}\nMore of {word}.\n", self.read(path));
                self.write(path, &text);
            }
            Deed::Replace => {
                let beside = format!("{path}.tmp~");
                self.write(&beside, &text);
                self.rename(&beside, path);
            }
            Deed::Delete => fs::remove_file(self.root.join(path)).unwrap(),
            Deed::Rename => {
                let folder = path.rsplit_once('/').map_or("area 0", |(folder, _)| folder);
                self.rename(path, &format!("{folder}/Renamed {number}.md"));
            }
            Deed::HalfWrite => {
                self.write(path, &text[..text.floor_char_boundary(text.len() / 2)]);
                self.unfinished.push((path.to_owned(), text));
            }
            // The word is in no version that isn't private.
            Deed::MakePrivate => self.write(
                path,
                &format!("---\nprivate: true\n---\n# Mine\n\nThe canary{number} sings.\n{text}"),
            ),
            Deed::OptOut => self.write(path, &format!("---\nindex: false\n---\n{text}")),
            Deed::Copy => {
                let text = self.read(path);
                self.write(&format!("area 0/Copy {number}.md"), &text);
            }
            Deed::Swap => {
                let other = self.any_note().unwrap_or_default();
                self.rename(path, "swapped.tmp");
                if other != path {
                    self.rename(&other, path);
                }
                self.rename("swapped.tmp", &other);
            }
            Deed::Touch => {
                let text = self.read(path);
                self.write(path, &text);
            }
            Deed::LinkOut => self.link_out(path, number),
            _ => self.write(path, &text),
        }
    }

    /// What lies outside of the vault is private, whatever it says.
    fn link_out(&mut self, path: &str, number: usize) {
        let outside = self.root.with_extension("outside").join(format!("{number}.md"));
        fs::create_dir_all(outside.parent().unwrap()).unwrap();
        let text = self.read(path);
        let more = if number.is_multiple_of(2) { "" } else { "\nThe canary sings outside.\n" };
        fs::write(&outside, text + more).unwrap();
        set_time(&outside, 1_400_000_000 + number as u64);
        #[cfg(unix)]
        {
            fs::remove_file(self.root.join(path)).unwrap();
            std::os::unix::fs::symlink(outside, self.root.join(path)).unwrap();
        }
    }

    fn to_and_from_obsidian(&self) -> String {
        let folder = self.root.join(".obsidian");
        let done =
            if folder.exists() { fs::remove_dir_all(folder) } else { fs::create_dir(folder) };
        done.unwrap();
        "to or from Obsidian".to_owned()
    }

    fn create(&mut self) -> String {
        let number = self.dice.below(1_000_000);
        let path = format!("area {}/New {number}.md", number % 5);
        // One in eight breaks the model.
        let poison = if number.is_multiple_of(8) { "\nThis is poison.\n" } else { "" };
        let text = self.dice.text(number) + poison;
        self.write(&path, &text);
        format!("create {path}")
    }

    fn move_folder(&mut self) -> String {
        let Some(from) = self.any_folder() else { return "move nothing".to_owned() };
        let to = format!("area {}/moved {}", self.dice.below(5), self.dice.below(100_000));
        self.rename(&from, &to);
        format!("move {from} to {to}")
    }

    fn delete_folder(&mut self) -> String {
        let few = self.notes().len() / 15;
        let folders = self.folders();
        let small = |folder: &&String| {
            (1..=few)
                .contains(&self.notes().iter().filter(|note| note.starts_with(*folder)).count())
        };
        let Some(folder) = folders.iter().find(small) else { return "delete nothing".to_owned() };
        fs::remove_dir_all(self.root.join(folder)).unwrap();
        format!("delete {folder}")
    }

    /// Brings some hundred notes to another version: changed, gone and new ones.
    fn check_out(&mut self) -> String {
        let notes = self.notes();
        let first = self.dice.below(notes.len().max(1));
        let some: Vec<_> = notes.iter().cycle().skip(first).take(notes.len() / 6).collect();
        for (at, path) in some.iter().enumerate() {
            let number = self.dice.below(100_000);
            match at % 9 {
                0 => drop(fs::remove_file(self.root.join(path))),
                1 => {
                    let text = self.dice.text(number);
                    self.write(&format!("area 1/branch/Branch {number}.md"), &text);
                }
                _ => {
                    let text = self.dice.text(number);
                    self.write(path, &text);
                }
            }
        }
        format!("check out {} notes", some.len())
    }

    fn leave_out(&mut self) -> String {
        let file = self.root.join(".vaultignore");
        if file.exists() {
            fs::remove_file(file).unwrap();
            return "leave nothing out".to_owned();
        }
        let folder = self.any_folder().unwrap_or_default();
        fs::write(file, format!("/{folder}/\n")).unwrap();
        format!("leave out {folder}")
    }

    fn any_note(&mut self) -> Option<String> {
        let mut notes = self.notes();
        let at = self.dice.below(notes.len().max(1));
        (at < notes.len()).then(|| notes.swap_remove(at))
    }

    /// Returns a folder in an area.
    fn any_folder(&mut self) -> Option<String> {
        let mut folders = self.folders();
        let at = self.dice.below(folders.len().max(1));
        (at < folders.len()).then(|| folders.swap_remove(at))
    }

    /// Returns the folders in areas that hold notes.
    fn folders(&self) -> Vec<String> {
        let folder = |note: &String| note.rsplit_once('/').map(|(folder, _)| folder.to_owned());
        let mut folders: Vec<_> = self.notes().iter().filter_map(folder).collect();
        folders.retain(|folder| folder.contains('/'));
        folders.dedup();
        folders
    }

    /// Returns all notes, in order.
    pub(super) fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        let mut folders = vec![self.root.clone()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
                let path = entry.path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|ending| ending == "md") {
                    let inside = path.strip_prefix(&self.root).unwrap();
                    notes.push(inside.to_str().unwrap().to_owned());
                }
            }
        }
        notes.sort();
        notes
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.root.join(path)).unwrap_or_default()
    }

    pub(super) fn write(&mut self, path: &str, text: &str) {
        let file = self.root.join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, text).unwrap();
        self.written += 1;
        set_time(&file, 1_500_000_000 + self.written);
    }

    fn rename(&self, from: &str, to: &str) {
        let to = self.root.join(to);
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::rename(self.root.join(from), to).unwrap();
    }
}

fn set_time(file: &Path, seconds: u64) {
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
    fs::File::options().write(true).open(file).unwrap().set_modified(time).unwrap();
}
