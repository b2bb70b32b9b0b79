//! One server: where it is, and what opens it.
use crate::address::Address;
use crate::secret::Secret;

/// One server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Server {
    /// Its address.
    pub url: String,
    /// The key it asks for.
    pub key: Option<Secret>,
}

impl Server {
    /// Returns a server that asks for no key.
    pub fn at(url: &str) -> Self {
        Self { url: url.trim_end_matches('/').to_owned(), key: None }
    }

    /// Returns whether it runs on this machine; one whose address can't be read does not.
    pub fn is_here(&self) -> bool {
        Address::parse(&self.url).is_ok_and(|address| address.is_local())
    }
}
