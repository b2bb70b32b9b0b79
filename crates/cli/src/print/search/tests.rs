use notekin_config::Vault;
use notekin_engine::{Also, Coverage, Hit, Lines, Mode, NotePath, SearchReply, Snippet, Span, Why};
use notekin_wire as wire;

use super::{hits, summary};

fn reply(hits: Vec<Hit>, coverage: Coverage) -> wire::SearchReply {
    let reply = SearchReply {
        query: "tea".to_owned(),
        mode: Mode::Semantic,
        generation: 1,
        coverage,
        relevant: true,
        total: hits.len(),
        hits,
        next_cursor: None,
        changed: false,
        notices: Vec::new(),
    };
    (&reply).into()
}

fn hit() -> Hit {
    Hit {
        vault: "Notes".to_owned(),
        path: NotePath::parse("tea/green.md").unwrap(),
        title: "Green tea".to_owned(),
        heading: vec!["Green tea".to_owned(), "Brewing".to_owned()],
        lines: Lines { start: 3, end: 5 },
        bytes: Span { start: 10, end: 42 },
        score: 0.456,
        snippet: Snippet {
            text: "use green tea leaves".to_owned(),
            highlights: vec![(4, 9), (10, 13)],
        },
        after: String::new(),
        why: Why::default(),
        also: Also::default(),
    }
}

#[test]
fn a_terminal_shows_links_and_marks() {
    let vault = Vault {
        path: "/notes".into(),
        id: String::new(),
        name: "Notes".to_owned(),
        exclude: Vec::new(),
        registered: true,
        declined_model: false,
    };
    let mut text = Vec::new();
    hits(&[&vault], &reply(vec![hit()], Coverage::default()), false, &mut text).unwrap();
    let text = String::from_utf8(text).unwrap().replace('\u{1b}', "␛");
    insta::assert_snapshot!(text, @r#"
    1. ␛[1m␛]8;;file:///notes/tea/green.md␛\Green tea › Brewing␛]8;;␛\␛[0m  0.46
       ␛[2mtea/green.md:3␛[0m
       use ␛[1mgreen␛[0m ␛[1mtea␛[0m leaves
    "#);
}

#[test]
fn the_summary_claims_nothing_of_notes_that_were_not_searched() {
    let said = |hits, coverage| summary(&reply(hits, coverage));
    let all = Coverage { searched: 2000, total: 2000, pending: 0, errored: 0, scope: None };
    insta::assert_snapshot!(said(Vec::new(), all), @"nothing found in 2,000 notes");
    insta::assert_snapshot!(said(Vec::new(), Coverage { searched: 240, pending: 1760, ..all }), @"nothing found in the 240 of 2,000 notes read so far");
    insta::assert_snapshot!(said(Vec::new(), Coverage { searched: 1999, errored: 1, ..all }), @"nothing found in 1,999 notes; 1 note couldn't be read");
    let few = Coverage { scope: Some(3), ..all };
    insta::assert_snapshot!(said(Vec::new(), few), @"nothing found in the 3 of 2,000 notes that the filter lets through");
    insta::assert_snapshot!(said(Vec::new(), Coverage { scope: Some(0), ..all }), @"the filter lets none of 2,000 notes through");
    insta::assert_snapshot!(said(Vec::new(), Coverage { searched: 240, pending: 1760, ..few }), @"nothing found in the 3 that the filter lets through of the 240 of 2,000 notes read so far");
    insta::assert_snapshot!(said(vec![hit()], few), @"1 passage shown; 1 of 2,000 notes matches");
    insta::assert_snapshot!(said(vec![hit()], all), @"1 passage shown; 1 of 2,000 notes matches");
    insta::assert_snapshot!(said(vec![hit()], Coverage { searched: 240, pending: 1760, ..all }), @"1 passage shown; 1 note matches in the 240 of 2,000 notes read so far");
    insta::assert_snapshot!(said(Vec::new(), Coverage::default()), @"there are no notes in this vault yet");
}
