//! `ask`: answers from the notes as a reader and as a script see them.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::assistant::second;
use crate::dialect::Dialect;
use crate::driver::{Reply, TestVault};
use crate::server::{Answer, Server};

fn kitchen() -> TestVault {
    TestVault::new()
        .note(
            "tea.md",
            "# Tea\n\n## Green\nGreen tea is steamed for 20 seconds. It is never roasted.\n",
        )
        .note("soup.md", "# Soup\n\nBoil the leek slowly.\n")
}

fn json_of(reply: &Reply) -> Value {
    let value = serde_json::from_str(&reply.stdout);
    assert!(value.is_ok(), "{reply}");
    value.unwrap()
}

/// A model that writes the same answer whatever it is asked.
fn writing(text: &str) -> Server {
    let text = Dialect::Ollama.text(&text.split_inclusive(' ').collect::<Vec<_>>());
    Server::start(move |request| match request.path.as_str() {
        "/api/chat" => Answer::stream(&text),
        "/api/show" => {
            Answer::json(200, json!({"model_info": {"x.context_length": 9000}}).to_string())
        }
        _ => Answer::json(404, "{}"),
    })
}

fn served(server: &Server) -> TestVault {
    kitchen().setting(&format!("ollama.url = \"{}\"", server.url("")))
}

#[test]
fn an_answer_is_quoted_with_its_source() {
    let vault = kitchen().indexed();
    insta::assert_snapshot!(vault.run(&["ask", "for how long is green tea steamed?"]), @"
    Green tea is steamed for 20 seconds.[1]

    [1] tea.md > Tea > Green, line 4
    --- stderr
    quoted from your notes
    --- exit 0
    ");
}

#[test]
fn what_the_notes_do_not_say_is_said() {
    let vault = kitchen().indexed();
    insta::assert_snapshot!(vault.run(&["ask", "who won the election in Estonia?"]), @"
    --- stderr
    not in your notes: nothing in 2 notes answers `who won the election in Estonia?`; nearest is `soup.md`
    --- exit 1
    ");
}

#[test]
fn the_json_has_the_shape_that_scripts_rely_on() {
    let vault = kitchen().indexed();
    let reply = vault.run(&["ask", "--json", "for how long is green tea steamed?"]);
    assert_eq!((reply.exit, reply.stderr.as_str()), (0, ""), "{reply}");
    let json = json_of(&reply);
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(
        keys(&json),
        [
            "answer",
            "conversation",
            "coverage",
            "groundingChunks",
            "groundingSupports",
            "model",
            "outcome",
            "query",
            "sentences"
        ]
    );
    let chunk = &json["groundingChunks"][0];
    assert_eq!(
        keys(chunk),
        ["bytes", "heading", "lines", "path", "quote_hash", "retrievedContext", "vault"]
    );
    let support = &json["groundingSupports"][0];
    assert_eq!(keys(support), ["confidenceScores", "groundingChunkIndices", "places", "segment"]);
    assert_eq!((&json["outcome"], &json["model"]), (&json!("answered"), &Value::Null));
    assert_eq!((&chunk["path"], &chunk["heading"]), (&json!("tea.md"), &json!(["Tea", "Green"])));
    assert_eq!(chunk["retrievedContext"]["title"], "Tea");
    let segment = &support["segment"];
    let at = |name: &str| usize::try_from(segment[name].as_u64().unwrap()).unwrap();
    let answer = json["answer"].as_str().unwrap();
    assert_eq!(segment["text"], answer[at("startIndex")..at("endIndex")]);
    assert_eq!(support["groundingChunkIndices"], json!([0]));
    assert_eq!(support["places"][0]["quote"], true);
    let sentence = &json["sentences"][0];
    assert_eq!((&sentence["support"], &sentence["chunks"]), (&json!("supported"), &json!([0])));

    let reply = vault.run(&["ask", "--json", "who won the election in Estonia?"]);
    assert_eq!((reply.exit, reply.stderr.as_str()), (1, ""), "{reply}");
    let json = json_of(&reply);
    assert_eq!((&json["outcome"], &json["answer"]), (&json!("not_in_notes"), &json!("")));
    assert_eq!(json["groundingChunks"], json!([]));
    assert!(json["nearest"].as_array().is_some_and(|nearest| !nearest.is_empty()), "{json}");
}

#[test]
fn several_vaults_answer_as_one() {
    let vault = kitchen().indexed();
    let other =
        second(&vault, &[("tea.md", "# Oolong\n\nOolong tea is steamed for 50 seconds.\n")]);
    let other = other.to_str().unwrap();
    let ask = |more: &[&str]| vault.run(&[&["ask", "--vault", other], more].concat());
    insta::assert_snapshot!(ask(&["for how long is oolong tea steamed?"]), @"
    Green tea is steamed for 20 seconds.[1]

    Oolong tea is steamed for 50 seconds.[2]

    [1] vault: tea.md > Tea > Green, line 4
    [2] second: tea.md > Oolong, line 3
    --- stderr
    quoted from your notes
    1 note can't be found by meaning yet; `notekin index` goes on
    --- exit 0
    ");
    let json = json_of(&ask(&["--json", "for how long is oolong tea steamed?"]));
    let vaults: Vec<&Value> =
        json["groundingChunks"].as_array().unwrap().iter().map(|chunk| &chunk["vault"]).collect();
    assert!(vaults.contains(&&json!("second")) && vaults.contains(&&json!("vault")), "{json}");
    let follow_up = ask(&["--continue", "and green tea?"]);
    assert_eq!(follow_up.exit, 2, "{follow_up}");
    assert!(follow_up.stderr.contains("a conversation is with one vault"), "{follow_up}");
    let kept = vault.run(&["conversations", "list"]);
    assert_eq!(kept.exit, 1, "what several vaults answered is kept with none of them: {kept}");
}

#[test]
fn a_written_answer_says_what_is_not_in_the_notes() {
    let server =
        writing("Green tea is steamed for 20 seconds [1]. Emperor Shen Nong invented it [1].");
    let vault = served(&server).indexed();
    let arguments = ["ask", "--model", "ollama/my-own", "for how long is green tea steamed?"];
    insta::assert_snapshot!(vault.run(&arguments), @"
    Green tea is steamed for 20 seconds.[1] Emperor Shen Nong invented it.

    [1] tea.md > Tea > Green, line 4
    not in your notes: Emperor Shen Nong invented it.
    --- stderr
    every sentence was checked against your notes; what they don't say is listed above
    --- exit 0
    ");
}

#[test]
fn a_model_is_set_for_good_or_left_out_once() {
    let server = writing("Green tea is steamed for twenty seconds or 20 seconds [1].");
    let vault = served(&server).setting("answer.model = \"ollama/my-own\"").indexed();
    let question = "for how long is green tea steamed?";
    let written = json_of(&vault.run(&["ask", "--json", question]));
    assert_eq!(written["model"], "ollama/my-own");
    let asked = server.requests().len();
    let quoted = json_of(&vault.run(&["ask", "--json", "--no-llm", question]));
    assert_eq!((&quoted["model"], server.requests().len()), (&Value::Null, asked));
    let both = vault.run(&["ask", "--no-llm", "--model", "ollama/my-own", question]);
    assert_eq!(both.exit, 2, "{both}");
}

#[test]
fn what_goes_wrong_is_told_with_what_helps() {
    let vault = kitchen().setting("ollama.url = \"http://127.0.0.1:1\"").indexed();
    let question = "for how long is green tea steamed?";
    let away = vault.run(&["ask", "--model", "ollama/my-own", question]);
    assert_eq!((away.exit, away.stdout.as_str()), (2, ""), "{away}");
    assert!(away.stderr.contains("check that a server runs at `127.0.0.1:1`"), "{away}");
    let unknown = vault.run(&["ask", "--model", "my-own", question]);
    assert_eq!(unknown.exit, 2, "{unknown}");
    assert!(unknown.stderr.contains("`ollama/NAME`"), "{unknown}");
    let keyless = vault.run(&["ask", "--model", "anthropic/some-model", question]);
    assert_eq!(keyless.exit, 2, "{keyless}");
    assert!(keyless.stderr.contains("notekin key set anthropic"), "{keyless}");
    assert_eq!(vault.run(&["ask"]).exit, 2);
    assert_eq!(vault.run(&["ask", " "]).exit, 2);
    let nowhere = vault.run(&["ask", "--folder", "nowhere", question]);
    assert_eq!(nowhere.exit, 2, "{nowhere}");
}

#[test]
fn offline_holds_for_models_elsewhere() {
    let vault = kitchen()
        .setting("offline = true")
        .setting("openai.url = \"http://openai.example/v1\"")
        .variable("NOTEKIN_KEY_OPENAI", "sk-canary")
        .indexed();
    let question = "for how long is green tea steamed?";
    let reply = vault.run(&["ask", "--model", "openai/my-own", question]);
    assert_eq!(reply.exit, 2, "{reply}");
    assert!(!format!("{reply}").contains("canary"), "{reply}");
}

/// Runs a command where it takes what it writes to for a terminal; what it writes comes back as one.
#[cfg(target_os = "linux")]
fn in_a_terminal(vault: &TestVault, arguments: &str) -> Option<String> {
    let script = Path::new("/usr/bin/script");
    if !script.exists() {
        crate::nobody::not_run("a terminal", "`script`");
        return None;
    }
    let command = format!(
        "'{}' {arguments} --vault '{}'",
        env!("CARGO_BIN_EXE_notekin"),
        vault.at("").display()
    );
    let arguments = ["-qec", &command, "/dev/null"];
    let output = vault.program(script.to_str().unwrap(), &vault.beside("elsewhere"), &arguments);
    Some(String::from_utf8_lossy(&{ output }.output().unwrap().stdout).into_owned())
}

#[cfg(target_os = "linux")]
#[test]
fn a_running_ollama_is_offered_once_and_never_used() {
    let server = Server::start(|request| match request.path.as_str() {
        "/api/tags" => {
            let models = json!([
                {"name": "bge-m3", "size": 9, "capabilities": ["embedding"]},
                {"name": "big-cloud", "remote_host": "https://example.org", "capabilities": ["completion"]},
                {"name": "my-own:4b", "size": 9, "capabilities": ["completion"]},
            ]);
            Answer::json(200, json!({ "models": models }).to_string())
        }
        _ => Answer::json(404, "{}"),
    });
    let vault = served(&server).indexed();
    let question = "'for how long is green tea steamed?'";
    let offer = "`notekin ask --model ollama/my-own:4b`";
    for not_seen in [vault.run(&["ask", "green tea?"]), vault.run(&["ask", "--json", "green tea?"])]
    {
        assert!(!format!("{not_seen}").contains("Ollama"), "{not_seen}");
    }
    for quiet in [format!("ask --json {question}"), format!("ask --no-llm {question}")] {
        let Some(told) = in_a_terminal(&vault, &quiet) else { return };
        assert!(!told.contains("Ollama"), "{told}");
    }
    assert!(server.requests().is_empty(), "nobody was asked before a person looks");
    let told = in_a_terminal(&vault, &format!("ask {question}")).unwrap();
    assert!(told.contains("20 seconds.") && told.contains(offer), "{told}");
    let told = in_a_terminal(&vault, &format!("ask {question}")).unwrap();
    assert!(told.contains("20 seconds.") && !told.contains(offer), "{told}");
    assert!(
        server.requests().iter().all(|request| request.path == "/api/tags"),
        "it writes nothing"
    );
}

/// Control characters that a model writes, or a note holds, do nothing to a terminal.
#[test]
fn an_answer_is_harmless() {
    let server = writing("Green tea is steamed \u{1b}[31mfor 20 seconds [1].\u{7}");
    let vault = served(&server).indexed();
    let reply =
        vault.run(&["ask", "--model", "ollama/my-own", "for how long is green tea steamed?"]);
    assert!(!reply.stdout.contains(['\u{1b}', '\u{7}']), "{reply}");
}

/// Copies the sample vault, so that nothing is written beside it.
fn sample() -> TestVault {
    fn copy(from: &Path, vault: &TestVault, path: &Path) {
        for entry in fs::read_dir(from.join(path)).unwrap() {
            let entry = entry.unwrap();
            let path = path.join(entry.file_name());
            if entry.file_type().unwrap().is_dir() {
                copy(from, vault, &path);
            } else {
                vault.write(path.to_str().unwrap(), fs::read(entry.path()).unwrap());
            }
        }
    }
    let vault = TestVault::new();
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/vaults/sample");
    copy(&from, &vault, Path::new(""));
    vault.indexed()
}

#[test]
fn the_sample_vault_says_which_packages_convert_pdf() {
    let reply =
        sample().run(&["ask", "--json", "What Python packages can convert PDF to markdown?"]);
    assert_eq!(reply.exit, 0, "{reply}");
    let json = json_of(&reply);
    let supports = json["groundingSupports"].as_array().unwrap();
    let tied = |start: &str| {
        let found = supports.iter().find(|support| {
            support["segment"]["text"].as_str().is_some_and(|text| text.starts_with(start))
        });
        let found = found.unwrap_or_else(|| panic!("{start}: {reply}"));
        let chunk = usize::try_from(found["groundingChunkIndices"][0].as_u64().unwrap()).unwrap();
        (
            json["groundingChunks"][chunk]["path"].clone(),
            found["places"][0]["lines"]["start"].clone(),
        )
    };
    assert_eq!(
        tied("Small Python package from Microsoft"),
        (json!("work/MarkItDown.md"), json!(6))
    );
    let docling = "Open-source Python package from IBM Research";
    assert_eq!(tied(docling).0, "work/Docling.md");
}
