//! Serves vaults over HTTP on this machine, without a token: for the conformance suite, which speaks nothing else.
//!
//! `over_http --vault FOLDER` prints the URL as its first line. Places come from the environment, as for `notekin`.

mod fixtures;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fixtures::WithFixtures;
use notekin_config::{Config, Environment, Shelf, Wanted, choose};
use notekin_mcp::Service;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let named: Vec<PathBuf> =
        std::env::args_os().skip(1).filter(|word| word != "--vault").map(PathBuf::from).collect();
    let here = std::env::current_dir()?;
    let source = move || wanted(&named, &here).map_err(|error| error.to_string());
    let shelf = Shelf::open(Box::new(source), Arc::new(|_, _| {}))?;
    let service = WithFixtures(Service::new(Arc::new(shelf), &[]));
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

/// Returns what is to be served.
fn wanted(named: &[PathBuf], here: &Path) -> Result<Vec<Wanted>, notekin_config::Error> {
    let config = Config::load(&Environment::of_process())?;
    let vaults = choose(&config.register, named, here)?;
    vaults.into_iter().map(|vault| Ok(Wanted { settings: config.engine(&vault)?, vault })).collect()
}
