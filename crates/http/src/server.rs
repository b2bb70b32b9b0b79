//! The server: it takes the lock, opens the vaults, listens, and ends cleanly.

use std::convert::Infallible;
use std::fs;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{Request, State as Kept};
use axum::response::IntoResponse;
use axum::routing::{get, post};
use notekin_config::{Environment, Places, Shelf};
use notekin_engine::Kind;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};
use tower_http::compression::CompressionLayer;

use crate::doors::{self, Doors};
use crate::events::{Events, Happened};
use crate::failed::Failed;
use crate::guard::{self, Guard};
use crate::lease::Leases;
use crate::lock::Lock;
use crate::problem::Problem;
use crate::route::API;
use crate::running::Running;
use crate::socket::{Host, Joined};
use crate::state::{self, Asked, State};
use crate::token::{self, Tokens};
use crate::{PROTOCOL, openapi, page, routes, session};

/// How often it is looked whether to end.
const BEAT: Duration = Duration::from_millis(200);

/// Answers and measurements that are made at once; others wait.
const LONG_MOST: usize = 4;

/// How long open connections have to come to their end.
const LAST: Duration = Duration::from_secs(5);

/// How a server is started.
#[derive(Clone, Debug)]
pub struct Options {
    /// The user's environment, in which places and settings are looked up.
    pub environment: Environment,
    /// Where it listens; port 0 takes one that is free.
    pub address: SocketAddr,
    /// Whether it may listen where others on the network reach it.
    pub beyond_this_machine: bool,
    /// Whether it ends by itself when nobody has needed it for a while.
    pub until_unused: bool,
}

/// A server that is ready to run.
pub struct Server {
    /// What all requests share.
    state: Arc<State>,
    /// The port, which queues those who come before it runs.
    listener: std::net::TcpListener,
    /// Where others join, before anybody is told of it.
    doors: Option<Doors>,
    /// Other faces that were mounted.
    router: Router<Arc<State>>,
    /// What becomes of those who join.
    host: Option<Host>,
    /// Whether it ends when nobody needs it.
    until_unused: bool,
    /// The data folder.
    data: PathBuf,
    /// Let go of last, when nothing is written any more.
    lock: Lock,
}

impl Server {
    /// Takes the lock, opens the vaults and the port. The engines begin to follow their vaults right away; nothing waits for
    /// that.
    pub fn start(options: &Options) -> Result<Self, Failed> {
        if !options.address.ip().is_loopback() && !options.beyond_this_machine {
            return Err(Failed::Exposed(options.address));
        }
        let places = Places::find(&options.environment)?;
        places.create_data()?;
        let data = places.data;
        let lock = Lock::try_take(&data).map_err(Failed::io("cannot take the engine's lock"))?;
        let lock = lock.ok_or(Failed::Running)?;
        remove_traces(&data);
        let listener = std::net::TcpListener::bind(options.address)
            .and_then(|listener| listener.set_nonblocking(true).map(|()| listener))
            .map_err(Failed::io(format!("cannot listen on {}", options.address)))?;
        let address = listener.local_addr().map_err(Failed::io("cannot tell the port"))?;
        let state = state(options, address)?;
        let doors = state.running.socket.as_deref().and_then(doors::open);
        state.running.write(&data).map_err(Failed::io("cannot write `engine.json`"))?;
        let (router, host, until_unused) = (Router::new(), None, options.until_unused);
        Ok(Self { state, listener, doors, router, host, until_unused, data, lock })
    }

    /// Returns the vaults it serves, for another face to serve them too.
    pub fn shelf(&self) -> Arc<Shelf> {
        Arc::clone(&self.state.shelf)
    }

    /// Returns what the state file says of it.
    pub fn running(&self) -> &Running {
        &self.state.running
    }

    /// Serves another face at a path, behind the same guard.
    #[must_use]
    pub fn mount<S>(mut self, path: &str, service: S) -> Self
    where
        S: tower_service::Service<Request, Error = Infallible> + Clone + Send + Sync + 'static,
        S::Response: IntoResponse,
        S::Future: Send + 'static,
    {
        self.router = self.router.nest_service(path, service);
        self
    }

    /// Hands those who join over the socket to a host.
    #[must_use]
    pub fn host<F>(mut self, host: impl Fn(Joined) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = ()> + Send + 'static,
    {
        self.host = Some(Box::new(move |joined| Box::pin(host(joined))));
        self
    }

    /// Answers until it is told to end, `interrupted` is set or, if it was started so, nobody needs it any more.
    pub fn run(self, interrupted: &Arc<AtomicBool>) -> Result<(), Failed> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .map_err(Failed::io("cannot start threads"))?;
        let Self { state, listener, doors, router, host, until_unused, data, lock } = self;
        let interrupted = Arc::clone(interrupted);
        let looking =
            runtime.spawn(look_after(Arc::clone(&state), interrupted, until_unused, data.clone()));
        let served = runtime.block_on(async {
            let listener = TcpListener::from_std(listener)?;
            if let (Some(host), Some(doors)) = (host, doors) {
                doors::listen(&state, host, doors)?;
            }
            let router = whole(&state, router);
            let ended = Arc::clone(&state);
            let served = axum::serve(listener, router)
                .with_graceful_shutdown(async move { ended.ended().await });
            let late = Arc::clone(&state);
            tokio::select! {
                served = served => served,
                () = async move { late.ended().await; tokio::time::sleep(LAST).await } => Ok(()),
            }
        });
        looking.abort();
        // While the lock is held, so that whoever waits for the end finds it in the log.
        log::info!("the engine ends");
        state.running.remove(&data);
        doors::remove(state.running.socket.as_deref());
        runtime.shutdown_timeout(LAST);
        // Whoever follows a vault ends with the last that holds it; then nothing is written any more.
        drop(state);
        drop(lock);
        served.map_err(Failed::io("cannot answer any more"))
    }
}

/// Returns what all requests share, with the vaults opened and followed.
fn state(options: &Options, address: SocketAddr) -> Result<Arc<State>, Failed> {
    let random = || {
        token::random()
            .map_err(|error| Failed::Vaults(format!("the system gives no random numbers: {error}")))
    };
    let own = random()?;
    let events = Events::new();
    let asked = Asked::default();
    let told = events.clone();
    let source = {
        let (environment, asked) = (options.environment.clone(), Arc::clone(&asked));
        move || state::wanted(&environment, &asked).map_err(|error| error.to_string())
    };
    let told = Arc::new(move |vault: &_, status: &_| told.tell(vault, status));
    let shelf = Shelf::open(Box::new(source), told).map_err(Failed::Vaults)?;
    let running = Running {
        pid: std::process::id(),
        address: reached(address).to_string(),
        port: address.port(),
        socket: doors::place(&options.environment, &random()?),
        token: own.clone(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        protocol: PROTOCOL,
        program: std::env::current_exe().ok(),
        vaults: Vec::new(),
    };
    let workers = std::thread::available_parallelism().map_or(2, usize::from);
    let state = State {
        environment: options.environment.clone(),
        shelf: Arc::new(shelf),
        asked,
        guard: Guard::new(address),
        tokens: Tokens::new(own),
        events,
        leases: Leases::new(),
        running,
        work: Arc::new(Semaphore::new(workers * 2)),
        long_work: Arc::new(Semaphore::new(LONG_MOST)),
        ending: watch::Sender::new(false),
    };
    let running = Running { vaults: state.vaults(), ..state.running.clone() };
    Ok(Arc::new(State { running, ..state }))
}

/// Returns where a server that listens everywhere is reached from this machine.
fn reached(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}

/// Returns all that is answered.
fn whole(state: &Arc<State>, others: Router<Arc<State>>) -> Router {
    let api = routes::all().into_iter().fold(Router::new(), |api, route| {
        api.route(&format!("{API}{}", route.path), route.handler)
    });
    let described = get(|| async { axum::Json(openapi::document()) });
    let private = api
        .route(&format!("{API}/openapi.json"), described)
        .merge(others)
        .fallback(missing)
        .method_not_allowed_fallback(not_allowed)
        .layer(axum::middleware::from_fn_with_state(Arc::clone(state), guard::of_token));
    let public = page::router().route(&format!("{API}/session"), post(session::exchange));
    public
        .merge(private)
        .layer(CompressionLayer::new())
        .layer(axum::middleware::from_fn_with_state(Arc::clone(state), guard::of_origin))
        .layer(axum::middleware::from_fn(page::secured))
        .with_state(Arc::clone(state))
}

/// Replies where there is no route; only to those who have the token, so that nobody else learns which there are.
async fn missing(_: Kept<Arc<State>>) -> Problem {
    Problem::new(Kind::NotFound, "there is nothing at this address")
        .hint(format!("`{API}/openapi.json` lists what there is"))
}

/// Replies where there is a route, but for another method.
async fn not_allowed() -> Problem {
    Problem::invalid("this address is not asked in this way")
        .status(axum::http::StatusCode::METHOD_NOT_ALLOWED)
}

/// Looks whether to end, and tells which vaults are served when that changes.
async fn look_after(
    state: Arc<State>,
    interrupted: Arc<AtomicBool>,
    until_unused: bool,
    data: PathBuf,
) {
    let mut vaults = state.running.vaults.clone();
    loop {
        tokio::time::sleep(BEAT).await;
        let is_lost = !Lock::is_there(&data);
        let is_unused = until_unused && state.leases.is_idle(Instant::now());
        if interrupted.load(Ordering::Relaxed) || is_unused || is_lost {
            state.end();
            return;
        }
        let now = state.vaults();
        if now != vaults {
            let running = Running { vaults: now.clone(), ..state.running.clone() };
            if let Err(error) = running.write(&data) {
                log::warn!("`engine.json` isn't up to date: {:?}", error.kind());
            }
            state.events.send(Happened::Vaults);
            vaults = now;
        }
    }
}

/// Removes what an engine left behind that was killed; the lock is ours, so that none runs.
fn remove_traces(data: &Path) {
    let path = Running::path(data);
    let left =
        fs::read(&path).ok().and_then(|bytes| serde_json::from_slice::<Running>(&bytes).ok());
    if let Some(left) = left {
        doors::remove(left.socket.as_deref());
    }
    drop(fs::remove_file(path));
}
