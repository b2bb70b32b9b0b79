//! How models look, and what is kept of them.

use std::io::{self, Write};

use notekin_wire as wire;

use super::style::DIM;
use crate::talk::{count, grouped, size};

/// Writes the models there are; something of the first `own` is on this machine.
pub(crate) fn list(models: &wire::Models, own: usize, out: &mut dyn Write) -> io::Result<()> {
    let (own, known) = models.models.split_at(own.min(models.models.len()));
    for model in own {
        let mark = if model.chosen { '*' } else { ' ' };
        writeln!(out, "{mark} {}  {DIM}{}{DIM:#}", model.id, traits(model))?;
        if model.vectors != Some(0) || !model.used_by.is_empty() {
            let users = if model.used_by.is_empty() {
                "no vault is read by it".to_owned()
            } else {
                format!("{} read by it", users(model))
            };
            writeln!(out, "    {}; {users}", vectors(model))?;
        }
    }
    writeln!(out, "\nknown at servers:")?;
    for model in known {
        writeln!(out, "  {}  {DIM}{}{DIM:#}", model.id, traits(model))?;
    }
    writeln!(out, "\n* is chosen; `notekin model use NAME` chooses another")
}

/// Writes how a model is set up at Ollama.
pub(crate) fn recipe(recipe: &wire::Recipe, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{DIM}a file called Modelfile, in any folder:{DIM:#}\n\n{}", recipe.modelfile)?;
    writeln!(out, "{DIM}and in that folder:{DIM:#}\n")?;
    recipe.commands.iter().try_for_each(|command| writeln!(out, "{command}"))?;
    if let Some(model) = &recipe.elsewhere {
        writeln!(
            out,
            "\nif Ollama finds no `{}`: notekin model setup ollama {model}",
            recipe.from
        )?;
    }
    if recipe.can_be_shortened {
        writeln!(
            out,
            "\nshorter vectors take less disk and find a little less: notekin config set embedding.dimensions 256"
        )?;
    }
    Ok(())
}

/// Writes what went or would go.
pub(crate) fn removed(removed: &wire::RemovedModel, out: &mut dyn Write) -> io::Result<()> {
    let verb = if removed.removed { "deleted" } else { "would delete" };
    writeln!(out, "{verb} {}", goods(&removed.model))?;
    if removed.removed || removed.model.used_by.is_empty() {
        return Ok(());
    }
    let users = users(&removed.model);
    writeln!(out, "{users} read by it, so that only `--in-use` deletes it")
}

/// Returns what there is to be deleted of a model.
pub(crate) fn goods(model: &wire::Model) -> String {
    let vectors = (model.vectors != Some(0)).then(|| vectors(model));
    let weights = model.installed.as_ref().zip(model.disk_bytes);
    let weights = weights.map(|(_, bytes)| format!("the weights ({})", size(bytes)));
    let goods: Vec<_> = vectors.into_iter().chain(weights).collect();
    format!("{} of `{}`", goods.join(" and "), model.id)
}

/// Returns which vaults are read by a model, as the beginning of a sentence.
pub(crate) fn users(model: &wire::Model) -> String {
    let names: Vec<_> = model.used_by.iter().map(|name| format!("`{name}`")).collect();
    match names.as_slice() {
        [name] => format!("the vault {name} is"),
        names => format!("the vaults {} are", names.join(", ")),
    }
}

fn vectors(model: &wire::Model) -> String {
    match model.vectors {
        Some(texts) => {
            format!("the readings of {} ({})", count(texts, "passage"), size(model.vector_bytes))
        }
        None => format!("vectors that can't be read ({})", size(model.vector_bytes)),
    }
}

/// Returns what a model is like, in a few words.
fn traits(model: &wire::Model) -> String {
    let place = match (&model.installed, model.download_bytes) {
        (Some(path), _) => Some(format!("installed in {path}")),
        (None, Some(bytes)) => Some(format!("not installed, {} to fetch", size(bytes))),
        (None, None) => None,
    };
    let dims = model.dims.map(|dims| format!("{} dimensions", grouped(dims)));
    let limit = model.token_limit.map(|limit| format!("{} tokens at once", grouped(limit)));
    let traits: Vec<_> =
        [model.licence.clone(), dims, limit, place].into_iter().flatten().collect();
    if traits.is_empty() { "as its server says".to_owned() } else { traits.join(", ") }
}
