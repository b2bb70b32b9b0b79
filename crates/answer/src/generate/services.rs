//! Programs and services with models that write, as far as Notekin knows them by name.
use notekin_net::served::Service;

/// A program or service with models that write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServiceEntry {
    /// What it is called.
    pub name: &'static str,
    /// The protocol it is spoken with: the first word of its models' names, and the name of its key.
    pub protocol: &'static str,
    /// Where it usually is.
    pub url: &'static str,
    /// Whether nothing goes without a key.
    pub needs_key: bool,
}

/// Returns one that runs on this machine.
const fn here(name: &'static str, service: Service, url: &'static str) -> ServiceEntry {
    ServiceEntry { name, protocol: service.word(), url, needs_key: false }
}

/// Returns one that runs elsewhere, for those who have a key.
const fn elsewhere(name: &'static str, service: Service, url: &'static str) -> ServiceEntry {
    ServiceEntry { needs_key: true, ..here(name, service, url) }
}

/// What there is; those on this machine first. Any other server that speaks one of the protocols serves as well.
///
/// No price stands here: what a text costs depends on how long it gets, and nobody knows that before. What it cost in
/// tokens is told with it.
static SERVICES: &[ServiceEntry] = &[
    here("Ollama", Service::Ollama, Service::Ollama.address()),
    here("LM Studio", Service::OpenAi, "http://127.0.0.1:1234/v1"),
    here("llama.cpp", Service::OpenAi, "http://127.0.0.1:8080/v1"),
    here("vLLM", Service::OpenAi, "http://127.0.0.1:8000/v1"),
    elsewhere("OpenAI", Service::OpenAi, Service::OpenAi.address()),
    elsewhere("OpenRouter", Service::OpenAi, "https://openrouter.ai/api/v1"),
    elsewhere("Anthropic", Service::Anthropic, Service::Anthropic.address()),
    elsewhere("Gemini", Service::Gemini, Service::Gemini.address()),
];

/// Returns the programs and services that are known by name, those on this machine first.
pub fn services() -> &'static [ServiceEntry] {
    SERVICES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_has_a_place_and_keys_are_for_what_is_elsewhere() {
        for entry in services() {
            let address = notekin_net::Address::parse(entry.url).unwrap();
            assert_eq!(address.is_local(), !entry.needs_key, "{}", entry.name);
        }
    }
}
