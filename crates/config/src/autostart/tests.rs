use super::*;

fn of(system: System, program: &str, data: &str) -> Result<Autostart, Error> {
    let environment = Environment::new([
        ("HOME", "/home/ann"),
        ("USERPROFILE", "/home/ann"),
        ("APPDATA", "/home/ann/Roaming"),
        ("NOTEKIN_DATA_DIR", data),
    ]);
    Autostart::of(&Folders::on(system, &environment), Path::new(program), &environment)
}

/// Returns a desktop entry's command as a desktop takes it apart: value, words, and the signs that stand for something.
fn words(text: &str) -> Vec<String> {
    let value = text.lines().find_map(|line| line.strip_prefix("Exec=")).unwrap();
    let value = unescaped(value, |letter| match letter {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        's' => ' ',
        other => other,
    });
    let (mut words, mut rest) = (Vec::new(), value.as_str());
    while !rest.is_empty() {
        let word;
        if let Some(quoted) = rest.strip_prefix('"') {
            let marks = |at: usize| quoted[..at].chars().rev().take_while(|it| *it == '\\').count();
            let ends = quoted.match_indices('"').map(|(at, _)| at);
            let end = ends.into_iter().find(|at| marks(*at) % 2 == 0).unwrap();
            word = unescaped(&quoted[..end], |letter| letter);
            rest = &quoted[end + 1..];
        } else {
            let end = rest.find(' ').unwrap_or(rest.len());
            word = rest[..end].to_owned();
            rest = &rest[end..];
        }
        assert!(!word.replace("%%", "").contains('%'), "{word}");
        words.push(word.replace("%%", "%"));
        rest = rest.trim_start();
    }
    words
}

fn unescaped(text: &str, meant: impl Fn(char) -> char) -> String {
    let (mut plain, mut letters) = (String::new(), text.chars());
    while let Some(letter) = letters.next() {
        plain.push(if letter == '\\' { meant(letters.next().unwrap()) } else { letter });
    }
    plain
}

const ODD: [&str; 4] = [
    "/opt/my $tools/50%/note\"kin",
    "/opt/back\\slash/`tick`/it's; & more/äö中/notekin",
    "/opt/line\nbreak\ttab\rreturn/notekin",
    "/opt/%f %%u \\\\$/notekin",
];

#[test]
fn a_desktop_reads_the_paths_that_were_meant() {
    for program in ODD {
        let start = of(System::Linux, program, &format!("{program}=data")).unwrap();
        let data = format!("NOTEKIN_DATA_DIR={program}=data");
        assert_eq!(words(start.text()), ["env", &data, program, "serve"], "{}", start.text());
        assert_eq!(start.text().lines().count(), 7, "{}", start.text());
    }
    let start = of(System::Linux, "/opt/a=b/note$kin", "").unwrap();
    assert_eq!(words(start.text()), ["sh", "-c", r#"exec "$0" serve"#, "/opt/a=b/note$kin"]);
    let plain = of(System::Linux, "/bin/notekin", "").unwrap();
    assert_eq!(words(plain.text()), ["/bin/notekin", "serve"]);
    assert!(plain.text().contains("\nExec=\"/bin/notekin\" serve\n"), "{}", plain.text());
}

#[test]
fn every_system_has_its_place() {
    let linux = of(System::Linux, "/bin/notekin", "").unwrap();
    assert_eq!(linux.file(), Path::new("/home/ann/.config/autostart/notekin.desktop"));
    let mac = of(System::Mac, "/bin/notekin", "").unwrap();
    assert_eq!(mac.file(), Path::new("/home/ann/Library/LaunchAgents/notekin.engine.plist"));
    let windows = of(System::Windows, "/bin/notekin", "").unwrap();
    assert!(windows.file().starts_with("/home/ann/Roaming/Microsoft"));
    assert!(windows.file().ends_with("Start Menu/Programs/Startup/notekin.cmd"));
    let environment = Environment::new([("HOME", "/home/ann"), ("XDG_CONFIG_HOME", "/elsewhere")]);
    let folders = Folders::on(System::Linux, &environment);
    let moved = Autostart::of(&folders, Path::new("/bin/notekin"), &environment).unwrap();
    assert_eq!(moved.file(), Path::new("/elsewhere/autostart/notekin.desktop"));
}

#[test]
fn other_systems_get_their_quotes() {
    let mac = of(System::Mac, "/opt/a & <b>/\"notekin\"", "/d&d").unwrap();
    let array = "<string>/opt/a &amp; &lt;b&gt;/\"notekin\"</string><string>serve</string>";
    assert!(mac.text().contains(array), "{}", mac.text());
    assert!(mac.text().contains("<key>NOTEKIN_DATA_DIR</key><string>/d&amp;d</string>"));
    let windows = of(System::Windows, "/tools & more/100%/notekin.exe", "/d%TEMP%").unwrap();
    let last = windows.text().lines().next_back().unwrap();
    assert_eq!(last, "\"/tools & more/100%%/notekin.exe\" serve --background");
    assert!(windows.text().contains("set \"NOTEKIN_DATA_DIR=/d%%TEMP%%\"\r\n"));
    assert!(!windows.text().replace("\r\n", "").contains('\n'));
    let unfit =
        [(System::Mac, "/a\nb"), (System::Windows, "/a\"& calc"), (System::Windows, "/a\nb")];
    for (system, data) in unfit {
        let refused = of(system, "/bin/notekin", data);
        assert!(matches!(refused, Err(Error::NoStart { .. })), "{data:?}");
    }
}

fn at_home(home: &Path, system: System) -> Autostart {
    let environment = Environment::new([("HOME", home), ("USERPROFILE", home)]);
    let folders = Folders::on(system, &environment);
    Autostart::of(&folders, Path::new("/bin/notekin"), &environment).unwrap()
}

#[test]
fn it_is_turned_on_and_off() {
    for system in [System::Linux, System::Mac, System::Windows] {
        let home = tempfile::tempdir().unwrap();
        let start = at_home(home.path(), system);
        assert!(!start.is_on() && !start.turn_off().unwrap());
        assert!(start.turn_on().unwrap() && start.is_on() && start.is_current());
        assert!(!start.turn_on().unwrap(), "it says the same already");
        // One that starts another program of ours is ours, too.
        fs::write(start.file(), format!("{}\n", start.text())).unwrap();
        assert!(start.is_on() && !start.is_current() && start.turn_on().unwrap());
        assert!(start.turn_off().unwrap() && !start.is_on());
    }
}

#[test]
fn a_file_of_somebody_else_stays() {
    for system in [System::Linux, System::Mac, System::Windows] {
        let home = tempfile::tempdir().unwrap();
        let start = at_home(home.path(), system);
        fs::create_dir_all(start.file().parent().unwrap()).unwrap();
        fs::write(start.file(), "[Desktop Entry]\nExec=notekin serve\n").unwrap();
        assert!(!start.is_on());
        assert!(matches!(start.turn_off(), Err(Error::ForeignStart(_))));
        assert!(matches!(start.turn_on(), Err(Error::ForeignStart(_))));
        assert!(fs::read_to_string(start.file()).unwrap().ends_with("serve\n"));
    }
}

#[test]
fn what_the_desktop_switched_off_is_off() {
    let home = tempfile::tempdir().unwrap();
    let start = at_home(home.path(), System::Linux);
    start.turn_on().unwrap();
    fs::write(start.file(), format!("{}Hidden=true\n", start.text())).unwrap();
    assert!(!start.is_on());
    assert!(start.turn_on().unwrap() && start.is_on());
}
