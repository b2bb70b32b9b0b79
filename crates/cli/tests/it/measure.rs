//! `measure`: files in; tables, a page and files out.

use std::fs;

use crate::driver::TestVault;
use crate::stand_in::{Model, ollama};

/// Notes of two subjects that link within theirs; one has a name that would be markup.
fn vault() -> TestVault {
    let mut vault = TestVault::new();
    for (subject, words) in [
        ("tea & <b>", "kettle leaf steep brew cup green black pour saucer blend"),
        ("rope", "knot hitch bend splice cord strand loop coil bight sheet"),
    ] {
        let words: Vec<&str> = words.split(' ').collect();
        for note in 0..8 {
            let said: Vec<&str> =
                (0..40).map(|at| words[(at * (note + 1) + note) % words.len()]).collect();
            let text = format!("{}.\n\n[[{subject} {}]]\n", said.join(" "), (note + 1) % 8);
            vault = vault.note(&format!("{subject} {note}.md"), text);
        }
    }
    vault.indexed()
}

#[test]
fn what_it_costs_is_said_first() {
    let vault = vault();
    insta::assert_snapshot!(vault.run(&["measure"]), @"
    --- stderr
    error: reading 16 passages without their links in about 1 second needs your consent

    hint: add `--yes` to go on without asking
    --- exit 2
    ");
    let measured = vault.run(&["measure", "--yes"]);
    assert_eq!(measured.exit, 0, "{measured}");
    assert!(measured.stdout.contains("Linked notes told from others"), "{measured}");
    let again = vault.run(&["measure"]);
    assert_eq!(again.exit, 0, "nothing is left to be read: {again}");
    assert_eq!(again.stdout, measured.stdout, "the same dice");
}

#[test]
fn results_go_to_files() {
    let vault = vault();
    let file = |name: &str| vault.beside("elsewhere").join(name);
    fs::write(
        file("questions.jsonl"),
        "# mine\n{\"query\": \"rope 3\", \"answers\": [\"rope 3.md\"]}\n\
         {\"query\": \"of another\", \"answers\": [\"x.md\"], \"vault\": \"other\"}\n",
    )
    .unwrap();
    let arguments = [
        "measure",
        "--yes",
        "--json",
        "--queries",
        "questions.jsonl",
        "--report",
        "page.html",
        "--export",
        "out",
    ];
    let reply = vault.run(&arguments);
    assert_eq!((reply.exit, reply.stderr.as_str()), (0, ""), "{reply}");
    let json: serde_json::Value = serde_json::from_str(&reply.stdout).unwrap();
    assert_eq!(json["links"]["pairs"]["linked"], 16);
    assert_eq!(json["search"][0]["questions"], 1, "questions for another vault are left out");
    let page = fs::read_to_string(file("page.html")).unwrap();
    for needed in ["prefers-color-scheme: dark", "<svg", "vault, measured"] {
        assert!(page.contains(needed), "{needed}");
    }
    for fetched in ["http://", "https://", "src=", "<script", "@import", "url("] {
        assert!(!page.contains(fetched), "{fetched}");
    }
    for (name, count) in [("links", 40), ("links_text", 40), ("search", 1)] {
        let lines = fs::read_to_string(file("out").join(format!("{name}.jsonl"))).unwrap();
        let lines: Vec<serde_json::Value> =
            lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert!(lines.len() >= count, "{name} {}", lines.len());
        assert!(lines.iter().all(|line| line["vault"] == "vault"));
    }
    assert!(file("out").join("hubs.jsonl").is_file() && file("out").join("copies.jsonl").is_file());
}

#[test]
fn names_are_no_markup_on_the_page() {
    let mut vault = vault();
    let list: Vec<String> = (0..8).map(|note| format!("[[tea & <b> {note}]]")).collect();
    for hub in ["<i>one", "<i>two"] {
        let text = format!("knot hitch bend kettle leaf steep {}\n", list.join(" "));
        vault = vault.note(&format!("{hub}.md"), text);
    }
    for note in 0..8 {
        vault = vault.note(
            &format!("up <u>{note}.md"),
            "knot hitch bend kettle leaf steep brew cup and more of that. ".repeat(5)
                + "[[<i>one]]\n",
        );
    }
    let reply = vault.run(&["measure", "--yes", "--report", "page.html"]);
    assert_eq!(reply.exit, 0, "{reply}");
    let page = fs::read_to_string(vault.beside("elsewhere").join("page.html")).unwrap();
    assert!(!page.contains("<b>") && !page.contains("<i>") && !page.contains("<u>"));
}

#[test]
fn examples_are_written_once() {
    let vault = vault();
    assert_eq!(vault.run(&["measure", "--init", "mine.jsonl"]).exit, 0);
    let file = vault.beside("elsewhere").join("mine.jsonl");
    let text = fs::read_to_string(&file).unwrap();
    let examples: Vec<&str> = text.lines().filter(|line| line.starts_with("# {")).collect();
    assert_eq!(examples.len(), 12);
    insta::assert_snapshot!(vault.run(&["measure", "--init", "mine.jsonl"]), @"
    --- stderr
    error: `mine.jsonl` is there already

    hint: name a new file, or ask its questions with `--queries`
    --- exit 2
    ");
    // With the marks taken away they are questions.
    fs::write(&file, text.replace("# {", "{")).unwrap();
    let reply = vault.run(&["measure", "--yes", "--queries", "mine.jsonl"]);
    assert!(reply.stdout.contains("12 questions"), "{reply}");
}

#[test]
fn a_wrong_line_is_named() {
    let vault = vault();
    fs::write(vault.beside("elsewhere").join("p.jsonl"), "{\"a\": \"rope 1.md\", \"linked\": 1}\n")
        .unwrap();
    insta::assert_snapshot!(vault.run(&["measure", "--pairs", "p.jsonl"]), @"
    --- stderr
    error: line 1 of `p.jsonl` can't be understood: missing field `b` at column 31

    hint: `notekin measure --help` shows what a line looks like
    --- exit 2
    ");
    insta::assert_snapshot!(vault.run(&["measure", "--hubs", "none.jsonl"]), @"
    --- stderr
    error: cannot read `none.jsonl`
    caused by: No such file or directory (os error 2)
    --- exit 2
    ");
}

#[test]
fn the_score_is_set_and_taken_back() {
    let mut vault = vault();
    for note in 0..60 {
        let text = format!(
            "knot hitch bend splice {note} {}\n\n[[rope {}]]\n",
            "cord ".repeat(40),
            note % 8
        );
        vault = vault.note(&format!("more {note}.md"), text);
    }
    let reply = vault.run(&["measure", "--yes", "--keep-score"]);
    assert!(reply.stdout.contains("it was not kept"), "{reply}");
    let reply = vault.run(&["measure", "--yes"]);
    assert!(reply.stdout.contains("measure --reset"), "{reply}");
    let homes = fs::read_dir(vault.beside("data/vaults")).unwrap();
    let home = homes.map(|home| home.unwrap().path()).find(|home| home.is_dir()).unwrap();
    assert!(home.join("calibration").is_file() && home.join("measure/vectors").is_file());
    insta::assert_snapshot!(vault.run(&["measure", "--reset"]), @"
    --- stderr
    the model's own score is used again
    --- exit 0
    ");
    assert!(!home.join("calibration").exists() && !home.join("measure").exists());
}

#[test]
fn questions_that_no_note_answers_are_refused_before_any_work() {
    let vault = vault();
    let line = "{\"query\": \"of another\", \"answers\": [\"x.md\"]}\n";
    fs::write(vault.beside("elsewhere").join("q.jsonl"), line).unwrap();
    insta::assert_snapshot!(vault.run(&["measure", "--queries", "q.jsonl"]), @"
    --- stderr
    error: no question's `answers` name a note of this vault, like `x.md`
    --- exit 2
    ");
}

#[test]
fn what_is_given_and_not_used_is_named() {
    let vault = vault();
    let lines = |name: &str, lines: &[&str]| {
        fs::write(vault.beside("elsewhere").join(name), lines.join("\n")).unwrap();
    };
    lines(
        "p.jsonl",
        &[
            r#"{"a": "rope 1", "b": "rope 2", "linked": 1}"#,
            r#"{"a": "rope 1", "b": "rope 1.md", "linked": 1}"#,
            r#"{"a": "w", "b": "rope 1", "linked": 0}"#,
            r#"{"a": "rope 1", "b": "x", "linked": 0}"#,
            r#"{"a": "y", "b": "rope 1", "linked": 0}"#,
            r#"{"a": "z", "b": "rope 1", "linked": 0}"#,
        ],
    );
    lines("h.jsonl", &[r#"{"note": "rope 1", "hubs": ["tea & <b> 1"]}"#, r#"{"note": "v"}"#]);
    lines(
        "q.jsonl",
        &[
            r#"{"query": "knots", "answers": ["Rope 3"]}"#,
            r#"{"query": "more", "answers": ["u.md"]}"#,
        ],
    );
    let files = ["--pairs", "p.jsonl", "--hubs", "h.jsonl", "--queries", "q.jsonl"];
    let reply = vault.run(&[["measure", "--yes"].as_slice(), &files].concat());
    assert_eq!(reply.exit, 0, "{reply}");
    for told in [
        "4 pairs left out, as a note is missing: `w`, `x`, `y`, …\n",
        "1 pair left out, of a note with itself: `rope 1`\n",
        "1 note left out, as it or its hubs are missing: `v`\n",
        "1 question left out, as no note here answers: `u.md`\n",
    ] {
        assert!(reply.stderr.contains(told), "{told} {reply}");
    }
    for (option, text, why) in [
        ("--pairs", "", "no pair names two notes of this vault"),
        ("--pairs", "# nothing\n", "no pair names two notes of this vault"),
        ("--hubs", "", "no line names a note of this vault and its hubs"),
        ("--hubs", "{\"hubs\": [\"rope 1\"]}", "no line names a note"),
        ("--queries", "\n{\"query\": \"\", \"answers\": [\"rope 1\"]}", "line 2 of `f.jsonl`"),
        ("--queries", "{\"query\": \" \", \"answers\": [\"rope 1\"]}", "`query` is empty"),
    ] {
        lines("f.jsonl", &[text]);
        let reply = vault.run(&["measure", "--yes", option, "f.jsonl"]);
        assert!(reply.exit == 2 && reply.stderr.contains(why), "{option} {text}: {reply}");
    }
}

#[test]
fn a_vault_without_notes_has_nothing_to_measure_or_ask_about() {
    let vault = TestVault::new().indexed();
    let reply = vault.run(&["measure", "--yes", "--report", "page.html"]);
    assert_eq!(reply.exit, 1, "{reply}");
    let page = fs::read_to_string(vault.beside("elsewhere").join("page.html")).unwrap();
    assert!(page.contains("No notes were judged. It takes notes with about 200"));
    let reply = vault.run(&["measure", "--init", "mine.jsonl"]);
    assert!(reply.exit == 2 && reply.stderr.contains("has no notes to ask about"), "{reply}");
    assert!(!vault.beside("elsewhere").join("mine.jsonl").exists());
}

#[test]
fn passages_known_from_before_are_told_apart() {
    let mut vault = vault();
    assert_eq!(vault.run(&["measure", "--yes"]).exit, 0);
    let text = format!("{}\n\n[[rope 1]]\n", "knot hitch bend splice cord ".repeat(12));
    vault = vault.note("new.md", text);
    let reply = vault.run(&["measure"]);
    let told = "reading 1 passage without their links, beside 16 known from before, in about";
    assert!(reply.stderr.contains(told), "{reply}");
}

#[test]
fn a_score_that_was_set_comes_first_and_is_told() {
    let vault = vault().setting("[related]\nleast = 0.6");
    let reply = vault.run(&["measure", "--yes"]);
    assert!(reply.stdout.contains("`related.least` is set to 0.60, and comes first"), "{reply}");
    let reply = vault.run(&["measure", "--yes", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&reply.stdout).unwrap();
    assert_eq!(json["threshold"]["set"], 0.6);
}

#[test]
fn what_others_wrote_is_not_replaced_and_nothing_goes_into_the_vault() {
    let vault = vault();
    let out = vault.beside("elsewhere").join("out");
    fs::create_dir(&out).unwrap();
    for (name, foreign) in [("hubs.jsonl", "mine\n"), ("links.jsonl", "{\"a\": 1}\n")] {
        fs::write(out.join(name), foreign).unwrap();
        let reply = vault.run(&["measure", "--yes", "--export", "out"]);
        assert_eq!(reply.exit, 2, "{reply}");
        assert!(reply.stderr.contains("no results of ours"), "{reply}");
        assert_eq!(fs::read_to_string(out.join(name)).unwrap(), foreign);
        fs::write(out.join(name), "").unwrap();
    }
    for _ in 0..2 {
        assert_eq!(
            vault.run(&["measure", "--yes", "--export", "out"]).exit,
            0,
            "ours are replaced"
        );
    }
    let inside = vault.beside("vault").join("mine.jsonl");
    let reply = vault.run(&["measure", "--init", &inside.to_string_lossy()]);
    assert_eq!(reply.exit, 2, "{reply}");
    assert!(reply.stderr.contains("lies in the vault") && !inside.exists(), "{reply}");
}

#[test]
fn models_are_compared_on_the_same_pairs() {
    let server = ollama(Model { dims: 768, window: 8192, ..Model::SMALL });
    let vault = vault().setting(&format!("ollama.url = \"{}\"", server.url("")));
    let chosen = ["--compare", "ollama/embeddinggemma2", "--compare", "ollama/embeddinggemma2@256"];
    let compare = |more: &[&str]| vault.run(&[&["measure"][..], &chosen, more].concat());
    let refused = compare(&[]);
    assert_eq!(refused.exit, 2, "{refused}");
    for told in [
        "error: reading 16 passages without their links, by `fake`, in about 1 second; reading 16 ",
        " without their links, by `ollama/embeddinggemma2`; reading 16 ",
        " without their links, by `ollama/embeddinggemma2@256` needs your consent\n",
    ] {
        assert!(refused.stderr.contains(told), "{told}: {refused}");
    }
    let posted = || server.requests().iter().filter(|it| it.body.contains("hitch")).count();
    assert_eq!(posted(), 0, "nothing is read unasked");
    let reply = compare(&["--yes", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&reply.stdout).unwrap();
    let models = json["models"].as_array().unwrap();
    let of = |pointer: &str| -> Vec<serde_json::Value> {
        models.iter().map(|model| model.pointer(pointer).unwrap().clone()).collect()
    };
    let names = ["fake", "ollama/embeddinggemma2", "ollama/embeddinggemma2@256"];
    assert_eq!(of("/measurement/model"), names);
    assert_eq!(of("/cost/model"), names);
    assert_eq!(of("/cost/passages"), [16, 16, 16]);
    for same in ["/measurement/links/pairs", "/measurement/passages", "/measurement/hubs/notes"] {
        assert!(of(same).iter().all(|value| *value == of(same)[0]), "{same}: {:?}", of(same));
    }
    let told: Vec<_> = of("/measurement/links/parts/1/auc_random/value");
    assert!(told[0] != told[1], "each by its own vectors: {told:?}");
    assert_eq!(of("/measurement/threshold/kept"), [false; 3]);

    let made = posted();
    let again = compare(&[]);
    assert_eq!((again.exit, posted()), (0, made), "nothing is read twice: {again}");
    let rows = |text: &str| names.iter().filter(|name| text.contains(*name)).count();
    assert!(rows(&again.stdout) == 3 && again.stdout.contains("fake *"), "{again}");
    let status = vault.run(&["status"]);
    assert!(status.stdout.contains("fake") && rows(&status.stdout) == 1, "{status}");
}

#[test]
fn a_comparison_names_another_model() {
    let vault = TestVault::without_model().setting("model = \"ollama/x\"").note("a.md", "# A\n");
    let refused = |vault: &TestVault, arguments: &[&str], why: &str| {
        let reply = vault.run(&[&["measure", "--compare"], arguments].concat());
        assert!(reply.exit == 2 && reply.stderr.contains(why), "{why}: {reply}");
    };
    refused(&vault, &["x"], "error: no model is called `x`");
    refused(&vault, &["ollama/y", "--queries", "q"], "cannot be used with");
    let server = ollama(Model::SMALL);
    let vault = vault.setting(&format!("ollama.url = \"{}\"", server.url(""))).indexed();
    refused(&vault, &["ollama/x"], "error: `ollama/x` is the chosen model itself");
}
