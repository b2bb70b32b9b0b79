//! An address: which host a call goes to, and whether that is this machine.
use std::net::{IpAddr, ToSocketAddrs};

use ureq::http::Uri;

use crate::error::Error;

/// A URL that a call may go to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    uri: Uri,
    host: String,
    local: bool,
}

impl Address {
    /// Reads a URL; fails with [`Error::Address`] when it isn't one of HTTP, or has a password in it.
    pub fn parse(url: &str) -> Result<Self, Error> {
        let wrong = |why: &'static str| Error::Address { url: redacted(url), why };
        let uri: Uri = url.parse().map_err(|_| wrong("is no URL"))?;
        if !matches!(uri.scheme_str(), Some("http" | "https")) {
            return Err(wrong("does not begin with `http://` or `https://`"));
        }
        let authority = uri.authority().ok_or_else(|| wrong("names no host"))?;
        if authority.as_str().contains('@') {
            return Err(wrong("has a name or password in it"));
        }
        let name = authority.host().to_owned();
        if name.is_empty() {
            return Err(wrong("names no host"));
        }
        let local = is_local(&name);
        let host = authority.as_str().to_owned();
        Ok(Self { uri, host, local })
    }

    /// Returns the host, with its port where it has one.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// Returns whether the host is this machine, by its loopback.
    pub fn is_local(&self) -> bool {
        self.local
    }

    pub(crate) fn uri(&self) -> &Uri {
        &self.uri
    }
}

/// Returns whether a host is this machine; a name is only if all that it stands for is.
fn is_local(host: &str) -> bool {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    if let Ok(ip) = bare.parse::<IpAddr>() {
        return is_loopback(ip);
    }
    if !bare.eq_ignore_ascii_case("localhost") {
        return false;
    }
    // Looked up in the system's own table; whoever pointed it elsewhere is believed.
    (bare, 0)
        .to_socket_addrs()
        .is_ok_and(|mut found| found.all(|address| is_loopback(address.ip())))
}

fn is_loopback(ip: IpAddr) -> bool {
    ip.to_canonical().is_loopback()
}

/// Returns a URL without what stands before an `@`, which may be a password.
fn redacted(url: &str) -> String {
    match (url.split_once("://"), url.rfind('@')) {
        (Some((scheme, _)), Some(at)) => {
            format!("{scheme}://…{}", url.get(at..).unwrap_or_default())
        }
        _ => url.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::Address;

    #[track_caller]
    fn check(url: &str, host: &str, local: bool) {
        let address = Address::parse(url).unwrap();
        assert_eq!((address.host(), address.is_local()), (host, local));
    }

    #[test]
    fn loopback_is_told_from_everything_else() {
        check("http://127.0.0.1:11434/api/embed", "127.0.0.1:11434", true);
        check("http://localhost:11434", "localhost:11434", true);
        check("http://[::1]:8080/v1", "[::1]:8080", true);
        check("http://[::ffff:127.0.0.1]/", "[::ffff:127.0.0.1]", true);
        check("http://127.8.9.10", "127.8.9.10", true);
        check("http://0.0.0.0:11434", "0.0.0.0:11434", false);
        check("http://192.168.1.5", "192.168.1.5", false);
        check("https://localhost.example.org", "localhost.example.org", false);
        check("https://127.0.0.1.example.org", "127.0.0.1.example.org", false);
    }

    #[test]
    fn what_is_no_address_is_refused_without_its_password() {
        for url in ["", "notes", "ftp://a", "http://", "file:///etc/passwd", "http://a b"] {
            assert!(Address::parse(url).is_err(), "{url}");
        }
        let error = Address::parse("http://ann:secret@host/").unwrap_err().to_string();
        assert!(!error.contains("secret") && error.contains("host"), "{error}");
    }
}
