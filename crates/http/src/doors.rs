//! The doors: where the socket lies, who can reach it, and its end.
//!
//! A path of a socket must be short, and the folder it lies in is what keeps others away, on every system alike. So each
//! engine makes a folder of its own, in the user's runtime folder if there is one.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
#[cfg(unix)]
use std::time::Duration;

#[cfg(unix)]
use crate::socket;
use notekin_config::Environment;

use crate::socket::Host;
use crate::state::State;

/// How long nobody is let in after that failed.
#[cfg(unix)]
const BREATH: Duration = Duration::from_millis(200);

/// A socket that is listened on.
#[cfg(unix)]
pub(crate) type Doors = std::os::unix::net::UnixListener;

/// The system has no socket that Notekin uses.
#[cfg(not(unix))]
pub(crate) type Doors = std::convert::Infallible;

/// Opens the socket, where the system has such a thing. That it can't is told; others are served all the same.
#[cfg(unix)]
pub(crate) fn open(path: &Path) -> Option<Doors> {
    let told = |error: &io::Error| log::warn!("assistants can't join: {error}");
    bind(path).inspect_err(told).ok()
}

/// Opens nothing.
#[cfg(not(unix))]
pub(crate) fn open(_: &Path) -> Option<Doors> {
    None
}

/// Lets in those who come to the socket.
#[cfg(unix)]
pub(crate) fn listen(state: &Arc<State>, host: Host, doors: Doors) -> io::Result<()> {
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
                Err(_) => tokio::time::sleep(BREATH).await,
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
pub(crate) fn listen(_: &Arc<State>, _: Host, doors: Doors) -> io::Result<()> {
    match doors {}
}

/// The beginning of the names of folders with a socket.
const SOCKET_FOLDER: &str = "notekin-";

/// Returns where the socket is to lie: in a folder of its own, as a path of a socket must be short.
#[cfg(unix)]
pub(crate) fn place(environment: &Environment, random: &str) -> Option<PathBuf> {
    let folder = format!("{SOCKET_FOLDER}{}", &random[..12]);
    Some(self::folder(environment)?.join(folder).join("engine.sock"))
}

/// Returns the folder in which that one is made.
#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "other systems have no such place")]
pub(crate) fn folder(environment: &Environment) -> Option<PathBuf> {
    let runtime = environment.get("XDG_RUNTIME_DIR").map(PathBuf::from);
    Some(runtime.filter(|folder| folder.is_dir()).unwrap_or_else(std::env::temp_dir))
}

/// Returns no place.
#[cfg(not(unix))]
pub(crate) fn place(_: &Environment, _: &str) -> Option<PathBuf> {
    None
}

/// Returns no folder.
#[cfg(not(unix))]
pub(crate) fn folder(_: &Environment) -> Option<PathBuf> {
    None
}

/// Removes a socket and the folder made for it, and nothing that isn't ours.
pub(crate) fn remove(socket: Option<&Path>) {
    let Some(folder) = socket.and_then(Path::parent) else { return };
    let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    if name.starts_with(SOCKET_FOLDER) {
        // What isn't there needn't be removed, and nobody else's folder has such a socket.
        drop(fs::remove_file(folder.join("engine.sock")));
        drop(fs::remove_dir(folder));
    }
}
