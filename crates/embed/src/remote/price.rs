//! What services ask for a model's tokens, as far as they were looked up.
use notekin_net::served::Service;

use super::name::Name;
use super::settings::Servers;

/// What a service asked for reading a million tokens when its page was last looked at.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Price {
    /// In US dollars, without taxes and discounts.
    pub dollars_per_million: f64,
    /// The month in which that was read, such as `2026-11`.
    pub read: &'static str,
    /// Where it is told.
    pub source: &'static str,
}

/// A row of the table: how the name of a model at a service begins, and its price.
type Row = (Service, &'static str, Price);

/// Returns a row.
const fn row(
    service: Service,
    family: &'static str,
    dollars_per_million: f64,
    (read, source): (&'static str, &'static str),
) -> Row {
    (service, family, Price { dollars_per_million, read, source })
}

/// OpenAI's pages of its models.
const OPENAI: (&str, &str) = ("2026-11", "https://developers.openai.com/api/docs/pricing");

/// Google's announcement of the first of these models; the second's was told for its preview.
const GOOGLE: (&str, &str) = ("2026-03", "https://ai.google.dev/gemini-api/docs/pricing");

/// The table; the first row that fits counts.
static TABLE: &[Row] = &[
    row(Service::OpenAi, "text-embedding-3-small", 0.02, OPENAI),
    row(Service::OpenAi, "text-embedding-3-large", 0.13, OPENAI),
    row(Service::OpenAi, "text-embedding-ada-002", 0.10, OPENAI),
    row(Service::Gemini, "gemini-embedding-001", 0.15, GOOGLE),
    row(Service::Gemini, "gemini-embedding-2", 0.20, GOOGLE),
];

/// Returns the price of the model `id` at the service itself; what another server at its protocol asks isn't known.
pub(crate) fn price(id: &str, servers: &Servers) -> Option<Price> {
    let name = Name::parse(id)?;
    let is_own = match name.at.service {
        Service::Ollama | Service::Anthropic => false,
        Service::OpenAi => servers.openai.url == Servers::OPENAI,
        Service::Gemini => servers.gemini.url == Servers::GEMINI,
    };
    let fits = |row: &&Row| row.0 == name.at.service && name.at.family().starts_with(row.1);
    TABLE.iter().find(fits).filter(|_| is_own).map(|row| row.2)
}

#[cfg(test)]
mod tests {
    use super::super::settings::Server;
    use super::*;

    #[test]
    fn only_the_service_itself_has_its_price() {
        let mut servers = Servers::default();
        let of =
            |id: &str, servers: &Servers| price(id, servers).map(|price| price.dollars_per_million);
        assert_eq!(of("openai/text-embedding-3-small@256", &servers), Some(0.02));
        assert_eq!(of("gemini/gemini-embedding-001", &servers), Some(0.15));
        for unknown in ["openai/my-own", "ollama/text-embedding-3-small", "gemini/other", "e5"] {
            assert_eq!(of(unknown, &servers), None, "{unknown}");
        }
        servers.openai = Server::at("https://gateway.example/v1");
        assert_eq!(of("openai/text-embedding-3-small", &servers), None);
    }
}
