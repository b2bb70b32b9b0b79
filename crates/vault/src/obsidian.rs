//! What Obsidian's own settings leave out: excluded files and the folders of templates.

use std::fs;
use std::path::Path;

use notekin_note::fold;
use regex::{Regex, RegexBuilder};
use serde_json::Value;
use unicode_normalization::UnicodeNormalization;

use crate::rule::Rule;

/// The folder that makes a folder an Obsidian vault.
pub(crate) const FOLDER: &str = ".obsidian";

/// Where in that folder it is said what isn't to be found: for all, for templates, and for a plugin's templates.
const SETTINGS: [&str; 3] = ["app.json", "templates.json", "plugins/templater-obsidian/data.json"];

/// The part of a vault's Obsidian settings that our policy follows.
///
/// Read leniently: a missing or broken file leaves nothing out.
#[derive(Debug, Default)]
pub(crate) struct Obsidian {
    filters: Vec<Filter>,
    templates: Vec<String>,
}

#[derive(Debug)]
struct Filter {
    written: String,
    matches: Matcher,
}

/// Returns whether a path in the vault is that of such settings.
pub(crate) fn is_settings(path: &Path) -> bool {
    path.strip_prefix(FOLDER).is_ok_and(|file| SETTINGS.iter().any(|it| file == Path::new(it)))
}

/// Obsidian takes an entry between slashes as an expression and any other as the beginning of a path.
#[derive(Debug)]
enum Matcher {
    Start(String),
    Expression(Regex),
}

impl Obsidian {
    pub(crate) fn read(root: &Path) -> Self {
        let [app, core, templater] = SETTINGS.map(|file| read_json(&root.join(FOLDER).join(file)));
        let folders = [&core["folder"], &templater["templates_folder"]];
        Self {
            filters: texts(&app["userIgnoreFilters"]).filter_map(Filter::parse).collect(),
            templates: folders
                .into_iter()
                .filter_map(Value::as_str)
                .filter_map(folder_name)
                .collect(),
        }
    }

    /// Returns the rule that keeps the note at this path out.
    pub(crate) fn judge(&self, path: &str, folded_path: &str) -> Option<Rule> {
        let filter = self.filters.iter().find(|filter| filter.matches(path, folded_path));
        let templates = || self.templates.iter().find(|folder| lies_in(folded_path, &fold(folder)));
        filter
            .map(|filter| Rule::Obsidian(filter.written.clone()))
            .or_else(|| templates().map(|folder| Rule::Templates(folder.clone())))
    }
}

impl Filter {
    fn parse(written: &str) -> Option<Self> {
        let expression = written.strip_prefix('/').and_then(|rest| rest.strip_suffix('/'));
        let start = written.trim_start_matches('/');
        let matches = match expression {
            Some(expression) if !expression.is_empty() => Matcher::Expression(compile(expression)?),
            _ if start.trim().is_empty() => return None,
            _ => Matcher::Start(fold(start)),
        };
        Some(Self { written: written.to_owned(), matches })
    }

    fn matches(&self, path: &str, folded_path: &str) -> bool {
        match &self.matches {
            Matcher::Start(start) => folded_path.starts_with(start),
            Matcher::Expression(expression) => expression.is_match(&path.nfc().collect::<String>()),
        }
    }
}

/// Compiles an expression so that, as everywhere in the policy, case doesn't matter.
fn compile(expression: &str) -> Option<Regex> {
    let expression: String = expression.nfc().collect();
    RegexBuilder::new(&expression)
        .case_insensitive(true)
        .build()
        .inspect_err(|error| {
            log::warn!("an expression of Obsidian's excluded files is skipped");
            log::debug!("Obsidian's excluded files: `{expression}` is skipped: {error}");
        })
        .ok()
}

fn read_json(path: &Path) -> Value {
    let Ok(bytes) = fs::read(path) else { return Value::Null };
    serde_json::from_slice(&bytes).unwrap_or_else(|error| {
        log::warn!("a file of Obsidian's settings is skipped");
        log::debug!("`{}` is skipped: {error}", path.display());
        Value::Null
    })
}

fn texts(list: &Value) -> impl Iterator<Item = &str> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str)
}

fn folder_name(written: &str) -> Option<String> {
    let name = written.trim().trim_matches('/');
    (!name.is_empty() && name != ".").then(|| name.to_owned())
}

fn lies_in(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}
