//! Serving over HTTP, as a part of a server that guards it.

use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};

use crate::service::Service;

/// A service of HTTP, to be mounted at a path of a server.
pub type OverHttp = StreamableHttpService<Service, LocalSessionManager>;

/// Returns the service as HTTP has it, with sessions for clients of older versions of the protocol.
///
/// Who may ask is for the server to decide that it is mounted on: here every host and origin is answered.
pub fn over_http(service: Service) -> OverHttp {
    let config = StreamableHttpServerConfig::default().disable_allowed_hosts();
    StreamableHttpService::new(
        move || Ok(service.clone()),
        LocalSessionManager::default().into(),
        config,
    )
}
