//! Which rules keep which notes out.

use notekin_vault::{PolicySettings, Rule, Written};

use crate::folder::{Folder, show};

fn texts(list: &[&str]) -> Vec<String> {
    list.iter().map(|&text| text.to_owned()).collect()
}

fn excluding(patterns: &[&str]) -> PolicySettings {
    PolicySettings { exclude: texts(patterns), ..PolicySettings::default() }
}

fn including(patterns: &[&str]) -> PolicySettings {
    PolicySettings { include: texts(patterns), ..PolicySettings::default() }
}

/// Checks which of the paths are excluded; the folder holds nothing else.
fn check(paths: &[&str], settings: &PolicySettings, excluded: &[&str]) {
    let scan = Folder::of(paths).vault_with(settings).scan().unwrap();
    let found: Vec<_> = scan.excluded.iter().map(|one| one.path.as_str()).collect();
    assert_eq!(found, excluded, "{settings:?}");
    assert_eq!(scan.found(), paths.len());
}

#[test]
fn hidden_and_node_modules_are_never_looked_into() {
    let folder = Folder::of(&[
        "a.md",
        ".b.md",
        ".trash/c.md",
        ".obsidian/d.md",
        "x/node_modules/e.md",
        "node_modules.md",
    ]);
    assert_eq!(show(&folder.scan()), ["a.md", "node_modules.md"]);
}

#[test]
fn our_own_data_is_left_out() {
    let folder = Folder::of(&["a.md", "data/conversations/b.md"]);
    let settings =
        PolicySettings { own_data: Some(folder.at("data")), ..PolicySettings::default() };
    assert_eq!(show(&folder.vault_with(&settings).scan().unwrap()), ["a.md"]);
}

#[test]
fn exclude_patterns_work_as_in_gitignore() {
    let paths = ["Daily/a.md", "b.canvas", "Work/Daily/c.md", "Work/d.md"];
    check(&paths, &excluding(&["Daily/"]), &["Daily/a.md", "Work/Daily/c.md"]);
    check(&paths, &excluding(&["Daily"]), &["Daily/a.md", "Work/Daily/c.md"]);
    check(&paths, &excluding(&["/Daily/"]), &["Daily/a.md"]);
    check(&paths, &excluding(&["Work/Daily"]), &["Work/Daily/c.md"]);
    check(&paths, &excluding(&["*.canvas"]), &["b.canvas"]);
    check(&paths, &excluding(&["Work/*.md"]), &["Work/d.md"]);
    check(&paths, &excluding(&["Work/**"]), &["Work/Daily/c.md", "Work/d.md"]);
    check(&paths, &excluding(&["*.md", "!d.md"]), &["Daily/a.md", "Work/Daily/c.md"]);
    check(&paths, &excluding(&["b"]), &[]);
}

#[test]
fn patterns_forget_case_and_unicode_form() {
    check(
        &["TAGEBU\u{308}CHER/a.md"],
        &excluding(&["Tageb\u{fc}cher/"]),
        &["TAGEBU\u{308}CHER/a.md"],
    );
    check(&["Ёлка.md"], &excluding(&["ёлка*"]), &["Ёлка.md"]);
}

#[test]
fn a_pattern_may_start_with_a_hash() {
    check(&["#inbox/a.md"], &excluding(&["#inbox"]), &["#inbox/a.md"]);
    let scan = Folder::of(&["#Inbox/a.md"]).vault_with(&excluding(&["#Inbox"])).scan().unwrap();
    assert_eq!(scan.excluded[0].rule, Rule::Exclude("#Inbox".to_owned()));
}

#[test]
fn include_patterns_leave_out_the_rest() {
    let paths = ["Work/a.md", "Work/deep/b.md", "Home/c.md", "d.canvas"];
    check(&paths, &including(&["Work/"]), &["Home/c.md", "d.canvas"]);
    check(&paths, &including(&["*.canvas", "b.md"]), &["Home/c.md", "Work/a.md"]);
    let both = PolicySettings { exclude: texts(&["deep"]), ..including(&["work/"]) };
    check(&paths, &both, &["Home/c.md", "Work/deep/b.md", "d.canvas"]);
}

#[test]
fn vaultignore_holds_below_its_folder_and_the_nearest_wins() {
    let folder = Folder::of(&["a.md", "draft.md", "sub/draft.md", "sub/keep/draft.md", "sub/b.md"])
        .with(".vaultignore", "\u{feff}# comment\r\ndraft.md\r\n")
        .with("sub/.vaultignore", "/b.md")
        .with("sub/keep/.vaultignore", "!draft.md");
    let excluded =
        ["- draft.md: vaultignore", "- sub/b.md: vaultignore", "- sub/draft.md: vaultignore"];
    let scan = folder.scan();
    assert_eq!(show(&scan), [&["a.md", "sub/keep/draft.md"][..], &excluded[..]].concat());
    let written = Written { pattern: "/b.md".to_owned(), file: "sub/.vaultignore".to_owned() };
    assert_eq!(scan.excluded[1].rule, Rule::VaultIgnore(written));
    assert_eq!(scan.excluded_by().into_iter().collect::<Vec<_>>(), [("vaultignore", 3)]);
}

#[test]
fn a_broken_line_in_an_ignore_file_spoils_only_itself() {
    let folder = Folder::of(&["a.md", "b.md"]).with(".vaultignore", b"[broken\n\xff\xfe\na.md\n");
    assert_eq!(show(&folder.scan()), ["b.md", "- a.md: vaultignore"]);
}

#[test]
fn gitignore_counts_only_when_asked() {
    let folder = Folder::of(&["private/a.md", "b.md"]).with(".gitignore", "private/");
    assert_eq!(show(&folder.scan()), ["b.md", "private/a.md"]);
    let asked = PolicySettings { gitignore: true, ..PolicySettings::default() };
    assert_eq!(
        show(&folder.vault_with(&asked).scan().unwrap()),
        ["b.md", "- private/a.md: gitignore"]
    );
}

#[test]
fn obsidians_excluded_files_are_beginnings_or_expressions() {
    let filters =
        r#"{"userIgnoreFilters": ["archive/", "Zzz", "/\\d{4}-secret/", "/broken(/", 7, "", "/"]}"#;
    let paths = ["Archive/a.md", "Archived.md", "zzz top.md", "x/2024-SECRET.md", "x/Archive/b.md"];
    let folder = Folder::of(&paths).with(".obsidian/app.json", filters);
    let scan = folder.scan();
    let expected = [
        "Archived.md",
        "x/Archive/b.md",
        "- Archive/a.md: obsidian",
        "- x/2024-SECRET.md: obsidian",
        "- zzz top.md: obsidian",
    ];
    assert_eq!(show(&scan), expected);
    assert_eq!(scan.excluded[0].rule.to_string(), "`archive/` in Obsidian's excluded files");
}

#[test]
fn template_folders_are_left_out() {
    let folder = Folder::of(&["Templates/a.md", "Meta/T/b.md", "Templates.md", "Meta/c.md"])
        .with(".obsidian/templates.json", r#"{"folder": "templates/"}"#)
        .with(
            ".obsidian/plugins/templater-obsidian/data.json",
            r#"{"templates_folder": "Meta/T"}"#,
        );
    let expected =
        ["Meta/c.md", "Templates.md", "- Meta/T/b.md: templates", "- Templates/a.md: templates"];
    assert_eq!(show(&folder.scan()), expected);
}

#[test]
fn broken_obsidian_settings_leave_nothing_out() {
    for (app, templates) in
        [("{", "[]"), ("[1]", r#"{"folder": ""}"#), ("null", r#"{"folder": "/"}"#)]
    {
        let folder = Folder::of(&["a.md"])
            .with(".obsidian/app.json", app)
            .with(".obsidian/templates.json", templates);
        assert_eq!(show(&folder.scan()), ["a.md"]);
    }
}
