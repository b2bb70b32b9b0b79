use super::{Key, Value};

fn parse(key: &str, words: &[&str]) -> Option<Value> {
    let words: Vec<_> = words.iter().map(|&word| word.to_owned()).collect();
    Key::named(key).unwrap().parse(&words)
}

#[test]
fn words_become_values_of_the_key() {
    assert_eq!(parse("offline", &["true"]), Some(Value::Flag(true)));
    assert_eq!(parse("search.limit", &["5"]), Some(Value::Count(5)));
    assert_eq!(parse("search.mode", &["keyword"]), Some(Value::Text("keyword".to_owned())));
    assert_eq!(parse("copies.coverage", &["0.5"]), Some(Value::Share(0.5)));
    assert_eq!(parse("copies.coverage", &["1"]), Some(Value::Share(1.0)));
    assert_eq!(parse("related.least", &["auto"]), Some(Value::Text("auto".to_owned())));
    assert_eq!(parse("related.least", &["0"]), Some(Value::Share(0.0)));
    let globs = Some(Value::List(vec!["a/**".to_owned(), "b".to_owned()]));
    assert_eq!(parse("exclude", &["a/**", "b"]), globs);
    assert_eq!(parse("exclude", &["[\"a/**\", \"b\"]"]), globs);
    assert_eq!(parse("exclude", &[]), Some(Value::List(Vec::new())));
}

#[test]
fn words_that_do_not_fit_are_refused() {
    assert_eq!(parse("offline", &["maybe"]), None);
    assert_eq!(parse("search.limit", &["0"]), None);
    assert_eq!(parse("search.limit", &["-1"]), None);
    assert_eq!(parse("search.mode", &["psychic"]), None);
    assert_eq!(parse("model", &["a", "b"]), None);
    for word in ["1.1", "-0.1", "nan", "inf", "half", "auto", ""] {
        assert_eq!(parse("copies.coverage", &[word]), None, "{word}");
    }
    assert_eq!(parse("related.least", &["2"]), None);
    assert_eq!(parse("net.certificates", &["company.pem"]), None, "from wherever it is read");
    assert_eq!(parse("passages.tokens", &["49"]), None);
    assert_eq!(parse("exclude", &["[1]"]), None);
}

#[test]
fn every_default_fits_its_own_key() {
    for key in Key::ALL {
        let default = key.default();
        assert_eq!(key.read(&toml_edit::Value::from(&default)), Some(default), "{}", key.name);
    }
}

#[test]
fn a_key_has_its_variable() {
    assert_eq!(Key::named("search.limit").unwrap().variable(), "NOTEKIN_SEARCH_LIMIT");
}

/// The reference page is made from the table; `NOTEKIN_BLESS=1` writes it anew.
#[test]
fn the_reference_page_is_up_to_date() {
    let page =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/config.md");
    let text = reference();
    if std::env::var_os("NOTEKIN_BLESS").is_some() {
        std::fs::write(&page, &text).unwrap();
    }
    let written = std::fs::read_to_string(&page).unwrap_or_default();
    assert!(
        written == text,
        "docs/reference/config.md is not what the table says; run with NOTEKIN_BLESS=1"
    );
}

fn reference() -> String {
    let mut page = String::from(
        "# Settings\n\n\
         One TOML file, which may be absent: `notekin config path` says where. An environment variable wins over the \
         file, the file over the default. `notekin config set KEY VALUE` edits the file and keeps your comments. A key \
         with a dot stands in a table: `search.limit` is `limit` under `[search]`.\n\n\
         | key | takes | default | variable | what it is for |\n|---|---|---|---|---|\n",
    );
    for key in Key::ALL {
        let default = key.default();
        let (name, shape, variable, doc) = (key.name, &key.shape, key.variable(), key.doc);
        let row = format!("| `{name}` | {shape} | `{default}` | `{variable}` | {doc} |\n");
        page += &row;
    }
    page += "\nKeys of servers are never in this file: `notekin key set NAME` keeps one where only you can read it, and `NOTEKIN_KEY_OPENAI`, `NOTEKIN_KEY_GEMINI`, `NOTEKIN_KEY_ANTHROPIC` and `NOTEKIN_KEY_OLLAMA` win over that.\n";
    page += "\nPlaces are set by environment variables alone:\n\n\
         | variable | what it names | default |\n|---|---|---|\n\
         | `NOTEKIN_CONFIG` | the settings file | `config.toml` in `notekin` in the platform's config folder |\n\
         | `NOTEKIN_DATA_DIR` | the data folder, on a local disk | `notekin` in the platform's data folder |\n\
         | `NOTEKIN_MODELS_DIR` | the folder of installed models | `models` in the data folder |\n";
    page
}
