use super::SettingsFile;
use crate::Error;
use crate::key::{Key, Value};

fn set(before: &str, key: &str, value: &Value) -> Result<String, Error> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("config.toml");
    std::fs::write(&path, before).unwrap();
    SettingsFile::open(&path)?.set(Key::named(key).unwrap(), value)?;
    Ok(std::fs::read_to_string(&path).unwrap())
}

#[test]
fn comments_and_order_survive_a_change() {
    let before = "# mine\nmodel = \"a\" # the model\n\n[search]\n# how many\nlimit = 3\n";
    let after = set(before, "model", &Value::Text("b".to_owned())).unwrap();
    assert_eq!(after, before.replace("\"a\"", "\"b\""));
    let after = set(before, "search.limit", &Value::Count(9)).unwrap();
    assert_eq!(after, before.replace("limit = 3", "limit = 9"));
}

#[test]
fn a_new_key_goes_into_its_table() {
    assert_eq!(set("", "search.limit", &Value::Count(9)).unwrap(), "[search]\nlimit = 9\n");
    assert_eq!(
        set("search = { limit = 3 }\n", "search.limit", &Value::Count(9)).unwrap(),
        "search = { limit = 9 }\n"
    );
    assert_eq!(
        set("offline = true\n", "model", &Value::Text("b".to_owned())).unwrap(),
        "offline = true\nmodel = \"b\"\n"
    );
}

#[test]
fn nothing_is_written_into_a_file_that_is_wrong() {
    assert!(matches!(
        set("zebra = 1\n", "offline", &Value::Flag(true)),
        Err(Error::UnknownKey { .. })
    ));
    assert!(matches!(
        set("search = 1\n", "search.limit", &Value::Count(9)),
        Err(Error::UnknownKey { .. })
    ));
}

#[test]
fn a_byte_order_mark_is_no_obstacle() {
    assert_eq!(
        set("\u{feff}offline = true\n", "offline", &Value::Flag(false)).unwrap(),
        "offline = false\n"
    );
}

#[test]
fn what_is_taken_out_leaves_the_rest_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("config.toml");
    let unset = |before: &str, key: &str| {
        std::fs::write(&path, before).unwrap();
        SettingsFile::open(&path).unwrap().unset(Key::named(key).unwrap()).unwrap();
        std::fs::read_to_string(&path).unwrap()
    };
    let before = "# mine\nmodel = \"a\"\n\n[search]\nlimit = 3\n";
    assert_eq!(unset(before, "model"), "\n[search]\nlimit = 3\n");
    assert_eq!(unset(before, "search.limit"), "# mine\nmodel = \"a\"\n");
    assert_eq!(unset("search.limit = 3\n", "search.limit"), "");
    assert_eq!(unset("search = { limit = 3 }\n", "search.limit"), "");
    for before in ["", before, "search = { }\n"] {
        assert_eq!(unset(before, "related.limit"), before, "not there");
    }
}

#[test]
fn a_file_that_cannot_be_read_is_not_set() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| Value::Text(folder.path().join(name).display().to_string());
    std::fs::write(folder.path().join("there.pem"), "").unwrap();
    assert!(set("", "net.certificates", &at("there.pem")).unwrap().contains("there.pem"));
    assert!(matches!(set("", "net.certificates", &at("gone.pem")), Err(Error::Unreadable { .. })));
    assert!(matches!(set("", "net.certificates", &at("")), Err(Error::NoFile(_))));
    assert!(
        set("", "net.certificates", &Value::Text(String::new())).is_ok(),
        "none at all is allowed"
    );
}
