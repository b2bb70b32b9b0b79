//! Serving over standard input and output.
//!
//! A client starts the server as its child and speaks to it in lines of JSON. It ends the server by ending the input; one
//! that is piped a file of requests, as in a script, gets all its answers first.

use std::io;

use rmcp::ServiceExt;
use rmcp::service::ServerInitializeError;
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::transport::stdio_pipes;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite};

use crate::patient::Patient;
use crate::service::Service;

/// Threads that read, write and hand out calls; the calls themselves run beside them.
const THREADS: usize = 2;

/// Serves one client on standard input and output until the input ends and all that was read is answered.
///
/// Nothing but the protocol is written to standard output. Fails when the streams do.
pub fn serve_stdio(service: Service) -> io::Result<()> {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(THREADS).enable_all().build()?;
    let served = runtime.block_on(async {
        let (input, output) = stdio_pipes();
        serve(service, input, output).await
    });
    // A read of standard input that is still under way can't be called off.
    runtime.shutdown_background();
    served
}

/// Serves one client on a stream of bytes in both directions, until its input ends.
pub async fn serve_stream(
    service: Service,
    stream: impl AsyncRead + AsyncWrite + Send + 'static,
) -> io::Result<()> {
    let (input, output) = tokio::io::split(stream);
    serve(service, input, output).await
}

/// Serves one client on a socket of this machine, until its input ends. Blocks.
#[cfg(unix)]
pub fn serve_socket(service: Service, stream: std::os::unix::net::UnixStream) -> io::Result<()> {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(THREADS).enable_all().build()?;
    runtime.block_on(async {
        stream.set_nonblocking(true)?;
        serve_stream(service, tokio::net::UnixStream::from_std(stream)?).await
    })
}

/// Serves one client on any streams of bytes, until its input ends. A client that goes away without having asked anything is
/// no failure: some start a server only to see that it starts.
async fn serve(
    service: Service,
    input: impl AsyncRead + Send + Unpin + 'static,
    output: impl AsyncWrite + Send + Unpin + 'static,
) -> io::Result<()> {
    // A last line without its end would be dropped.
    let input = input.chain(&b"\n"[..]);
    let transport = Patient::new(AsyncRwTransport::new_server(input, output));
    match service.serve(transport).await {
        Ok(running) => running.waiting().await.map(drop).map_err(io::Error::other),
        // Nobody asked anything, or only what the server is.
        Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
        Err(error) => Err(io::Error::other(error)),
    }
}
