//! A vault for one test: written as text, in a folder of its own.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, SystemTime};

use notekin_engine::models::Servers;
use notekin_engine::{
    Audience, CopySettings, Engine, HubSettings, LinkSettings, PassageSettings, PolicySettings,
    Quiet, SearchReply, SearchRequest, Settings, Status, SyncRequest,
};
use tempfile::TempDir;

/// A vault with its own data folder; both go with it.
pub(crate) struct TestVault {
    folder: TempDir,
    name: &'static str,
    model: String,
    servers: Servers,
    /// Where models are installed; nowhere unless it is said.
    models: Option<PathBuf>,
}

impl TestVault {
    /// Returns an empty vault of plain Markdown, read by words and by the stand-in's meaning.
    pub(crate) fn new() -> Self {
        Self::within(tempfile::tempdir().unwrap())
    }

    /// Returns the same in memory, where the system has a folder there: much is written, and no disk need be waited for.
    pub(crate) fn in_memory() -> Self {
        let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir());
        Self::within(folder.unwrap())
    }

    fn within(folder: TempDir) -> Self {
        let (name, model) = ("vault", "fake".to_owned());
        let vault = Self { folder, name, model, servers: Servers::default(), models: None };
        fs::create_dir(vault.root()).unwrap();
        vault
    }

    /// Makes it one of Obsidian's.
    pub(crate) fn obsidian(self) -> Self {
        fs::create_dir(self.root().join(".obsidian")).unwrap();
        self
    }

    /// Gives it a name.
    pub(crate) fn named(mut self, name: &'static str) -> Self {
        self.name = name;
        self
    }

    /// Reads it.
    pub(crate) fn indexed(self) -> Self {
        self.sync();
        self
    }

    /// Takes its model away.
    pub(crate) fn without_model(mut self) -> Self {
        "e5-small-q4".clone_into(&mut self.model);
        self
    }

    /// Gives it a model at a server.
    pub(crate) fn served(mut self, model: &str, servers: Servers) -> Self {
        (self.model, self.servers) = (model.to_owned(), servers);
        self
    }

    /// Gives it the built-in model, or says that a test was not run.
    #[expect(clippy::print_stderr, reason = "what isn't run is told, never silently left out")]
    pub(crate) fn with_real_model(mut self) -> Option<Self> {
        const MODEL: &str = "e5-small-q4";
        let models = std::env::var_os("NOTEKIN_MODELS").map(PathBuf::from);
        let is_there = |folder: &PathBuf| {
            matches!(notekin_engine::models::installed(MODEL, folder), Ok(Some(_)))
        };
        let Some(folder) = models.filter(is_there) else {
            eprintln!("NOT RUN: the built-in model is not installed");
            assert!(std::env::var_os("NOTEKIN_REQUIRE_ALL").is_none(), "it must be");
            return None;
        };
        (self.model, self.models) = (MODEL.to_owned(), Some(folder));
        Some(self)
    }

    /// Writes a note, dated long before any scan.
    pub(crate) fn note(self, path: &str, text: &str) -> Self {
        self.write(path, text);
        self
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        let file = self.root().join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, text).unwrap();
        let long_ago =
            SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000 + text.len() as u64);
        fs::File::open(&file).unwrap().set_modified(long_ago).unwrap();
    }

    pub(crate) fn rename(&self, from: &str, to: &str) {
        let to = self.root().join(to);
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::rename(self.root().join(from), to).unwrap();
    }

    pub(crate) fn delete(&self, path: &str) {
        fs::remove_file(self.root().join(path)).unwrap();
    }

    pub(crate) fn root(&self) -> PathBuf {
        self.folder.path().join("vault")
    }

    pub(crate) fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    pub(crate) fn engine(&self) -> Engine {
        Engine::open(self.settings())
    }

    /// Returns what its engine is opened with.
    pub(crate) fn settings(&self) -> Settings {
        Settings {
            vault: self.root(),
            name: self.name.to_owned(),
            home: self.data().join("vaults/1"),
            vectors: self.data().join("vectors"),
            neighbours: Vec::new(),
            models: self.models.clone().unwrap_or_else(|| self.data().join("models")),
            model: self.model.clone(),
            servers: self.servers.clone(),
            policy: PolicySettings::default(),
            passages: PassageSettings::default(),
            least_related: None,
            hubs: HubSettings::default(),
            copies: CopySettings::default(),
            links: LinkSettings::default(),
        }
    }

    pub(crate) fn sync(&self) -> Status {
        self.sync_as(SyncRequest::default())
    }

    pub(crate) fn sync_as(&self, request: SyncRequest) -> Status {
        let status = self.engine().sync(request, &Quiet, &AtomicBool::new(false)).unwrap();
        assert_eq!(
            status.indexed + status.errored + status.excluded.unwrap(),
            status.found,
            "{status:?}"
        );
        status
    }

    pub(crate) fn search(&self, request: &SearchRequest) -> SearchReply {
        self.engine().search(request, Audience::Owner).unwrap()
    }

    /// Returns the paths that a search finds, best first.
    pub(crate) fn paths(&self, request: &SearchRequest) -> Vec<String> {
        self.search(request).hits.iter().map(|hit| hit.path.as_str().to_owned()).collect()
    }
}
