//! A recipe: how a model is set up at an Ollama so that it reads whole passages.
use notekin_net::served::{self, Service};

use super::known::known;
use super::name::Name;
use super::settings::Servers;

/// The model that is set up where none is named.
const USUAL: &str = "embeddinggemma-2:270m";

/// The same weights where Ollama's own library doesn't have them.
const ELSEWHERE: &str = "hf.co/unsloth/embeddinggemma-2-GGUF:UD-Q4_K_XL";

/// What is added to the name of a model that was set up.
const MARK: &str = "-notekin";

/// How a model is set up at an Ollama. Nothing of it is done by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recipe {
    /// The model it is made of, as Ollama calls it.
    pub from: String,
    /// What it is called then, here.
    pub id: String,
    /// What stands in the Modelfile.
    pub modelfile: String,
    /// What is typed, in order, in the folder of the Modelfile.
    pub commands: Vec<String>,
    /// Where the same model is to be had if Ollama's library doesn't have it.
    pub elsewhere: Option<&'static str>,
    /// Whether its vectors can be shortened.
    pub can_be_shortened: bool,
}

/// Returns how a model is set up at the Ollama of the settings; the usual one where none is named.
///
/// Its name may be written as Ollama does or as Notekin does; `None` when it is one at another service.
pub(crate) fn recipe(model: Option<&str>, servers: &Servers) -> Option<Recipe> {
    let from = match model.map(|model| (model, Name::parse(model))) {
        None => USUAL.to_owned(),
        Some((_, Some(Name { at, .. }))) if at.service == Service::Ollama => at.model,
        Some((_, Some(_))) => return None,
        Some((model, None)) => model.to_owned(),
    };
    let at = |model: &str| served::Name { service: Service::Ollama, model: model.to_owned() };
    let named = |model: &str| Name { at: at(model), dimensions: None };
    let (name, known) = (named(&from), known(&named(&from)));
    // What is known of a model is known by how its name begins.
    let own = match from.rsplit('/').next().unwrap_or_default().split_once(':') {
        Some((_, tag)) => format!("{}{MARK}:{tag}", name.at.family()),
        None => format!("{}{MARK}", name.at.family()),
    };
    let id = named(&own).to_string();
    let is_usual = name.at.family().starts_with("embeddinggemma-2") && from != ELSEWHERE;
    Some(Recipe {
        modelfile: modelfile(&from, servers.token_limit.or(known.token_limit)),
        commands: commands(&from, &own, &servers.ollama.url),
        elsewhere: is_usual.then_some(ELSEWHERE),
        can_be_shortened: known.can_be_shortened,
        from,
        id,
    })
}

/// Returns a Modelfile that opens the whole window, as far as that is known.
///
/// A passage must fit into one batch too: the vector of one that is divided can't be put together again, and an Ollama
/// that is asked for that breaks off or cuts.
fn modelfile(from: &str, window: Option<usize>) -> String {
    let parameters = match window {
        Some(tokens) => format!("PARAMETER num_ctx {tokens}\nPARAMETER num_batch {tokens}\n"),
        None => format!(
            "# put in the context length that `ollama show {from}` tells, and take the signs away:\n\
             # PARAMETER num_ctx 0\n# PARAMETER num_batch 0\n"
        ),
    };
    format!("FROM {from}\n{parameters}")
}

fn commands(from: &str, own: &str, url: &str) -> Vec<String> {
    let place = (url != Servers::OLLAMA).then(|| format!("export OLLAMA_HOST={}", quoted(url)));
    let made = [
        format!("ollama pull {}", quoted(from)),
        format!("ollama create {} -f Modelfile", quoted(own)),
        format!("notekin model use {}", quoted(&format!("ollama/{own}"))),
        "notekin index".to_owned(),
    ];
    place.into_iter().chain(made).collect()
}

/// Returns a word as a shell takes it for one, whatever is in it.
fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./:@".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::super::settings::Server;
    use super::*;

    #[track_caller]
    fn check(model: &str, id: &str, window: &str) {
        let recipe = recipe(Some(model), &Servers::default()).unwrap();
        assert_eq!(recipe.id, id);
        assert!(recipe.modelfile.contains(window), "{}", recipe.modelfile);
        let before = known(&Name::parse(&format!("ollama/{}", recipe.from)).unwrap());
        assert_eq!(known(&Name::parse(id).unwrap()), before, "what is known of it stays known");
    }

    #[test]
    fn a_model_is_set_up_with_its_window_and_known_by_its_new_name() {
        check("ollama/bge-m3", "ollama/bge-m3-notekin", "num_ctx 8192\nPARAMETER num_batch 8192");
        check("embeddinggemma:300m", "ollama/embeddinggemma-notekin:300m", "num_ctx 2048");
        check(ELSEWHERE, "ollama/embeddinggemma-2-gguf-notekin:UD-Q4_K_XL", "num_ctx 8192");
        check("my-own", "ollama/my-own-notekin", "`ollama show my-own`");
        assert_eq!(recipe(Some("openai/x"), &Servers::default()), None);
    }

    #[test]
    fn a_shell_gets_names_as_they_are() {
        let recipe = recipe(Some("a model; it's mine"), &Servers::default()).unwrap();
        assert_eq!(recipe.commands[0], r"ollama pull 'a model; it'\''s mine'");
    }

    #[test]
    fn the_settings_count() {
        let ollama = Server::at("http://192.168.1.5:11434");
        let servers = Servers { ollama, token_limit: Some(600), ..Servers::default() };
        let recipe = recipe(None, &servers).unwrap();
        assert_eq!((recipe.from.as_str(), recipe.elsewhere), (USUAL, Some(ELSEWHERE)));
        assert!(recipe.modelfile.contains("num_ctx 600"));
        assert_eq!(recipe.commands[0], "export OLLAMA_HOST=http://192.168.1.5:11434");
        assert_eq!(recipe.commands[1], "ollama pull embeddinggemma-2:270m");
    }
}
