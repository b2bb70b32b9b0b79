//! `search`.

use crate::driver::TestVault;

fn drinks() -> TestVault {
    TestVault::new()
        .note("tea/green.md", "---\ntags: [tea]\n---\n# Green tea\n\nLeaves are steamed.\n\n## Brewing\n\nUse water of 70 degrees.\n")
        .note("tea/black.md", "# Black tea\n\nLeaves are oxidised, then dried. #tea/strong\n")
        .note("coffee.md", "# Coffee\n\nBeans are roasted. Brewing takes water just off the boil.\n")
        .indexed()
}

#[test]
fn passages_by_words() {
    insta::assert_snapshot!(drinks().run(&["search", "--mode", "keyword", "brewing water"]), @"
    1. Coffee  0.··
       coffee.md:1
       Beans are roasted. Brewing takes water just off the boil.

    2. Green tea  0.··
       tea/green.md:4
       Leaves are steamed. Brewing Use water of 70 degrees.
    --- stderr
    2 passages shown; 2 of 3 notes match
    --- exit 0
    ");
}

#[test]
fn passages_by_words_and_by_meaning() {
    let reply = drinks().run(&["search", "brewing water"]);
    assert_eq!(reply.exit, 0, "{reply}");
    assert!(reply.stdout.contains("tea/green.md") && reply.stdout.contains("coffee.md"), "{reply}");
}

#[test]
fn folders_and_tags_narrow_a_search() {
    let vault = drinks();
    let paths = |arguments: &[&str]| {
        let arguments: Vec<_> = ["search", "--mode", "keyword", "--json", "leaves water"]
            .iter()
            .chain(arguments)
            .copied()
            .collect();
        let reply = vault.run(&arguments);
        let json: serde_json::Value =
            serde_json::from_str(&reply.stdout).unwrap_or_else(|_| panic!("{reply}"));
        let mut paths: Vec<_> = json["hits"]
            .as_array()
            .unwrap()
            .iter()
            .map(|hit| hit["path"].as_str().unwrap().to_owned())
            .collect();
        paths.sort();
        paths.dedup();
        paths
    };
    assert_eq!(paths(&[]), ["coffee.md", "tea/black.md", "tea/green.md"]);
    assert_eq!(paths(&["--folder", "tea"]), ["tea/black.md", "tea/green.md"]);
    assert_eq!(paths(&["--tag", "tea/strong"]), ["tea/black.md"]);
    assert_eq!(paths(&["--tag", "tea"]), ["tea/black.md", "tea/green.md"]);
}

#[test]
fn options_and_words_of_a_query_narrow_alike() {
    let vault = TestVault::new()
        .note(
            "daily/2024-03-15.md",
            "---\nstatus: done\nrating: 4\n---\nBoil [[Leaves]] in water.\n",
        )
        .note("daily/2023-03-15.md", "---\nstatus: open\n---\nBoil water.\n")
        .note(
            "Leaves.md",
            "---\nrating: 2\ncreated: 2020\n---\nBoil water with [[2023-03-15|it]]. #green\n",
        )
        .indexed();
    let found = |arguments: &[&str]| {
        let arguments = [&["search", "--mode", "keyword", "--json"], arguments].concat();
        let reply = vault.run(&arguments);
        let json: serde_json::Value =
            serde_json::from_str(&reply.stdout).unwrap_or_else(|_| panic!("{reply}"));
        let hits = json["hits"].as_array().unwrap().iter();
        let mut paths: Vec<_> = hits.map(|hit| hit["path"].as_str().unwrap().to_owned()).collect();
        paths.sort();
        (paths, json["total"].clone())
    };
    for (option, value, key) in [
        ("--path", "daily/*", "path"),
        ("--property", "rating>=4", "property"),
        ("--created", "2020", "created"),
        ("--modified", ">=2000", "modified"),
        ("--date", "2024-01..2024-06", "date"),
        ("--after", "2024", "after"),
        ("--before", "2024", "before"),
        ("--links-to", "leaves", "links-to"),
        ("--linked-from", "leaves", "linked-from"),
        ("--tag", "green", "tag"),
        ("--folder", "daily", "folder"),
    ] {
        let (written, negated) = (format!("{key}:{value}"), format!("boil water -{key}:{value}"));
        let by_option = found(&["boil", "water", option, value]);
        assert!(!by_option.0.is_empty(), "{written}");
        assert_eq!(by_option, found(&["boil", &written, "water"]), "{written}");
        assert_eq!(found(&["boil water", "--not", &written]), found(&[&negated]), "{written}");
        assert_eq!(by_option, found(&[option, value]), "alone it lists them");
        assert_eq!(by_option, found(&[&written]), "alone it lists them");
    }
}

#[test]
fn what_narrows_a_search_must_make_sense() {
    let vault = drinks();
    insta::assert_snapshot!(vault.run(&["search", "leaves", "tga:tea"]), @"
    --- stderr
    error: there is no filter `tga`

    hint: did you mean `tag`? In quotation marks it is searched as it stands
    --- exit 2
    ");
    insta::assert_snapshot!(vault.run(&["search", "leaves", "--after", "soon"]), @"
    --- stderr
    error: `soon` is no date such as `2024`, `2024-03` or `2024-03-15`
    --- exit 2
    ");
    insta::assert_snapshot!(vault.run(&["search", "leaves", "--property", "rated"]), @"
    --- stderr
    error: no note has a property `rated`
    --- exit 2
    ");
    insta::assert_snapshot!(vault.run(&["search", "--property", "tags"]), @"
    1. Green tea  0.··
       tea/green.md:4
       Leaves are steamed. Brewing Use water of 70 degrees.
    --- stderr
    1 passage shown; 1 of 3 notes matches
    --- exit 0
    ");
}

#[test]
fn a_pattern_is_matched_line_by_line() {
    insta::assert_snapshot!(drinks().run(&["search", "--mode", "regex", "\\d+ degrees"]), @"
    1. Green tea  0.··
       tea/green.md:10
       Use water of 70 degrees.
    --- stderr
    1 passage shown; 1 of 3 notes matches
    --- exit 0
    ");
    insta::assert_snapshot!(drinks().run(&["search", "--mode", "regex", "(unclosed"]), @"
    --- stderr
    error: the pattern `(unclosed` is not valid
    caused by: regex parse error:
            (unclosed
            ^
        error: unclosed group
    --- exit 2
    ");
}

#[test]
fn pages_follow_each_other() {
    let vault = drinks();
    let page = |cursor: &[&str]| {
        let arguments: Vec<_> = ["search", "--mode", "keyword", "--json", "--limit", "1", "leaves"]
            .iter()
            .chain(cursor)
            .copied()
            .collect();
        let reply = vault.run(&arguments);
        serde_json::from_str::<serde_json::Value>(&reply.stdout)
            .unwrap_or_else(|_| panic!("{reply}"))
    };
    let first = page(&[]);
    let second = page(&["--cursor", first["next_cursor"].as_str().unwrap()]);
    assert_ne!(first["hits"][0]["path"], second["hits"][0]["path"]);
    assert_eq!(second["hits"].as_array().unwrap().len(), 1);
}

#[test]
fn several_vaults_are_searched_as_one() {
    let vault = drinks();
    let other = vault.beside("other");
    std::fs::create_dir(&other).unwrap();
    std::fs::write(other.join("water.md"), "# Water\n\nWater boils.\n").unwrap();
    let other = other.to_str().unwrap();
    insta::assert_snapshot!(vault.run(&["search", "--mode", "keyword", "boils", "--vault", other]), @"
    1. Water  0.··
       other: water.md:1
       Water boils.

    2. Coffee  0.··
       vault: coffee.md:1
       Beans are roasted. Brewing takes water just off the boil.
    --- stderr
    2 passages shown; 2 of 4 notes match
    --- exit 0
    ");
    let json = vault.run(&["search", "--mode", "keyword", "boils", "--vault", other, "--json"]);
    assert_eq!(json.stdout.lines().count(), 1, "{json}");
}

#[test]
fn reasons_are_shown_when_asked_for() {
    let reply = drinks().run(&["search", "--mode", "keyword", "--explain", "oxidised"]);
    assert!(reply.stdout.contains("words: rank 1"), "{reply}");
}

#[test]
fn a_limit_must_be_a_number() {
    insta::assert_snapshot!(drinks().run(&["search", "tea", "--limit", "0"]), @"
    --- stderr
    error: invalid value '0' for '--limit <N>': a whole number from 1 to 1000 is needed

    For more information, try '--help'.
    --- exit 2
    ");
    insta::assert_snapshot!(drinks().run(&["search", "tea", "--limit", "many", "--json"]), @r#"
    --- stderr
    {"error":{"kind":"invalid","message":"invalid value 'many' for '--limit <N>': a whole number from 1 to 1000 is needed","hint":"`notekin --help` shows what can be typed"}}
    --- exit 2
    "#);
}

#[test]
fn a_folder_is_named_from_the_vault_or_from_here() {
    let vault = drinks();
    let root = vault.at("");
    let absolute = vault.at("tea").display().to_string();
    let paths = |here: &str, folder: &str| {
        let arguments =
            ["search", "--mode", "keyword", "leaves water", "--folder", folder, "--json"];
        let vault_of = ["--vault", root.to_str().unwrap()];
        let arguments: Vec<_> = arguments.into_iter().chain(vault_of).collect();
        let reply = vault.run_in(&vault.at(here), &arguments);
        assert_eq!(reply.exit, 0, "{here} {folder}: {reply}");
        ["coffee.md", "tea/black.md", "tea/green.md"].map(|path| reply.stdout.contains(path))
    };
    let (all, tea) = ([true; 3], [false, true, true]);
    for folder in ["tea", "tea/", "./tea", "/tea", "TEA", &absolute, &format!("{absolute}/")] {
        assert_eq!(paths("", folder), tea, "{folder}");
        assert_eq!(paths("tea", folder), tea, "{folder} from inside");
    }
    for (here, folder, expected) in [
        ("", ".", all),
        ("", "./", all),
        ("", "/", all),
        ("tea", ".", tea),
        ("tea", "./", tea),
        ("tea", "..", all),
        ("tea", "../tea", tea),
    ] {
        assert_eq!(paths(here, folder), expected, "{folder} from `{here}`");
    }
}

#[test]
fn a_filter_or_query_of_nothing_is_an_error() {
    let vault = drinks();
    insta::assert_snapshot!(vault.run(&["search", "water", "--folder", "teas"]), @"
    --- stderr
    error: no note lies in a folder `teas`

    hint: did you mean `tea`?
    --- exit 2
    ");
    insta::assert_snapshot!(vault.run(&["search", "water", "--tag", "nothing"]), @"
    --- stderr
    error: no note has a tag `nothing`
    --- exit 2
    ");
    insta::assert_snapshot!(vault.run(&["search", "water", "--folder", ""]), @"
    --- stderr
    error: the name of a folder is empty
    --- exit 2
    ");
    insta::assert_snapshot!(vault.run(&["search", "water", "--tag", ""]), @"
    --- stderr
    error: the name of a tag is empty
    --- exit 2
    ");
    insta::assert_snapshot!(vault.run(&["search", " ", ""]), @"
    --- stderr
    error: the query is empty
    --- exit 2
    ");
}

#[test]
fn a_cursor_of_another_search_is_refused() {
    let vault = drinks();
    let search = |more: &[&str]| {
        let usual = ["search", "--mode", "keyword", "--json", "--limit", "1"];
        vault.run(&usual.iter().chain(more).copied().collect::<Vec<_>>())
    };
    let first: serde_json::Value = serde_json::from_str(&search(&["leaves"]).stdout).unwrap();
    let cursor = first["next_cursor"].as_str().unwrap();
    assert_eq!(search(&["leaves", "--cursor", cursor]).exit, 0);
    insta::assert_snapshot!(search(&["water", "--cursor", cursor]), @r#"
    --- stderr
    {"error":{"kind":"invalid","message":"this cursor belongs to another search","hint":null}}
    --- exit 2
    "#);
}

#[test]
fn a_note_that_says_nothing_is_shown_by_what_it_has() {
    let vault = drinks().note("Oolong.md", "---\ntags: [tea]\n---\n").note("Matcha.md", "");
    insta::assert_snapshot!(vault.run(&["search", "--mode", "keyword", "oolong matcha"]), @"
    1. Matcha  0.··
       Matcha.md:1
       Matcha

    2. Oolong  0.··
       Oolong.md:1
       tags: [tea]
    --- stderr
    2 passages shown; 2 of 5 notes match
    --- exit 0
    ");
}

#[test]
fn of_one_day_what_was_changed_last_comes_first() {
    let vault = TestVault::new()
        .note("b.md", "# B\n\nFirst.\n")
        .note("c.md", "# C\n\nSecond.\n")
        .note("a.md", "# A\n\nThird.\n")
        .indexed();
    let reply = vault.run(&["search", "after:2000", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&reply.stdout).unwrap();
    let paths: Vec<&str> =
        json["hits"].as_array().unwrap().iter().map(|hit| hit["path"].as_str().unwrap()).collect();
    assert_eq!(paths, ["a.md", "c.md", "b.md"]);
}
