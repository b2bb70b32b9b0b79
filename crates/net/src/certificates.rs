//! The certificates that are trusted: those everybody trusts, or those of a file.
use std::fs;
use std::io;
use std::path::Path;

use ureq::tls::{Certificate, PemItem, RootCerts, TlsConfig, parse_pem};

use crate::error::Error;

/// Returns what is trusted: the certificates in a PEM file and no others, or where there is no file, the usual ones.
pub(crate) fn trusted(file: Option<&Path>) -> Result<TlsConfig, Error> {
    let Some(file) = file else { return Ok(TlsConfig::default()) };
    let certificates = read(file)?;
    Ok(TlsConfig::builder().root_certs(RootCerts::new_with_certs(&certificates)).build())
}

/// Reads the certificates of a PEM file; there must be some.
fn read(file: &Path) -> Result<Vec<Certificate<'static>>, Error> {
    let failed = |source| Error::Certificates { path: file.to_owned(), source };
    let text = fs::read(file).map_err(failed)?;
    let mut certificates = Vec::new();
    for item in parse_pem(&text) {
        match item {
            Ok(PemItem::Certificate(certificate)) => certificates.push(certificate),
            Ok(_) => {}
            Err(error) => return Err(failed(io::Error::other(error))),
        }
    }
    if certificates.is_empty() {
        return Err(failed(io::Error::other("it holds no certificate in PEM")));
    }
    Ok(certificates)
}
