//! Near-copies of a vault, and of one note.

use std::sync::atomic::AtomicBool;

use notekin_engine::{
    Audience, CopiesReply, CopiesRequest, Error, Filter, Progress, Quiet, RelatedRequest, Show,
    Stage, Subject, SyncRequest,
};

use crate::vault::TestVault;

const WORDS_ONLY: SyncRequest = SyncRequest {
    words_only: true,
    accept_removals: false,
    rebuild: false,
    retry: false,
    reembed: false,
    unasked: false,
};

/// Returns so many sentences about a subject; those of two subjects have hardly a run in common.
fn prose(subject: &str, sentences: u64) -> String {
    let start: u64 = subject.bytes().map(|byte| 1000 * u64::from(byte)).sum();
    let line = |at: u64| {
        let number = start + at;
        let parts = [number * 7919, number * 104_729, number * 1_299_709];
        format!("{subject} {:x} {subject}{at} {:x} with {:x}.\n", parts[0], parts[1], parts[2])
    };
    (0..sentences).map(line).collect::<Vec<_>>().concat()
}

fn look(vault: &TestVault, filter: Filter, audience: Audience) -> CopiesReply {
    let request = CopiesRequest { filter, update: false };
    vault.engine().copies(&request, audience, &Quiet, &AtomicBool::new(false)).unwrap()
}

/// Returns the paths of each group of near-copies.
fn groups(vault: &TestVault) -> Vec<Vec<String>> {
    vault.sync_as(WORDS_ONLY);
    paths(&look(vault, Filter::default(), Audience::Owner))
}

fn paths(reply: &CopiesReply) -> Vec<Vec<String>> {
    let names = |group: &notekin_engine::CopyGroup| {
        group.notes.iter().map(|note| note.path.as_str().to_owned()).collect()
    };
    reply.groups.iter().map(names).collect()
}

#[test]
fn a_copy_with_an_edit_is_found_and_told_apart() {
    let text = prose("rye", 12);
    let edited = text.replace("rye3", "a baker") + "One more line about crust.\n";
    let vault = TestVault::new()
        .note("rye.md", &text)
        .note("old/rye.md", &edited)
        .note("tax.md", &prose("tax", 12));
    vault.sync_as(WORDS_ONLY);
    let reply = look(&vault, Filter::default(), Audience::Owner);
    assert_eq!(paths(&reply), [["old/rye.md", "rye.md"]], "the longer one is first");
    assert_eq!(reply.compared, 3);
    let group = &reply.groups[0];
    assert!(group.notes[0].coverage > 0.999);
    assert!((0.8..1.0).contains(&group.notes[1].coverage), "{group:?}");
    let difference = &group.differs[0];
    assert_eq!(difference.path.as_str(), "rye.md");
    assert_eq!(difference.removed.last().unwrap(), "One more line about crust.");
    assert!(difference.added.len() == 1 && difference.added[0].contains("rye3"));
}

#[test]
fn a_footer_that_many_notes_have_makes_no_copies() {
    let footer = prose("This page is part of the handbook", 6);
    let mut vault = TestVault::new();
    for subject in ["rye", "wheat", "spelt", "barley", "oats", "emmer", "millet"] {
        vault = vault.note(&format!("{subject}.md"), &(prose(subject, 3) + &footer));
    }
    assert!(groups(&vault).is_empty());
}

#[test]
fn neither_templates_nor_what_they_became_are_copies() {
    let form = prose("What was planned, what was done and what is left", 6);
    let mut vault = TestVault::new()
        .note("templates/day.md", &form)
        .note("templates/day of rest.md", &format!("{form}\n## Rest\n"));
    for day in 1..=9 {
        let said = prose(&format!("day{day}"), 2);
        vault = vault.note(&format!("daily/2024-03-0{day}.md"), &(form.clone() + &said));
    }
    assert!(groups(&vault).is_empty());
}

#[test]
fn a_note_copied_many_times_is_one_group() {
    let text = prose("sourdough", 40);
    let mut vault = TestVault::new().note("other.md", &prose("tax", 40));
    for copy in 1..=8 {
        let edit = format!("Copied for the {copy}th time.\n");
        vault = vault.note(&format!("copy {copy}.md"), &(text.clone() + &edit));
    }
    let found = groups(&vault);
    assert_eq!(found.iter().map(Vec::len).collect::<Vec<_>>(), [8]);
}

#[test]
fn a_translation_is_no_copy() {
    let vault = TestVault::new()
        .note("en.md", &"Green tea is steamed and brewed with water of seventy degrees, and tastes of grass. ".repeat(3))
        .note("de.md", &"Grüner Tee wird gedämpft, mit siebzig Grad heißem Wasser aufgegossen und schmeckt nach Gras. ".repeat(3));
    assert!(groups(&vault).is_empty());
}

#[test]
fn empty_and_tiny_notes_are_nobodys_copies() {
    let vault = TestVault::new()
        .note("a.md", "")
        .note("b.md", "")
        .note("c.md", "Buy milk.\n")
        .note("d.md", "Buy milk.\n")
        .note("e.md", "---\ntitle: x\n---\n");
    assert!(groups(&vault).is_empty());
    assert!(groups(&TestVault::new()).is_empty());
}

#[test]
fn private_notes_are_neither_shown_nor_counted() {
    let text = prose("sourdough", 12);
    let footer = prose("This page is part of the handbook", 6);
    let mut vault = TestVault::new()
        .note("a.md", &text)
        .note("b.md", &format!("---\nprivate: true\n---\n{text}"));
    for secret in ["rye", "wheat", "spelt", "barley", "oats"] {
        let note = format!("---\nprivate: true\n---\n{}{footer}", prose(secret, 9));
        vault = vault.note(&format!("{secret}.md"), &note);
    }
    // Few notes that an assistant may see hold this text; with the private ones they would be many.
    let more = format!("{footer}And no more than that.\n");
    let vault = vault.note("c.md", &footer).note("d.md", &more);
    vault.sync_as(WORDS_ONLY);
    let owner = look(&vault, Filter::default(), Audience::Owner);
    assert_eq!((paths(&owner), owner.compared), (vec![vec!["a.md".into(), "b.md".into()]], 9));
    let assistant = look(&vault, Filter::default(), Audience::Assistant);
    assert_eq!(paths(&assistant), [["d.md", "c.md"]]);
    assert_eq!(assistant.compared, 3);
}

#[test]
fn a_filter_says_which_notes_are_compared() {
    let text = prose("sourdough", 12);
    let vault =
        TestVault::new().note("a.md", &text).note("new/b.md", &text).note("new/c.md", &text);
    vault.sync_as(WORDS_ONLY);
    let within = |folder: &str| Filter { folders: vec![folder.to_owned()], ..Filter::default() };
    let reply = look(&vault, within("new"), Audience::Owner);
    assert_eq!(
        (paths(&reply), reply.compared),
        (vec![vec!["new/b.md".into(), "new/c.md".into()]], 2)
    );
    let request = CopiesRequest { filter: within("nwe"), update: false };
    let missing = vault.engine().copies(&request, Audience::Owner, &Quiet, &AtomicBool::new(false));
    assert!(missing.unwrap_err().to_string().contains("nwe"));
}

#[test]
fn related_says_of_one_note_what_is_said_of_all() {
    let footer = prose("This page is part of the handbook", 6);
    let mut vault = TestVault::new();
    for subject in ["rye", "wheat", "spelt", "barley", "oats", "emmer", "millet"] {
        vault = vault.note(&format!("{subject}.md"), &(prose(subject, 3) + &footer));
    }
    let vault = vault.note("rye again.md", &(prose("rye", 3) + &footer + "As it was."));
    vault.sync();
    let all = paths(&look(&vault, Filter::default(), Audience::Owner));
    assert_eq!(all, [["rye again.md", "rye.md"]]);
    for (note, copies) in [("rye", vec!["rye again.md"]), ("wheat", vec![])] {
        let request = RelatedRequest {
            show: Show::All,
            limit: 5,
            update: false,
            ..RelatedRequest::new(Subject::Note(note.to_owned()))
        };
        let reply = vault.engine().related(&request, Audience::Owner).unwrap();
        let found: Vec<&str> = reply.near_copies.iter().map(|copy| copy.path.as_str()).collect();
        assert_eq!(found, copies);
    }
}

#[test]
fn a_look_can_be_followed_and_stopped() {
    struct Stages(std::sync::Mutex<Vec<(Stage, usize)>>);
    impl Progress for Stages {
        fn begin(&self, stage: Stage, total: usize) {
            self.0.lock().unwrap().push((stage, total));
        }
        fn advance(&self, _done: usize) {}
    }
    let vault = TestVault::new().note("a.md", "One.\n").note("b.md", "Two.\n").indexed();
    let stages = Stages(std::sync::Mutex::default());
    let stopped = vault.engine().copies(
        &CopiesRequest::default(),
        Audience::Owner,
        &stages,
        &AtomicBool::new(true),
    );
    assert!(matches!(stopped, Err(Error::Cancelled)));
    assert_eq!(*stages.0.lock().unwrap(), [(Stage::Comparing, 2)]);
}

/// Returns the names of the near-copies of one note.
fn near(vault: &TestVault, note: &str) -> Vec<String> {
    let request = RelatedRequest {
        show: Show::All,
        update: false,
        ..RelatedRequest::new(Subject::Note(note.to_owned()))
    };
    let reply = vault.engine().related(&request, Audience::Owner).unwrap();
    reply.near_copies.iter().map(|copy| copy.path.as_str().to_owned()).collect()
}

#[test]
fn the_same_note_is_a_copy_at_any_length_and_number() {
    for sentences in [4, 8, 12, 40] {
        for copies in [2, 5, 6, 7, 12] {
            let text = prose("rye", sentences);
            let vault = (0..copies).fold(TestVault::new(), |vault, copy| {
                // Frontmatter and blanks are no text.
                let text = format!("---\nnumber: {copy}\n---\n{}{text}", "\n".repeat(copy));
                vault.note(&format!("{copy}/rye.md"), &text)
            });
            let vault = vault.note("tax.md", &prose("tax", 12));
            let found = groups(&vault);
            let sizes: Vec<usize> = found.iter().map(Vec::len).collect();
            assert_eq!(sizes, [copies], "{sentences} sentences, {copies} notes");
            let near = near(&vault, "0/rye.md");
            assert_eq!(near.len(), copies - 1, "{sentences} sentences, {copies} notes: {near:?}");
        }
    }
}

#[test]
fn a_form_filled_in_is_no_copy_of_blank_ones() {
    let form = prose("form", 5);
    let mut vault = TestVault::new();
    for day in 0..8 {
        vault = vault.note(&format!("blank/{day}.md"), &form);
    }
    for day in 0..4 {
        let filled = format!("{form}{}", prose(&format!("day{day}"), 4));
        vault = vault.note(&format!("filled/{day}.md"), &filled);
    }
    let found = groups(&vault);
    assert!(found.iter().flatten().all(|path| path.starts_with("blank/")), "{found:?}");
}

#[test]
fn copies_of_the_same_folder_are_no_notes_elsewhere() {
    let text = prose("rye", 12);
    let vault = TestVault::new()
        .note("a/rye.md", &text)
        .note("a/rye 2.md", &text)
        .note("b/rye.md", &text)
        .note("tax.md", &prose("tax", 12));
    vault.sync_as(WORDS_ONLY);
    let request = RelatedRequest {
        elsewhere: true,
        everything: true,
        ..RelatedRequest::new(Subject::Note("a/rye.md".to_owned()))
    };
    let reply = vault.engine().related(&request, Audience::Owner).unwrap();
    let copies: Vec<&str> = reply.near_copies.iter().map(|copy| copy.path.as_str()).collect();
    assert_eq!(copies, ["b/rye.md"]);
    assert!(reply.related.iter().all(|row| row.path.as_str() == "tax.md"));
}
