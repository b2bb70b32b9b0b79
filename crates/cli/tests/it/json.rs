//! The JSON that scripts rely on.

use crate::driver::TestVault;

fn tea() -> TestVault {
    TestVault::new().note("tea.md", "# Tea\n\nGreen tea is steamed.\n").indexed()
}

#[test]
fn a_search() {
    let reply = tea().run(&["search", "--mode", "keyword", "--json", "steamed"]);
    let json: serde_json::Value =
        serde_json::from_str(&reply.stdout).unwrap_or_else(|_| panic!("{reply}"));
    let keys =
        |value: &serde_json::Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(
        keys(&json),
        ["coverage", "generation", "hits", "mode", "next_cursor", "query", "total"]
    );
    let hit = &json["hits"][0];
    assert_eq!(
        keys(hit),
        ["bytes", "heading", "lines", "path", "score", "snippet", "title", "vault", "why"]
    );
    let text = hit["snippet"]["text"].as_str().unwrap();
    let mark = &hit["snippet"]["highlights"][0];
    assert_eq!(
        &text[mark[0].as_u64().unwrap() as usize..mark[1].as_u64().unwrap() as usize],
        "steamed"
    );
}

#[test]
fn an_index_run_and_a_look() {
    let vault = TestVault::new().note("tea.md", "# Tea\n\nGreen tea is steamed.\n");
    insta::assert_snapshot!(vault.run(&["index", "--json"]), @r#"
    {"found":1,"indexed":1,"embedded":1,"reused":0,"errored":0,"excluded":0,"excluded_by":{},"pending":0,"generation":3,"state":"ready","model":"fake","errors":[],"passages":1,"unread_changes":0,"vanished":0}
    --- exit 0
    "#);
    insta::assert_snapshot!(vault.run(&["status", "--json"]), @r#"
    {"found":1,"indexed":1,"embedded":0,"reused":0,"errored":0,"excluded":0,"excluded_by":{},"pending":0,"generation":3,"state":"ready","model":"fake","errors":[],"passages":1,"unread_changes":0,"vanished":0}
    --- exit 0
    "#);
}

#[test]
fn failures() {
    insta::assert_snapshot!(tea().run(&["related", "nowhere.md", "--json"]), @r#"
    --- stderr
    {"error":{"kind":"not_found","message":"no note `nowhere.md` in this vault","hint":null}}
    --- exit 2
    "#);
    insta::assert_snapshot!(tea().run(&["serach", "--json"]), @r#"
    --- stderr
    {"error":{"kind":"invalid","message":"unrecognized subcommand 'serach'","hint":"some similar subcommands exist: 'serve', 'search'"}}
    --- exit 2
    "#);
}

#[test]
fn a_usage_error_is_told_whole() {
    insta::assert_snapshot!(tea().run(&["search", "--json"]), @r#"
    --- stderr
    {"error":{"kind":"invalid","message":"the following required arguments were not provided: <QUERY>...","hint":"`notekin --help` shows what can be typed"}}
    --- exit 2
    "#);
    insta::assert_snapshot!(tea().run(&["vault", "move", "--json"]), @r#"
    --- stderr
    {"error":{"kind":"invalid","message":"the following required arguments were not provided: <FROM> <TO>","hint":"`notekin --help` shows what can be typed"}}
    --- exit 2
    "#);
    insta::assert_snapshot!(tea().run(&["search", "--limt", "3", "tea", "--json"]), @r#"
    --- stderr
    {"error":{"kind":"invalid","message":"unexpected argument '--limt' found","hint":"a similar argument exists: '--limit'"}}
    --- exit 2
    "#);
}

/// Whoever reads JSON finds nothing on stderr but the failure, if there is one.
#[test]
fn nothing_is_said_beside_the_json() {
    let vault = TestVault::without_model().note("tea.md", "# Tea\n\nGreen tea is steamed.\n");
    std::fs::write(vault.beside("elsewhere/x.whl"), "not a wheel").unwrap();
    let long = "tea and more ".repeat(40) + &"word ".repeat(9000);
    for (arguments, exit) in [
        (&["index"][..], 0),
        (&["search", "tea"], 0),
        (&["search", &long], 0),
        (&["search", "zeppelin"], 1),
        (&["related", "tea.md"], 1),
        (&["model", "remove", "e5-small-q4"], 1),
        (&["vault", "list"], 1),
        (&["explain", "tee.md"], 1),
        (&["model", "install", "--from", "x.whl"], 2),
        (&["model", "install", "--from", "nowhere"], 2),
        (&["model", "install"], 2),
        (&["search", ""], 2),
        (&["search", "tea", "--cursor", "x"], 2),
        (&["search", "tea", "--folder", "nowhere"], 2),
    ] {
        let arguments: Vec<_> = arguments.iter().copied().chain(["--json"]).collect();
        let reply = vault.run(&arguments);
        assert_eq!(reply.exit, exit, "{arguments:?}: {reply}");
        let is_object = |text: &str| serde_json::from_str::<serde_json::Value>(text).is_ok();
        assert_eq!(reply.stderr.is_empty(), exit != 2, "{arguments:?}: {reply}");
        assert!(reply.stderr.lines().count() < 2, "{arguments:?}: {reply}");
        assert!(exit != 2 || is_object(&reply.stderr), "{arguments:?}: {reply}");
    }
}

#[test]
fn the_same_question_twice_gives_the_same_bytes() {
    let vault = tea();
    let ask = || vault.run(&["search", "--json", "--no-update", "steamed"]).stdout;
    assert_eq!(ask(), ask());
}
