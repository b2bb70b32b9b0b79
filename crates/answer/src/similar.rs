//! How near texts are in meaning, as the caller tells it.

/// Tells how near each of some texts is to one: 0 is nothing in common, 1 is the same.
///
/// `None` is "can't say now", as when the model is down; then words alone decide.
pub type Similar<'a> = dyn Fn(&str, &[&str]) -> Option<Vec<f32>> + 'a;

/// Asks, and takes only an answer that has a number for each text.
pub(crate) fn ask(similar: Option<&Similar<'_>>, text: &str, others: &[&str]) -> Option<Vec<f32>> {
    let near = similar?(text, others)?;
    let is_sound = near.len() == others.len() && near.iter().all(|near| near.is_finite());
    is_sound.then_some(near)
}
