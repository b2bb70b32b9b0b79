//! `vault_status`: how much of each vault is read.
//!
//! The one tool that waits for nothing, so that an assistant can tell its user why the others find nothing yet. Numbers
//! are of the notes that an assistant may see, but for a vault that wasn't read yet: whether a file is private is only
//! known once it was. Which notes couldn't be read it isn't told, only how many.

use notekin_wire as wire;
use serde_json::{Value, json};

use crate::arguments::Argument;
use crate::call::{AUDIENCE, Call, VAULT};
use crate::refusal::Refusal;
use crate::tool::Tool;
use crate::{rows, schema};
use notekin_config::Served;

const ARGUMENTS: [Argument; 1] = [VAULT];

pub(crate) const TOOL: Tool = Tool {
    name: "vault_status",
    title: "Vault status",
    about: "See which vaults there are and how much of each can be searched by now.",
    arguments: &ARGUMENTS,
    output,
    needs_index: false,
    writes: false,
    run,
};

/// Returns the schema of the vaults; `state` is `absent`, `words`, `partial`, `ready`, `paused` or `unreachable`, and with
/// the last of them `problem` says why.
fn output() -> Value {
    let (text, count) = (schema::text, schema::count);
    let vault = json!({
        "vault": text(), "state": text(), "found": count(), "indexed": count(), "pending": count(),
        "errored": count(), "passages": count(), "unread_changes": count(), "generation": count(),
        "model": text(), "problem": text(),
    });
    let vaults = schema::array(schema::object(vault, &["vault", "state"]));
    schema::object(json!({ "vaults": vaults }), &["vaults"])
}

fn run(call: &Call<'_>) -> Result<Value, Refusal> {
    let rows: Vec<Value> = call.vaults()?.into_iter().map(row).collect();
    Ok(json!({ "vaults": rows }))
}

/// Returns the row of a vault. One that can't be looked at says so there, as the others are of use without it.
fn row(served: &Served) -> Value {
    let mut row = match served.engine().status(AUDIENCE) {
        Ok(status) => rows::json(&wire::Status::from(&status)),
        Err(error) => {
            let refusal = Refusal::from(error);
            json!({ "state": "unreachable", "problem": refusal.message() })
        }
    };
    row["vault"] = served.name().into();
    row
}
