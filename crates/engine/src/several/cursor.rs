//! The place in what several vaults found: one place for each.

use std::fmt;

use crate::Error;
use crate::cursor::Mark;
use crate::search::REQUEST;

/// What stands between the places of two vaults; no cursor of one vault holds it.
const BETWEEN: char = '~';

/// How far one vault's ranking has been shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Shown {
    /// Nothing of it.
    #[default]
    Nothing,
    /// Up to this cursor of its own.
    UpTo(String),
    /// All of it.
    All,
}

/// How far each vault's ranking has been shown, in the order of the vaults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place(pub(super) Vec<Shown>);

impl Place {
    /// Reads the place in the rankings of `vaults` vaults; without a cursor it is their start.
    pub(super) fn parse(cursor: Option<&str>, vaults: usize, mark: Mark) -> Result<Self, Error> {
        let Some(cursor) = cursor else { return Ok(Self(vec![Shown::Nothing; vaults])) };
        let shown: Vec<Shown> =
            mark.place(cursor, REQUEST)?.split(BETWEEN).map(Shown::parse).collect();
        if shown.len() == vaults {
            return Ok(Self(shown));
        }
        Err(Error::Invalid(format!("`{cursor}` is not a cursor of these vaults")))
    }

    /// Writes the cursor of a page that goes on here.
    pub(super) fn cursor(&self, mark: Mark) -> String {
        mark.sign(&self.to_string())
    }
}

impl Shown {
    fn parse(text: &str) -> Self {
        match text {
            "" => Self::Nothing,
            "-" => Self::All,
            cursor => Self::UpTo(cursor.to_owned()),
        }
    }

    /// Returns the vault's own cursor from which to go on; nothing at its start.
    pub(super) fn cursor(&self) -> Option<String> {
        match self {
            Self::UpTo(cursor) => Some(cursor.clone()),
            Self::Nothing | Self::All => None,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |shown: &Shown| match shown {
            Shown::Nothing => String::new(),
            Shown::UpTo(cursor) => cursor.clone(),
            Shown::All => "-".to_owned(),
        };
        let places: Vec<String> = self.0.iter().map(text).collect();
        write!(out, "{}", places.join(&BETWEEN.to_string()))
    }
}
