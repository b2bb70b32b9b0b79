//! `search --queries`.

use crate::driver::TestVault;

fn twelve() -> TestVault {
    (0..12).fold(TestVault::new(), |vault, number| {
        vault.note(
            &format!("{number:02}.md"),
            format!(
                "# Note {number}\n\nTea is number {number}.\n\n## More\n\nTea again {number}.\n"
            ),
        )
    })
}

#[test]
fn each_line_is_answered_by_a_line() {
    let vault = twelve().indexed();
    let file = vault.beside("queries.jsonl");
    std::fs::write(&file, "{\"id\": 1, \"query\": \"tea\", \"relevant\": []}\n\n{\"id\": \"b\", \"query\": \"zeppelin\"}\n").unwrap();
    let reply = vault.run(&["search", "--mode", "keyword", "--queries", file.to_str().unwrap()]);
    assert_eq!(reply.exit, 0, "{reply}");
    let lines: Vec<serde_json::Value> =
        reply.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!((&lines[0]["id"], &lines[1]["id"]), (&1.into(), &"b".into()));
    assert!(lines[0]["results"].as_array().unwrap().len() >= 10, "{reply}");
    assert_eq!(lines[1]["results"].as_array().unwrap().len(), 0);
}

fn ids(stdout: &str) -> Vec<serde_json::Value> {
    let line = |line| serde_json::from_str::<serde_json::Value>(line).unwrap()["id"].take();
    stdout.lines().map(line).collect()
}

#[test]
fn a_line_that_is_no_question_is_named_and_the_others_are_answered() {
    let vault = twelve().indexed();
    let file = vault.beside("queries.jsonl");
    let lines: [&[u8]; 9] = [
        b"\xef\xbb\xbf{\"id\": 1, \"query\": \"tea\"}\r",
        b" \t\r",
        b"tea",
        b"{\"id\": 4}",
        b"{\"id\": 5, \"query\": \" \"}",
        b"{\"id\": 6, \"query\": [1]}",
        b"{\"id\": 7, \"query\": \"\xff\"}",
        b"\xef\xbb\xbf{\"id\": 8, \"query\": \"tea\"}",
        b"{\"id\": 9, \"query\": \"number\"}",
    ];
    std::fs::write(&file, lines.join(&b'\n')).unwrap();
    let file = file.to_str().unwrap();
    let reply = vault.run(&["search", "--mode", "keyword", "--queries", file]);
    assert_eq!((ids(&reply.stdout), reply.exit), (vec![1.into(), 9.into()], 2), "{reply}");
    insta::assert_snapshot!(reply.stderr, @r#"
    error: line 3 of `/queries.jsonl` is not a question: expected ident at column 2

    hint: each line is an object such as {"id": 1, "query": "tea"}
    error: line 4 of `/queries.jsonl` is not a question: missing field `query` at column 9
    error: line 5 of `/queries.jsonl` is not a question: the query is empty
    error: line 6 of `/queries.jsonl` is not a question: invalid type: sequence, expected a string at column 19
    error: line 7 of `/queries.jsonl` is not a question: invalid unicode code point at column 21
    error: line 8 of `/queries.jsonl` is not a question: expected value at column 1
    "#);
    let json = vault.run(&["search", "--json", "--mode", "keyword", "--queries", file]);
    assert_eq!((&json.stdout, json.exit), (&reply.stdout, 2));
    let errors = json.stderr.lines().map(|line| {
        let mut failure: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(failure["error"]["kind"], "invalid");
        failure["error"]["message"].take()
    });
    let told: Vec<_> =
        reply.stderr.lines().filter_map(|line| line.strip_prefix("error: ")).collect();
    assert_eq!(errors.collect::<Vec<_>>(), told);
}

#[test]
fn a_pattern_that_cannot_be_read_costs_its_own_line_only() {
    let vault = twelve().indexed();
    let file = vault.beside("queries.jsonl");
    let lines = r#"{"id": 1, "query": "number 1("}
{"id": 2, "query": "number 1\\b"}"#;
    std::fs::write(&file, lines).unwrap();
    let reply = vault.run(&["search", "--mode", "regex", "--queries", file.to_str().unwrap()]);
    assert_eq!((ids(&reply.stdout), reply.exit), (vec![2.into()], 2), "{reply}");
    assert!(reply.stderr.starts_with("error: line 1 of `/queries.jsonl` can't be answered: "));
}

#[test]
fn what_no_line_can_be_answered_without_is_told_once() {
    let vault = twelve().indexed();
    let file = vault.beside("queries.jsonl");
    std::fs::write(&file, "{\"id\": 1, \"query\": \"tea\"}\n".repeat(3)).unwrap();
    let file = file.to_str().unwrap();
    insta::assert_snapshot!(vault.run(&["search", "--queries", file, "--tag", "x"]), @"
    --- stderr
    error: no note has a tag `x`
    --- exit 2
    ");
    insta::assert_snapshot!(vault.run(&["search", "--queries", "nowhere.jsonl"]), @"
    --- stderr
    error: cannot read `nowhere.jsonl`
    caused by: No such file or directory (os error 2)
    --- exit 2
    ");
}

#[test]
fn a_limit_is_one_of_passages_not_of_notes() {
    let vault = twelve().indexed();
    let file = vault.beside("queries.jsonl");
    std::fs::write(&file, "{\"id\": 1, \"query\": \"tea\"}\n").unwrap();
    for limit in [1, 3, 15] {
        let limited = ["search", "--mode", "keyword", "--limit", &limit.to_string(), "--queries"];
        let reply = vault.run(&[&limited[..], &[file.to_str().unwrap()]].concat());
        let line: serde_json::Value = serde_json::from_str(&reply.stdout).unwrap();
        let count = |key: &str| line[key].as_array().unwrap().len();
        assert_eq!((count("hits"), count("results")), (limit.min(12), 12), "{reply}");
    }
}
