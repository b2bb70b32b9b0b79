//! `vault_status`: how much of each vault is read.

use notekin_wire as wire;
use serde_json::{Value, json};

use crate::arguments::Argument;
use crate::call::{AUDIENCE, Call, VAULT};
use crate::library::Served;
use crate::refusal::Refusal;
use crate::tool::Tool;
use crate::{rows, schema};

const ARGUMENTS: [Argument; 1] = [VAULT];

pub(crate) const TOOL: Tool = Tool {
    name: "vault_status",
    title: "Vault status",
    about: "See which vaults there are and how much of each can be searched by now.",
    arguments: &ARGUMENTS,
    output,
    needs_index: false,
    run,
};

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

/// A vault that can't be looked at says so in its own row.
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
