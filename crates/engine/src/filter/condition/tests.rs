use super::*;

fn read(text: &str) -> Test {
    let condition = Condition::parse(text).unwrap();
    assert!(!condition.negated, "{text}");
    condition.test
}

fn fails(text: &str) -> String {
    Condition::parse(text).unwrap_err().to_string()
}

#[test]
fn every_key_can_be_read() {
    for key in KEYS {
        let condition = Condition::of(key, "2024").unwrap();
        assert_eq!(
            Condition::parse(&format!("-{key}:2024")).unwrap(),
            condition.clone().opposite()
        );
        let spelled = key.to_uppercase().replace('-', "_");
        assert_eq!(Condition::of(&spelled, " \"2024\" ").unwrap(), condition);
        assert!(fails(&format!("{key}:  ")).contains("needs"), "{key}");
        assert!(fails(&format!("{key}:\"2024")).contains("never closed"), "{key}");
    }
}

#[test]
fn values_may_hold_spaces_and_marks() {
    assert_eq!(read("folder:My Projects/"), Test::Folder(vec!["My Projects/".to_owned()]));
    assert_eq!(read("folder:«My Projects»"), Test::Folder(vec!["My Projects".to_owned()]));
    assert_eq!(read("links-to:5\" disk: notes"), Test::LinksTo("5\" disk: notes".to_owned()));
    assert_eq!(read("tag:🍎/e\u{301}"), Test::Tag("🍎/e\u{301}".to_owned()));
}

#[test]
fn a_note_may_be_named_by_a_link_to_it() {
    for link in [
        "[[Green tea]]",
        "[[ Green tea#Brewing|it ]]",
        "[[Green tea#^a1]]",
        "\"[[Green tea\\|it]]\"",
    ] {
        assert_eq!(read(&format!("links-to:{link}")), Test::LinksTo("Green tea".to_owned()));
        assert_eq!(read(&format!("linked-from:{link}")), Test::LinkedFrom("Green tea".to_owned()));
    }
    for name in ["C#", "a|b", "[[a", "a]]", "[a](b)"] {
        assert_eq!(read(&format!("links-to:{name}")), Test::LinksTo(name.to_owned()));
    }
    for link in ["[[]]", "[[#Plan]]", "[[|it]]"] {
        fails(&format!("links-to:{link}"));
    }
}

#[test]
fn properties_are_compared_in_six_ways() {
    let property = |name: &str, is| Test::Property { name: name.to_owned(), is };
    let compared = |order, value: &str| Is::Compared(order, value.to_owned());
    assert_eq!(read("property:due"), property("due", Is::There));
    for (text, order) in ORDERS {
        let is = compared(order, "4");
        assert_eq!(read(&format!("property:rating{text}4")), property("rating", is.clone()));
        assert_eq!(read(&format!("property:my rating {text} \"4\"")), property("my rating", is));
    }
    assert_eq!(read("property:\"a=b\"=c=d"), property("a=b", compared(Order::Equal, "c=d")));
    assert_eq!(read("property:\"a=b c\""), property("a", compared(Order::Equal, "b c")));
    assert_eq!(
        read("property:“my rating >= 4”"),
        property("my rating", compared(Order::AtLeast, "4"))
    );
    assert_eq!(read("property:\"my rating\""), property("my rating", Is::There));
    assert_eq!(read("property:hey!=x"), property("hey", compared(Order::Unequal, "x")));
    assert_eq!(read("property:hey!"), property("hey!", Is::There));
    for text in [
        "property:\"=x\"",
        "property:=x",
        "property:a=",
        "property:a<",
        "property:\"a\"b",
        "property:a=\"b",
    ] {
        fails(text);
    }
}

#[test]
fn dates_are_days_months_years_and_ranges() {
    let day = |text: &str| Days::parse(text).unwrap().first;
    let on = |value: &str| match read(&format!("created:{value}")) {
        Test::On(Moment::Created, days) => (days.first, days.last),
        other => panic!("{other:?}"),
    };
    assert_eq!(on("2024-02"), (day("2024-02-01"), day("2024-02-29")));
    assert_eq!(on("2024-01..2024-03"), (day("2024-01-01"), day("2024-03-31")));
    assert_eq!(on("2024 .. "), (day("2024-01-01"), Day::MAX));
    assert_eq!(on("..2024"), (Day::MIN, day("2024-12-31")));
    assert_eq!(on(">2024-01"), (day("2024-02-01"), Day::MAX));
    assert_eq!(on(">=2024-01"), (day("2024-01-01"), Day::MAX));
    assert_eq!(on("<2024-01"), (Day::MIN, day("2023-12-31")));
    assert_eq!(on("<=2024-01"), (Day::MIN, day("2024-01-31")));
    assert_eq!(on("=\"2024\""), on("2024"));
    let date = |text: &str| match read(text) {
        Test::On(Moment::Date, days) => (days.first, days.last),
        other => panic!("{other:?}"),
    };
    assert_eq!(date("after:2024-03"), (day("2024-03-01"), Day::MAX));
    assert_eq!(date("before:2024-03"), (Day::MIN, day("2024-02-29")));
    for broken in [
        "2024-13",
        "2024-02-30",
        "x",
        "..",
        "2024..2023",
        "!=2024",
        "99999999999999999999",
        "2024-1",
        "today",
    ] {
        fails(&format!("created:{broken}"));
    }
    assert_eq!(fails("date:2024..2023"), "`2024..2023` ends before it begins");
    fails("after:2024..");
}

#[test]
fn an_unknown_key_brings_up_the_nearest() {
    let near = |key: &str| Condition::of(key, "x").unwrap_err().near().first().cloned();
    assert_eq!(near("tga").as_deref(), Some("tag"));
    assert_eq!(near("tags").as_deref(), Some("tag"));
    assert_eq!(near("link-to").as_deref(), Some("links-to"));
    assert_eq!(near("creatd").as_deref(), Some("created"));
    let error = Condition::of("localhost", "8080").unwrap_err();
    assert_eq!(error.to_string(), "there is no filter `localhost`");
    assert!(error.hint().unwrap().contains("quotation marks"), "{:?}", error.hint());
    fails("no colon");
}
