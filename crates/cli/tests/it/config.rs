//! `config` and `data`.

use crate::driver::TestVault;

fn run(vault: &TestVault, arguments: &[&str]) -> crate::driver::Reply {
    vault.run_in(&vault.beside("elsewhere"), arguments)
}

#[test]
fn settings_show_value_and_origin() {
    let vault = TestVault::new().setting("[search]\nlimit = 5").variable("NOTEKIN_OFFLINE", "true");
    insta::assert_snapshot!(run(&vault, &["config", "list"]), @r#"
    model = "fake"  (file)
    offline = true  (environment)
    ollama.url = "http://127.0.0.1:11434"  (default)
    openai.url = "https://api.openai.com/v1"  (default)
    gemini.url = "https://generativelanguage.googleapis.com"  (default)
    anthropic.url = "https://api.anthropic.com"  (default)
    answer.model = ""  (default)
    answer.window = 0  (default)
    answer.keep = true  (default)
    answer.assistants = false  (default)
    embedding.dimensions = 0  (default)
    embedding.token_limit = 0  (default)
    embedding.passage = ""  (default)
    embedding.query = ""  (default)
    budget.tokens = 0  (default)
    net.certificates = ""  (default)
    include = []  (default)
    exclude = []  (default)
    gitignore = false  (default)
    max_note_mib = 8  (default)
    link_sections = []  (default)
    passages.tokens = 300  (default)
    search.mode = "hybrid"  (default)
    search.limit = 5  (file)
    related.limit = 10  (default)
    related.least = "auto"  (default)
    hubs.links = 0  (default)
    hubs.backlinks = 0  (default)
    copies.coverage = 0.4  (default)
    copies.containment = 0.9  (default)
    copies.containment_of_namesakes = 0.6  (default)
    link.style = "usual"  (default)
    link.section = "Related"  (default)
    link.level = 2  (default)
    opener = ""  (default)
    --- exit 0
    "#);
    insta::assert_snapshot!(run(&vault, &["config", "get", "search.limit", "--json"]), @r#"
    {"key":"search.limit","value":5,"origin":"file"}
    --- exit 0
    "#);
    insta::assert_snapshot!(run(&vault, &["config", "path"]), @"
    /config.toml
    --- exit 0
    ");
}

#[test]
fn a_setting_is_set_and_comments_stay() {
    let vault = TestVault::without_model().setting("# mine\nmodel = \"fake\" # for tests");
    insta::assert_snapshot!(run(&vault, &["config", "set", "exclude", "archive/**", "*.draft.md"]), @r#"
    exclude = ["archive/**", "*.draft.md"]
    --- exit 0
    "#);
    insta::assert_snapshot!(std::fs::read_to_string(vault.beside("config.toml")).unwrap(), @r#"
    # mine
    model = "fake" # for tests
    exclude = ["archive/**", "*.draft.md"]
    "#);
    insta::assert_snapshot!(run(&vault, &["config", "get", "exclude"]), @r#"
    ["archive/**", "*.draft.md"]
    --- exit 0
    "#);
}

#[test]
fn what_does_not_fit_is_refused() {
    let vault = TestVault::new();
    insta::assert_snapshot!(run(&vault, &["config", "set", "search.limit", "lots"]), @"
    --- stderr
    error: `search.limit` must be a whole number from 1 to 1000, not `lots`

    hint: its default is `10`; `notekin config unset search.limit` goes back to it
    --- exit 2
    ");
    insta::assert_snapshot!(run(&vault, &["config", "set", "modle", "x"]), @"
    --- stderr
    error: unknown key `modle`

    hint: did you mean `model`?
    --- exit 2
    ");
    insta::assert_snapshot!(run(&vault.setting("zebra = 1"), &["status"]), @"
    --- stderr
    error: unknown key `zebra` in `/config.toml`

    hint: `notekin config list` shows every key
    --- exit 2
    ");
}

#[test]
fn a_synced_data_folder_is_refused() {
    let vault = TestVault::new();
    let synced = vault.beside("Dropbox").join("notekin");
    let vault = vault.variable("NOTEKIN_DATA_DIR", synced.to_str().unwrap());
    insta::assert_snapshot!(run(&vault, &["status"]), @"
    --- stderr
    error: the data folder `/Dropbox/notekin` lies in the synced folder `Dropbox`

    hint: set `NOTEKIN_DATA_DIR` to a folder on a local disk, outside every vault
    --- exit 2
    ");
}

#[test]
fn a_damaged_register_is_named_and_left_alone() {
    let vault = TestVault::new();
    std::fs::write(vault.beside("data/vaults.json"), "[").unwrap();
    insta::assert_snapshot!(run(&vault, &["index", "../vault"]), @"
    --- stderr
    error: the register of vaults `/data/vaults.json` is damaged: EOF while parsing a list at line 1 column 1

    hint: mend it, or move `/data/vaults.json` away and add your vaults again
    --- exit 2
    ");
    assert_eq!(std::fs::read_to_string(vault.beside("data/vaults.json")).unwrap(), "[");
}

#[test]
fn data_says_what_lies_where() {
    let vault = TestVault::new().note("tea.md", "# Tea").indexed();
    let reply = run(&vault, &["data", "--json"]);
    let json: serde_json::Value =
        serde_json::from_str(&reply.stdout).unwrap_or_else(|_| panic!("{reply}"));
    let places = json["places"].as_array().unwrap();
    let sum: u64 = places.iter().map(|place| place["bytes"].as_u64().unwrap()).sum();
    assert_eq!(json["bytes"], sum);
    let kept = places.iter().find(|place| place["what"] == "vault `vault`").unwrap();
    assert!(kept["bytes"].as_u64().unwrap() > 0, "{reply}");
    assert_eq!(run(&vault, &["data"]).exit, 0);
}

#[test]
fn nothing_of_ours_is_left_when_all_is_deleted_that_data_lists() {
    let vault = TestVault::new().note("tea.md", "# Tea").indexed();
    assert!(vault.run(&["ask", "what is tea?"]).exit < 2);
    let data = vault.beside("data");
    for (name, text) in
        [("keys.toml", "openai = \"k\"\n"), ("outbound.jsonl", ""), ("engine.log", "")]
    {
        std::fs::write(data.join(name), text).unwrap();
    }
    std::fs::create_dir_all(data.join("vaults/forgotten")).unwrap();
    // As it is written: a reply shows the test's folders by short names.
    let arguments = ["data", "--json"];
    let mut command = vault.program(env!("CARGO_BIN_EXE_notekin"), &vault.at(""), &arguments);
    let written = command.output().unwrap().stdout;
    let json: serde_json::Value = serde_json::from_slice(&written).unwrap();
    for place in json["places"].as_array().unwrap() {
        let path = std::path::Path::new(place["path"].as_str().unwrap()).to_owned();
        if path.is_dir() {
            std::fs::remove_dir_all(path).unwrap();
        } else if path.exists() {
            std::fs::remove_file(path).unwrap();
        }
    }
    let files = |folder: &std::path::Path| -> Vec<_> {
        let entries = std::fs::read_dir(folder).into_iter().flatten();
        entries
            .map(|entry| entry.unwrap().path())
            .filter(|path| !path.ends_with("vaults"))
            .collect()
    };
    assert_eq!(files(&data), Vec::<std::path::PathBuf>::new());
    assert_eq!(files(&data.join("vaults")), Vec::<std::path::PathBuf>::new());
}

#[test]
fn a_setting_goes_back_to_its_default() {
    let vault = TestVault::without_model().setting("# mine\n[hubs]\nlinks = 20 # long lists");
    insta::assert_snapshot!(run(&vault, &["config", "set", "hubs.links", "auto"]), @"
    --- stderr
    error: `hubs.links` must be a whole number from 0 to 10000, not `auto`

    hint: its default is `0`; `notekin config unset hubs.links` goes back to it
    --- exit 2
    ");
    insta::assert_snapshot!(run(&vault, &["config", "unset", "hubs.links"]), @"
    hubs.links = 0
    --- exit 0
    ");
    insta::assert_snapshot!(run(&vault, &["config", "unset", "hubs.links"]), @"
    hubs.links = 0
    --- exit 0
    ");
    for (text, left) in [
        ("[hubs]\nlinks = 20\n", ""),
        (
            "model = \"a\"\n\n[hubs]\nlinks = 20\n[related]\nleast = 0.6\n",
            "[related]\nleast = 0.6\n",
        ),
        ("hubs.links = 20\n", ""),
        ("hubs = { links = 20 }\n", ""),
        ("[hubs]\nlinks = 20\nbacklinks = 9\n", "[hubs]\nbacklinks = 9\n"),
        ("[related]\nleast = 0.6\n# of mine\n[hubs]\nlinks = 20\n", "# of mine\n[hubs]\n"),
    ] {
        let vault = TestVault::without_model().setting(text);
        assert_eq!(run(&vault, &["config", "unset", "hubs.links"]).exit, 0);
        let kept = std::fs::read_to_string(vault.beside("config.toml")).unwrap();
        assert!(
            kept.trim_end().ends_with(left.trim_end()) && !kept.contains("links = 20"),
            "{text}: {kept}"
        );
        assert_eq!(kept.contains("[hubs]"), left.contains("[hubs]"), "{text}: {kept}");
    }
    insta::assert_snapshot!(run(&vault, &["config", "unset", "hubs.link"]), @"
    --- stderr
    error: unknown key `hubs.link`

    hint: did you mean `hubs.links`?
    --- exit 2
    ");
}

#[test]
fn what_could_never_work_is_not_set() {
    let vault = TestVault::new();
    let folder = vault.at("");
    for (key, value) in [
        ("net.certificates", "/no/such/file.pem"),
        ("net.certificates", folder.to_str().unwrap()),
        ("embedding.passage", "title: {title}"),
        ("embedding.query", "query:"),
        ("embedding.dimensions", "8193"),
        ("embedding.dimensions", "-1"),
    ] {
        let reply = vault.run(&["config", "set", key, value]);
        assert_eq!(reply.exit, 2, "{key} {reply}");
    }
    assert_eq!(vault.run(&["config", "set", "embedding.query", "query: {text}"]).exit, 0);
}
