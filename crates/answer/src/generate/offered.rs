//! What a running Ollama has to offer, so that it may be offered to the user; nothing of it is used unasked.
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use notekin_net::served::{Fault, How, Line, Name, Service, Shown};
use notekin_net::{Effort, Net, Patience};
use serde::Deserialize;

use super::servers::Servers;

/// Nobody waits long for an offer.
const QUICK: Effort = Effort {
    connect: Duration::from_millis(300),
    read: Duration::from_secs(1),
    total: Duration::from_secs(2),
    patience: Patience::NONE,
    max_reply: 4 << 20,
};

/// The most models that are looked at.
const MOST: usize = 30;

/// What names of models that embed have in them, where their server is too old to tell.
const EMBEDDING: [&str; 7] = ["embed", "bge-", "minilm", "e5-", "gte-", "arctic", "paraphrase"];

/// A model that writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offered {
    /// Its name, such as `ollama/qwen3:4b`.
    pub id: String,
    /// The bytes of its weights; 0 where they are not on this machine.
    pub size: u64,
    /// Whether what it reads leaves this machine.
    pub elsewhere: bool,
}

/// Returns the models of a running Ollama that write, those fetched last first; none where no Ollama answers at once.
pub fn offered(servers: &Servers, cancel: &AtomicBool) -> Vec<Offered> {
    let server = &servers.ollama;
    let line = Line {
        net: Arc::new(Net::new(servers.net.clone())),
        server: server.url.clone(),
        key: server.key.clone(),
        service: Service::Ollama,
        model: String::new(),
    };
    let how = How { purpose: "list models", tokens: 0, effort: QUICK };
    let listed: Result<Tags, Fault> = line.get("/api/tags", how, cancel);
    let listed = listed.unwrap_or_else(|_| {
        log::debug!("no Ollama to offer");
        Tags::default()
    });
    let models = listed.models.into_iter().take(MOST);
    models.filter_map(|model| model.offered(&line, server.is_here(), cancel)).collect()
}

#[derive(Default, Deserialize)]
struct Tags {
    #[serde(default)]
    models: Vec<Tag>,
}

/// A model as the list has it; old servers tell less.
#[derive(Deserialize)]
struct Tag {
    name: String,
    #[serde(default)]
    size: u64,
    remote_host: Option<String>,
    capabilities: Option<Vec<String>>,
}

impl Tag {
    /// Returns the model as one that is offered; `None` if it writes nothing.
    fn offered(self, line: &Line, is_here: bool, cancel: &AtomicBool) -> Option<Offered> {
        let (told, mut elsewhere) = (self.capabilities, self.remote_host.is_some());
        let can = told.filter(|told| !told.is_empty()).unwrap_or_else(|| {
            let line = Line { model: self.name.clone(), ..line.clone() };
            let shown = Shown::ask(&line, QUICK, cancel).unwrap_or_default();
            elsewhere |= shown.elsewhere;
            shown.capabilities
        });
        let lower = self.name.to_lowercase();
        let writes = if can.is_empty() {
            !EMBEDDING.iter().any(|part| lower.contains(part))
        } else {
            can.iter().any(|word| word == "completion")
        };
        let name = Name { service: Service::Ollama, model: self.name };
        elsewhere |= !is_here || name.is_in_the_cloud();
        writes.then(|| Offered { id: name.to_string(), size: self.size, elsewhere })
    }
}
