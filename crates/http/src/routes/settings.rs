//! What the user set: settings, keys of servers, and models.
//!
//! A key goes in and never comes out again: what is replied are the names of those there are. A setting that is changed here
//! is changed in the file, and holds within a second for every process that looks.

use axum::http::Method;
use notekin_config::{Error, Key, SettingsFile};
use notekin_engine::models::Secret;
use notekin_wire as wire;
use serde_json::Value;

use crate::call::Call;
use crate::problem::{Answer, Problem};
use crate::route::{Nothing, Route};
use crate::twins;

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::new(Method::GET, "/config", "List the settings in force", list),
        Route::new(Method::PUT, "/config/{key}", "Set one setting", set),
        Route::new(Method::DELETE, "/config/{key}", "Go back to a setting's default", unset),
        Route::new(
            Method::GET,
            "/keys",
            "List the keys of servers that are known, without the keys",
            keys,
        ),
        Route::new(
            Method::PUT,
            "/keys/{name}",
            "Keep the key of a server; it is never told again",
            set_key,
        ),
        Route::new(Method::DELETE, "/keys/{name}", "Forget the key of a server", remove_key),
        Route::new(Method::GET, "/models", "List the models, and what is kept of each", models),
    ]
}

/// Lists the settings in force.
fn list(call: &Call, _: &Nothing) -> Answer<wire::Settings> {
    let settings = call.state.config()?.settings;
    Ok(wire::Settings { settings: settings.all().iter().map(twins::setting).collect() })
}

/// Sets one in the file; it holds within a second. What is replied holds: the environment still wins over the file.
fn set(call: &Call, asked: &wire::NewValue) -> Answer<wire::Setting> {
    let key = key(call)?;
    let words = words(&asked.value)?;
    let value = key.parse(&words).ok_or_else(|| {
        Problem::invalid(format!("`{}` must be {}, not `{}`", key.name, key.shape, words.join(" ")))
    })?;
    SettingsFile::open(&call.state.config()?.places.config)?.set(key, &value)?;
    in_force(call, key)
}

/// Returns a value as it would be typed.
fn words(value: &Value) -> Answer<Vec<String>> {
    let word = |value: &Value| match value {
        Value::String(text) => Ok(text.clone()),
        Value::Number(_) | Value::Bool(_) => Ok(value.to_string()),
        _ => {
            Err(Problem::invalid("`value` is a text, a number, `true`, `false` or a list of texts"))
        }
    };
    match value {
        Value::Array(values) => values.iter().map(word).collect(),
        one => Ok(vec![word(one)?]),
    }
}

/// Takes one out of the file.
fn unset(call: &Call, _: &Nothing) -> Answer<wire::Setting> {
    let key = key(call)?;
    SettingsFile::open(&call.state.config()?.places.config)?.unset(key)?;
    in_force(call, key)
}

/// Returns what holds now.
fn in_force(call: &Call, key: &Key) -> Answer<wire::Setting> {
    Ok(twins::setting(call.state.config()?.settings.get(key.name)?))
}

/// Returns the setting in the path.
fn key(call: &Call) -> Answer<&'static Key> {
    let name = call.parameter("key");
    Ok(Key::named(name).ok_or_else(|| Error::unknown_key(name, None))?)
}

/// Lists which keys there are.
fn keys(call: &Call, _: &Nothing) -> Answer<wire::Keys> {
    Ok(twins::keys(call.state.config()?.keys.list()?))
}

/// Keeps a key.
fn set_key(call: &Call, asked: &wire::NewKey) -> Answer<wire::Keys> {
    let keys = call.state.config()?.keys;
    let name = call.parameter("name");
    // A name that is none is refused before the key is looked at.
    keys.get(name)?;
    let key = Secret::new(&asked.key)
        .ok_or_else(|| Problem::invalid("a key is one line of letters, digits and signs"))?;
    keys.set(name, &key)?;
    Ok(twins::keys(keys.list()?))
}

/// Forgets a key.
fn remove_key(call: &Call, _: &Nothing) -> Answer<wire::Keys> {
    let keys = call.state.config()?.keys;
    keys.remove(call.parameter("name"))?;
    Ok(twins::keys(keys.list()?))
}

/// Lists models.
fn models(call: &Call, _: &Nothing) -> Answer<wire::Models> {
    let kept = call.state.config()?.models()?.models()?;
    Ok(wire::Models { models: kept.iter().map(wire::Model::from).collect() })
}
