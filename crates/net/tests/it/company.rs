//! Servers whose certificates are a company's own.
use std::io::{Read, Write};
use std::net::TcpListener;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;

use notekin_net::{Call, Error, Framing, Kind, Net, Settings};
use rustls::pki_types::{CertificateDer, PrivatePkcs8KeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};

/// The company's certificate, which signed that of the server; both hold from 2020 to 2120.
fn certificates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/company/certificates.pem")
}

/// Starts a server on this machine that speaks HTTP over TLS, and returns its address. It ends with the test.
fn server() -> String {
    let certificate = CertificateDer::from(include_bytes!("company/server.der").to_vec());
    let key = PrivatePkcs8KeyDer::from(include_bytes!("company/key.der").to_vec());
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key.into())
        .unwrap();
    let config = Arc::new(config);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let connection = ServerConnection::new(Arc::clone(&config)).unwrap();
            let mut stream = StreamOwned::new(connection, stream);
            let mut request = [0; 4096];
            // Who doesn't trust the certificate goes away at once.
            if stream.read(&mut request).is_ok_and(|read| read > 0) {
                drop(stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}"));
                stream.conn.send_close_notify();
                drop(stream.flush());
            }
        }
    });
    format!("https://{address}/")
}

fn send(url: &str, certificates: Option<PathBuf>) -> Result<Vec<u8>, Error> {
    let net = Net::new(Settings { certificates, ..Settings::default() });
    let reply = net.send(&Call::get(url, "test"), &AtomicBool::new(false));
    reply.map(|reply| reply.body)
}

#[test]
fn a_company_that_signs_for_itself_is_trusted_only_when_the_settings_say_so() {
    let url = server();
    let error = send(&url, None).unwrap_err();
    assert!(matches!(error, Error::Untrusted { .. }), "{error:?}");
    assert_eq!(error.kind(), Kind::Denied);
    assert!(error.hint().unwrap().contains("net.certificates"));
    assert_eq!(send(&url, Some(certificates())).unwrap(), b"{}");
}

#[test]
fn streams_trust_what_other_calls_do() {
    let url = server();
    let stream = |certificates: Option<PathBuf>| {
        let net = Net::new(Settings { certificates, ..Settings::default() });
        let mut pieces = Vec::new();
        let mut hand_on = |piece: notekin_net::Piece<'_>| {
            pieces.push(piece.data.to_owned());
            ControlFlow::Continue(())
        };
        let (call, stop) = (Call::get(&url, "test"), AtomicBool::new(false));
        net.stream(&call, Framing::Events, &mut hand_on, &stop).map(|()| pieces)
    };
    assert!(matches!(stream(None), Err(Error::Untrusted { .. })));
    assert_eq!(stream(Some(certificates())).unwrap(), ["{}"]);
}

#[test]
fn a_file_that_holds_no_certificate_is_told_and_nothing_is_sent() {
    let folder = tempfile::tempdir().unwrap();
    let url = server();
    for text in ["", "notes", "-----BEGIN CERTIFICATE-----\nnot base64 at all"] {
        let file = folder.path().join("company.pem");
        std::fs::write(&file, text).unwrap();
        let error = send(&url, Some(file)).unwrap_err();
        assert!(matches!(error, Error::Certificates { .. }), "{text}: {error:?}");
    }
    let absent = send(&url, Some(folder.path().join("absent.pem"))).unwrap_err();
    assert!(matches!(absent, Error::Certificates { .. }), "{absent:?}");
    assert_eq!(absent.kind(), Kind::Invalid);
}
