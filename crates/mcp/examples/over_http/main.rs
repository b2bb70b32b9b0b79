//! Serves vaults over HTTP on this machine, without a token: for the conformance suite, which speaks nothing else.
//!
//! `over_http --vault FOLDER` prints the URL as its first line. Places come from the environment, as for `notekin`.

mod fixtures;

use std::error::Error;
use std::path::PathBuf;

use fixtures::WithFixtures;
use notekin_config::{Config, Environment, choose};
use notekin_engine::Engine;
use notekin_mcp::{Library, Served, Service};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let named: Vec<PathBuf> =
        std::env::args_os().skip(1).filter(|word| word != "--vault").map(PathBuf::from).collect();
    let config = Config::load(&Environment::of_process())?;
    let vaults = choose(&config.register, &named, &std::env::current_dir()?)?;
    let mut served = Vec::new();
    for vault in vaults {
        let engine = Engine::open(config.engine(&vault)?);
        served.push(Served::new(vault, engine));
    }
    let service = WithFixtures(Service::new(Library::open(served), &[]));
    let mounted = StreamableHttpService::new(
        move || Ok(service.clone()),
        LocalSessionManager::default().into(),
        StreamableHttpServerConfig::default()
            .with_allowed_origins(["http://localhost:*", "http://127.0.0.1:*"]),
    );
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await?;
    #[expect(clippy::print_stdout, reason = "who started this waits for the URL")]
    {
        println!("http://{}/mcp", listener.local_addr()?);
    }
    axum::serve(listener, axum::Router::new().nest_service("/mcp", mounted)).await?;
    Ok(())
}
