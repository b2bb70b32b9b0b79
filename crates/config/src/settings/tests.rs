use super::{Origin, Settings};
use crate::key::Value;
use crate::{Environment, Error};

fn load(toml: &str, variables: &[(&str, &str)]) -> Result<Settings, Error> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("config.toml");
    std::fs::write(&path, toml).unwrap();
    let loaded = Settings::load(&path, &Environment::new(variables.iter().copied()));
    loaded.map_err(|error| relative(error, folder.path()))
}

fn relative(error: Error, folder: &std::path::Path) -> Error {
    let short = |path: &std::path::Path| path.strip_prefix(folder).unwrap().to_owned();
    match error {
        Error::UnknownKey { key, file, nearest } => {
            Error::UnknownKey { key, file: file.map(|path| short(&path)), nearest }
        }
        Error::BrokenSettings { path, reason } => {
            Error::BrokenSettings { path: short(&path), reason }
        }
        Error::WrongValue { key, place, wanted, found } => {
            let place = place.replace(&format!("{}/", folder.display()), "");
            Error::WrongValue { key, place, wanted, found }
        }
        other => other,
    }
}

fn problem(toml: &str, variables: &[(&str, &str)]) -> String {
    let error = load(toml, variables).unwrap_err();
    format!("{error}\n{}", error.hint().unwrap_or_default())
}

#[test]
fn the_environment_wins_over_the_file_and_the_file_over_the_default() {
    let settings =
        load("[search]\nlimit = 3\nmode = \"regex\"\n", &[("NOTEKIN_SEARCH_LIMIT", "7")]).unwrap();
    let limit = settings.get("search.limit").unwrap();
    assert_eq!((&limit.value, limit.origin), (&Value::Count(7), Origin::Environment));
    assert_eq!(settings.get("search.mode").unwrap().origin, Origin::File);
    assert_eq!(settings.get("offline").unwrap().origin, Origin::Default);
    assert_eq!((settings.search_limit(), settings.search_mode()), (7, "regex"));
}

#[test]
fn no_file_is_an_empty_file() {
    let settings =
        Settings::load(std::path::Path::new("/nowhere/config.toml"), &Environment::default())
            .unwrap();
    assert_eq!(settings.model(), notekin_engine::models::DEFAULT_MODEL);
    assert_eq!(settings.opener(), None);
}

#[test]
fn unknown_keys_are_errors() {
    insta::assert_snapshot!(problem("modle = \"x\"", &[]), @"
    unknown key `modle` in `config.toml`
    did you mean `model`?
    ");
    insta::assert_snapshot!(problem("[search]\nlimt = 3", &[]), @"
    unknown key `search.limt` in `config.toml`
    did you mean `search.limit`?
    ");
    insta::assert_snapshot!(problem("[zebra]\nx = 3", &[]), @"
    unknown key `zebra` in `config.toml`
    `notekin config list` shows every key
    ");
}

#[test]
fn wrong_values_are_named() {
    insta::assert_snapshot!(problem("offline = \"yes\"", &[]), @r#"`offline` in `config.toml` must be `true` or `false`, not `"yes"`"#);
    insta::assert_snapshot!(problem("exclude = \"a\"", &[]), @r#"`exclude` in `config.toml` must be a list of globs, not `"a"`"#);
    insta::assert_snapshot!(problem("search = 3", &[]), @"
    unknown key `search` in `config.toml`
    `notekin config list` shows every key
    ");
    insta::assert_snapshot!(problem("[model]\nx = 1", &[]), @"`model` in `config.toml` must be text, not a table");
    insta::assert_snapshot!(problem("", &[("NOTEKIN_MAX_NOTE_MIB", "0")]), @"`max_note_mib` in the environment variable `NOTEKIN_MAX_NOTE_MIB` must be a whole number from 1 to 1024, not `0`");
}

#[test]
fn what_an_engine_honours_reaches_it() {
    let toml = "passages.tokens = 120\nrelated.least = 0.7\nhubs.links = 3\nhubs.backlinks = 2\n\
                copies = { coverage = 0.2, containment = 0.5, containment_of_namesakes = 1 }\n\
                link = { style = \"wiki\", section = \"Kin\", level = 3 }\n\
                link_sections = [\"Kin\"]\nexclude = [\"Templates/\"]\n";
    let mut engine = super::built_in();
    load(toml, &[]).unwrap().apply(&mut engine);
    assert_eq!((engine.passages.chunk_tokens, engine.least_related), (120, Some(0.7)));
    assert_eq!((engine.hubs.links, engine.hubs.backlinks), (Some(3), Some(2)));
    let copies = engine.copies;
    assert_eq!((copies.coverage, copies.containment), (0.2, 0.5));
    assert!((copies.containment_of_namesakes - 1.0).abs() < 1e-6);
    assert_eq!(engine.links.style, notekin_engine::LinkStyle::Wiki);
    assert_eq!((engine.links.section.name.as_str(), engine.links.section.level), ("Kin", 3));
    assert_eq!(engine.policy.exclude, ["Templates/"]);
    assert!(engine.passages.link_sections.into_iter().eq(["kin".to_owned()]));
    let mut engine = super::built_in();
    load("link_sections = [\"Sources\"]\nlink.section = \"Kin\"\n", &[])
        .unwrap()
        .apply(&mut engine);
    assert!(engine.passages.link_sections.into_iter().eq(["kin", "sources"].map(str::to_owned)));
}

#[test]
fn without_settings_an_engine_is_as_it_was_built() {
    let mut engine = super::built_in();
    load("", &[]).unwrap().apply(&mut engine);
    assert_eq!(engine, super::built_in());
}

#[test]
fn broken_toml_is_named() {
    insta::assert_snapshot!(problem("model = ", &[]), @"
    `config.toml` is not valid TOML: TOML parse error at line 1, column 9
      |
    1 | model = 
      |         ^
    string values must be quoted, expected literal string
    ");
}
