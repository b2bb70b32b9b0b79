use notekin_engine as engine;
use notekin_engine::{Lines, NotePath, Span};

use super::{BatchQuery, BatchReply, SearchReply};

fn hit(path: &str) -> engine::Hit {
    engine::Hit {
        vault: "Notes".to_owned(),
        path: NotePath::parse(path).unwrap(),
        title: "Tea".to_owned(),
        heading: vec!["Tea".to_owned(), "Brewing".to_owned()],
        lines: Lines { start: 3, end: 5 },
        bytes: Span { start: 10, end: 42 },
        score: 0.654_321,
        snippet: engine::Snippet { text: "green tea".to_owned(), highlights: vec![(6, 9)] },
        after: "7.1.1".to_owned(),
        also: engine::Also::default(),
        why: engine::Why {
            words: Some(engine::Part { rank: 1, score: 0.5 }),
            ..engine::Why::default()
        },
    }
}

fn reply() -> engine::SearchReply {
    engine::SearchReply {
        query: "tea".to_owned(),
        mode: engine::Mode::Keyword,
        generation: 7,
        coverage: engine::Coverage { searched: 2, total: 3, pending: 1, errored: 0, scope: None },
        hits: vec![hit("a.md"), hit("b.md"), hit("a.md")],
        relevant: true,
        total: 2,
        next_cursor: None,
        changed: false,
        notices: vec![engine::Notice::NoModel { model: "m".to_owned() }],
    }
}

#[test]
fn a_reply_has_the_names_others_rely_on() {
    let mut reply = reply();
    reply.hits.truncate(1);
    let json = serde_json::to_string_pretty(&SearchReply::from(&reply)).unwrap();
    insta::assert_snapshot!(json, @r#"
    {
      "query": "tea",
      "mode": "keyword",
      "generation": 7,
      "coverage": {
        "searched": 2,
        "total": 3,
        "pending": 1,
        "errored": 0
      },
      "hits": [
        {
          "vault": "Notes",
          "path": "a.md",
          "title": "Tea",
          "heading": [
            "Tea",
            "Brewing"
          ],
          "lines": {
            "start": 3,
            "end": 5
          },
          "bytes": {
            "start": 10,
            "end": 42
          },
          "score": 0.6543,
          "snippet": {
            "text": "green tea",
            "highlights": [
              [
                6,
                9
              ]
            ]
          },
          "why": {
            "words": {
              "rank": 1,
              "score": 0.5
            }
          }
        }
      ],
      "total": 2,
      "next_cursor": null,
      "notices": [
        {
          "kind": "no_model",
          "model": "m"
        }
      ]
    }
    "#);
}

#[test]
fn a_batch_names_each_note_once() {
    let query: BatchQuery =
        serde_json::from_str(r#"{"id": 4, "query": "tea", "extra": []}"#).unwrap();
    assert_eq!(query.query, "tea");
    let found = reply();
    let reply = BatchReply::new(query.id, (&found).into(), None);
    assert_eq!(reply.id, 4);
    assert_eq!(reply.results, ["a.md", "b.md"]);
    assert_eq!(reply.hits.len(), 3);
    let fewer = BatchReply::new(reply.id, (&found).into(), Some(1));
    assert_eq!((fewer.hits.len(), fewer.results), (1, reply.results));
}
