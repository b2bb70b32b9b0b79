//! Words while typing, misspelt words, and passages that say the same.

use notekin_engine::{Audience, Engine, Mode, Notice, SearchRequest, Several};

use crate::vault::TestVault;

/// A paragraph long enough to be told from others.
const RULES: &str =
    "Wash the jars, boil the lids for ten minutes, fill them to the brim and turn them over.";

fn keyword(query: &str) -> SearchRequest {
    SearchRequest { mode: Mode::Keyword, ..SearchRequest::new(query) }
}

fn respelt(notices: &[Notice]) -> Vec<String> {
    let told = |notice: &Notice| match notice {
        Notice::Respelt { typed, searched } => Some(format!("{typed}={}", searched.join("|"))),
        _ => None,
    };
    notices.iter().filter_map(told).collect()
}

fn canning() -> TestVault {
    (0..7)
        .fold(TestVault::new(), |vault, number| {
            vault.note(&format!("day {number}.md"), &format!("On day {number}: {RULES}\n"))
        })
        .note(
            "other.md",
            "The lids of old jars rust. Buy new ones before every autumn, they are cheap enough.\n",
        )
}

#[test]
fn what_is_said_again_is_told_beside_the_first() {
    let vault = canning().indexed();
    for mode in [Mode::Keyword, Mode::Hybrid] {
        let reply =
            vault.search(&SearchRequest { mode, ..SearchRequest::new("boil the lids of jars") });
        let paths: Vec<_> = reply.hits.iter().map(|hit| hit.path.as_str()).collect();
        assert_eq!(paths.len(), 2, "{mode:?}: {paths:?}");
        let hit = reply.hits.iter().find(|hit| hit.path.as_str() != "other.md").unwrap();
        assert_eq!((hit.also.passages, hit.also.paths.len()), (6, 5));
        assert!(!hit.also.paths.contains(&hit.path));
        assert_eq!(reply.total, 8, "all of them match");
    }
}

#[test]
fn a_number_asked_for_tells_passages_apart() {
    let vault = canning().indexed();
    let reply = vault.search(&keyword("lids day 3"));
    assert_eq!(reply.hits[0].path.as_str(), "day 3.md");
    assert_eq!(reply.hits.len(), 8);
    assert!(reply.hits.iter().all(|hit| hit.also.passages == 0));
}

#[test]
fn short_passages_and_lines_of_a_pattern_are_never_left_out() {
    let vault =
        TestVault::new().note("a.md", "Leek soup.\n").note("b.md", "Leek soup.\n").indexed();
    assert_eq!(vault.search(&keyword("leek")).hits.len(), 2);
    let regex = SearchRequest { mode: Mode::Regex, ..SearchRequest::new("boil") };
    assert_eq!(canning().indexed().search(&regex).hits.len(), 7);
}

#[test]
fn pages_of_folded_passages_follow_without_gap_or_repeat() {
    let vault = canning().note("third.md", "Boil jam until it sets on a cold plate.\n").indexed();
    let whole = vault.search(&keyword("boil jars"));
    let mut request = SearchRequest { limit: 1, ..keyword("boil jars") };
    let mut seen = Vec::new();
    loop {
        let page = vault.search(&request);
        seen.extend(page.hits.iter().map(|hit| (hit.path.clone(), hit.also.clone())));
        let Some(next) = page.next_cursor else { break };
        request.cursor = Some(next);
    }
    let all: Vec<_> = whole.hits.iter().map(|hit| (hit.path.clone(), hit.also.clone())).collect();
    assert_eq!(seen, all);
    assert_eq!(all.len(), 3);
}

#[test]
fn an_unfinished_word_is_found_when_that_is_said() {
    let vault = TestVault::new().note("a.md", "Harvest the artichokes.\n").indexed();
    for mode in [Mode::Keyword, Mode::Hybrid] {
        let typing = SearchRequest { mode, typing: true, ..SearchRequest::new("harvest artich") };
        let hit = &vault.search(&typing).hits[0];
        let marked: Vec<_> = hit
            .snippet
            .highlights
            .iter()
            .map(|&(start, end)| &hit.snippet.text[start..end])
            .collect();
        assert_eq!(marked, ["Harvest", "artichokes"]);
    }
    assert!(vault.search(&keyword("artic")).hits.is_empty());
}

#[test]
fn a_misspelt_word_is_mended_when_nothing_else_is_found() {
    let vault = TestVault::new()
        .note("a.md", "Plant the garlic in October.\n")
        .note("b.md", "Water the leeks.\n")
        .indexed();
    let reply = vault.search(&keyword("garlci"));
    assert_eq!(respelt(&reply.notices), ["garlci=garlic"]);
    let hit = &reply.hits[0];
    assert_eq!((hit.path.as_str(), hit.snippet.highlights.as_slice()), ("a.md", &[(10, 16)][..]));
    let hybrid = vault.search(&SearchRequest::new("garlci"));
    assert_eq!(respelt(&hybrid.notices), ["garlci=garlic"]);
    assert!(hybrid.hits[0].why.words.is_some());
    for query in ["garlci leeks", "\"garlci\"", "garlic", "xyzzy"] {
        assert_eq!(respelt(&vault.search(&keyword(query)).notices), [""; 0], "{query}");
    }
}

#[test]
fn a_word_of_a_private_note_is_not_offered() {
    let vault = TestVault::new()
        .note("a.md", "Plant the leeks in October.\n")
        .note("b.md", "---\nprivate: true\n---\nThe password is saffron.\n")
        .indexed();
    let asked = |audience| vault.engine().search(&keyword("safron"), audience).unwrap();
    assert_eq!(respelt(&asked(Audience::Owner).notices), ["safron=saffron"]);
    for audience in [Audience::Assistant, Audience::Remote] {
        let reply = asked(audience);
        assert!(reply.notices.is_empty() && reply.hits.is_empty());
    }
}

#[test]
fn one_vault_that_knows_a_word_speaks_for_all() {
    let vaults = [
        TestVault::new().named("a").note("a.md", "Plant garlic.\n").indexed(),
        TestVault::new().named("b").note("b.md", "Plant garlik.\n").indexed(),
    ];
    let engines: Vec<Engine> = vaults.iter().map(TestVault::engine).collect();
    let asked = |query| Several::new(&engines).search(&keyword(query), Audience::Owner).unwrap();
    let known = asked("garlic");
    assert_eq!((known.hits.len(), known.total, respelt(&known.notices).len()), (1, 1, 0));
    let unknown = asked("garlix");
    assert_eq!((unknown.hits.len(), respelt(&unknown.notices).len()), (2, 2));
}
