//! Settings that change what is found: each is set as a user sets it, and takes effect.

use serde_json::Value;

use crate::driver::TestVault;

fn json(vault: &TestVault, arguments: &[&str]) -> Value {
    let arguments: Vec<_> = arguments.iter().copied().chain(["--json"]).collect();
    let reply = vault.run(&arguments);
    serde_json::from_str(&reply.stdout).unwrap()
}

fn set(vault: &TestVault, words: &[&str]) {
    let arguments: Vec<_> = ["config", "set"].iter().chain(words).copied().collect();
    let reply = vault.run_in(&vault.beside("elsewhere"), &arguments);
    assert_eq!(reply.exit, 0, "{reply}");
}

fn index(vault: &TestVault) -> Value {
    json(vault, &["index"])
}

/// Returns the paths in a list of a reply.
fn paths(reply: &Value, list: &str) -> Vec<String> {
    let rows = reply[list].as_array().unwrap();
    rows.iter().map(|row| row["path"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_smaller_passage_cuts_notes_anew() {
    let sentence = |at| format!("Sentence number {at} says a little of tomatoes and their sun. ");
    let long: String = (0..40).map(sentence).collect();
    let vault = TestVault::new().note("long.md", format!("# Long\n\n{long}\n")).indexed();
    let passages = |vault: &TestVault| json(vault, &["explain", "long.md"])["passages"].as_u64();
    let before = passages(&vault).unwrap();
    set(&vault, &["passages.tokens", "60"]);
    assert_eq!(vault.run(&["search", "tomatoes"]).exit, 0);
    assert_eq!(passages(&vault), Some(before), "a search has no time for that");
    assert!(index(&vault)["embedded"].as_u64() > Some(before));
    assert!(passages(&vault).unwrap() > 2 * before);
    assert_eq!(index(&vault)["embedded"], 0, "once is enough");
    set(&vault, &["passages.tokens", "300"]);
    let again = index(&vault);
    assert_eq!((&again["embedded"], passages(&vault)), (&Value::from(0), Some(before)), "{again}");
}

#[test]
fn a_section_that_only_lists_links_is_named_in_any_words() {
    let vault = TestVault::new()
        .note("rye.md", "# Rye\n\nA dark grain.\n\n## Kin\n\nThe zebra and the quagga.\n")
        .indexed();
    let found = |vault: &TestVault| {
        let hits = json(vault, &["search", "zebra quagga", "--mode", "semantic", "--all"]);
        hits["hits"].to_string().contains("Kin")
    };
    assert!(found(&vault));
    set(&vault, &["link_sections", "Kin"]);
    index(&vault);
    assert!(!found(&vault));
}

#[test]
fn a_folder_is_left_out_however_it_is_written() {
    for written in ["Templates", "Templates/", "templates/**", "/Templates", "*/Templates"] {
        let vault = TestVault::new()
            .note("a.md", "Alone.")
            .note("Templates/day.md", "A day.")
            .note("x/Templates/week.md", "A week.");
        set(&vault, &["exclude", written]);
        let is_anywhere = matches!(written, "Templates" | "Templates/");
        let counts = index(&vault);
        let excluded = if is_anywhere { 2 } else { 1 };
        assert_eq!(
            (&counts["found"], &counts["excluded"]),
            (&3.into(), &excluded.into()),
            "{written}"
        );
    }
}

fn breads() -> TestVault {
    let note = |name: &str, text: &str| format!("# {name}\n\n{text}\n");
    TestVault::new()
        .note("rye.md", note("Rye", "Rye flour makes a dark loaf. Up: [[list]]"))
        .note("wheat.md", note("Wheat", "Wheat flour makes a light loaf. Up: [[list]]"))
        .note("tax.md", note("Tax", "Forms are in the cabinet."))
        .note("list.md", note("All", "[[rye]] [[wheat]] [[tax]]"))
        .indexed()
}

#[test]
fn what_makes_a_hub_is_set() {
    let vault = breads();
    assert_eq!(vault.run(&["hubs"]).exit, 1);
    set(&vault, &["hubs.links", "3"]);
    let hubs = json(&vault, &["hubs"]);
    assert_eq!(
        (paths(&hubs, "hubs"), &hubs["least_links"]),
        (vec!["list.md".to_owned()], &3.into())
    );
    assert_eq!(json(&vault, &["related", "tax.md"])["belongs_under"], Value::Null);
    set(&vault, &["related.least", "0"]);
    assert_eq!(json(&vault, &["related", "tax.md"])["belongs_under"]["path"], "list.md");
    set(&vault, &["hubs.backlinks", "3"]);
    assert_eq!(vault.run(&["hubs"]).exit, 1);
}

#[test]
fn the_line_between_related_and_hardly_related_is_set() {
    let vault = breads();
    let related = |vault: &TestVault| paths(&json(vault, &["related", "rye.md"]), "related");
    set(&vault, &["related.least", "0"]);
    assert_eq!(related(&vault).len(), 2, "all but the linked one");
    set(&vault, &["related.least", "1"]);
    assert!(related(&vault).is_empty());
    let reply = vault.run(&["related", "rye.md", "--all"]);
    assert!(reply.stdout.contains("(hardly related)"), "{reply}");
}

#[test]
fn what_makes_a_copy_is_set() {
    let steamed = |at: usize| format!("The {at}th batch was steamed for {} minutes. ", 60 - at);
    let walked = |at: usize| format!("On day {at} a fox walked along hedge {}. ", at * at);
    let steaming: String = (0..30).map(steamed).collect();
    let other: String = (0..22).map(steamed).chain((0..20).map(walked)).collect();
    let vault = TestVault::new()
        .note("steam.md", format!("# Steam\n\n{steaming}"))
        .note("other.md", format!("# Other\n\n{other}"))
        .indexed();
    assert_eq!(vault.run(&["copies"]).exit, 1);
    set(&vault, &["copies.containment", "0.5"]);
    assert_eq!(json(&vault, &["copies"])["groups"].as_array().map(Vec::len), Some(1));
    assert_eq!(paths(&json(&vault, &["related", "steam.md"]), "near_copies"), ["other.md"]);
    set(&vault, &["copies.coverage", "0.95"]);
    assert_eq!(vault.run(&["copies"]).exit, 1);
    assert!(paths(&json(&vault, &["related", "steam.md"]), "near_copies").is_empty());
}

#[test]
fn namesakes_have_a_measure_of_their_own() {
    let sentence = |at: usize| format!("The {at}th batch was steamed for {} minutes. ", 60 - at);
    let text = |range: std::ops::Range<usize>| range.map(sentence).collect::<String>();
    let vault = TestVault::new()
        .note("a/steam.md", format!("# Steam\n\n{}", text(0..30)))
        .note("b/steam.md", format!("# Steam\n\n{}", text(6..36)))
        .indexed();
    assert_eq!(vault.run(&["copies"]).exit, 0);
    set(&vault, &["copies.containment_of_namesakes", "0.95"]);
    assert_eq!(vault.run(&["copies"]).exit, 1);
}
