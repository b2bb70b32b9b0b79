//! A stand-in for Google's File Search: it speaks the protocol as the contract says, holds what it is given in memory,
//! and can be made to go wrong at any request. It is written without our own shapes, so that a fault in these shows.
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use notekin_gemini::shapes::{CustomMetadata, UploadRequest};
use notekin_gemini::{Care, Client, StoreName, Upload, Waiting};
use notekin_net::{Effort, Net, Patience, Secret, Settings};
use serde_json::{Value, json};

use crate::server::{Answer, Request, Server};

/// A key that shows nowhere.
pub(crate) const CANARY: &str = "canary-of-the-key";

/// The store that is there from the beginning.
pub(crate) const STORE: &str = "fileSearchStores/vault-0a1b2c";

pub(crate) static GO: AtomicBool = AtomicBool::new(false);

/// Three tries without a wait between them.
pub(crate) const EAGER: Effort = Effort {
    patience: Patience { tries: 3, first: Duration::ZERO, longest: Duration::from_secs(1) },
    ..Effort::BULK
};

/// Four bytes at once, three looks without a wait between them.
pub(crate) const CARE: Care = Care { effort: EAGER, stretch: 4, looks: 3, between: Duration::ZERO };

/// No wait between looks, and enough time for many.
pub(crate) const WAITING: Waiting = Waiting {
    effort: EAGER,
    first: Duration::ZERO,
    longest: Duration::ZERO,
    deadline: Duration::from_secs(30),
};

/// What goes wrong with a request.
pub(crate) enum Fault {
    /// Nothing.
    None,
    /// It isn't taken, and answered like this.
    Before(Answer),
    /// It is taken, and answered like this all the same.
    After(Answer),
    /// So many bytes of it are taken, and then the connection breaks.
    Cut(usize),
}

/// How the stand-in behaves.
pub(crate) struct Manners {
    /// For how many lists a new document doesn't show.
    pub(crate) lag: usize,
    /// After how many looks an operation is done.
    pub(crate) polls: usize,
    /// Whether the answer to an upload names the document, as Google's does.
    pub(crate) is_named: bool,
    /// Whether every page comes after an empty one.
    pub(crate) has_empty_pages: bool,
    /// What every stretch but the last must be a multiple of.
    pub(crate) granularity: usize,
}

impl Default for Manners {
    fn default() -> Self {
        Self { lag: 0, polls: 1, is_named: true, has_empty_pages: false, granularity: 2 }
    }
}

/// What the stand-in holds.
#[derive(Default)]
pub(crate) struct State {
    pub(crate) stores: Vec<Value>,
    pub(crate) documents: Vec<Value>,
    pub(crate) files: Vec<Value>,
    /// The text of each document.
    pub(crate) texts: BTreeMap<String, String>,
    uploads: BTreeMap<String, Pending>,
    operations: BTreeMap<String, (usize, String)>,
    /// How many lists of documents were asked for.
    pub(crate) lists: usize,
    /// At which list each document shows.
    shows: BTreeMap<String, usize>,
    count: usize,
}

/// An upload that was begun.
#[derive(Default)]
struct Pending {
    store: Option<String>,
    request: Value,
    kind: String,
    bytes: String,
    /// What was answered when it ended.
    ended: Option<String>,
}

pub(crate) struct StandIn {
    pub(crate) server: Server,
    state: Arc<Mutex<State>>,
}

impl StandIn {
    pub(crate) fn start() -> Self {
        Self::with(Manners::default(), |_, _| Fault::None)
    }

    /// Starts a stand-in whose requests go wrong as `fault` says, which is told how many there were before.
    pub(crate) fn with(
        manners: Manners,
        fault: impl Fn(&Request, usize) -> Fault + Send + Sync + 'static,
    ) -> Self {
        let state = Arc::new(Mutex::new(State {
            stores: vec![json!({"name": STORE, "displayName": "Vault"})],
            ..State::default()
        }));
        let (held, asked) = (Arc::clone(&state), Mutex::new(0));
        let server = Server::start(move |request| {
            let before = {
                let mut asked = asked.lock().unwrap_or_else(PoisonError::into_inner);
                *asked += 1;
                *asked - 1
            };
            let fault = fault(request, before);
            let mut state = held.lock().unwrap_or_else(PoisonError::into_inner);
            match fault {
                Fault::None => state.answer(request, &manners),
                Fault::Before(answer) => answer,
                Fault::After(answer) => {
                    state.answer(request, &manners);
                    answer
                }
                Fault::Cut(bytes) => {
                    state.take_part(request, bytes);
                    Answer::Nothing
                }
            }
        });
        Self { server, state }
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn client(&self) -> Client {
        client(&self.server)
    }

    /// Returns the commands of all uploads, in order.
    pub(crate) fn commands(&self) -> Vec<String> {
        let requests = self.server.requests();
        let commands = requests
            .iter()
            .filter_map(|request| request.header("x-goog-upload-command").map(str::to_owned));
        commands.collect()
    }

    /// Returns the texts of all documents.
    pub(crate) fn texts(&self) -> Vec<String> {
        self.state().texts.values().cloned().collect()
    }

    /// Adds a document without an upload.
    pub(crate) fn add(&self, request: &Value) -> String {
        let mut state = self.state();
        let name = state.document(STORE, request, "text/plain", "old");
        state.shows.clear();
        name
    }
}

pub(crate) fn client(server: &Server) -> Client {
    let net = Arc::new(Net::new(Settings::default()));
    Client::new(net, &server.url(""), Secret::new(CANARY).unwrap())
}

pub(crate) fn store() -> StoreName {
    StoreName::parse(STORE).unwrap()
}

/// What is said of a note that is uploaded.
pub(crate) fn said(name: &str) -> UploadRequest {
    UploadRequest {
        display_name: name.to_owned(),
        custom_metadata: vec![
            CustomMetadata::text("hash", "5d41"),
            CustomMetadata::number("at", 7),
        ],
        mime_type: "text/markdown".to_owned(),
        ..UploadRequest::default()
    }
}

/// An upload of a text.
pub(crate) fn upload<'a>(request: &'a UploadRequest, text: &'a str) -> Upload<'a> {
    Upload { request, bytes: text.as_bytes(), others: &[] }
}

/// An answer that refuses, in Google's shape.
pub(crate) fn refusal(code: u16, status: &str, message: &str, details: &Value) -> Answer {
    let error = json!({"code": code, "message": message, "status": status, "details": details});
    Answer::json(code, json!({"error": error}).to_string())
}

/// Returns the faults that come to the requests of one command, one after another.
pub(crate) fn to_command(
    command: &'static str,
    faults: Vec<Fault>,
) -> impl Fn(&Request, usize) -> Fault + Send + Sync + 'static {
    to(move |request| request.header("x-goog-upload-command") == Some(command), faults)
}

/// Returns the faults that come to the requests that `are` meant, one after another.
pub(crate) fn to(
    are: impl Fn(&Request) -> bool + Send + Sync + 'static,
    faults: Vec<Fault>,
) -> impl Fn(&Request, usize) -> Fault + Send + Sync + 'static {
    let faults = Mutex::new(faults.into_iter());
    move |request, _| {
        if !are(request) {
            return Fault::None;
        }
        faults.lock().unwrap_or_else(PoisonError::into_inner).next().unwrap_or(Fault::None)
    }
}

/// Divides a target into its path and the value of one key of its query.
fn parts<'a>(target: &'a str, key: &str) -> (&'a str, Option<&'a str>) {
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let value = query.split('&').filter_map(|pair| pair.split_once('='));
    (path, value.into_iter().find(|(name, _)| *name == key).map(|(_, value)| value))
}

fn ok(value: &Value) -> Answer {
    Answer::json(200, value.to_string())
}

fn missing() -> Answer {
    refusal(404, "NOT_FOUND", "There is no such thing.", &json!([]))
}

impl State {
    fn answer(&mut self, request: &Request, manners: &Manners) -> Answer {
        if let (_, Some(id)) = parts(&request.path, "upload_id") {
            return self.data(request, id, manners);
        }
        if request.header("x-goog-api-key") != Some(CANARY) {
            return refusal(400, "INVALID_ARGUMENT", "API key not valid.", &json!([]));
        }
        let path = parts(&request.path, "").0;
        if let Some(target) = path.strip_prefix("/upload/v1beta/") {
            return self.start(request, target, manners);
        }
        let Some(name) = path.strip_prefix("/v1beta/") else { return missing() };
        match request.method.as_str() {
            "POST" => self.post(request, name),
            "DELETE" => self.delete(name, request.path.contains("force=true")),
            _ => self.get(request, name, manners),
        }
    }

    fn post(&mut self, request: &Request, name: &str) -> Answer {
        let body: Value = serde_json::from_str(&request.body).unwrap();
        if name == "fileSearchStores" {
            let mut store = body;
            store["name"] = json!(format!("fileSearchStores/made-{}", self.next()));
            self.stores.push(store.clone());
            return ok(&store);
        }
        let Some(store) = name.strip_suffix(":importFile") else { return missing() };
        let Some(file) = self.files.iter().find(|file| file["name"] == body["fileName"]) else {
            return missing();
        };
        let (mut said, kind) =
            (body.clone(), file["mimeType"].as_str().unwrap_or_default().to_owned());
        said["displayName"] = file["displayName"].clone();
        let document = self.document(store, &said, &kind, "imported");
        let operation = format!("{store}/operations/import-{}", self.next());
        self.operations.insert(operation.clone(), (0, document));
        ok(&json!({"name": operation}))
    }

    fn get(&mut self, request: &Request, name: &str, manners: &Manners) -> Answer {
        if name == "fileSearchStores" {
            return page("fileSearchStores", &self.stores, request, manners);
        }
        if name == "files" {
            return page("files", &self.files, request, manners);
        }
        if name.ends_with("/documents") {
            self.lists += 1;
            let lists = self.lists;
            let is_shown = |document: &&Value| {
                let at = self.shows.get(document["name"].as_str().unwrap());
                at.is_none_or(|at| lists > *at)
            };
            let shown: Vec<Value> = self.documents.iter().filter(is_shown).cloned().collect();
            return page("documents", &shown, request, manners);
        }
        if let Some((polls, document)) = self.operations.get_mut(name) {
            *polls += 1;
            if *polls < manners.polls {
                return ok(&json!({"name": name, "metadata": {"@type": "type.googleapis.com/x"}}));
            }
            return ok(
                &json!({"name": name, "done": true, "response": {"documentName": document}}),
            );
        }
        let all = self.stores.iter().chain(&self.documents).chain(&self.files);
        all.into_iter().find(|thing| thing["name"] == name).map_or_else(missing, ok)
    }

    fn delete(&mut self, name: &str, is_forced: bool) -> Answer {
        let prefix = format!("{name}/");
        let within = |thing: &Value| thing["name"].as_str().unwrap().starts_with(&prefix);
        let is_full = self.documents.iter().any(within) || self.texts.contains_key(name);
        if is_full && !is_forced {
            return refusal(
                400,
                "FAILED_PRECONDITION",
                "Cannot delete non-empty thing.",
                &json!([]),
            );
        }
        let before = self.stores.len() + self.documents.len() + self.files.len();
        self.stores.retain(|thing| thing["name"] != name);
        self.documents.retain(|thing| thing["name"] != name && !within(thing));
        self.files.retain(|thing| thing["name"] != name);
        self.texts.retain(|document, _| document != name && !document.starts_with(&prefix));
        let after = self.stores.len() + self.documents.len() + self.files.len();
        if before == after { missing() } else { ok(&json!({})) }
    }

    fn start(&mut self, request: &Request, target: &str, manners: &Manners) -> Answer {
        let store = target.strip_suffix(":uploadToFileSearchStore");
        let id = format!("secret-{}", self.next());
        let body = if request.body.is_empty() { "{}" } else { &request.body };
        let pending = Pending {
            store: store.map(str::to_owned),
            request: serde_json::from_str(body).unwrap(),
            kind: request.header("x-goog-upload-header-content-type").unwrap().to_owned(),
            ..Pending::default()
        };
        self.uploads.insert(id.clone(), pending);
        // As behind a proxy: the server knows itself by another name.
        let url = format!("https://elsewhere.invalid/upload/v1beta/{target}?upload_id={id}");
        let headers = vec![
            ("X-Goog-Upload-URL", url),
            ("X-Goog-Upload-Status", "active".to_owned()),
            ("X-Goog-Upload-Chunk-Granularity", manners.granularity.to_string()),
        ];
        Answer::Whole(200, headers, String::new())
    }

    /// Takes the beginning of a stretch.
    fn take_part(&mut self, request: &Request, bytes: usize) {
        let (_, id) = parts(&request.path, "upload_id");
        let pending = self.uploads.get_mut(id.unwrap()).unwrap();
        pending.bytes.push_str(&request.body[..bytes]);
    }

    fn data(&mut self, request: &Request, id: &str, manners: &Manners) -> Answer {
        let command = request.header("x-goog-upload-command").unwrap_or_default().to_owned();
        let Some(pending) = self.uploads.get_mut(id) else { return missing() };
        if let Some(said) = &pending.ended {
            let (ended, said) = (vec![("X-Goog-Upload-Status", "final".to_owned())], said.clone());
            return match command.as_str() {
                "query" => Answer::Whole(200, ended, said),
                _ => Answer::Whole(400, ended, "Upload has already been terminated.".to_owned()),
            };
        }
        if command != "query" {
            let offset = request.header("x-goog-upload-offset").unwrap_or_default();
            assert_eq!(
                offset,
                pending.bytes.len().to_string(),
                "bytes are sent twice, or left out"
            );
            let is_whole = request.body.len().is_multiple_of(manners.granularity);
            assert!(is_whole || command.ends_with("finalize"), "no multiple of the granularity");
            pending.bytes.push_str(&request.body);
        }
        if !command.ends_with("finalize") {
            let size = pending.bytes.len().to_string();
            let headers = vec![
                ("X-Goog-Upload-Status", "active".to_owned()),
                ("X-Goog-Upload-Size-Received", size),
            ];
            return Answer::Whole(200, headers, String::new());
        }
        self.finalize(id, manners)
    }

    fn finalize(&mut self, id: &str, manners: &Manners) -> Answer {
        let pending = self.uploads.remove(id).unwrap();
        let said = match &pending.store {
            Some(store) => self.made(store, &pending, manners),
            None => json!({"file": self.file(&pending)}),
        };
        let ended = Some(said.to_string());
        self.uploads.insert(id.to_owned(), Pending { ended, ..pending });
        let headers = vec![("X-Goog-Upload-Status", "final".to_owned())];
        Answer::Whole(200, headers, said.to_string())
    }

    fn made(&mut self, store: &str, pending: &Pending, manners: &Manners) -> Value {
        let document = self.document(store, &pending.request, &pending.kind, &pending.bytes);
        self.shows.insert(document.clone(), self.lists + manners.lag);
        let operation = format!("{store}/upload/operations/upload-{}", self.next());
        self.operations.insert(operation.clone(), (0, document.clone()));
        if manners.is_named {
            json!({"name": operation, "response": {"parent": store, "documentName": document}})
        } else {
            json!({"name": operation})
        }
    }

    fn document(&mut self, store: &str, request: &Value, kind: &str, text: &str) -> String {
        let name = format!("{store}/documents/note-{}", self.next());
        let mut document = json!({
            "name": name,
            "createTime": "2026-11-30T02:40:20.155000Z",
            "state": "STATE_ACTIVE",
            "sizeBytes": text.len().to_string(),
            "mimeType": kind,
        });
        copy(request, &mut document, &["displayName", "customMetadata"]);
        self.documents.push(document);
        self.texts.insert(name.clone(), text.to_owned());
        name
    }

    fn file(&mut self, pending: &Pending) -> Value {
        let mut file = json!({
            "name": format!("files/file-{}", self.next()),
            "mimeType": pending.kind,
            "sizeBytes": pending.bytes.len().to_string(),
            "state": "ACTIVE",
        });
        copy(&pending.request["file"], &mut file, &["displayName"]);
        self.files.push(file.clone());
        file
    }

    fn next(&mut self) -> usize {
        self.count += 1;
        self.count
    }
}

/// Copies fields, as far as they are there.
fn copy(from: &Value, to: &mut Value, keys: &[&str]) {
    for key in keys {
        if let Some(value) = from.get(key) {
            to[*key] = value.clone();
        }
    }
}

/// Returns a page of a list. Tokens hold what an address must escape.
fn page(key: &'static str, all: &[Value], request: &Request, manners: &Manners) -> Answer {
    let size: usize = parts(&request.path, "pageSize").1.map_or(10, |size| size.parse().unwrap());
    let token = parts(&request.path, "pageToken").1.unwrap_or_default().replace("%26", "&");
    let (at, is_second) = match token.strip_prefix("a&") {
        Some(at) => (at.parse().unwrap(), true),
        None => (token.strip_prefix("b&").map_or(0, |at| at.parse().unwrap()), false),
    };
    if manners.has_empty_pages && !is_second {
        return ok(&json!({"nextPageToken": format!("a&{at}")}));
    }
    let end = all.len().min(at + size.min(20));
    let mut page = json!({});
    if at < end {
        page[key] = json!(all[at..end]);
    }
    if end < all.len() {
        page["nextPageToken"] = json!(format!("b&{end}"));
    }
    ok(&page)
}

/// Returns a flag that is set when a request comes that `are` meant, and a fault that sets it.
pub(crate) fn stopping(
    are: impl Fn(&Request) -> bool + Send + Sync + 'static,
) -> (Arc<AtomicBool>, impl Fn(&Request, usize) -> Fault + Send + Sync + 'static) {
    let stop = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&stop);
    let fault = move |request: &Request, _| {
        if are(request) {
            set.store(true, Ordering::Relaxed);
            return Fault::Before(Answer::Silence);
        }
        Fault::None
    };
    (stop, fault)
}
