//! The server: it takes the lock, opens the vaults, listens, and ends cleanly.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use std::{fs, io};

use axum::Router;
use axum::extract::{Request, State as Kept};
use axum::response::IntoResponse;
use axum::routing::{get, post};
use notekin_config::{Environment, Places, Shelf};
use notekin_engine::Kind;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};
use tower_http::compression::CompressionLayer;

use crate::events::{Events, Happened};
use crate::guard::{self, Guard};
use crate::lease::Leases;
use crate::lock::Lock;
use crate::problem::Problem;
use crate::route::API;
use crate::running::Running;
use crate::socket::{self, Host, Joined};
use crate::state::{self, Asked, State};
use crate::token::{self, Tokens};
use crate::{PROTOCOL, openapi, page, routes, session};

/// How often it is looked whether to end.
const BEAT: Duration = Duration::from_millis(200);

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

/// Why a server can't be started.
#[derive(Debug, thiserror::Error)]
pub enum Failed {
    /// One runs already.
    #[error("an engine runs already")]
    Running,
    /// The address is one that others on the network reach.
    #[error("{0} can be reached from other machines")]
    Exposed(SocketAddr),
    /// The settings can't be used.
    #[error(transparent)]
    Config(#[from] notekin_config::Error),
    /// The vaults can't be opened.
    #[error("{0}")]
    Vaults(String),
    /// A file or socket can't be used.
    #[error("{what}")]
    Io {
        /// What was tried.
        what: String,
        /// Why it failed.
        source: io::Error,
    },
}

impl Failed {
    /// Returns the failure of something that was tried.
    fn io(what: impl Into<String>) -> impl FnOnce(io::Error) -> Self {
        let what = what.into();
        move |source| Self::Io { what, source }
    }

    /// Returns the kind of failure.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Running => Kind::Busy,
            Self::Exposed(_) => Kind::Denied,
            Self::Config(error) => error.kind(),
            Self::Vaults(_) => Kind::Invalid,
            Self::Io { source, .. } => match source.kind() {
                io::ErrorKind::PermissionDenied => Kind::Denied,
                io::ErrorKind::StorageFull => Kind::Full,
                io::ErrorKind::AddrInUse => Kind::Busy,
                _ => Kind::Internal,
            },
        }
    }

    /// Returns the next step, where there is one.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::Running => Some("`notekin serve --status` shows it, `--stop` ends it".to_owned()),
            Self::Exposed(_) => Some("`--beyond-this-machine` says that you mean it; whoever has the token can read all notes then".to_owned()),
            Self::Config(error) => error.hint(),
            Self::Io { source, .. } if source.kind() == io::ErrorKind::AddrInUse => {
                Some("another program has this port; port 0 takes one that is free".to_owned())
            }
            Self::Vaults(_) | Self::Io { .. } => None,
        }
    }
}

/// A server that is ready to run.
pub struct Server {
    state: Arc<State>,
    listener: std::net::TcpListener,
    /// Where others join, before anybody is told of it.
    doors: Option<Doors>,
    router: Router<Arc<State>>,
    host: Option<Host>,
    until_unused: bool,
    data: PathBuf,
    /// Let go of last, when nothing is written any more.
    _lock: Lock,
}

impl Server {
    /// Takes the lock, opens the vaults and the port. The engines begin to follow their vaults right away; nothing waits for
    /// that.
    pub fn start(options: Options) -> Result<Self, Failed> {
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
        let state = state(&options, address)?;
        let doors = state.running.socket.as_deref().and_then(doors);
        state.running.write(&data).map_err(Failed::io("cannot write `engine.json`"))?;
        let (router, host, until_unused) = (Router::new(), None, options.until_unused);
        Ok(Self { state, listener, doors, router, host, until_unused, data, _lock: lock })
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
        let Self { state, listener, doors, router, host, until_unused, data, _lock } = self;
        let served = runtime.block_on(async {
            let listener = TcpListener::from_std(listener)?;
            if let (Some(host), Some(doors)) = (host, doors) {
                listen(&state, host, doors)?;
            }
            tokio::spawn(look_after(
                Arc::clone(&state),
                Arc::clone(interrupted),
                until_unused,
                data.clone(),
            ));
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
        state.running.remove(&data);
        remove_socket(state.running.socket.as_deref());
        runtime.shutdown_timeout(LAST);
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
        address: address.to_string(),
        port: address.port(),
        socket: place_of_socket(&random()?),
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
        work: Semaphore::new(workers * 2),
        ending: watch::Sender::new(false),
    };
    let running = Running { vaults: state.vaults(), ..state.running.clone() };
    Ok(Arc::new(State { running, ..state }))
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
        let is_unused = until_unused && state.leases.is_idle(Instant::now());
        if interrupted.load(Ordering::Relaxed) || is_unused {
            state.end();
            return;
        }
        let now = state.vaults();
        if now != vaults {
            let running = Running { vaults: now.clone(), ..state.running.clone() };
            if let Err(error) = running.write(&data) {
                log::warn!("`engine.json` isn't up to date: {error}");
            }
            state.events.send(Happened::Vaults {});
            vaults = now;
        }
    }
}

/// A socket that is listened on.
#[cfg(unix)]
type Doors = std::os::unix::net::UnixListener;

/// The system has no socket that Notekin uses.
#[cfg(not(unix))]
type Doors = std::convert::Infallible;

/// Opens the socket, where the system has such a thing. That it can't is told; others are served all the same.
#[cfg(unix)]
fn doors(path: &Path) -> Option<Doors> {
    let told = |error: &io::Error| log::warn!("nobody can join at `{}`: {error}", path.display());
    bind(path).inspect_err(told).ok()
}

/// Opens nothing.
#[cfg(not(unix))]
fn doors(_: &Path) -> Option<Doors> {
    None
}

/// Lets in those who come to the socket.
#[cfg(unix)]
fn listen(state: &Arc<State>, host: Host, doors: Doors) -> io::Result<()> {
    doors.set_nonblocking(true)?;
    let listener = tokio::net::UnixListener::from_std(doors)?;
    let (state, host) = (Arc::clone(state), Arc::new(host));
    tokio::spawn(async move {
        loop {
            match listener.accept().await {
                Ok((stream, _)) => {
                    tokio::spawn(socket::welcome(Arc::clone(&state), Arc::clone(&host), stream));
                }
                // Too many files are open, for one; others end meanwhile.
                Err(_) => tokio::time::sleep(BEAT).await,
            }
        }
    });
    Ok(())
}

/// Makes a folder that nobody else can enter, and the socket in it.
#[cfg(unix)]
fn bind(path: &Path) -> io::Result<Doors> {
    use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
    if let Some(folder) = path.parent() {
        fs::DirBuilder::new().mode(0o700).create(folder)?;
    }
    let listener = Doors::bind(path)?;
    fs::set_permissions(path, fs::Permissions::from_mode(0o600))?;
    Ok(listener)
}

/// Lets nobody in.
#[cfg(not(unix))]
fn listen(_: &Arc<State>, _: Host, doors: Doors) -> io::Result<()> {
    match doors {}
}

/// The beginning of the names of folders with a socket.
const SOCKET_FOLDER: &str = "notekin-";

/// Returns where the socket is to lie: in a folder of its own, as a path of a socket must be short.
#[cfg(unix)]
fn place_of_socket(random: &str) -> Option<PathBuf> {
    let runtime = std::env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from);
    let folder = runtime.filter(|folder| folder.is_dir()).unwrap_or_else(std::env::temp_dir);
    Some(folder.join(format!("{SOCKET_FOLDER}{}", &random[..12])).join("engine.sock"))
}

/// Returns no place.
#[cfg(not(unix))]
fn place_of_socket(_: &str) -> Option<PathBuf> {
    None
}

/// Removes a socket and the folder made for it, and nothing that isn't ours.
fn remove_socket(socket: Option<&Path>) {
    let Some(folder) = socket.and_then(Path::parent) else { return };
    let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    if name.starts_with(SOCKET_FOLDER) {
        // What isn't there needn't be removed, and nobody else's folder has such a socket.
        drop(fs::remove_file(folder.join("engine.sock")));
        drop(fs::remove_dir(folder));
    }
}

/// Removes what an engine left behind that was killed; the lock is ours, so that none runs.
fn remove_traces(data: &Path) {
    let path = Running::path(data);
    let left =
        fs::read(&path).ok().and_then(|bytes| serde_json::from_slice::<Running>(&bytes).ok());
    if let Some(left) = left {
        remove_socket(left.socket.as_deref());
    }
    drop(fs::remove_file(path));
}
