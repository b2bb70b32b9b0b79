//! A model at a server that writes, whatever its protocol.
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use notekin_gemini::Client;
use notekin_net::Net;
use notekin_net::served::{Line, Name, Server, Service};

use super::Generator;
use super::anthropic::Anthropic;
use super::error::Error;
use super::finished::{Finish, Finished};
use super::google::Google;
use super::known;
use super::model::Model;
use super::ollama::Ollama;
use super::openai::OpenAi;
use super::prompt::Prompt;
use super::servers::Servers;
use super::telling::Telling;

/// What differs between the protocols that servers speak.
pub(super) trait Protocol: Send + Sync {
    /// Has the model write, and tells what comes.
    ///
    /// A text whose end was not told has not ended, even if nothing failed.
    fn write(
        &self,
        prompt: &Prompt,
        telling: &mut Telling<'_>,
        cancel: &AtomicBool,
    ) -> Result<(), Error>;

    /// Returns how many tokens the model reads and writes at once; asks the server where only it knows.
    fn window(&self, cancel: &AtomicBool) -> Result<Option<usize>, Error>;

    /// Returns whether the model runs at another place than its server.
    fn is_elsewhere(&self, _cancel: &AtomicBool) -> Result<bool, Error> {
        Ok(false)
    }
}

/// A model at a server.
pub(super) struct Remote {
    id: String,
    name: Name,
    server: Server,
    protocol: Box<dyn Protocol>,
}

impl Remote {
    /// Opens a model; fails with [`Error::NoKey`] where nothing goes without one.
    pub(super) fn open(name: Name, servers: &Servers) -> Result<Self, Error> {
        let (id, server) = (name.to_string(), servers.of(name.service).clone());
        let protocol = protocol(&name, &server, servers)?;
        Ok(Self { id, name, server, protocol })
    }
}

impl Generator for Remote {
    fn id(&self) -> &str {
        &self.id
    }

    fn generate(
        &self,
        prompt: &Prompt,
        on_text: &mut dyn FnMut(&str),
        cancel: &AtomicBool,
    ) -> Result<Finished, Error> {
        let mut telling = Telling::new(on_text);
        match self.protocol.write(prompt, &mut telling, cancel) {
            // Whatever was written, it was written without having read all.
            Err(error @ Error::TooLong { .. }) => Err(error),
            // What goes wrong after the end does no harm.
            _ if telling.finish.is_some() => Ok(telling.finished(&self.name.model, Finish::Stop)),
            Err(Error::Cancelled) => Ok(telling.finished(&self.name.model, Finish::Cancelled)),
            Err(error) => Err(telling.broken(Some(error))),
            Ok(()) => Err(telling.broken(None)),
        }
    }

    fn window(&self, cancel: &AtomicBool) -> Result<Option<usize>, Error> {
        self.protocol.window(cancel)
    }

    fn leaves_the_machine(&self, cancel: &AtomicBool) -> Result<bool, Error> {
        if !self.server.is_here() || self.name.is_in_the_cloud() {
            return Ok(true);
        }
        self.protocol.is_elsewhere(cancel)
    }
}

/// Returns what speaks with a server.
fn protocol(name: &Name, server: &Server, servers: &Servers) -> Result<Box<dyn Protocol>, Error> {
    let (known, service) = (known::known(name), name.service);
    // Ollama serves the models of others, as its user sets it up.
    let is_makers = server.url == service.address() && service != Service::Ollama;
    if server.key.is_none() && is_makers {
        return Err(Error::NoKey { service: service.word() });
    }
    // What is known of a model holds at its maker's; elsewhere, less of it may be served.
    let window = servers.window.or(known.window.filter(|_| is_makers));
    let net = Arc::new(Net::new(servers.net.clone()));
    let (url, model, key) = (server.url.clone(), name.model.clone(), server.key.clone());
    let line = Line { net: Arc::clone(&net), server: url, key, service, model };
    let model = Model { line, known, window, effort: servers.effort };
    Ok(match service {
        Service::Ollama => Box::new(Ollama::new(model)),
        Service::OpenAi => Box::new(OpenAi::new(model, is_makers)),
        Service::Anthropic => Box::new(Anthropic { model }),
        Service::Gemini => {
            let key = server.key.clone().ok_or(Error::NoKey { service: service.word() })?;
            Box::new(Google { client: Client::new(net, &server.url, key), model })
        }
    })
}
