//! Measuring a vault by its own links.

use std::sync::atomic::AtomicBool;

use notekin_engine::{
    Audience, Engine, Error, Kind, KnownHubs, KnownPair, KnownQuery, MeasureRequest, Measurement,
    Mode, Quiet, RelatedRequest, Relation, SearchRequest, Show, Subject, Unfit,
};

use crate::vault::TestVault;

/// Subjects with the words their notes are made of.
const SUBJECTS: [(&str, &str); 4] = [
    ("bread", "flour dough yeast oven crust starter rye loaf bake knead proof crumb"),
    ("garden", "soil seed tomato compost bed prune water mulch frost bloom weed shed"),
    ("sailing", "mast sail keel wind harbour anchor tide rope rudder deck knot chart"),
    ("chess", "pawn rook bishop opening gambit endgame mate clock castle check queen file"),
];

/// Notes of each subject.
const NOTES: usize = 12;

/// A vault whose notes link to the next of their subject, in words that would give the link away.
pub(crate) fn vault() -> TestVault {
    let mut vault = TestVault::new();
    for (subject, words) in SUBJECTS {
        let words: Vec<&str> = words.split(' ').collect();
        for note in 0..NOTES {
            let said: Vec<&str> =
                (0..40).map(|at| words[(at * (note + 1) + note) % words.len()]).collect();
            let next = format!("{subject} {}", (note + 1) % NOTES);
            let second = format!("{subject} {}", (note + 2) % NOTES);
            let text =
                format!("{}.\n\nSee [[{next}]] and [[{second}|the zyzzyva]].\n", said.join(" "));
            vault = vault.note(&format!("{subject}/{subject} {note}.md"), &text);
        }
    }
    vault
}

pub(crate) fn measure(vault: &TestVault, request: MeasureRequest) -> Measurement {
    let cancel = AtomicBool::new(false);
    vault.engine().measuring(request, &Quiet, &cancel).unwrap().run(&Quiet, &cancel).unwrap()
}

fn count(measured: &Measurement, relation: Relation) -> usize {
    measured.links.pairs.iter().filter(|pair| pair.relation == relation).count()
}

#[test]
fn links_are_told_from_chance_and_set_the_score() {
    let vault = vault();
    vault.sync();
    let measured = measure(&vault, MeasureRequest::default());
    let linked = SUBJECTS.len() * NOTES * 2;
    assert_eq!(measured.links.linked_in_vault, linked);
    assert_eq!(count(&measured, Relation::Linked), linked);
    assert_eq!(count(&measured, Relation::Random), linked);
    assert!(count(&measured, Relation::SameFolder) > linked / 2);
    let all = &measured.links.parts[0];
    let auc = all.random.unwrap();
    let (low, high) = auc.range.unwrap();
    assert!(auc.value > 0.8 && low < auc.value && auc.value < high, "{auc:?}");
    assert!(measured.vectors.unwrap().vectors >= SUBJECTS.len() * NOTES);
    assert!(measured.variants.iter().all(|variant| variant.random.is_some()));
    assert!(measured.hubs.picks.iter().all(|pick| !pick.own.is_empty()));

    let threshold = measured.threshold;
    assert!(threshold.own && threshold.kept && threshold.pairs == linked);
    let below = measured
        .links
        .pairs
        .iter()
        .filter(|pair| pair.relation == Relation::Linked && pair.score < threshold.least);
    let share = below.count() as f32 / linked as f32;
    assert!((share - 0.25).abs() < 0.05, "{share}");
    let look = |vault: &TestVault| {
        let request = RelatedRequest {
            show: Show::All,
            ..RelatedRequest::new(Subject::Note("bread 0".to_owned()))
        };
        vault.engine().related(&request, Audience::Owner).unwrap().least
    };
    assert!((look(&vault) - threshold.least).abs() < 1e-6);
    vault.engine().forget_measurement().unwrap();
    assert!((look(&vault) - threshold.least).abs() > 1e-6, "the model's own again");
}

fn found(engine: &Engine, query: &str) -> usize {
    let request = SearchRequest { mode: Mode::Keyword, update: false, ..SearchRequest::new(query) };
    engine.search(&request, Audience::Owner).map_or(0, |reply| reply.total)
}

/// Returns an engine of what is read for measuring.
fn link_free(vault: &TestVault) -> Engine {
    let mut settings = vault.engine().settings().clone();
    settings.home = settings.home.join("measure");
    Engine::open(settings)
}

#[test]
fn the_text_of_links_is_not_judged_by_and_no_second_copy_of_notes_stays() {
    let vault = vault();
    vault.sync();
    let (engine, cancel) = (vault.engine(), AtomicBool::new(false));
    assert!(found(&engine, "zyzzyva") > 0);
    let measuring = engine.measuring(MeasureRequest::default(), &Quiet, &cancel).unwrap();
    assert!(found(&link_free(&vault), "flour") > 0);
    assert_eq!(found(&link_free(&vault), "zyzzyva"), 0);
    let other = vault.engine();
    let second = other.measuring(MeasureRequest::default(), &Quiet, &cancel);
    assert_eq!(second.err().map(|error| error.kind()), Some(Kind::Busy));
    measuring.run(&Quiet, &cancel).unwrap();
    assert!(!engine.settings().home.join("measure/index").exists());
    engine.measuring(MeasureRequest::default(), &Quiet, &cancel).unwrap();
    assert!(!engine.settings().home.join("measure/index").exists(), "nor when it isn't run");
}

/// Returns the keys in a list of vectors.
fn keys(list: &std::path::Path) -> Vec<[u8; 16]> {
    let text = std::fs::read_to_string(list).unwrap();
    let key = |line: &str| {
        let digits = line.rsplit_once(' ').unwrap().1.to_owned();
        std::array::from_fn(|at| u8::from_str_radix(&digits[2 * at..2 * at + 2], 16).unwrap())
    };
    text.lines().map(key).collect()
}

/// Returns how many of some vectors are stored.
fn stored(engine: &Engine, keys: &[[u8; 16]]) -> usize {
    let settings = engine.settings();
    let dims = notekin_embed::model(&settings.model).unwrap().dims;
    let mut store =
        notekin_index::VectorStore::open(&settings.vectors, &settings.model, dims).unwrap();
    store.get_many(keys).unwrap().into_iter().flatten().count()
}

#[test]
fn vectors_made_for_measuring_go_with_a_note_that_is_kept_out() {
    let vault = vault();
    vault.sync();
    measure(&vault, MeasureRequest::default());
    let list = vault.engine().settings().home.join("measure/vectors");
    let kept = keys(&list);
    assert!(!kept.is_empty() && stored(&vault.engine(), &kept) == kept.len());
    vault.write("bread/bread 0.md", "---\nindex: false\n---\nNothing.\n");
    vault.sync();
    assert!(!list.exists());
    assert_eq!(stored(&vault.engine(), &kept), 0);
    let measured = measure(&vault, MeasureRequest::default());
    assert!(measured.vectors.is_some(), "they are made again");
    vault.engine().forget().unwrap();
    assert!(!list.exists());
}

#[test]
fn the_same_seed_draws_the_same_and_nothing_is_read_twice() {
    let vault = vault();
    vault.sync();
    let request = || MeasureRequest { sample: 20, ..MeasureRequest::default() };
    let (engine, cancel) = (vault.engine(), AtomicBool::new(false));
    let first = engine.measuring(request(), &Quiet, &cancel).unwrap();
    assert!(first.cost().passages > 0, "what it costs is known first");
    let first = first.run(&Quiet, &cancel).unwrap();
    let second = engine.measuring(request(), &Quiet, &cancel).unwrap();
    assert_eq!(second.cost().passages, 0);
    let second = second.run(&Quiet, &cancel).unwrap();
    // Sums of another index may differ in their last bits.
    for (one, other) in first.links.pairs.iter().zip(&second.links.pairs) {
        assert_eq!((&one.a, &one.b, one.relation), (&other.a, &other.b, other.relation));
        assert!((one.score - other.score).abs() < 1e-5, "{one:?} {other:?}");
    }
    assert_eq!(first.links.pairs.len(), second.links.pairs.len());
    assert_eq!(count(&first, Relation::Linked), 20);
    let other = measure(&vault, MeasureRequest { seed: 2, ..request() });
    assert_ne!(first.links.pairs, other.links.pairs);
}

#[test]
fn given_pairs_are_all_judged_and_missing_notes_counted() {
    let vault = vault();
    vault.sync();
    let pair =
        |a: &str, b: &str, relation| KnownPair { a: a.to_owned(), b: b.to_owned(), relation };
    let pairs = vec![
        pair("bread/bread 0.md", "bread/bread 1.md", Relation::Linked),
        pair("BREAD/Bread 0.md", "chess/chess 7.md", Relation::Random),
        pair("bread/bread 0.md", "bread/bread 6.md", Relation::SameFolder),
        pair("bread/bread 0.md", "none.md", Relation::Linked),
    ];
    let measured =
        measure(&vault, MeasureRequest { pairs: Some(pairs), ..MeasureRequest::default() });
    assert_eq!((measured.links.pairs.len(), measured.links.missing), (3, 1));
    let score =
        |b: &str| measured.links.pairs.iter().find(|pair| pair.b.as_str() == b).unwrap().score;
    assert!(score("bread/bread 1.md") > score("chess/chess 7.md"));
    assert!(!measured.threshold.own && !measured.threshold.kept, "one pair sets no score");
}

fn refused(vault: &TestVault, request: MeasureRequest) -> String {
    let cancel = AtomicBool::new(false);
    vault.engine().measuring(request, &Quiet, &cancel).err().unwrap().to_string()
}

#[test]
fn what_is_about_no_note_of_the_vault_is_refused() {
    let vault = vault();
    vault.sync();
    let pair = |a: &str, b: &str| KnownPair {
        a: a.to_owned(),
        b: b.to_owned(),
        relation: Relation::Linked,
    };
    for pairs in [
        vec![],
        vec![pair("none.md", "bread 0")],
        vec![pair("bread 0", "none.md")],
        vec![pair("bread 0", "bread/bread 0.md")],
    ] {
        let why =
            refused(&vault, MeasureRequest { pairs: Some(pairs), ..MeasureRequest::default() });
        assert!(why.starts_with("no pair names two notes of this vault"), "{why}");
    }
    let hubs = |note: &str, hubs: &[&str]| KnownHubs {
        note: note.to_owned(),
        hubs: hubs.iter().map(|hub| (*hub).to_owned()).collect(),
    };
    for hubs in [
        vec![],
        vec![hubs("none.md", &["bread 0"])],
        vec![hubs("bread 0", &[])],
        vec![hubs("bread 0", &["none.md"])],
    ] {
        let why = refused(&vault, MeasureRequest { hubs: Some(hubs), ..MeasureRequest::default() });
        assert!(why.starts_with("no line names a note of this vault and its hubs"), "{why}");
    }
}

#[test]
fn notes_go_by_their_names_and_what_is_left_out_is_told() {
    let vault = vault();
    vault.sync();
    let pair = |a: &str, b: &str| KnownPair {
        a: a.to_owned(),
        b: b.to_owned(),
        relation: Relation::Linked,
    };
    let query = |answer: &str| KnownQuery {
        id: answer.to_owned(),
        query: "flour and yeast".to_owned(),
        answers: vec![answer.to_owned()],
    };
    let known = |hub: &str| KnownHubs { note: "Bread 1".to_owned(), hubs: vec![hub.to_owned()] };
    let request = MeasureRequest {
        pairs: Some(vec![
            pair("bread 0", "BREAD/bread 1"),
            pair("bread 0", "Bread 0"),
            pair("bread 0", "gone"),
            pair("lost", "gone"),
        ]),
        hubs: Some(vec![known("bread 2"), known("away")]),
        queries: vec![query("bread 3"), query("nowhere")],
        ..MeasureRequest::default()
    };
    let (engine, cancel) = (vault.engine(), AtomicBool::new(false));
    let measuring = engine.measuring(request, &Quiet, &cancel).unwrap();
    let told: Vec<(Unfit, Vec<&str>)> = (measuring.left_out().iter())
        .map(|left_out| (left_out.unfit, left_out.names.iter().map(String::as_str).collect()))
        .collect();
    let expected = [
        (Unfit::PairMissing, vec!["gone", "lost"]),
        (Unfit::PairOfOne, vec!["bread 0"]),
        (Unfit::HubsMissing, vec!["away"]),
        (Unfit::Unanswerable, vec!["nowhere"]),
    ];
    assert_eq!(told, expected);
    let measured = measuring.run(&Quiet, &cancel).unwrap();
    assert_eq!((measured.links.pairs.len(), measured.links.missing), (1, 3));
    assert_eq!((measured.hubs.picks.len(), measured.hubs.missing), (1, 1));
    assert_eq!((measured.search[0].ranks.len(), measured.unanswerable), (1, 1));
}

#[test]
fn a_link_does_not_speak_for_itself() {
    let vault = vault();
    vault.sync();
    let judged = |vault: &TestVault| {
        let pair = KnownPair {
            a: "bread/bread 0.md".to_owned(),
            b: "bread/bread 5.md".to_owned(),
            relation: Relation::Random,
        };
        let request = MeasureRequest { pairs: Some(vec![pair]), ..MeasureRequest::default() };
        measure(vault, request).links.pairs[0].score
    };
    let before = judged(&vault);
    let path = "bread/bread 0.md";
    let text = std::fs::read_to_string(vault.root().join(path)).unwrap();
    vault.write(path, &(text + "[[bread 5]]\n"));
    vault.sync();
    assert!((judged(&vault) - before).abs() < 1e-6, "{before} {}", judged(&vault));
}

#[test]
fn hubs_are_found_again_when_their_links_are_taken_out() {
    let mut vault = vault();
    for (subject, words) in SUBJECTS {
        let list: Vec<String> = (0..NOTES).map(|note| format!("- [[{subject} {note}]]")).collect();
        vault = vault
            .note(&format!("{subject}.md"), &format!("{words} {words}\n\n{}\n", list.join("\n")));
        for note in 0..6 {
            vault = vault.note(
                &format!("{subject}/{subject} extra {note}.md"),
                &format!("{words} {words} {words} {words}\n\nUp: [[{subject}]]\n"),
            );
        }
    }
    vault.sync();
    let measured = measure(&vault, MeasureRequest::default());
    assert_eq!(measured.hubs.hubs, SUBJECTS.len());
    assert_eq!(measured.hubs.picks.len(), SUBJECTS.len() * 6);
    assert!(measured.hubs.accuracy.unwrap().value > 0.9, "{:?}", measured.hubs.picks);
    let known =
        KnownHubs { note: "chess/chess 3.md".to_owned(), hubs: vec!["bread.md".to_owned()] };
    let request = MeasureRequest { hubs: Some(vec![known]), ..MeasureRequest::default() };
    assert!(
        measure(&vault, request).hubs.accuracy.unwrap().value < 1e-6,
        "a wrong answer is wrong"
    );
}

#[test]
fn questions_are_scored_by_where_the_answer_stands() {
    let vault = vault();
    vault.sync();
    let query = |query: &str, answer: &str| KnownQuery {
        id: query.to_owned(),
        query: query.to_owned(),
        answers: vec![answer.to_owned()],
    };
    let queries = vec![
        query("chess 7", "chess/chess 7.md"),
        query("chess 7", "bread/bread 1.md"),
        query("anything", "gone.md"),
    ];
    let measured = measure(&vault, MeasureRequest { queries, ..MeasureRequest::default() });
    assert_eq!(measured.unanswerable, 1);
    let keyword = measured.search.iter().find(|search| search.mode == Mode::Keyword).unwrap();
    assert_eq!(keyword.ranks, [Some(1), None]);
    assert!((keyword.hit_at_1.value - 0.5).abs() < 1e-6 && (keyword.mrr.value - 0.5).abs() < 1e-6);
}

#[test]
fn small_and_wordless_vaults_are_measured_as_far_as_that_goes() {
    for notes in [1, 2, 5] {
        let mut vault = TestVault::new();
        for note in 0..notes {
            vault = vault.note(&format!("{note}.md"), "Short. [[0]]\n");
        }
        vault.sync();
        let measured = measure(&vault, MeasureRequest::default());
        assert!(measured.links.pairs.is_empty() && !measured.threshold.own);
    }
    let vault = vault().without_model();
    vault.sync();
    let measured = measure(&vault, MeasureRequest::default());
    assert!(measured.vectors.is_none() && measured.variants.is_empty());
    assert!(measured.links.parts[0].random.unwrap().value > 0.7, "by words and links");
    assert_eq!(measured.notices.len(), 1);
}

#[test]
fn a_measurement_can_be_stopped() {
    let vault = vault();
    vault.sync();
    let (engine, cancel) = (vault.engine(), AtomicBool::new(false));
    let measuring = engine.measuring(MeasureRequest::default(), &Quiet, &cancel).unwrap();
    cancel.store(true, std::sync::atomic::Ordering::Relaxed);
    assert!(matches!(measuring.run(&Quiet, &cancel), Err(Error::Cancelled)));
}

#[test]
fn what_the_models_own_words_are_worth_is_measured_when_asked() {
    let vault = vault();
    vault.sync();
    let request = || MeasureRequest { prompts: true, ..MeasureRequest::default() };
    measure(&vault, MeasureRequest::default());
    let (engine, cancel) = (vault.engine(), AtomicBool::new(false));
    let prompts = |measured: &Measurement| {
        measured.variants.iter().filter(|variant| variant.group == "prompts").count()
    };
    let without = engine.measuring(MeasureRequest::default(), &Quiet, &cancel).unwrap();
    assert_eq!(without.cost().passages, 0);
    assert_eq!(prompts(&without.run(&Quiet, &cancel).unwrap()), 0);
    let with = engine.measuring(request(), &Quiet, &cancel).unwrap();
    assert!(with.cost().passages >= SUBJECTS.len() * NOTES, "what it costs is known first");
    let measured = with.run(&Quiet, &cancel).unwrap();
    assert_eq!(prompts(&measured), 2);
    // The stand-in wants no words around a passage, so that nothing is worth anything.
    let [.., one, other] = measured.variants.as_slice() else { unreachable!() };
    assert!((one.random.unwrap().value - other.random.unwrap().value).abs() < 0.02);
}
