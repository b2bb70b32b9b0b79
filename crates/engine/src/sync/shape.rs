//! What settings make of a text before a model reads it: where that changes, vectors of old and new can't be compared.

use notekin_embed::{Model, Passage};
use notekin_index::Writer;

use super::by_meaning::REEMBED;
use crate::Error;

/// The key under which is kept how the vectors that serve were made.
const SHAPE: &str = "shape";

/// How the vectors of a model are made, as far as settings say.
#[derive(Debug, PartialEq, Eq)]
struct Shape {
    model: String,
    token_limit: String,
    /// The words around a passage; those around a query are in no vector that is kept.
    around: String,
}

impl Shape {
    fn of(model: &Model) -> Self {
        let passage = Passage { title: "title", heading: &[], text: "text" };
        let around = model.passage_text(&passage).replace('\n', "\\n");
        Self { model: model.id.clone(), token_limit: model.token_limit.to_string(), around }
    }

    fn kept(meta: &str) -> Option<Self> {
        let mut lines = meta.splitn(3, '\n').map(str::to_owned);
        Some(Self { model: lines.next()?, token_limit: lines.next()?, around: lines.next()? })
    }

    fn written(&self) -> String {
        [self.model.as_str(), &self.token_limit, &self.around].join("\n")
    }
}

/// Has all passages read anew where a model on this machine is given them otherwise than before; what there is serves until
/// then. What `leaves` this machine, and may have to be paid for, is read anew only when that is asked for.
pub(super) fn keep(writer: &mut Writer, model: &Model, leaves: bool) -> Result<(), Error> {
    let now = Shape::of(model);
    let before = Shape::kept(&writer.meta(SHAPE)?.unwrap_or_default());
    if before.as_ref() == Some(&now) {
        return Ok(());
    }
    if let Some(before) = before.filter(|before| before.model == now.model && !leaves) {
        log::info!("texts are given to `{}` in another way: all are read anew", now.model);
        writer.mark_stale()?;
        // Stored vectors are told apart by the words around a text, not by how long its pieces are.
        if before.token_limit != now.token_limit {
            writer.set_meta(REEMBED, &now.model)?;
        }
    }
    writer.set_meta(SHAPE, &now.written())?;
    Ok(())
}
