//! Whom a command asks: the engine that runs, or engines of this process.
//!
//! Both are asked with the requests of `wire` and reply with its replies, so that a command can't tell them apart.

use std::cell::RefCell;
use std::sync::atomic::AtomicBool;

use notekin_config::{Config, Vault};
use notekin_engine::{Audience, Several};
use notekin_http::{Client, ask};
use notekin_wire as wire;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::args::Global;
use crate::interrupt;
use crate::opened::{self, Opened};
use crate::print::progress;
use crate::report::Failure;

/// Whom a command asks.
pub(crate) enum Asked<'a> {
    /// Engines of this process.
    Here(&'a Config, Vec<Opened>),
    /// The engine that runs.
    There(Box<RefCell<Client>>, Vec<Vault>),
}

impl<'a> Asked<'a> {
    /// Returns whom to ask about the vaults of a command: the engine that runs if it serves them all by the same settings.
    ///
    /// `keep` is as with [`opened::all`].
    pub(crate) fn of(config: &'a Config, global: &Global, keep: bool) -> Result<Self, Failure> {
        let vaults = opened::vaults(config, global)?;
        if let Some(client) = serving(config, &vaults) {
            log::info!("the running engine is asked");
            return Ok(Self::There(Box::new(RefCell::new(client)), vaults));
        }
        Ok(Self::Here(config, opened::all(config, global, keep)?))
    }

    /// Returns the same about one vault.
    pub(crate) fn of_one(config: &'a Config, global: &Global, keep: bool) -> Result<Self, Failure> {
        let asked = Self::of(config, global, keep)?;
        if asked.vaults().len() == 1 { Ok(asked) } else { Err(opened::one_is_needed()) }
    }

    /// Returns the vaults.
    pub(crate) fn vaults(&self) -> Vec<&Vault> {
        match self {
            Self::Here(_, opened) => opened.iter().map(|opened| &opened.vault).collect(),
            Self::There(_, vaults) => vaults.iter().collect(),
        }
    }

    /// Returns the first vault; there is one, and no other where one is asked about.
    pub(crate) fn vault(&self) -> &Vault {
        match self {
            Self::Here(_, opened) => &opened[0].vault,
            Self::There(_, vaults) => &vaults[0],
        }
    }

    pub(crate) fn search(&self, asked: &wire::SearchRequest) -> Result<wire::SearchReply, Failure> {
        match self {
            Self::Here(config, opened) => {
                let request = asked.to_engine(config.settings.search_limit())?;
                Ok((&several(opened).search(&request, Audience::Owner)?).into())
            }
            Self::There(client, _) => self.post(client, "search", asked),
        }
    }

    pub(crate) fn list(&self, asked: &wire::NotesRequest) -> Result<wire::ListReply, Failure> {
        match self {
            Self::Here(_, opened) => {
                Ok((&several(opened).list(&asked.list()?, Audience::Owner)?).into())
            }
            Self::There(client, _) => self.post(client, "list", asked),
        }
    }

    pub(crate) fn related(
        &self,
        asked: &wire::RelatedRequest,
    ) -> Result<wire::RelatedReply, Failure> {
        match self {
            Self::Here(config, opened) => {
                let request = asked.to_engine(config.settings.related_limit())?;
                Ok((&opened[0].engine.related(&request, Audience::Owner)?).into())
            }
            Self::There(client, _) => self.post(client, "related", asked),
        }
    }

    pub(crate) fn hubs(&self, asked: &wire::NotesRequest) -> Result<wire::HubsReply, Failure> {
        match self {
            Self::Here(_, opened) => {
                Ok((&opened[0].engine.hubs(&asked.hubs()?, Audience::Owner)?).into())
            }
            Self::There(client, _) => self.post(client, "hubs", asked),
        }
    }

    pub(crate) fn copies(&self, asked: &wire::NotesRequest) -> Result<wire::CopiesReply, Failure> {
        let (bar, cancel) = (progress::Bar::new(), interrupt::flag());
        let reply = match self {
            Self::Here(_, opened) => {
                let (engine, request) = (&opened[0].engine, asked.copies()?);
                let reply = engine.copies(&request, Audience::Owner, &bar, &cancel);
                reply.map(|reply| (&reply).into()).map_err(Failure::from)
            }
            Self::There(client, _) => {
                let mut client = client.borrow_mut();
                client.work(&self.path("copies"), asked, &bar, &cancel).map_err(Failure::from)
            }
        };
        bar.finish();
        reply
    }

    /// Asks; `hear` is told the answer as it comes, and setting `cancel` stops that.
    pub(crate) fn ask(
        &self,
        asked: &wire::AskRequest,
        hear: &mut dyn FnMut(&str),
        cancel: &AtomicBool,
    ) -> Result<wire::AskReply, Failure> {
        match self {
            Self::Here(config, opened) => {
                let among = (several(opened), self.vaults());
                Ok(ask::answer(config, (among.0, &among.1), asked, hear, cancel)?)
            }
            Self::There(client, _) => {
                let path = self.path("ask");
                Ok(client.borrow_mut().stream(&path, asked, hear, cancel)?)
            }
        }
    }

    fn post<R: DeserializeOwned>(
        &self,
        client: &RefCell<Client>,
        what: &str,
        asked: &impl Serialize,
    ) -> Result<R, Failure> {
        Ok(client.borrow_mut().post(&self.path(what), asked)?)
    }

    fn path(&self, what: &str) -> String {
        let ids: Vec<&str> = self.vaults().iter().map(|vault| vault.id.as_str()).collect();
        format!("/vaults/{}/{what}", ids.join(","))
    }
}

fn several(opened: &[Opened]) -> Several<'_> {
    Several::new(opened.iter().map(|opened| &opened.engine))
}

/// Returns a connection to the engine that runs, if it is of this version, goes by the same settings and serves these
/// vaults. Whatever keeps it from being asked, engines of this process do as well.
fn serving(config: &Config, vaults: &[Vault]) -> Option<Client> {
    let unusable =
        |error: &dyn std::fmt::Display| log::info!("the running engine isn't asked: {error}");
    let client = Client::connect(&config.places.data).inspect_err(|error| unusable(error)).ok()?;
    let mut client = client.filter(Client::is_same_version)?;
    let wire::Greeting { settings, vaults: served, .. } =
        client.greet().inspect_err(|error| unusable(error)).ok()?;
    let is_fit = settings == config.settings.fingerprint()
        && vaults.iter().all(|vault| served.contains(&vault.id));
    is_fit.then_some(client)
}
