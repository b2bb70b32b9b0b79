//! The settings in force, each with where it comes from.

use std::fmt;
use std::path::{Path, PathBuf};

use notekin_engine::ask::WriterServers;
use notekin_engine::models::{CallSettings, Server, Servers};
use notekin_engine::{self as engine, LinkStyle};
use sha2::{Digest, Sha256};

use crate::environment::Environment;
use crate::error::Error;
use crate::file::SettingsFile;
use crate::key::{Key, Value};

/// Where a value comes from; the environment wins over the file, the file over the default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// An environment variable.
    Environment,
    /// The settings file.
    File,
    /// Nobody set it.
    Default,
}

impl fmt::Display for Origin {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Environment => "environment",
            Self::File => "file",
            Self::Default => "default",
        })
    }
}

/// One setting in force.
#[derive(Clone, Debug)]
pub struct Setting {
    /// Its key.
    pub key: &'static Key,
    /// Its value, of the key's shape.
    pub value: Value,
    /// Where the value comes from.
    pub origin: Origin,
}

/// All settings in force, one for each key.
#[derive(Clone, Debug)]
pub struct Settings(Vec<Setting>);

impl Settings {
    /// Reads the settings file at `path`, which may be absent, and the environment.
    pub fn load(path: &Path, environment: &Environment) -> Result<Self, Error> {
        let file = SettingsFile::open(path)?;
        file.check()?;
        Key::ALL
            .iter()
            .map(|key| in_force(key, &file, environment))
            .collect::<Result<_, _>>()
            .map(Self)
    }

    /// Returns every setting, in the order of the keys.
    pub fn all(&self) -> &[Setting] {
        &self.0
    }

    /// Returns the setting called `name`.
    pub fn get(&self, name: &str) -> Result<&Setting, Error> {
        self.0
            .iter()
            .find(|setting| setting.key.name == name)
            .ok_or_else(|| Error::unknown_key(name, None))
    }

    /// Returns what stands for the values in force, wherever they come from, so that two processes can tell whether theirs
    /// are the same.
    pub fn fingerprint(&self) -> String {
        let mut digest = Sha256::new();
        for Setting { key, value, .. } in &self.0 {
            digest.update(format!("{}={value}\n", key.name));
        }
        engine::hexadecimal(&digest.finalize()[..16])
    }

    /// Returns the model's id.
    pub fn model(&self) -> &str {
        self.text("model")
    }

    /// Returns whether nothing may be fetched.
    pub fn offline(&self) -> bool {
        self.flag("offline")
    }

    /// Returns the name of the mode of a search.
    pub fn search_mode(&self) -> &str {
        self.text("search.mode")
    }

    /// Returns the most passages a search shows.
    pub fn search_limit(&self) -> usize {
        self.count("search.limit")
    }

    /// Returns the most related notes shown.
    pub fn related_limit(&self) -> usize {
        self.count("related.limit")
    }

    /// Returns the program that opens notes, unless it is the system's own.
    pub fn opener(&self) -> Option<&str> {
        Some(self.text("opener")).filter(|opener| !opener.is_empty())
    }

    /// Returns where models may be, and what calls are allowed, without keys and the place of the record.
    pub(crate) fn servers(&self) -> Servers {
        let some = |count: usize| (count > 0).then_some(count);
        let text = |name| Some(self.text(name).to_owned()).filter(|text| !text.is_empty());
        Servers {
            ollama: Server::at(self.text("ollama.url")),
            openai: Server::at(self.text("openai.url")),
            gemini: Server::at(self.text("gemini.url")),
            dimensions: some(self.count("embedding.dimensions")),
            token_limit: some(self.count("embedding.token_limit")),
            passage: text("embedding.passage"),
            query: text("embedding.query"),
            net: CallSettings {
                offline: self.offline(),
                tokens_per_month: some(self.count("budget.tokens")).map(|tokens| tokens as u64),
                certificates: text("net.certificates").map(PathBuf::from),
                record: None,
                tries: None,
            },
        }
    }

    /// Returns the model that writes answers, if one is to.
    pub fn answer_model(&self) -> Option<&str> {
        Some(self.text("answer.model")).filter(|model| !model.is_empty())
    }

    /// Returns whether assistants may ask, and have the model that writes answers write theirs.
    pub fn answers_assistants(&self) -> bool {
        self.flag("answer.assistants")
    }

    /// Returns whether questions and answers are kept.
    pub fn keeps_answers(&self) -> bool {
        self.flag("answer.keep")
    }

    /// Returns where models that write may be, and what calls are allowed, without keys and the place of the record.
    pub(crate) fn writers(&self) -> WriterServers {
        let Servers { ollama, openai, gemini, net, .. } = self.servers();
        let window = Some(self.count("answer.window")).filter(|window| *window > 0);
        let anthropic = Server::at(self.text("anthropic.url"));
        WriterServers { ollama, openai, gemini, anthropic, window, net, ..WriterServers::default() }
    }

    /// Writes the settings that an engine honours into what it is opened with.
    pub(crate) fn apply(&self, engine: &mut engine::Settings) {
        self.model().clone_into(&mut engine.model);
        engine.policy.include = self.list("include");
        engine.policy.exclude = self.list("exclude");
        engine.policy.gitignore = self.flag("gitignore");
        engine.policy.max_bytes = (self.count("max_note_mib") as u64) << 20;
        let titles = self.list("link_sections");
        if !titles.is_empty() {
            engine.passages.link_sections =
                titles.iter().map(|title| title.to_lowercase()).collect();
        }
        engine.passages.chunk_tokens = self.count("passages.tokens");
        engine.least_related = self.share("related.least");
        let given = |name: &str| Some(self.count(name)).filter(|count| *count > 0);
        engine.hubs.links = given("hubs.links");
        engine.hubs.backlinks = given("hubs.backlinks");
        let shares = [
            ("copies.coverage", &mut engine.copies.coverage),
            ("copies.containment", &mut engine.copies.containment),
            ("copies.containment_of_namesakes", &mut engine.copies.containment_of_namesakes),
        ];
        for (name, share) in shares {
            *share = self.share(name).unwrap_or(*share);
        }
        engine.links.style = LinkStyle::named(self.text("link.style")).unwrap_or_default();
        self.text("link.section").clone_into(&mut engine.links.section.name);
        engine.links.section.level = self.count("link.level") as u8;
        // Else a link that is added would change what is read of a note.
        let section = self.text("link.section").trim().to_lowercase();
        engine.passages.link_sections.extend(Some(section).filter(|section| !section.is_empty()));
    }

    /// Returns the value of a key; nothing when there is no such key.
    fn value(&self, name: &str) -> Option<&Value> {
        self.0.iter().find(|setting| setting.key.name == name).map(|setting| &setting.value)
    }

    /// Returns the text or word under a key.
    fn text(&self, name: &str) -> &str {
        if let Some(Value::Text(text)) = self.value(name) { text } else { "" }
    }

    /// Returns the yes or no under a key.
    fn flag(&self, name: &str) -> bool {
        matches!(self.value(name), Some(Value::Flag(true)))
    }

    /// Returns the number under a key.
    fn count(&self, name: &str) -> usize {
        if let Some(Value::Count(count)) = self.value(name) { *count as usize } else { 0 }
    }

    /// Returns a share, from 0 to 1; none where the setting is left to the program.
    fn share(&self, name: &str) -> Option<f32> {
        if let Some(Value::Share(share)) = self.value(name) { Some(*share as f32) } else { None }
    }

    /// Returns the texts under a key.
    fn list(&self, name: &str) -> Vec<String> {
        if let Some(Value::List(texts)) = self.value(name) { texts.clone() } else { Vec::new() }
    }
}

/// Returns the setting of a key: the environment wins over the file, the file over the default.
///
/// Fails when the one that wins holds something the key can't take, so that a slip is not silently ignored.
fn in_force(
    key: &'static Key,
    file: &SettingsFile,
    environment: &Environment,
) -> Result<Setting, Error> {
    if let Some(value) = of_environment(key, environment)? {
        return Ok(Setting { key, value, origin: Origin::Environment });
    }
    if let Some(value) = file.get(key)? {
        return Ok(Setting { key, value, origin: Origin::File });
    }
    Ok(Setting { key, value: key.default(), origin: Origin::Default })
}

/// Returns the value of a key's environment variable, if that is set.
///
/// Fails when it is none that the key takes.
///
/// Variables that belong to no key are left alone, whatever they begin with: they may be another program's.
fn of_environment(key: &Key, environment: &Environment) -> Result<Option<Value>, Error> {
    let variable = key.variable();
    let Some(text) = environment.get(&variable) else { return Ok(None) };
    let text = text.to_string_lossy().into_owned();
    let wrong = || Error::WrongValue {
        key: key.name.to_owned(),
        place: format!("the environment variable `{variable}`"),
        wanted: key.shape.to_string(),
        found: format!("`{text}`"),
    };
    key.parse(std::slice::from_ref(&text)).map(Some).ok_or_else(wrong)
}

/// Returns an engine's settings before the user changed any; the places are empty.
pub(crate) fn built_in() -> engine::Settings {
    engine::Settings {
        vault: PathBuf::new(),
        name: String::new(),
        home: PathBuf::new(),
        vectors: PathBuf::new(),
        neighbours: Vec::new(),
        models: PathBuf::new(),
        model: engine::models::DEFAULT_MODEL.to_owned(),
        servers: engine::models::Servers::default(),
        policy: engine::PolicySettings::default(),
        passages: engine::PassageSettings::default(),
        least_related: None,
        hubs: engine::HubSettings::default(),
        copies: engine::CopySettings::default(),
        links: engine::LinkSettings::default(),
    }
}

#[cfg(test)]
mod tests;
