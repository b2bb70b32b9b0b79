//! Keeping an index true to its vault.

use std::fs;
use std::sync::atomic::AtomicBool;

use notekin_engine::{
    Audience, Engine, Error, Mode, Notice, Quiet, SearchRequest, State, SyncRequest, recognise,
};

use crate::vault::TestVault;

fn garden() -> TestVault {
    TestVault::new()
        .note("tomato.md", "# Tomatoes\n\nThey want sun, and water at their roots.\n\n## Blight\n\nRemove brown leaves.\n")
        .note("bread.md", "# Bread\n\nSee [[tomato]] for what goes on it. Flour, water, salt, time.\n")
        .note("cheese.md", "# Cheese\n\nMilk, rennet, patience and a cool cellar.\n")
}

fn keyword(query: &str) -> SearchRequest {
    SearchRequest { mode: Mode::Keyword, ..SearchRequest::new(query) }
}

#[test]
fn a_second_run_has_nothing_to_do() {
    let vault = garden();
    let first = vault.sync();
    assert_eq!((first.found, first.indexed, first.pending, first.state), (3, 3, 0, State::Ready));
    assert!(first.embedded >= 3);
    let second = vault.sync();
    assert_eq!((second.embedded, second.reused, second.generation), (0, 0, first.generation));
}

#[test]
fn an_edit_is_found_and_only_its_passages_are_embedded() {
    let vault = garden();
    vault.sync();
    vault.write("cheese.md", "# Cheese\n\nNow with blue mould from Roquefort.\n");
    assert_eq!(
        vault.paths(&keyword("Roquefort")),
        ["cheese.md"],
        "a search takes in the edit by itself"
    );
    assert_eq!(vault.sync().embedded, 1);
    assert!(vault.paths(&keyword("rennet")).is_empty());
}

#[test]
fn an_edit_within_the_clocks_tick_is_found() {
    let vault = garden();
    let file = vault.root().join("cheese.md");
    fs::write(&file, "# Cheese\n\nfirst\n").unwrap();
    vault.sync();
    let stamp = fs::metadata(&file).unwrap().modified().unwrap();
    fs::write(&file, "# Cheese\n\nother\n").unwrap();
    fs::File::open(&file).unwrap().set_modified(stamp).unwrap();
    assert_eq!(vault.paths(&keyword("other")), ["cheese.md"]);
}

#[test]
fn a_move_embeds_nothing() {
    for vault in [garden(), garden().obsidian()] {
        vault.sync();
        vault.rename("tomato.md", "beds/south/tomato.md");
        let status = vault.sync();
        assert_eq!((status.embedded, status.found), (0, 3));
        assert_eq!(vault.paths(&keyword("blight"))[0], "beds/south/tomato.md");
    }
}

#[test]
fn a_rename_embeds_exactly_what_carries_the_name() {
    let with_own_title = garden();
    with_own_title.sync();
    with_own_title.rename("cheese.md", "fromage.md");
    assert_eq!(with_own_title.sync().embedded, 0);

    let named_by_file = garden().obsidian();
    named_by_file.sync();
    named_by_file.rename("cheese.md", "fromage.md");
    let before = named_by_file.search(&SearchRequest::new("milk and rennet"));
    assert!(
        before
            .hits
            .iter()
            .any(|hit| hit.path.as_str() == "fromage.md" && hit.why.meaning.is_some()),
        "the old vector serves"
    );
    assert_eq!(named_by_file.sync().embedded, 1);
}

#[test]
fn deleted_notes_are_forgotten() {
    let vault = garden();
    vault.sync();
    vault.delete("bread.md");
    assert!(vault.paths(&keyword("flour")).is_empty());
    assert_eq!(vault.sync().found, 2);
}

#[test]
fn text_that_comes_back_needs_no_model() {
    let vault = garden();
    vault.sync();
    vault.delete("bread.md");
    vault.sync();
    vault.write(
        "bread.md",
        "# Bread\n\nSee [[tomato]] for what goes on it. Flour, water, salt, time.\n",
    );
    let status = vault.sync();
    assert_eq!((status.embedded, status.reused), (0, 1));
}

#[test]
fn a_rebuild_uses_stored_vectors_and_reembed_makes_them_anew() {
    let vault = garden();
    let first = vault.sync();
    let rebuilt = vault.sync_as(SyncRequest { rebuild: true, ..Default::default() });
    assert_eq!((rebuilt.embedded, rebuilt.reused), (0, first.embedded));
    let anew = vault.sync_as(SyncRequest { reembed: true, ..Default::default() });
    assert_eq!((anew.embedded, anew.reused), (first.embedded, 0));
    assert_eq!(vault.engine().cost_anew().unwrap().passages, first.embedded);
}

#[test]
fn a_mass_disappearance_pauses_until_the_owner_agrees() {
    let mut vault = TestVault::new();
    for at in 0..9 {
        vault = vault.note(&format!("{at}.md"), &format!("note number {at} about quinces"));
    }
    vault.sync();
    (0..5).for_each(|at| vault.delete(&format!("{at}.md")));
    let paused = vault.sync();
    assert_eq!((paused.state, paused.vanished, paused.indexed), (State::Paused, 5, 9));
    let reply = vault.search(&keyword("quinces"));
    assert_eq!(reply.total, 9);
    assert!(reply.notices.contains(&Notice::Paused { vanished: 5 }));
    let told = vault.engine().status(Audience::Assistant).unwrap();
    assert_eq!((told.state, told.vanished), (State::Paused, 0), "private notes may be among them");
    let agreed = vault.sync_as(SyncRequest { accept_removals: true, ..Default::default() });
    assert_eq!((agreed.state, agreed.indexed), (State::Ready, 4));
}

#[test]
fn notes_that_a_rule_leaves_out_go_at_once() {
    let mut vault = TestVault::new();
    for at in 0..9 {
        vault = vault.note(&format!("diary/{at}.md"), "about quinces");
    }
    let vault = vault.note("open.md", "about pears");
    vault.sync();
    vault.write(".vaultignore", "diary/\n");
    let status = vault.sync();
    assert_eq!((status.state, status.indexed, status.excluded), (State::Ready, 1, Some(9)));
    assert_eq!(status.excluded_by.get("vaultignore"), Some(&9));
    vault.delete(".vaultignore");
    let back = vault.sync();
    assert_eq!((back.embedded, back.reused), (9, 0), "their stored vectors went with them");
}

#[test]
fn a_note_can_ask_to_be_left_out() {
    let vault = garden().note("secret.md", "---\nindex: false\n---\nquinces\n");
    let status = vault.sync();
    assert_eq!((status.found, status.indexed, status.excluded), (4, 3, Some(1)));
    assert_eq!(vault.sync().excluded_by.get("index: false"), Some(&1));
    vault.write("secret.md", "quinces after all\n");
    assert_eq!(vault.paths(&keyword("quinces")), ["secret.md"]);
    assert_eq!(vault.sync().excluded, Some(0));
}

#[test]
fn what_cannot_be_read_now_stays_findable() {
    let vault = garden();
    vault.sync();
    let file = vault.root().join("cheese.md");
    fs::remove_file(&file).unwrap();
    fs::File::create(&file).unwrap().set_len(64 << 20).unwrap();
    let status = vault.sync();
    assert_eq!((status.errored, status.found), (1, 3));
    assert_eq!(status.errors[0].kind, "too_large");
    assert_eq!(vault.paths(&keyword("rennet")), ["cheese.md"]);
}

#[test]
fn a_vanished_vault_is_answered_from_the_index() {
    let vault = garden();
    vault.sync();
    fs::rename(vault.root(), vault.data().join("elsewhere")).unwrap();
    let reply = vault.search(&keyword("rennet"));
    assert_eq!(reply.hits.len(), 1);
    assert!(matches!(reply.notices[0], Notice::VaultUnreachable { .. }));
    assert_eq!(vault.engine().status(Audience::Owner).unwrap().state, State::Paused);
    assert!(vault.engine().sync(SyncRequest::default(), &Quiet, &AtomicBool::new(false)).is_err());
}

#[test]
fn without_a_model_words_work_and_say_so() {
    let vault = garden().without_model();
    let status = vault.sync();
    assert_eq!((status.state, status.pending, status.model), (State::Words, 3, None));
    let reply = vault.search(&SearchRequest::new("rennet"));
    assert_eq!((reply.mode, reply.hits.len()), (Mode::Keyword, 1));
    assert_eq!(reply.notices, [Notice::NoModel { model: "e5-small-q4".to_owned() }]);
}

#[test]
fn cancelled_work_is_kept_and_goes_on() {
    let vault = garden();
    let cancelled = AtomicBool::new(true);
    assert!(matches!(
        vault.engine().sync(SyncRequest::default(), &Quiet, &cancelled),
        Err(Error::Cancelled)
    ));
    let status = vault.engine().status(Audience::Owner).unwrap();
    assert_eq!(status.unread_changes, 3);
    assert_eq!(vault.sync().indexed, 3);
}

#[test]
fn status_before_anything_was_read() {
    let vault = garden();
    let status = vault.engine().status(Audience::Owner).unwrap();
    assert_eq!(
        (status.state, status.found, status.indexed, status.unread_changes),
        (State::Absent, 3, 0, 3)
    );
}

#[test]
fn vaults_of_none_and_one_note() {
    let vault = TestVault::new();
    let status = vault.sync();
    assert_eq!((status.found, status.state), (0, State::Ready));
    assert!(vault.search(&SearchRequest::new("anything")).hits.is_empty());
    vault.write("one.md", "quinces");
    assert_eq!(vault.paths(&SearchRequest::new("quinces")), ["one.md"]);
}

#[test]
fn an_update_waits_for_a_search_that_takes_in_changes() {
    let vault = garden();
    vault.sync();
    let engine = vault.engine();
    std::thread::scope(|scope| {
        let searches = scope.spawn(|| {
            for at in 0..20 {
                vault.write("cheese.md", &format!("# Cheese\n\nNumber {at} of many.\n"));
                vault.search(&keyword("many"));
            }
        });
        while !searches.is_finished() {
            engine.sync(SyncRequest::default(), &Quiet, &AtomicBool::new(false)).unwrap();
        }
    });
}

#[test]
fn a_forgotten_vault_leaves_no_vectors() {
    let vault = garden();
    let first = vault.sync();
    vault.engine().forget().unwrap();
    let again = vault.sync();
    assert_eq!((again.embedded, again.reused), (first.embedded, 0));
}

/// Damages the middle of the store of vectors.
fn damage_store(vault: &TestVault) {
    let file = vault.data().join("vectors/fake.db");
    let mut bytes = fs::read(&file).unwrap();
    let middle = bytes.len() / 8192 * 4096;
    bytes[middle..middle + 4096].fill(0xa5);
    fs::write(&file, bytes).unwrap();
}

#[test]
fn a_damaged_store_of_vectors_stops_nothing() {
    let vault = (0..90).fold(TestVault::new(), |vault, number| {
        vault.note(&format!("{number}.md"), &format!("Number {number} is about quinces.\n"))
    });
    for request in [
        SyncRequest { rebuild: true, ..Default::default() },
        SyncRequest { reembed: true, ..Default::default() },
        SyncRequest::default(),
    ] {
        vault.sync();
        damage_store(&vault);
        vault.write("new.md", &format!("One more note, for {request:?}.\n"));
        let status = vault.sync_as(request);
        assert_eq!((status.state, status.pending), (State::Ready, 0));
        assert!(status.recovered.iter().any(|told| told.contains("fake.db.aside-")), "{status:?}");
        assert!(status.embedded + status.reused > 0);
    }
    damage_store(&vault);
    let told = vault.engine().forget().unwrap();
    assert!(told.unwrap().contains("fake.db.aside-"));
    assert!(!vault.data().join("vaults/1/index").exists());
}

#[test]
fn what_a_neighbour_uses_is_never_deleted() {
    let vault = garden().note("mine.md", "# Mine\n\nNobody else has this.\n");
    let first = vault.sync();
    let own = vault.engine().settings().clone();
    let theirs = vault.data().with_file_name("theirs");
    fs::create_dir(&theirs).unwrap();
    for name in ["tomato.md", "bread.md", "cheese.md"] {
        fs::copy(vault.root().join(name), theirs.join(name)).unwrap();
    }
    let home = vault.data().join("vaults/2");
    let neighbour = notekin_engine::Settings {
        vault: theirs,
        home: home.clone(),
        neighbours: vec![own.home.clone()],
        ..own.clone()
    };
    let own = notekin_engine::Settings { neighbours: vec![home], ..own };
    let sync = |settings: &notekin_engine::Settings, rebuild| {
        let request = SyncRequest { rebuild, ..Default::default() };
        let engine = Engine::open(settings.clone());
        engine.sync(request, &Quiet, &AtomicBool::new(false)).unwrap()
    };
    assert_eq!(sync(&neighbour, false).embedded, 0);
    let shared = first.embedded - 1;

    fs::write(vault.root().join(".vaultignore"), "cheese.md\n").unwrap();
    sync(&own, false);
    let again = sync(&neighbour, true);
    assert_eq!((again.embedded, again.reused), (0, shared), "a rule of one vault is its own");

    Engine::open(own.clone()).forget().unwrap();
    let again = sync(&neighbour, true);
    assert_eq!((again.embedded, again.reused), (0, shared));
    assert_eq!(sync(&own, false).embedded, 1, "what nobody else has is gone");
}

#[test]
fn a_folder_is_known_again_as_the_vault_it_is_most_like() {
    let garden = |number: usize, notes: usize| {
        (0..notes).fold(TestVault::new(), |vault, note| {
            let text = if note < 2 * number { number } else { 0 };
            vault.note(&format!("{note}.md"), &format!("Note {note} as of {text}.\n"))
        })
    };
    let known = |vaults: &[&TestVault], folder: &TestVault| -> Vec<_> {
        let engines: Vec<Engine> = vaults.iter().map(|vault| vault.engine()).collect();
        let known = recognise(&folder.root(), &engines);
        known.iter().map(|engine| engine.settings().vault.clone()).collect()
    };
    let (first, second, twin) = (garden(0, 10), garden(1, 10), garden(0, 10));
    let (small, other) = (garden(0, 6), garden(5, 10));
    for vault in [&first, &second, &twin, &small, &other] {
        vault.sync();
    }
    assert_eq!(known(&[&second, &first], &garden(0, 10)), [first.root()]);
    assert_eq!(known(&[&first, &second], &garden(1, 10)), [second.root()]);
    assert_eq!(known(&[&small, &first], &garden(0, 10)), [first.root()], "not a part of it");
    assert_eq!(known(&[&first, &small], &garden(0, 6)), [small.root()], "not a larger one");
    assert_eq!(known(&[&first, &twin, &second], &garden(0, 10)).len(), 2, "either may be it");
    assert!(known(&[&other, &TestVault::new()], &garden(0, 10)).is_empty());
}

#[test]
fn a_broken_pattern_keeps_no_vault_from_being_known_again() {
    let vault = garden();
    vault.sync();
    let mut settings = vault.engine().settings().clone();
    settings.policy.exclude = vec!["[".to_owned(), "secret/".to_owned()];
    assert_eq!(recognise(&vault.root(), &[Engine::open(settings)]).len(), 1);
}

#[test]
fn notes_are_cut_anew_by_other_settings_however_often_that_is_interrupted() {
    let long = "They want sun, and water at their roots, but never on their leaves. ".repeat(30);
    let vault = garden().note("long.md", &format!("# Long\n\n{long}\n")).indexed();
    let passages = || vault.engine().explain("long.md", Audience::Owner).unwrap().passages;
    let mut settings = vault.settings();
    settings.passages.chunk_tokens = 60;
    let engine = Engine::open(settings);
    let sync =
        |cancelled: bool| engine.sync(SyncRequest::default(), &Quiet, &AtomicBool::new(cancelled));
    let before = passages();
    engine.search(&keyword("sun"), Audience::Owner).unwrap();
    assert_eq!(passages(), before, "a search has no time for that");
    assert!(matches!(sync(true), Err(Error::Cancelled)));
    let status = sync(false).unwrap();
    assert!(passages() > 2 * before);
    assert!(status.embedded > 0 && status.pending == 0);
    let again = sync(false).unwrap();
    assert_eq!((again.embedded, again.generation), (0, status.generation));
    assert_eq!(vault.sync().embedded, 0, "the old vectors are still there");
    assert_eq!(passages(), before);
}

/// A folder becomes one of Obsidian's when it is first opened there; then its notes are known by their file names.
#[test]
fn a_folder_that_becomes_obsidians_gets_its_titles() {
    let vault = garden().indexed();
    let title = || vault.search(&keyword("rennet")).hits[0].title.clone();
    assert_eq!(title(), "Cheese");
    let vault = vault.obsidian();
    vault.sync();
    let title = || vault.search(&keyword("rennet")).hits[0].title.clone();
    assert_eq!(title(), "cheese");
    assert_eq!(vault.sync().state, State::Ready);
}

/// What lies outside of the vault is private, even if it says what the vault said before.
#[cfg(unix)]
#[test]
fn a_note_that_is_replaced_by_a_link_out_of_the_vault_is_private() {
    let vault = garden().indexed();
    let seen = |audience| vault.engine().search(&keyword("rennet"), audience).unwrap().hits.len();
    assert_eq!(seen(Audience::Assistant), 1);
    let (note, outside) = (vault.root().join("cheese.md"), vault.data().join("cheese.md"));
    fs::rename(&note, &outside).unwrap();
    std::os::unix::fs::symlink(&outside, &note).unwrap();
    fs::File::options()
        .write(true)
        .open(&outside)
        .unwrap()
        .set_modified(std::time::SystemTime::UNIX_EPOCH)
        .unwrap();
    vault.sync();
    assert_eq!((seen(Audience::Owner), seen(Audience::Assistant)), (1, 0));
}
