//! Models at servers: Ollama, whatever speaks like OpenAI, and Gemini.
//!
//! What they have in common is here: cutting passages into what fits, checking what comes back, and dividing further
//! what was too long after all. How each is spoken with stands in a file of its own.
mod google;
mod known;
mod name;
mod ollama;
mod openai;
mod piece;
mod price;
mod probe;
mod provider;
mod recipe;
mod settings;
pub(crate) mod tokens;

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use notekin_gemini::Client;
use notekin_net::served::{Line, Service};
use notekin_net::{Address, Effort, Patience};

pub use price::Price;
pub(crate) use price::price;
pub use recipe::Recipe;
pub(crate) use recipe::recipe;
pub use settings::{Server, Servers};

use crate::error::Error;
use crate::model::{LinkOdds, Logistic, Model, ScoreTable, Subspace};
use crate::passage::{Parts, Passage};
use crate::vector::normalise;
use crate::{Embedder, check_cancelled};
use google::Google;
use known::Known;
use name::Name;
use ollama::Ollama;
use openai::OpenAi;
use piece::Piece;
use probe::Probed;
use provider::{Asker, Provider, Role};

/// The share of a model's window that is filled, as counts without its tokenizer are estimates.
const FILLED: usize = 9;
/// Of how many parts the share is taken.
const OF: usize = 10;

/// How long a server takes at most that has its model loaded and nothing else to do.
const QUICK: Duration = Duration::from_secs(1);

/// The most times a query is halved.
const HALVES: usize = 12;

/// A model at a server.
pub(crate) struct Remote {
    model: Model,
    name: Name,
    /// Its server.
    server: Server,
    /// Speaks with the server.
    provider: Box<dyn Provider>,
    /// Texts that turned out longer than they seemed.
    oversized: AtomicUsize,
    /// Whether it answered fast when it was last asked: then it is loaded, and a silence of seconds means something else.
    quick: AtomicBool,
}

/// Returns whether `id` names a model at a server.
pub(crate) fn is_name(id: &str) -> bool {
    Name::parse(id).is_some()
}

/// Returns what is known of the model `id` at a server without asking it; its length is 0 where that depends on it.
pub(crate) fn model(id: &str) -> Option<Model> {
    let name = Name::parse(id)?;
    let known = known::known(&name);
    let dims = name.dimensions.or(known.dims).unwrap_or(0);
    Some(described(&name, &known, dims, known.token_limit.unwrap_or(0)))
}

/// Returns the same of the model `id` as settings have it; `None` too where these can't be used.
pub(crate) fn model_at(id: &str, servers: &Servers) -> Option<Model> {
    let name = Name::parse(id)?;
    let name = Name { dimensions: name.dimensions.or(servers.dimensions), ..name };
    let known = known::known(&name);
    let template = known.template.changed(servers.passage.as_deref(), servers.query.as_deref())?;
    let known = Known { template, ..known };
    let dims = name.dimensions.or(known.dims).unwrap_or(0);
    Some(described(&name, &known, dims, known.token_limit.unwrap_or(0)))
}

/// Returns what is known of the models that are usually to be had at servers, like [`model`].
pub(crate) fn usual() -> Vec<Model> {
    known::usual().filter_map(model).collect()
}

/// Returns the words of all services that have models which embed.
pub(crate) fn services() -> [&'static str; 3] {
    [Service::Ollama, Service::OpenAi, Service::Gemini].map(Service::word)
}

/// Forgets what was found out about the model `id` at a server, so that it is asked anew.
pub(crate) fn forget(id: &str, models: &Path, servers: &Servers) -> Result<(), Error> {
    let Some(name) = Name::parse(id) else { return Ok(()) };
    let dimensions = name.dimensions.or(servers.dimensions);
    Probed::forget(models, &Name { dimensions, ..name })
}

/// Opens the model `id` at its server; `None` when it isn't the name of one.
///
/// Asks the server only when that was not done before.
pub(crate) fn open(
    id: &str,
    models: &Path,
    servers: &Servers,
    asking: Asking<'_>,
) -> Option<Result<Remote, Error>> {
    let name = Name::parse(id)?;
    let dimensions = name.dimensions.or(servers.dimensions);
    Some(Remote::open(Name { dimensions, ..name }, models, servers, asking))
}

/// How a server may be asked what its model is like.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asking<'a> {
    /// Whether a text of ours may be sent to another machine.
    pub(crate) may_leave: bool,
    /// Stops asking when it is set.
    pub(crate) cancel: &'a AtomicBool,
}

/// Returns the host of the server that the model `id` is at; `None` when it isn't the name of one.
pub(crate) fn host(id: &str, servers: &Servers) -> Option<String> {
    let url = &server(Name::parse(id)?.at.service, servers)?.url;
    Some(Address::parse(url).map_or_else(|_| url.clone(), |address| address.host().to_owned()))
}

/// Returns whether the model `id` is known to be elsewhere without asking its server.
pub(crate) fn is_elsewhere(id: &str, servers: &Servers) -> bool {
    Name::parse(id).is_some_and(|name| name.is_elsewhere(servers))
}

impl Name {
    fn is_elsewhere(&self, servers: &Servers) -> bool {
        let is_here = server(self.at.service, servers).is_some_and(Server::is_here);
        !is_here || self.at.is_in_the_cloud()
    }
}

impl Remote {
    /// Opens the model, after asking its server what it is like where that isn't known.
    fn open(
        name: Name,
        models: &Path,
        servers: &Servers,
        asking: Asking<'_>,
    ) -> Result<Self, Error> {
        let known = known::known(&name);
        let (passage, query) = (servers.passage.as_deref(), servers.query.as_deref());
        let template = known.template.changed(passage, query).ok_or(Error::Template)?;
        let known = Known { template, ..known };
        let server = server(name.at.service, servers)
            .ok_or_else(|| Error::Unknown { id: name.to_string() })?;
        let mut provider = provider(&name, server, servers)?;
        let url = &server.url;
        let probed = if let Some(kept) = Probed::kept(models, &name, url) {
            kept
        } else {
            if !asking.may_leave && name.is_elsewhere(servers) {
                return Err(Error::Untried { model: name.to_string() });
            }
            let about = (&name, &known);
            let found = Probed::find(&mut *provider, about, servers, url, asking)?;
            found.keep(models, &name)?;
            found
        };
        let limit = servers.token_limit.unwrap_or(probed.token_limit);
        provider.set_window(limit);
        if probed.refuses_length {
            provider.ask_for_whole();
        }
        let model = described(&name, &known, probed.dims, limit);
        let server = server.clone();
        Ok(Self {
            model,
            name,
            server,
            provider,
            oversized: AtomicUsize::new(0),
            quick: AtomicBool::new(false),
        })
    }

    /// Returns the tokens that a text may have beside its title and the words of the template.
    fn room(&self, title: &str) -> usize {
        let told = tokens::at_most(&self.model.template.passage(title, ""));
        let room = (self.model.token_limit * FILLED / OF).saturating_sub(told);
        // A title that leaves no room is cut with the text; see `pieces`.
        room.max(1)
    }

    /// Divides a passage into what fits. A title that would fill a quarter of a piece is told once, with the text.
    fn pieces(&self, passage: &Passage<'_>) -> Vec<Piece> {
        let header = passage.header();
        let fits = tokens::at_most(&header) + tokens::at_most(passage.text) <= self.room("");
        let is_long = tokens::at_most(&header) > self.model.token_limit / 4;
        if is_long && !fits {
            let whole = Piece { title: String::new(), text: format!("{header}\n{}", passage.text) };
            return whole.divided(self.room(""));
        }
        let room = self.room(&header);
        Piece { title: header, text: passage.text.to_owned() }.divided(room)
    }

    /// Returns the vectors of pieces, one or, where a piece was too long after all, several for each.
    fn vectors(
        &self,
        pieces: &[Piece],
        effort: Effort,
        cancel: &AtomicBool,
    ) -> Result<Vec<Parts>, Error> {
        check_cancelled(cancel)?;
        if pieces.len() > self.provider.most() {
            let (some, rest) = pieces.split_at(self.provider.most());
            let mut vectors = self.vectors(some, effort, cancel)?;
            vectors.extend(self.vectors(rest, effort, cancel)?);
            return Ok(vectors);
        }
        let text = |piece: &Piece| self.model.template.passage(&piece.title, &piece.text);
        let texts: Vec<String> = pieces.iter().map(text).collect();
        match (self.embed(&texts, Role::Passage, effort, cancel), pieces) {
            (Err(Error::TooLong), [piece]) => Ok(vec![self.halves(piece, effort, cancel)?]),
            (Err(Error::TooLong), pieces) => {
                let (some, rest) = pieces.split_at(pieces.len() / 2);
                let mut vectors = self.vectors(some, effort, cancel)?;
                vectors.extend(self.vectors(rest, effort, cancel)?);
                Ok(vectors)
            }
            (made, _) => Ok(made?.into_iter().map(|vector| vec![vector]).collect()),
        }
    }

    /// Returns the vectors of a piece that the server found too long, from its halves.
    fn halves(&self, piece: &Piece, effort: Effort, cancel: &AtomicBool) -> Result<Parts, Error> {
        let halves = piece.halves().ok_or_else(|| Error::Input {
            reason: "the server finds even a single character too long".to_owned(),
        })?;
        self.oversized.fetch_add(1, Ordering::Relaxed);
        Ok(self.vectors(&halves, effort, cancel)?.into_iter().flatten().collect())
    }

    /// Returns the vectors of passages, each divided into what fits.
    fn divided(
        &self,
        passages: &[Passage<'_>],
        effort: Effort,
        cancel: &AtomicBool,
    ) -> Result<Vec<Parts>, Error> {
        let pieces: Vec<Vec<Piece>> = passages.iter().map(|passage| self.pieces(passage)).collect();
        let counts: Vec<usize> = pieces.iter().map(Vec::len).collect();
        let all: Vec<Piece> = pieces.into_iter().flatten().collect();
        let mut made = self.vectors(&all, effort, cancel)?.into_iter();
        Ok(counts.iter().map(|&count| made.by_ref().take(count).flatten().collect()).collect())
    }

    /// Embeds texts and checks what came back.
    fn embed(
        &self,
        texts: &[String],
        role: Role,
        effort: Effort,
        cancel: &AtomicBool,
    ) -> Result<Vec<Vec<f32>>, Error> {
        if texts.is_empty() {
            return Ok(Vec::new());
        }
        let began = Instant::now();
        let batch = self.provider.embed(texts, role, effort, cancel);
        self.quick.store(batch.is_ok() && began.elapsed() < QUICK, Ordering::Relaxed);
        let batch = batch?;
        if batch.vectors.len() != texts.len() {
            let (given, asked) = (batch.vectors.len(), texts.len());
            return Err(Error::Input { reason: format!("{given} vectors came for {asked} texts") });
        }
        // Fewer tokens than words: something was cut off without a word.
        let words: usize = texts.iter().map(|text| tokens::at_least(text)).sum();
        if batch.tokens.is_some_and(|counted| (counted as usize) < words) {
            return Err(Error::TooLong);
        }
        batch.vectors.into_iter().map(|vector| self.sound(vector)).collect()
    }

    /// Returns a vector of the model's length and of unit length, if it is one.
    fn sound(&self, mut vector: Vec<f32>) -> Result<Vec<f32>, Error> {
        let dims = self.model.dims;
        let flaw = |reason: String| Err(Error::Input { reason });
        if vector.len() < dims || (vector.len() > dims && !self.can_be_shortened()) {
            let (given, name) = (vector.len(), &self.name);
            return flaw(format!(
                "a vector came with {given} numbers, not {dims}; if the model was replaced, \
                 `notekin model use {name}` tries it anew"
            ));
        }
        vector.truncate(dims);
        if vector.iter().any(|number| !number.is_finite()) {
            return flaw("a vector came with numbers that are none".to_owned());
        }
        if normalise(&mut vector) {
            Ok(vector)
        } else {
            flaw("a vector came with nothing but zeros".to_owned())
        }
    }

    /// Returns whether the first numbers of a longer vector may be taken.
    fn can_be_shortened(&self) -> bool {
        known::known(&self.name).can_be_shortened
    }
}

impl Embedder for Remote {
    fn model(&self) -> &Model {
        &self.model
    }

    fn passages(&self, passages: &[Passage<'_>], cancel: &AtomicBool) -> Result<Vec<Parts>, Error> {
        self.divided(passages, Effort::BULK, cancel)
    }

    fn passages_at_once(
        &self,
        passages: &[Passage<'_>],
        cancel: &AtomicBool,
    ) -> Result<Vec<Parts>, Error> {
        let effort = Effort { patience: Patience::NONE, ..Effort::BULK };
        self.divided(passages, effort, cancel)
    }

    fn query(&self, text: &str) -> Result<Vec<f32>, Error> {
        let is_quick = self.quick.load(Ordering::Relaxed);
        let effort = if is_quick { Effort::BRIEF } else { Effort::WAITING };
        let mut read = text.get(..self.reach(text)).unwrap_or(text);
        for _ in 0..HALVES {
            let whole = self.model.template.query(read);
            match self.embed(&[whole], Role::Query, effort, &AtomicBool::new(false)) {
                Err(Error::TooLong) => {
                    read = tokens::middle(read).and_then(|at| read.get(..at)).unwrap_or_default();
                }
                made => {
                    let none = || Error::Input { reason: "there is no vector".to_owned() };
                    return made?.pop().ok_or_else(none);
                }
            }
        }
        Err(Error::TooLong)
    }

    fn reach(&self, text: &str) -> usize {
        let told = tokens::at_most(&self.model.template.query(""));
        tokens::fitting(text, (self.model.token_limit * FILLED / OF).saturating_sub(told).max(1))
    }

    fn leaves_the_machine(&self, cancel: &AtomicBool) -> Result<bool, Error> {
        if !self.server.is_here() || self.name.at.is_in_the_cloud() {
            return Ok(true);
        }
        Ok(self.provider.ask(cancel)?.elsewhere)
    }

    fn oversized(&self) -> usize {
        self.oversized.load(Ordering::Relaxed)
    }
}

/// Returns the server that is spoken with in a protocol; `None` for one in which nothing embeds.
fn server(service: Service, servers: &Servers) -> Option<&Server> {
    match service {
        Service::Ollama => Some(&servers.ollama),
        Service::OpenAi => Some(&servers.openai),
        Service::Gemini => Some(&servers.gemini),
        Service::Anthropic => None,
    }
}

/// Returns what speaks with the server; fails with [`Error::NoKey`] where nothing goes without one.
fn provider(name: &Name, server: &Server, servers: &Servers) -> Result<Box<dyn Provider>, Error> {
    let (net, model, dimensions) = (servers.net(), name.at.model.clone(), name.dimensions);
    let service = name.at.service;
    let no_key = Error::NoKey { service: service.word() };
    let (url, key) = (server.url.clone(), server.key.clone());
    let line = Line { net: net.clone(), server: url.clone(), key: key.clone(), service, model };
    let model = line.model.clone();
    let asker = Asker { line, dimensions };
    Ok(match service {
        Service::Ollama => Box::new(Ollama::new(asker)),
        Service::OpenAi if key.is_none() && url == Servers::OPENAI => return Err(no_key),
        Service::OpenAi => Box::new(OpenAi::new(asker)),
        Service::Gemini => {
            let client = Client::new(net, &url, key.ok_or(no_key)?);
            let has_tasks = known::has_tasks(name);
            Box::new(Google { client, server: url, model, dimensions, has_tasks })
        }
        Service::Anthropic => return Err(Error::Unknown { id: name.to_string() }),
    })
}

/// Returns a model as the rest of Notekin wants it.
fn described(name: &Name, known: &Known, dims: usize, token_limit: usize) -> Model {
    Model {
        id: name.to_string(),
        dims,
        token_limit,
        licence: known.licence.to_owned(),
        template: known.template.clone(),
        mean: vec![0.0; dims],
        query_mean: vec![0.0; dims],
        subspace: Subspace { basis: Vec::new(), factor: 0.0 },
        scores: SCORES,
    }
}

/// The scores of a model of which nothing was measured: set by eye, for cosines that keep their mean.
const SCORES: ScoreTable = ScoreTable {
    answers: Logistic { middle: 0.2, steepness: 16.0 },
    background: 0.35,
    links: LinkOdds {
        meaning: 4.8,
        words: 2.36,
        names: 2.5,
        paths: 0.85,
        shared: 0.28,
        bias: -5.2,
        least: 0.5,
    },
};
