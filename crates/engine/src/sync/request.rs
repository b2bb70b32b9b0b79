//! What an index run is asked to do.

/// The wishes for one index run.
#[derive(Clone, Copy, Debug, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a wish of its own, and any may go with any"
)]
pub struct SyncRequest {
    /// Read by words only, even if a model is installed.
    pub words_only: bool,
    /// Remove notes from the index although very many vanished at once.
    pub accept_removals: bool,
    /// Derive everything that can be derived anew; stored vectors are used again.
    pub rebuild: bool,
    /// Try again what the model couldn't embed.
    pub retry: bool,
    /// Make all vectors anew with the model; the old ones serve until then.
    pub reembed: bool,
    /// Nobody could be asked whether notes may leave this machine: a model elsewhere gets none unless that was agreed to
    /// before, for the same model at the same host.
    pub unasked: bool,
}
