use super::{Entry, Standing, add, remove, standing};

/// Files as people and programs leave them.
const ODD: &[&str] = &[
    "",
    "# nothing yet\n",
    "model = \"x\"",
    "model = \"x\"\n",
    "model = \"x\"\n\n\n",
    "model = \"x\"\r\n\r\n[a] # b\r\nlist = [\r\n  1, # one\r\n]\r\n",
    "[mcp_servers]\n",
    "[mcp_servers.a]\ncommand = 'x'\n# last words\n",
    "[mcp_servers.a]\ncommand = 'x'\n\n[mcp_servers.a.env]\nK = \"[mcp_servers.notekin]\"\n\n[z]\n",
    "mcp_servers.a.command = 'x'\n[z]\n",
    "mcp_servers = {}\n",
    "mcp_servers = { a = { command = 'x' } } # mine\n",
    "[[hooks]]\nname = 'a'\n[[hooks]]\nname = 'b'",
    "text = '''\n[mcp_servers.notekin]\ncommand = \"notekin\"\n'''\n",
    "[mcp_servers.notekin]\nurl = 'https://x'\n\n[mcp_servers.notekin.http_headers]\nA = 'b'\n\n[z]\na = 1\n",
    "[mcp_servers.notekin]\ncommand = \"/old/notekin\"\n",
    "[mcp_servers]\nnotekin = { command = \"/old/notekin\", args = [\"mcp\"] }\n",
    "mcp_servers.notekin.command = \"/old/notekin\"\nmodel = 'x'\n",
    "[[mcp_servers.notekin]]\nurl = 'x'\n[[mcp_servers.notekin]]\nurl = 'y'\n",
    "[mcp_servers.notekin.env]\nA = 'b'\n",
    "mcp_servers.notekin.url = 'x'\nmcp_servers.a.url = 'y'\n",
    "[mcp_servers]\nnotekin.url = 'x'\nnotekin.http_headers = { A = 'b' }\n",
    "mcp_servers = { notekin = { url = 'x' }, a = { url = 'y' } }\n",
    "[mcp_servers.\"notekin\"]\n\"command\" = '/old/notekin'\nenabled = false\n",
];

fn entry() -> Entry {
    let args = ["mcp", "--vault", "/My \"notes\""].map(str::to_owned);
    Entry { command: "/bin/notekin".to_owned(), args: args.into(), env: Vec::new() }
}

fn added(text: &str) -> String {
    add(text, &entry()).unwrap_or_else(|fault| panic!("{text:?}: {fault:?}"))
}

#[test]
fn the_entry_is_added_to_every_odd_file_and_once_is_enough() {
    for text in ODD {
        let after = added(text);
        assert_eq!(standing(&after), Ok(Standing::Ours(entry())), "{after}");
        assert_eq!(added(&after), after);
        assert_eq!(after.matches("\r\n").count() > 0, text.contains("\r\n"), "{after:?}");
        let gone = remove(&after).unwrap();
        assert_eq!(standing(&gone), Ok(Standing::Absent), "{gone}");
    }
}

#[test]
fn taking_the_entry_out_gives_back_the_file() {
    let without = |text: &&&str| standing(text) == Ok(Standing::Absent) && text.ends_with('\n');
    for text in ODD.iter().filter(without) {
        let gone = remove(&added(text)).unwrap();
        assert_eq!(gone.replace("{ }", "{}"), **text);
    }
}

#[test]
fn the_file_keeps_its_hand() {
    insta::assert_snapshot!(added(ODD[7]), @r#"
    [mcp_servers.a]
    command = 'x'
    # last words

    [mcp_servers.notekin]
    command = "/bin/notekin"
    args = ["mcp", "--vault", '/My "notes"']
    "#);
    insta::assert_snapshot!(added(ODD[11]), @r#"mcp_servers = { a = { command = 'x' }, notekin = { command = "/bin/notekin", args = ["mcp", "--vault", '/My "notes"'] } } # mine"#);
    insta::assert_snapshot!(added(ODD[14]), @r#"
    [z]
    a = 1

    [mcp_servers.notekin]
    command = "/bin/notekin"
    args = ["mcp", "--vault", '/My "notes"']
    "#);
    insta::assert_snapshot!(added(ODD[23]), @r#"
    [mcp_servers."notekin"]
    "command" = "/bin/notekin"
    enabled = false
    args = ["mcp", "--vault", '/My "notes"']
    "#);
}

#[test]
fn of_our_own_entry_only_what_differs_is_changed() {
    let text = "[mcp_servers.notekin] # ours\r\ncommand = '/old/notekin' # here\r\nargs = [ \"mcp\" ]\r\n# env\r\nenv = { A = \"1\" }\r\ntool_timeout_sec = 9\r\n";
    let mut entry = Entry { args: vec!["mcp".to_owned()], ..entry() };
    entry.env.push(("NOTEKIN_DATA_DIR".to_owned(), "/data".to_owned()));
    let after = add(text, &entry).unwrap();
    assert_eq!(after.matches("\r\n").count(), 6);
    insta::assert_snapshot!(after.replace('\r', ""), @r#"
    [mcp_servers.notekin] # ours
    command = "/bin/notekin" # here
    args = [ "mcp" ]
    # env
    env = { A = "1", NOTEKIN_DATA_DIR = "/data" }
    tool_timeout_sec = 9
    "#);
}

#[test]
fn comments_around_the_entry_stay_when_it_goes() {
    let text = "a = 1\n\n# about notes\n[mcp_servers.notekin]\ncommand = \"notekin\" # x\n# between\nargs = [\n  \"mcp\",\n]\n# after\n\n[mcp_servers.notekin.env]\nA = \"b\"\n\n# about z\n[z]\n";
    insta::assert_snapshot!(remove(text).unwrap(), @"
    a = 1

    # about notes
    # after

    # about z
    [z]
    ");
}

#[test]
fn what_cannot_be_understood_is_named_by_its_line() {
    let fault = |text: &str| {
        let fault = add(text, &entry()).unwrap_err();
        format!("{}: {}", fault.line, fault.reason)
    };
    insta::assert_snapshot!(
        [
            "a = 1\nb = \n",
            "a = 1\na = 2\n",
            "mcp_servers = 1\n",
            "\n[[mcp_servers]]\na = 1\n",
            "mcp_servers = { a = 1 }\r\nb = 1\n",
        ].map(fault).join("\n"), @"
    2: string values must be quoted, expected literal string
    2: duplicate key
    1: `mcp_servers` is no table
    2: `mcp_servers` is no table
    1: some lines end in CR LF and some in LF
    ");
}
