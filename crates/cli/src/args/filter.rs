//! Which notes are meant, as options.

use clap::Args;
use notekin_config::Vault;
use notekin_wire as wire;

use crate::opened;
use crate::report::Failure;

/// Which notes are meant; all of it must hold.
#[derive(Debug, Args)]
#[command(next_help_heading = "Narrowing")]
#[group(id = "narrowing", multiple = true)]
pub(crate) struct FilterArgs {
    /// Only notes below FOLDER; repeat for those below any of several
    #[arg(long, value_name = "FOLDER")]
    pub(crate) folder: Vec<String>,
    /// Only notes with TAG or a tag below it; repeat to ask for all of several
    #[arg(long, value_name = "TAG")]
    pub(crate) tag: Vec<String>,
    /// Only notes at paths that match: `daily/*`, `**/plan?.md`; without `/`, file names that do
    #[arg(long, value_name = "GLOB")]
    pub(crate) path: Vec<String>,
    /// Only notes with a property: `due`, `status=done`, `rating>=4`; also `!=`, `<`, `<=`, `>`
    #[arg(long, value_name = "PROPERTY")]
    pub(crate) property: Vec<String>,
    /// Only notes made on DAYS: `2024-03-15`, `2024`, `2024-01..2024-03`, `2024-03..`, `<2024`
    #[arg(long, value_name = "DAYS")]
    pub(crate) created: Vec<String>,
    /// Only notes changed last on DAYS
    #[arg(long, value_name = "DAYS")]
    pub(crate) modified: Vec<String>,
    /// Only notes of DAYS: by the property `date`, else the date in their name, else when they were made
    #[arg(long, value_name = "DAYS")]
    pub(crate) date: Vec<String>,
    /// Only notes of DATE or later
    #[arg(long, value_name = "DATE")]
    pub(crate) after: Vec<String>,
    /// Only notes before DATE
    #[arg(long, value_name = "DATE")]
    pub(crate) before: Vec<String>,
    /// Only notes with a link to NOTE
    #[arg(long, value_name = "NOTE")]
    pub(crate) links_to: Vec<String>,
    /// Only notes that NOTE links to
    #[arg(long, value_name = "NOTE")]
    pub(crate) linked_from: Vec<String>,
    /// Leave out notes for which one of these holds: `tag:draft`, `path:archive/**`, `property:due`
    #[arg(long, value_name = "KEY:VALUE")]
    pub(crate) not: Vec<String>,
}

impl FilterArgs {
    /// Returns whether nothing is asked of a note.
    pub(crate) fn is_empty(&self) -> bool {
        self.folder.is_empty()
            && self.tag.is_empty()
            && self.not.is_empty()
            && self.keyed().iter().all(|(_, values)| values.is_empty())
    }

    /// Returns what each key of conditions was given, but for folders and tags.
    fn keyed(&self) -> [(&'static str, &[String]); 9] {
        [
            ("path", &self.path),
            ("property", &self.property),
            ("created", &self.created),
            ("modified", &self.modified),
            ("date", &self.date),
            ("after", &self.after),
            ("before", &self.before),
            ("links-to", &self.links_to),
            ("linked-from", &self.linked_from),
        ]
    }

    /// Returns what is asked about the notes that are meant.
    pub(crate) fn notes(
        &self,
        vaults: &[&Vault],
        no_update: bool,
    ) -> Result<wire::NotesRequest, Failure> {
        let (folders, tags) = (self.folders(vaults), self.tag.clone());
        let filter = self.conditions()?;
        Ok(wire::NotesRequest { no_update, folders, tags, filter, ..wire::NotesRequest::default() })
    }

    /// Returns the folders, as the vaults know them.
    pub(crate) fn folders(&self, vaults: &[&Vault]) -> Vec<String> {
        self.folder.iter().map(|typed| opened::folder(vaults, typed)).collect()
    }

    /// Returns the conditions besides folders and tags, if there are any.
    pub(crate) fn conditions(&self) -> Result<Option<wire::Filter>, Failure> {
        let keyed = self.keyed();
        let named = keyed.iter().flat_map(|(key, values)| {
            values.iter().map(move |value| ((*key).to_owned(), value.clone()))
        });
        let mut all: Vec<(String, String)> = named.collect();
        for written in &self.not {
            all.push(opposite(written)?);
        }
        Ok((!all.is_empty()).then_some(wire::Filter::Keyed(all)))
    }
}

/// Returns the key and value of a condition that must not hold.
fn opposite(written: &str) -> Result<(String, String), Failure> {
    let (key, value) = written.split_once(':').ok_or_else(|| {
        let message = format!(
            "`--not` takes a condition such as `tag:draft`, `path:archive/**` or `property:due`, not `{written}`"
        );
        Failure::invalid(message, None)
    })?;
    let key = key.trim();
    let key = key.strip_prefix('-').map_or_else(|| format!("-{key}"), str::to_owned);
    Ok((key, value.to_owned()))
}
