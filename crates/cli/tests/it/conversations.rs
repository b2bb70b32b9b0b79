//! Questions that go on from earlier ones, and what is kept of them.

use serde_json::{Value, json};

use crate::dialect::Dialect;
use crate::driver::TestVault;
use crate::server::{Answer, Server};

fn kitchen() -> TestVault {
    TestVault::new()
        .note("tea.md", "# Tea\n\nGreen tea is steamed for 20 seconds. Green tea comes from Uji.\n")
        .note("soup.md", "# Soup\n\nBoil the leek slowly.\n")
}

fn json_of(vault: &TestVault, arguments: &[&str]) -> Value {
    let reply = vault.run(&[arguments, &["--json"]].concat());
    let value = serde_json::from_str(&reply.stdout);
    assert!(value.is_ok(), "{reply}");
    value.unwrap()
}

#[test]
fn a_question_goes_on_from_the_one_before() {
    let vault = kitchen().indexed();
    vault.run(&["ask", "for how long is green tea steamed?"]);
    let next = json_of(&vault, &["ask", "--continue", "and where does it come from?"]);
    assert_eq!(next["outcome"], "answered", "{next}");
    assert!(next["query"].as_str().unwrap().contains("green tea"), "{next}");
    insta::assert_snapshot!(vault.run(&["conversations", "show", "1"]), @"
    for how long is green tea steamed?
    Green tea is steamed for 20 seconds. Green tea comes from Uji.
    from tea.md, line 3

    and where does it come from?
    Green tea is steamed for 20 seconds. Green tea comes from Uji.
    from tea.md, line 3
    --- exit 0
    ");
    insta::assert_snapshot!(vault.run(&["conversations", "list"]), @"
    1. for how long is green tea steamed?  2 questions
    --- exit 0
    ");
    vault.run(&["ask", "who won the election in Estonia?"]);
    let listed = json_of(&vault, &["conversations", "list"]);
    let ids = |listed: &Value| {
        let all = listed["conversations"].as_array().unwrap();
        all.iter().map(|it| it["id"].as_u64().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(ids(&listed), [2, 1]);
    json_of(&vault, &["ask", "--conversation", "1", "and what of the leek?"]);
    let listed = json_of(&vault, &["conversations", "list"]);
    assert_eq!((ids(&listed), &listed["conversations"][0]["turns"]), (vec![1, 2], &json!(3)));
    let none = json_of(&vault, &["conversations", "show", "2"]);
    assert_eq!(
        (&none["turns"][0]["answer"], &none["turns"][0]["sources"]),
        (&json!(""), &json!([]))
    );
}

#[test]
fn they_are_deleted_one_by_one_and_with_the_vault() {
    let vault = kitchen().indexed();
    for question in ["for how long is green tea steamed?", "is the leek boiled?"] {
        vault.run(&["ask", question]);
    }
    insta::assert_snapshot!(vault.run(&["conversations", "remove", "1"]), @"
    deleted conversation 1
    --- exit 0
    ");
    insta::assert_snapshot!(vault.run(&["conversations", "show", "1"]), @"
    --- stderr
    error: no conversation 1 is kept for this vault

    hint: `notekin conversations list` shows those that are
    --- exit 2
    ");
    let unknown = vault.run(&["ask", "--conversation", "1", "and now?"]);
    assert_eq!(unknown.exit, 2, "{unknown}");
    // A new index takes nothing of them.
    vault.run(&["index", "--rebuild"]);
    assert_eq!(vault.run(&["conversations", "show", "2"]).exit, 0);
    let path = vault.at("");
    let arguments = ["vault", "remove", path.to_str().unwrap(), "--purge", "--yes"];
    let removed = vault.run_in(&vault.beside("elsewhere"), &arguments);
    assert_eq!(removed.exit, 0, "{removed}");
    assert_eq!(std::fs::read_dir(vault.beside("data/vaults")).unwrap().count(), 0);
}

#[test]
fn nothing_is_kept_that_is_not_to_be() {
    let vault = kitchen().indexed();
    let question = "for how long is green tea steamed?";
    let first = vault.run(&["ask", "--continue", question]);
    assert_eq!(first.exit, 2, "{first}");
    vault.run(&["ask", "--no-save", question]);
    assert_eq!(vault.run(&["conversations", "list"]).exit, 1);
    let vault = vault.setting("answer.keep = false");
    vault.run(&["ask", question]);
    assert_eq!(vault.run(&["conversations", "list"]).exit, 1);
}

/// What a private note says is kept as such, and never told to a model elsewhere.
#[test]
fn what_was_private_goes_to_no_model_elsewhere() {
    let text = Dialect::Ollama.text(&["Green tea is steamed for 20 seconds [1]."]);
    let server = Server::start(move |request| match request.path.as_str() {
        "/api/chat" => Answer::stream(&text),
        "/api/show" => {
            Answer::json(200, json!({"model_info": {"x.context_length": 9000}}).to_string())
        }
        _ => Answer::json(404, "{}"),
    });
    let vault = kitchen()
        .note("mine.md", "---\nprivate: true\n---\n# Safe\n\nThe safe opens by canarygrass.\n")
        .setting(&format!("ollama.url = \"{}\"", server.url("")))
        .indexed();
    let told = json_of(&vault, &["ask", "how does the safe open?"]);
    assert!(told["answer"].as_str().unwrap().contains("canarygrass"), "{told}");
    let kept = json_of(&vault, &["conversations", "show", "1"]);
    assert_eq!(kept["turns"][0]["private"], true);
    let question = "for how long is green tea steamed?";
    let arguments = ["ask", "--continue", "--model", "ollama/my-own:1b-cloud", question];
    assert_eq!(json_of(&vault, &arguments)["outcome"], "answered");
    let requests = server.requests();
    assert!(requests.iter().any(|request| request.path == "/api/chat"));
    assert!(!requests.iter().any(|request| request.body.contains("canarygrass")));
    drop(requests);
    assert_eq!(json_of(&vault, &["conversations", "show", "1"])["turns"][1]["private"], false);
}
