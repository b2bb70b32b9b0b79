//! Runs that were broken off, by whoever or whatever: what the next one must still see.

use std::fs;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, SystemTime};

use notekin_engine::{
    Engine, Error, Mode, Progress, Quiet, SearchRequest, Stage, State, SyncRequest,
};
use notekin_index::{Layout, Reader, Writer};

use crate::vault::TestVault;

fn keyword(query: &str) -> SearchRequest {
    SearchRequest { mode: Mode::Keyword, update: false, ..SearchRequest::new(query) }
}

fn layout(engine: &Engine) -> Layout {
    let settings = engine.settings();
    Layout { folder: settings.home.join("index"), vectors: settings.vectors.clone() }
}

fn kitchen() -> TestVault {
    ["bread", "cheese", "leek", "onion"].iter().fold(TestVault::new(), |vault, name| {
        vault.note(&format!("{name}.md"), &format!("# About {name}\n\nSee [[tea]].\n"))
    })
}

/// An edit that changes neither size nor time is found in the seconds after a look, when every note is read again that
/// could have such a one. A run that doesn't come to it must leave it to the next.
#[test]
fn what_a_run_does_not_come_to_is_not_taken_for_read() {
    let vault = kitchen().note("tea.md", "# Tea\n\nfirst\n").indexed();
    let file = vault.root().join("tea.md");
    let time = fs::metadata(&file).unwrap().modified().unwrap();
    let look = time.duration_since(SystemTime::UNIX_EPOCH).unwrap() + Duration::from_secs(1);
    let mut writer = Writer::open(&layout(&vault.engine()), "test").unwrap();
    writer.set_meta("scanned_ns", &look.as_nanos().to_string()).unwrap();
    writer.commit().unwrap();
    drop(writer);
    fs::write(&file, "# Tea\n\nother\n").unwrap();
    fs::File::options().write(true).open(&file).unwrap().set_modified(time).unwrap();
    let stopped = vault.engine().sync(SyncRequest::default(), &Quiet, &AtomicBool::new(true));
    assert!(matches!(stopped, Err(Error::Cancelled)));
    vault.sync();
    assert_eq!(vault.paths(&keyword("other")), ["tea.md"]);
}

/// Between two commits of a long run there are notes whose links nobody has worked out.
#[test]
fn links_that_a_killed_run_left_are_worked_out() {
    let vault = kitchen().note("tea.md", "# Tea\n\nSteamed.\n").indexed();
    let layout = layout(&vault.engine());
    let known = Reader::open(&layout).unwrap().known().unwrap();
    let from = known.iter().find(|note| note.path.as_str() == "leek.md").unwrap().id;
    let target = || Reader::open(&layout).unwrap().links_from(from).unwrap()[0].to;
    let to = target();
    assert!(to.is_some());
    let mut writer = Writer::open(&layout, "test").unwrap();
    writer.set_links(from, &[None]).unwrap();
    writer.set_meta("unresolved", "yes").unwrap();
    writer.commit().unwrap();
    drop(writer);
    assert_eq!(target(), None);
    vault.sync();
    assert_eq!(target(), to);
}

/// Takes the vault away when its notes are about to be read.
struct TakesAway<'v>(&'v TestVault);

impl Progress for TakesAway<'_> {
    fn begin(&self, stage: Stage, _total: usize) {
        let away = self.0.root().with_extension("away");
        if stage == Stage::Reading && self.0.root().exists() {
            fs::rename(self.0.root(), away).unwrap();
        }
    }

    fn advance(&self, _count: usize) {}
}

#[test]
fn a_drive_that_goes_away_while_notes_are_read_loses_none() {
    let vault = kitchen().indexed();
    for note in ["bread", "cheese", "leek", "onion"] {
        vault.write(&format!("{note}.md"), &format!("# About {note}\n\nLonger than it was.\n"));
    }
    let never = AtomicBool::new(false);
    vault.engine().sync(SyncRequest::default(), &TakesAway(&vault), &never).unwrap();
    assert_eq!(vault.paths(&keyword("about")).len(), 4, "what was read is kept");
    fs::rename(vault.root().with_extension("away"), vault.root()).unwrap();
    let status = vault.sync();
    assert_eq!((status.indexed, status.state), (4, State::Ready));
    assert_eq!(vault.paths(&keyword("longer")).len(), 4);
}
