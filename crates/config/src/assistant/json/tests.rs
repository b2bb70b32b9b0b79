use proptest::prelude::*;

use super::{Dialect, Entry, Json, Standing};
use crate::assistant::client::Client;

/// Files as people and programs leave them; the entry can be added to each, and nothing else may change.
const ODD: &[&str] = &[
    "",
    " \n\n",
    "// nothing yet\n",
    "/* nothing yet */",
    "{}",
    "{ }",
    "{\n}\n",
    "{\n  // nothing yet\n}\n",
    "{\"theme\":\"dark\"}",
    "{\"theme\": \"dark\",}",
    "{\n  \"theme\": \"dark\"\n}\n",
    "{\n  \"theme\": \"dark\"\n}",
    "{\n  \"theme\": \"dark\", // mine\n}\n",
    "{\n  \"theme\": \"dark\" // mine\n}\n",
    "{\n  \"theme\": \"dark\", /* a */ /* b */\n  // c\n}\n",
    "{\r\n\t\"theme\": \"dark\"\r\n}\r\n",
    "{\n  \"mcpServers\": {}\n}\n",
    "{\n  \"mcpServers\": {},\n  \"theme\": \"dark\"\n}\n",
    "{\n  \"mcpServers\": {\n    // none yet\n  }\n}\n",
    "{\n  \"mcpServers\": { /* none */ }\n}\n",
    "{\n  \"mcpServers\": {\n    \"a\": {\"command\": \"x\"}\n  }\n}\n",
    "{\n  \"mcpServers\": {\n    \"a\": {\"command\": \"x\"},\n  },\n}\n",
    "{\n    \"mcpServers\": {\n        \"a\": {\"url\": \"https://x/{y}\"}, // }\n        // \"b\": {}\n    }\n}\n",
    "{\"mcpServers\": {\"a\": {\"command\": \"x\"}}, \"theme\": 1}",
    "{\r\n\t\"mcpServers\": {\r\n\t\t\"a\": {},\r\n\t},\r\n\t\"theme\": 1\r\n}",
    "{\n  \"projects\": {\"/x\": {\"mcpServers\": {\"notekin\": {\"command\": \"notekin\"}}}}\n}\n",
    "{\n  \"note\": \"\\\"mcpServers\\\": {\\\"notekin\\\": {}}\",\n  \"n\": 1e-7\n}\n",
    "{\n  \"\\u006dcpServers\": {\n    \"a\\u0062\": {\"k\": \"\\ud83c\\udf75\"}\n  }\n}\n",
    "{\n  \"theme\": 1,\n  \"theme\": 2\n}\n",
    "{\n  \"mcpServers\": {\n    \"notekin\": {\"command\": \"npx\", \"args\": [\"other\"]}\n  }\n}\n",
    "{\n  \"mcpServers\": {\n    \"notekin\": null // later\n  }\n}\n",
    "{\n  \"mcpServers\": {\n    \"notekin\": {\n      \"command\": \"/old/notekin\",\n      \"args\": [\"mcp\", \"--vault\", \"/old\"]\n    }\n  }\n}\n",
    "// top\n{ /* in */ \"mcpServers\" /* key */ : /* value */ { \"a\": { } /* last */ } } // end",
];

fn shape() -> Json {
    Json { servers: "mcpServers", dialect: Dialect::Commented, is_typed: false }
}

fn entry() -> Entry {
    let args = ["mcp", "--vault", "/My \"notes\""].map(str::to_owned);
    Entry { command: "/bin/notekin".to_owned(), args: args.into(), env: Vec::new() }
}

fn added(text: &str) -> String {
    shape().add(text, &entry()).unwrap_or_else(|fault| panic!("{text:?}: {fault:?}"))
}

fn fault(text: &str) -> String {
    let fault = shape().add(text, &entry()).unwrap_err();
    format!("{}: {}", fault.line, fault.reason)
}

#[test]
fn the_entry_is_added_to_every_odd_file_and_once_is_enough() {
    for text in ODD {
        let after = added(text);
        assert_eq!(shape().standing(&after), Ok(Standing::Ours(entry())), "{after}");
        assert_eq!(added(&after), after);
    }
}

#[test]
fn every_line_of_an_odd_file_stays_in_its_order() {
    let bare = |line: &str| line.replace([',', '{', '}'], "").trim().to_owned();
    let is_new =
        |text: &&&str| !text.starts_with("{\"") && shape().standing(text) == Ok(Standing::Absent);
    for text in ODD.iter().filter(is_new) {
        let after = added(text);
        let mut lines = after.lines().map(bare);
        let whole = |line: &String| !line.is_empty() && !line.contains("/*");
        for line in text.lines().map(bare).filter(whole) {
            assert!(lines.any(|after| after.contains(&line)), "{line:?} is gone:\n{after}");
        }
    }
}

#[test]
fn taking_the_entry_out_gives_back_a_file_with_servers_of_others() {
    for text in ODD.iter().filter(|text| text.contains("\"a\"") && text.contains(",\n  }")) {
        assert_eq!(shape().remove(&added(text)).as_deref(), Ok(*text));
    }
    let text = "{\n  \"mcpServers\": {\n    // none yet\n  }\n}\n";
    assert_eq!(shape().remove(&added(text)).as_deref(), Ok(text));
}

#[test]
fn the_file_keeps_its_hand() {
    insta::assert_snapshot!(added(ODD[22]), @r#"
    {
        "mcpServers": {
            "a": {"url": "https://x/{y}"}, // }
            "notekin": {
                "command": "/bin/notekin",
                "args": ["mcp", "--vault", "/My \"notes\""],
            },
            // "b": {}
        }
    }
    "#);
    insta::assert_snapshot!(added(ODD[12]), @r#"
    {
      "theme": "dark", // mine
      "mcpServers": {
        "notekin": {
          "command": "/bin/notekin",
          "args": ["mcp", "--vault", "/My \"notes\""]
        }
      },
    }
    "#);
    insta::assert_snapshot!(added(ODD[25]), @r#"
    {
      "projects": {"/x": {"mcpServers": {"notekin": {"command": "notekin"}}}},
      "mcpServers": {
        "notekin": {
          "command": "/bin/notekin",
          "args": ["mcp", "--vault", "/My \"notes\""]
        }
      }
    }
    "#);
    insta::assert_snapshot!(added(ODD[32]), @r#"
    // top
    { /* in */ "mcpServers" /* key */ : /* value */ {
        "a": { }, /* last */
        "notekin": {
          "command": "/bin/notekin",
          "args": ["mcp", "--vault", "/My \"notes\""]
        }
      } } // end
    "#);
    assert_eq!(
        added("{\r\n\t\"theme\": 1\r\n}\r\n"),
        "{\r\n\t\"theme\": 1,\r\n\t\"mcpServers\": {\r\n\t\t\"notekin\": {\r\n\t\t\t\"command\": \"/bin/notekin\",\r\n\t\t\t\"args\": [\"mcp\", \"--vault\", \"/My \\\"notes\\\"\"]\r\n\t\t}\r\n\t}\r\n}\r\n"
    );
}

#[test]
fn of_our_own_entry_only_what_differs_is_changed() {
    let text = r#"{
  "mcpServers": {
    "notekin": {
      "disabled": true, // for now
      "args": [ "mcp" ], /* all */
      "command": "/old/notekin",
      "env": { "A": "1" }
    }
  }
}
"#;
    let mut entry = Entry { args: vec!["mcp".to_owned()], ..entry() };
    entry.env.push(("NOTEKIN_DATA_DIR".to_owned(), "/data".to_owned()));
    insta::assert_snapshot!(shape().add(text, &entry).unwrap(), @r#"
    {
      "mcpServers": {
        "notekin": {
          "disabled": true, // for now
          "args": [ "mcp" ], /* all */
          "command": "/bin/notekin",
          "env": {
            "A": "1",
            "NOTEKIN_DATA_DIR": "/data"
          }
        }
      }
    }
    "#);
}

#[test]
fn what_cannot_be_understood_is_named_by_its_line() {
    insta::assert_snapshot!(
        [
            "[]",
            "\n\"text\"",
            "{\n  \"mcpServers\": null\n}",
            "{\n  \"mcpServers\": []\n}",
            "{\n  \"a\": 1\n  \"b\": 2\n}",
            "{\n  \"a\": ",
            "{} {}",
            "{\n  \"mcpServers\": {},\n  \"mcpServers\": {}\n}",
            "{\"mcpServers\": {\n\"notekin\": {},\n\"notekin\": {}}}",
            "{'a': 1}",
        ].map(fault).join("\n"), @"
    1: the file is no object
    2: the file is no object
    2: `mcpServers` is no object
    2: `mcpServers` is no object
    2: expected comma
    2: expected value after colon in object property
    1: text cannot contain more than one JSON value
    3: `mcpServers` stands there a second time
    3: `notekin` stands there a second time
    1: single-quoted strings are not allowed
    ");
}

#[test]
fn a_reader_of_plain_json_is_given_nothing_else() {
    let plain = Json { dialect: Dialect::Plain, ..shape() };
    let fault = |text: &str| {
        let fault = plain.add(text, &entry()).unwrap_err();
        format!("{}: {}", fault.line, fault.reason)
    };
    insta::assert_snapshot!(fault("{\n  \"a\": 1,\n}"), @"2: trailing commas are not allowed");
    insta::assert_snapshot!(fault("{\n  // a\n}"), @"2: comments are not allowed");
    for text in ["", "{}", "{\"a\": [1, 2]}", "{\n  \"mcpServers\": {\n    \"a\": {}\n  }\n}\n"] {
        let added = plain.add(text, &entry()).unwrap();
        assert!(serde_json::from_str::<serde_json::Value>(&added).is_ok(), "{added}");
    }
}

#[test]
fn nesting_without_end_is_refused() {
    let text = format!("{{\"a\": {}", "[".repeat(100_000));
    assert!(shape().standing(&text).is_err());
}

fn value() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("1".to_owned()),
        Just("null".to_owned()),
        "\"[ -!#-\\[\\]-~\u{e9}\u{1f375}]{0,6}\"",
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        let pair = ("\"(a|b|notekin|mcpServers)[0-9]\"", inner.clone());
        let pairs = proptest::collection::vec(pair, 0..3);
        prop_oneof![
            proptest::collection::vec(inner, 0..3)
                .prop_map(|items| format!("[{}]", items.join(", "))),
            pairs.prop_map(|pairs| {
                let pairs: Vec<_> =
                    pairs.iter().map(|(key, value)| format!("{key}: {value}")).collect();
                format!("{{{}}}", pairs.join(","))
            }),
        ]
    })
}

proptest! {
    /// Whatever else a file holds is still there, and the same, when our entry has come and gone.
    #[test]
    fn the_rest_of_a_file_is_untouched(
        first in value(), second in value(),
        gap in "(\n|\r\n|\n\t| )( |// c\n|/\\* c \\*/)?", comma in ",?",
    ) {
        let text = format!("{{{gap}\"x\": {first},{gap}\"mcpServers\": {{{gap}\"y\": {second}{comma}{gap}}}{gap}}}");
        let after = added(&text);
        prop_assert_eq!(shape().standing(&after), Ok(Standing::Ours(entry())));
        let gone = shape().remove(&after).unwrap();
        let read = |text: &str| jsonc_parser::cst::CstRootNode::parse(text, &shape().options()).unwrap();
        let plain = |text: &str| read(text).to_string().replace([',', ' ', '\n', '\r', '\t'], "");
        prop_assert_eq!(plain(&gone), plain(&text));
    }
}

#[test]
fn clients_of_json_write_it_their_way() {
    let written = [Client::ClaudeDesktop, Client::ClaudeCode].map(|client| client.sample(&entry()));
    insta::assert_snapshot!(written.join(""), @r#"
    {
      "mcpServers": {
        "notekin": {
          "command": "/bin/notekin",
          "args": ["mcp", "--vault", "/My \"notes\""]
        }
      }
    }
    {
      "mcpServers": {
        "notekin": {
          "type": "stdio",
          "command": "/bin/notekin",
          "args": ["mcp", "--vault", "/My \"notes\""]
        }
      }
    }
    "#);
}
