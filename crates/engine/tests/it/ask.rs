//! Answers without a language model: sentences of the notes, quoted, or that the notes don't answer.

use std::net::TcpListener;
use std::sync::atomic::AtomicBool;

use notekin_engine::ask::{AskOutcome, AskReply, AskRequest, SupportLevel, Turn};
use notekin_engine::models::{Server as At, Servers};
use notekin_engine::{Audience, Filter, Kind, Lines, Span};
use sha2::{Digest, Sha256};

use crate::vault::TestVault;

/// Returns a vault with some to answer from, in several scripts.
pub(crate) fn kitchen() -> TestVault {
    TestVault::new()
        .note(
            "soups/leek.md",
            "---\ntags: [soup]\n---\n# Leek soup\n\n## Cooking\nLeek soup is boiled for 20 minutes.\r\nAdd the *cream* at the end. 😀\n",
        )
        .note("bread.md", "# Bread\n\nBread dough rises over night.\nIt is baked at 230 °C.\n")
        .note("カレー.md", "# カレー\n\nカレーは玉ねぎと人参を煮込む料理です。東京では金曜日に食べます。\n")
        .note("empty.md", "")
}

/// Asks, and checks what holds for every reply: it was told as it stands, and all it names is in the files.
pub(crate) fn ask(vault: &TestVault, request: &AskRequest, audience: Audience) -> AskReply {
    let mut heard = String::new();
    let mut hear = |text: &str| heard.push_str(text);
    let reply = vault.engine().ask(request, audience, &mut hear, &AtomicBool::new(false)).unwrap();
    assert_eq!(heard, reply.marked, "what is told is what was checked");
    check_places(vault, &reply);
    reply
}

/// Asks as the vault's owner, without a model.
fn quoted(vault: &TestVault, question: &str) -> AskReply {
    ask(vault, &AskRequest::new(question), Audience::Owner)
}

/// Checks that sources and places are the very bytes and lines of the files.
pub(crate) fn check_places(vault: &TestVault, reply: &AskReply) {
    let of = |path: &str, span: Span, lines: Lines| {
        let file = std::fs::read(vault.root().join(path)).unwrap();
        let before = |end: usize| file[..end].split(|byte| *byte == b'\n').count() as u32 - 1;
        let text = String::from_utf8(file[span.start..span.end].to_vec()).unwrap();
        let last = span.start + text.trim_end_matches('\n').len();
        assert_eq!((lines.start, lines.end), (1 + before(span.start), 1 + before(last)), "{path}");
        text
    };
    for source in &reply.sources {
        assert_eq!(of(source.path.as_str(), source.bytes, source.lines), source.text);
        let digest = Sha256::digest(source.text.as_bytes());
        let hash = digest.iter().fold(String::new(), |hash, byte| format!("{hash}{byte:02x}"));
        assert_eq!(source.quote_hash, hash);
    }
    for support in &reply.supports {
        assert!(reply.answer.get(support.span.start..support.span.end).is_some(), "{support:?}");
        for place in &support.places {
            let source = &reply.sources[place.source];
            let said = of(source.path.as_str(), place.bytes, place.lines);
            assert!(source.text.contains(&said));
        }
    }
}

fn paths(reply: &AskReply) -> Vec<&str> {
    reply.sources.iter().map(|source| source.path.as_str()).collect()
}

#[test]
fn the_sentence_that_answers_is_quoted_with_its_place() {
    let vault = kitchen().indexed();
    let reply = quoted(&vault, "How long is leek soup boiled?");
    assert_eq!((reply.outcome, reply.model.as_deref()), (AskOutcome::Answered, None));
    assert!(reply.answer.starts_with("Leek soup is boiled for 20 minutes."), "{reply:?}");
    assert!(reply.marked.starts_with("Leek soup is boiled for 20 minutes.[1]"), "{reply:?}");
    assert_eq!(paths(&reply)[0], "soups/leek.md");
    assert_eq!(reply.sources[0].heading, ["Leek soup", "Cooking"]);
    let place = &reply.supports[0].places[0];
    assert_eq!((place.lines.start, place.lines.end, place.is_quote), (7, 7, true));
    assert!(reply.sentences.iter().all(|it| it.support == SupportLevel::Supported));
    assert!(reply.nearest.is_empty());
}

#[test]
fn all_that_is_quoted_stands_in_the_files() {
    let vault = kitchen().indexed();
    for question in
        ["When is the cream added?", "カレーは何を煮込む料理？", "At which heat is bread baked?"]
    {
        let reply = quoted(&vault, question);
        assert_eq!(reply.outcome, AskOutcome::Answered, "{question}");
        for support in &reply.supports {
            let place = &support.places[0];
            let path = reply.sources[place.source].path.as_str();
            let file = std::fs::read(vault.root().join(path)).unwrap();
            let sentence = &reply.answer[support.span.start..support.span.end];
            assert_eq!(&file[place.bytes.start..place.bytes.end], sentence.as_bytes());
        }
    }
}

#[test]
fn what_no_note_answers_is_said_with_the_nearest_notes() {
    let vault = kitchen().indexed();
    let reply = quoted(&vault, "Who won the election in Estonia?");
    assert_eq!((reply.outcome, reply.answer.as_str()), (AskOutcome::NotInNotes, ""));
    assert!(reply.sources.is_empty() && reply.supports.is_empty() && reply.sentences.is_empty());
    assert!(!reply.nearest.is_empty() && reply.nearest.len() <= 3, "{:?}", reply.nearest);
    assert!(reply.notices.is_empty(), "{:?}", reply.notices);
}

#[test]
fn while_notes_are_still_to_be_read_nothing_is_claimed_of_them() {
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let servers = Servers { ollama: At::at(&format!("http://{address}")), ..Servers::default() };
    let vault = kitchen().served("ollama/my-own", servers);
    vault.sync();
    let reply = quoted(&vault, "Who won the election in Estonia?");
    assert_eq!(reply.outcome, AskOutcome::PartialIndex);
    assert_eq!((reply.coverage.total, reply.coverage.pending), (4, 4));
    let reply = quoted(&vault, "How long is leek soup boiled?");
    assert_eq!(reply.outcome, AskOutcome::Answered, "what is read answers");
}

#[test]
fn only_notes_within_the_filter_answer() {
    let vault = kitchen().indexed();
    let within = |folder: &str| AskRequest {
        filter: Filter { folders: vec![folder.to_owned()], ..Filter::default() },
        ..AskRequest::new("How long is leek soup boiled?")
    };
    let reply = ask(&vault, &within("soups"), Audience::Owner);
    assert_eq!(paths(&reply), ["soups/leek.md"]);
    vault.write("stews/stew.md", "# Stew\n\nThe stew simmers.\n");
    vault.sync();
    let reply = ask(&vault, &within("stews"), Audience::Owner);
    assert_eq!(reply.outcome, AskOutcome::NotInNotes);
    assert!(reply.nearest.iter().all(|note| note.path.as_str() == "stews/stew.md"));
}

#[test]
fn private_notes_answer_their_owner_alone() {
    let vault = kitchen()
        .note("safe.md", "---\nprivate: true\n---\n# Safe\n\nThe safe opens by the word sesame.\n")
        .indexed();
    let request = AskRequest::new("By which word does the safe open?");
    let reply = ask(&vault, &request, Audience::Owner);
    assert_eq!((reply.outcome, paths(&reply)), (AskOutcome::Answered, vec!["safe.md"]));
    assert!(reply.is_private);
    for audience in [Audience::Assistant, Audience::Remote] {
        let reply = ask(&vault, &request, audience);
        assert_eq!((reply.outcome, reply.is_private), (AskOutcome::NotInNotes, false));
        assert!(!format!("{reply:?}").to_lowercase().contains("sesame"), "{reply:?}");
        assert!(reply.nearest.iter().all(|note| note.path.as_str() != "safe.md"));
    }
}

#[test]
fn an_edit_is_answered_from_at_once() {
    let vault = kitchen().indexed();
    vault.write("bread.md", "# Bread\n\nNow it is baked at 250 °C, our bread.\n");
    let reply = quoted(&vault, "At how many degrees is bread baked?");
    assert!(reply.answer.contains("250 °C"), "{reply:?}");
}

#[test]
fn a_question_is_understood_by_the_one_before() {
    let vault = kitchen().indexed();
    let turn = Turn {
        question: "How long does leek soup cook?".to_owned(),
        answer: "Leek soup is boiled for 20 minutes.".to_owned(),
        is_private: false,
        notes: vec!["soups/leek.md".to_owned()],
    };
    let request =
        AskRequest { turns: vec![turn], ..AskRequest::new("And when is the cream added to it?") };
    let reply = ask(&vault, &request, Audience::Owner);
    assert!(reply.query.contains("leek"), "{}", reply.query);
    assert_eq!(paths(&reply)[0], "soups/leek.md");
    assert!(reply.answer.contains("Add the *cream* at the end."), "{reply:?}");
}

#[test]
fn no_question_is_an_error_of_whoever_asks() {
    let request = AskRequest::new(" \n");
    let never = AtomicBool::new(false);
    let asked = kitchen().engine().ask(&request, Audience::Owner, &mut |_| {}, &never);
    assert_eq!(asked.unwrap_err().kind(), Kind::Invalid);
}
