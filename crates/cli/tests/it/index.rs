//! `index`, `status` and `explain`.

use crate::driver::TestVault;

fn tea() -> TestVault {
    TestVault::new()
        .note("tea.md", "# Tea\n\nGreen tea is steamed.\n")
        .note("coffee.md", "# Coffee\n\nBeans are roasted.\n")
}

#[test]
fn the_first_run_reads_and_the_second_has_nothing_to_do() {
    let vault = tea();
    insta::assert_snapshot!(vault.run(&["index"]), @r#"
    vault     vault (/vault)
    notes     2 read
    passages  2
    model     fake
    state     ready by words and by meaning
    now read  2 passages by meaning

    next: notekin search "a question" finds passages
    --- exit 0
    "#);
    insta::assert_snapshot!(vault.run(&["index"]), @r#"
    vault     vault (/vault)
    notes     2 read
    passages  2
    model     fake
    state     ready by words and by meaning

    next: notekin search "a question" finds passages
    --- exit 0
    "#);
    insta::assert_snapshot!(vault.run(&["status"]), @"
    vault     vault (/vault)
    notes     2 read
    passages  2
    model     fake
    state     ready by words and by meaning
    --- exit 0
    ");
}

#[test]
fn a_path_registers_and_dash_dash_vault_does_not() {
    let vault = tea();
    let listed = || vault.run_in(&vault.beside("elsewhere"), &["vault", "list"]);
    assert_eq!(vault.run(&["index"]).exit, 0);
    insta::assert_snapshot!(listed(), @"
    --- stderr
    no vault is known yet; `notekin index PATH` reads a folder of notes
    --- exit 1
    ");
    assert_eq!(vault.run_in(&vault.beside("elsewhere"), &["index", "../vault"]).exit, 0);
    insta::assert_snapshot!(listed(), @"
    vault  /vault
    --- exit 0
    ");
    insta::assert_snapshot!(vault.run_in(&vault.beside("elsewhere"), &[]), @r#"
    vault     vault (/vault)
    notes     2 read
    passages  2
    model     fake
    state     ready by words and by meaning

    next: notekin search "a question" finds passages
    --- exit 0
    "#);
}

#[test]
fn one_vault_after_an_edit() {
    let vault = tea().indexed();
    vault.write("tea.md", "# Tea\n\nGreen tea is steamed, oolong is rolled.\n");
    let found = vault.run(&["search", "oolong", "--mode", "keyword"]);
    assert!(found.stdout.contains("tea.md"), "{found}");
    insta::assert_snapshot!(vault.run(&["status"]), @"
    vault     vault (/vault)
    notes     2 read
    passages  2
    model     fake
    state     ready by words; 1 note still to be read by meaning
    --- exit 0
    ");
}

#[test]
fn a_vault_half_read() {
    let vault = tea().indexed();
    vault.write("water.md", "# Water\n\nWater boils at a hundred degrees.\n");
    insta::assert_snapshot!(vault.run(&["search", "boils", "--mode", "semantic"]), @"
    --- stderr
    nothing found in the 2 of 3 notes read so far
    nothing in them is likely to answer; nearest are `coffee.md`, `tea.md`; `--all` shows what there is
    1 note can't be found by meaning yet; `notekin index --vault /vault/` goes on
    --- exit 1
    ");
    insta::assert_snapshot!(vault.run(&[]), @"
    vault     vault (/vault)
    notes     3 read
    passages  3
    model     fake
    state     ready by words; 1 note still to be read by meaning

    next: notekin index reads the rest by meaning
    --- exit 0
    ");
}

#[test]
fn words_alone_when_asked_for() {
    let reply = tea().run(&["index", "--words-only"]);
    assert!(
        reply.exit == 0 && reply.stdout.contains("ready by words; nothing is read by meaning"),
        "{reply}"
    );
}

#[test]
fn readings_out_of_date_are_told_as_such() {
    let vault = tea();
    std::fs::create_dir(vault.at(".obsidian")).unwrap();
    let vault = vault.indexed();
    std::fs::rename(vault.at("tea.md"), vault.at("green tea.md")).unwrap();
    insta::assert_snapshot!(vault.run(&["index", "--words-only"]), @"
    vault     vault (/vault)
    notes     2 read
    passages  2
    model     fake
    state     ready by words and by meaning; some passages are still to be read anew

    next: notekin index reads the rest anew by meaning
    --- exit 0
    ");
    assert!(vault.run(&["index"]).stdout.contains("ready by words and by meaning\n"));
}

#[test]
fn rebuild_and_reembed() {
    let vault = tea().indexed();
    insta::assert_snapshot!(vault.run(&["index", "--rebuild"]), @r#"
    vault     vault (/vault)
    notes     2 read
    passages  2
    model     fake
    state     ready by words and by meaning
    now read  2 passages known from before

    next: notekin search "a question" finds passages
    --- exit 0
    "#);
    let asked = vault.run(&["index", "--reembed"]);
    assert_eq!(asked.exit, 2, "{asked}");
    assert!(
        asked.stderr.contains("needs your consent") && asked.stderr.contains("--yes"),
        "{asked}"
    );
    let done = vault.run(&["index", "--reembed", "--yes"]);
    assert!(done.exit == 0 && done.stdout.contains("now read  2 passages by meaning"), "{done}");
}

#[test]
fn very_many_vanished_notes_need_consent() {
    let vault = (0..20).fold(TestVault::new(), |vault, number| {
        vault.note(
            &format!("note {number}.md"),
            format!("# Note {number}\n\nText number {number}.\n"),
        )
    });
    let vault = vault.indexed();
    for number in 0..15 {
        std::fs::remove_file(vault.at(&format!("note {number}.md"))).unwrap();
    }
    insta::assert_snapshot!(vault.run(&["index"]), @"
    vault     vault (/vault)
    notes     20 read
    passages  20
    model     fake
    state     paused: 15 notes vanished at once; what was read is kept

    next: notekin index --accept-removals removes the vanished notes, if you removed them
    --- exit 0
    ");
    insta::assert_snapshot!(vault.run(&[]), @"
    vault     vault (/vault)
    notes     20 read
    passages  20
    model     fake
    state     paused: 15 notes vanished at once; what was read is kept

    next: notekin index --accept-removals removes the vanished notes, if you removed them
    --- exit 0
    ");
    insta::assert_snapshot!(vault.run(&["index", "--accept-removals"]), @r#"
    vault     vault (/vault)
    notes     5 read
    passages  5
    model     fake
    state     ready by words and by meaning

    next: notekin search "a question" finds passages
    --- exit 0
    "#);
}

#[test]
fn more_than_a_folder_of_notes_is_refused() {
    let vault = TestVault::new();
    insta::assert_snapshot!(vault.run_in(&vault.beside("home"), &["index", "."]), @"
    --- stderr
    error: `/home` is more than a folder of notes

    hint: name the folder your notes are in, or add `--yes`
    --- exit 2
    ");
    insta::assert_snapshot!(vault.run_in(&vault.beside("home"), &["index", "/"]), @"
    --- stderr
    error: `/` is more than a folder of notes

    hint: name the folder your notes are in, or add `--yes`
    --- exit 2
    ");
}

#[test]
fn what_holds_our_own_data_is_refused() {
    let vault = TestVault::new();
    insta::assert_snapshot!(vault.run_in(&vault.beside("elsewhere"), &["index", "../data"]), @"
    --- stderr
    error: the data folder `/data` lies inside the vault `/data`

    hint: set `NOTEKIN_DATA_DIR` to a folder on a local disk, outside every vault
    --- exit 2
    ");
}

#[test]
fn what_is_no_folder_is_refused() {
    let vault = tea();
    insta::assert_snapshot!(vault.run_in(&vault.beside("elsewhere"), &["index", "../vault/tea.md"]), @"
    --- stderr
    error: there is no folder `/elsewhere/../vault/tea.md`
    --- exit 2
    ");
    insta::assert_snapshot!(vault.run_in(&vault.beside("elsewhere"), &["index", "nowhere"]), @"
    --- stderr
    error: there is no folder `/elsewhere/nowhere`
    --- exit 2
    ");
}

#[test]
fn explain_says_what_applies() {
    let vault = tea().setting("exclude = [\"archive/**\"]").note("archive/old.md", "old").indexed();
    insta::assert_snapshot!(vault.run(&["explain", "tea.md"]), @"
    tea.md: a note of 29 bytes that is read
    passages  1, 1 of them by meaning
    --- exit 0
    ");
    insta::assert_snapshot!(vault.run(&["explain", "archive/old.md"]), @"
    archive/old.md: left out: the exclude pattern `archive/**` of the settings
    --- exit 0
    ");
    insta::assert_snapshot!(vault.run(&["explain", "tee.md"]), @"
    tee.md: there is no such note
    like it   tea.md
    --- exit 1
    ");
    insta::assert_snapshot!(vault.run_in(&vault.at("archive"), &["explain", "old.md", "--vault", ".."]), @"
    archive/old.md: left out: the exclude pattern `archive/**` of the settings
    --- exit 0
    ");
}
