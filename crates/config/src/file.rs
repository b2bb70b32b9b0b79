//! The settings file: read, checked against the table of keys, edited without losing a comment.

use std::io;
use std::path::{Path, PathBuf};

use toml_edit::{DocumentMut, Item, TableLike};

use crate::error::Error;
use crate::key::{Key, Shape, Value};
use crate::nearest::nearest;
use crate::replace::replace;

/// The user's TOML file, which may be absent.
#[derive(Clone, Debug)]
pub struct SettingsFile {
    path: PathBuf,
    document: DocumentMut,
}

impl SettingsFile {
    /// Reads the file at `path`; one that isn't there is empty.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let text = match std::fs::read_to_string(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            text => text.map_err(|source| Error::Unreadable { path: path.to_owned(), source })?,
        };
        let broken = |error: toml_edit::TomlError| Error::BrokenSettings {
            path: path.to_owned(),
            reason: error.to_string().trim_end().to_owned(),
        };
        let document = text.trim_start_matches('\u{feff}').parse().map_err(broken)?;
        Ok(Self { path: path.to_owned(), document })
    }

    /// Fails at the first key that doesn't exist and at the first value that its key can't take.
    pub fn check(&self) -> Result<(), Error> {
        self.check_table("", self.document.as_table())?;
        Key::ALL.iter().try_for_each(|key| self.get(key).map(drop))
    }

    /// Returns the value of `key`, if the file has one.
    pub fn get(&self, key: &Key) -> Result<Option<Value>, Error> {
        let Some(item) = self.item(key.name) else { return Ok(None) };
        let value = item.as_value().and_then(|value| key.read(value));
        value.map(Some).ok_or_else(|| self.wrong(key, item))
    }

    /// Sets `key` to `value` and replaces the file at once; comments and order stay.
    ///
    /// Nothing is written when the file would not be valid afterwards, or when `value` is a file that can't be read.
    pub fn set(&mut self, key: &Key, value: &Value) -> Result<(), Error> {
        check_file(key, value)?;
        let (table, name) = match key.name.split_once('.') {
            Some((table, name)) => (table_in(&mut self.document, table), name),
            None => (Some(self.document.as_table_mut() as &mut dyn TableLike), key.name),
        };
        if let Some(table) = table {
            assign(table, name, value);
        }
        self.check()?;
        replace(&self.path, self.document.to_string().as_bytes())
    }

    /// Takes `key` out and replaces the file at once; comments and order stay. Nothing is written when it isn't there.
    pub fn unset(&mut self, key: &Key) -> Result<(), Error> {
        let removed = match key.name.split_once('.') {
            Some((table, name)) => self
                .document
                .get_mut(table)
                .and_then(Item::as_table_like_mut)
                .and_then(|table| table.remove(name)),
            None => self.document.remove(key.name),
        };
        if removed.is_none() {
            return Ok(());
        }
        if let Some((table, _)) = key.name.split_once('.') {
            self.drop_if_bare(table);
        }
        self.check()?;
        replace(&self.path, self.document.to_string().as_bytes())
    }

    /// Takes out a table that holds nothing, not even a comment.
    fn drop_if_bare(&mut self, name: &str) {
        let is_bare = match self.document.get(name) {
            Some(Item::Table(table)) => {
                table.is_empty() && !table.decor().prefix().is_some_and(holds_a_comment)
            }
            Some(Item::Value(toml_edit::Value::InlineTable(table))) => table.is_empty(),
            _ => false,
        };
        if is_bare {
            self.document.remove(name);
        }
    }

    /// Returns what stands under a key's name, in tables or with dots.
    fn item(&self, name: &str) -> Option<&Item> {
        match name.split_once('.') {
            Some((table, name)) => self.document.get(table)?.as_table_like()?.get(name),
            None => self.document.get(name),
        }
    }

    /// Fails at the first key of `table` that the table of keys doesn't know.
    ///
    /// Tables whose name is the first part of a key's may be there, and no tables in them.
    fn check_table(&self, prefix: &str, table: &dyn TableLike) -> Result<(), Error> {
        for (name, item) in table.iter() {
            let name = format!("{prefix}{name}");
            match item.as_table_like() {
                Some(table) if prefix.is_empty() && is_table(&name) => {
                    self.check_table(&format!("{name}."), table)?;
                }
                _ if Key::named(&name).is_none() => {
                    return Err(Error::unknown_key(&name, Some(&self.path)));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Returns the failure of a value that its key can't take.
    fn wrong(&self, key: &Key, item: &Item) -> Error {
        Error::WrongValue {
            key: key.name.to_owned(),
            place: format!("`{}`", self.path.display()),
            wanted: key.shape.to_string(),
            found: match item {
                Item::Value(value) => format!("`{}`", value.to_string().trim()),
                _ => "a table".to_owned(),
            },
        }
    }
}

impl Error {
    /// Returns the error for a key that doesn't exist, with the key most like it.
    pub fn unknown_key(name: &str, file: Option<&Path>) -> Self {
        let nearest = nearest(name, Key::ALL.iter().map(|key| key.name));
        Self::UnknownKey { key: name.to_owned(), file: file.map(Path::to_owned), nearest }
    }
}

/// Refuses a file that isn't there, or can't be read, before everything that needs it fails.
fn check_file(key: &Key, value: &Value) -> Result<(), Error> {
    let (Shape::File, Value::Text(path)) = (&key.shape, value) else { return Ok(()) };
    if path.is_empty() {
        return Ok(());
    }
    let found = std::fs::File::open(path).and_then(|file| file.metadata());
    match found.map(|found| found.is_file()) {
        Ok(true) => Ok(()),
        Ok(false) => Err(Error::NoFile(path.into())),
        Err(source) => Err(Error::Unreadable { path: path.into(), source }),
    }
}

fn holds_a_comment(around: &toml_edit::RawString) -> bool {
    around.as_str().is_none_or(|text| text.contains('#'))
}

fn is_table(name: &str) -> bool {
    Key::ALL.iter().any(|key| key.name.split_once('.').is_some_and(|(table, _)| table == name))
}

/// Returns the table called `name`, made if it isn't there; `None` when something else has that name.
fn table_in<'a>(document: &'a mut DocumentMut, name: &str) -> Option<&'a mut dyn TableLike> {
    document.entry(name).or_insert_with(toml_edit::table).as_table_like_mut()
}

/// Puts `value` in place of the old one, with the comment that follows it.
fn assign(table: &mut dyn TableLike, name: &str, value: &Value) {
    let mut value = toml_edit::Value::from(value);
    match table.get_mut(name) {
        Some(Item::Value(old)) => {
            *value.decor_mut() = old.decor().clone();
            *old = value;
        }
        _ => drop(table.insert(name, Item::Value(value))),
    }
}

#[cfg(test)]
mod tests;
