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

#[test]
fn a_line_that_is_no_question_is_named() {
    let vault = twelve().indexed();
    let file = vault.beside("queries.jsonl");
    std::fs::write(&file, "{\"id\": 1}\n").unwrap();
    insta::assert_snapshot!(vault.run(&["search", "--queries", file.to_str().unwrap()]), @r#"
    --- stderr
    error: line 1 of `/queries.jsonl` is not a question: missing field `query` at line 1 column 9

    hint: each line is an object such as {"id": 1, "query": "tea"}
    --- exit 2
    "#);
    insta::assert_snapshot!(vault.run(&["search", "--queries", "nowhere.jsonl"]), @"
    --- stderr
    error: cannot read `nowhere.jsonl`
    caused by: No such file or directory (os error 2)
    --- exit 2
    ");
}
