//! `notekin config`: settings, their values and where they come from.

use notekin_config::{Environment, Error, Key, Origin, Places, Setting, Settings, SettingsFile};
use notekin_wire as wire;

use crate::args::{ConfigAction, ConfigArgs};
use crate::output::Output;
use crate::report::{Failure, Outcome};
use crate::talk;

pub(crate) fn run(args: &ConfigArgs, output: &mut Output) -> Result<Outcome, Failure> {
    let environment = Environment::of_process();
    let places = Places::find(&environment)?;
    match &args.action {
        ConfigAction::Path => path(&places, output)?,
        ConfigAction::List => list(&Settings::load(&places.config, &environment)?, output)?,
        ConfigAction::Get { key } => {
            get(Settings::load(&places.config, &environment)?.get(key)?, output)?;
        }
        ConfigAction::Set { key, value } => set((key, value), &environment, &places, output)?,
        ConfigAction::Unset { key } => unset(key, &environment, &places, output)?,
    }
    Ok(Outcome::Found)
}

fn path(places: &Places, output: &mut Output) -> Result<(), Failure> {
    let path = places.config.display().to_string();
    let bytes = places.config.metadata().map_or(0, |file| file.len());
    let place = wire::Place { what: "settings".to_owned(), path: path.clone(), bytes };
    output.reply(&place, |out| writeln!(out, "{path}"))
}

fn list(settings: &Settings, output: &mut Output) -> Result<(), Failure> {
    let reply =
        wire::Settings { settings: settings.all().iter().map(notekin_http::setting).collect() };
    output.reply(&reply, |out| {
        for setting in settings.all() {
            writeln!(out, "{} = {}  ({})", setting.key.name, setting.value, setting.origin)?;
        }
        Ok(())
    })
}

fn get(setting: &Setting, output: &mut Output) -> Result<(), Failure> {
    output.reply(&notekin_http::setting(setting), |out| writeln!(out, "{}", setting.value))
}

fn set(
    (name, words): (&str, &[String]),
    environment: &Environment,
    places: &Places,
    output: &mut Output,
) -> Result<(), Failure> {
    let key = Key::named(name).ok_or_else(|| Error::unknown_key(name, None))?;
    let value = key.parse(words).ok_or_else(|| {
        let message = format!("`{name}` must be {}, not `{}`", key.shape, words.join(" "));
        let hint = format!(
            "its default is `{}`; `notekin config unset {name}` goes back to it",
            key.default()
        );
        Failure::invalid(message, Some(&hint))
    })?;
    SettingsFile::open(&places.config)?.set(key, &value)?;
    tell_of_environment(key, environment);
    let setting = Setting { key, value, origin: Origin::File };
    output
        .reply(&notekin_http::setting(&setting), |out| writeln!(out, "{name} = {}", setting.value))
}

fn unset(
    name: &str,
    environment: &Environment,
    places: &Places,
    output: &mut Output,
) -> Result<(), Failure> {
    let key = Key::named(name).ok_or_else(|| Error::unknown_key(name, None))?;
    SettingsFile::open(&places.config)?.unset(key)?;
    tell_of_environment(key, environment);
    let setting = Setting { key, value: key.default(), origin: Origin::Default };
    output
        .reply(&notekin_http::setting(&setting), |out| writeln!(out, "{name} = {}", setting.value))
}

fn tell_of_environment(key: &Key, environment: &Environment) {
    if environment.get(&key.variable()).is_some() {
        talk::tell(&format!("`{}` in the environment still wins over it", key.variable()));
    }
}
