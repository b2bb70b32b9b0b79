//! The four protocols, as a server speaks them.
use serde_json::{Value, json};

use crate::server::{Answer, Request, Server};

/// A protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    Ollama,
    OpenAi,
    Anthropic,
    Gemini,
}

use Dialect::{Anthropic, Gemini, Ollama, OpenAi};

impl Dialect {
    pub(crate) const ALL: [Self; 4] = [Ollama, OpenAi, Anthropic, Gemini];

    /// Returns the name of a model.
    pub(crate) fn id(self) -> &'static str {
        match self {
            Ollama => "ollama/my-own",
            OpenAi => "openai/my-own",
            Anthropic => "anthropic/my-own",
            Gemini => "gemini/my-own",
        }
    }

    /// Returns where requests for a text go.
    pub(crate) fn path(self) -> &'static str {
        match self {
            Ollama => "/api/chat",
            OpenAi => "/v1/chat/completions",
            Anthropic => "/v1/messages",
            Gemini => "/v1beta/models/my-own:streamGenerateContent?alt=sse",
        }
    }

    /// Returns a piece of a reply as it is sent.
    pub(crate) fn piece(self, value: &Value) -> String {
        match (self, value["type"].as_str()) {
            (Ollama, _) => format!("{value}\n"),
            (Anthropic, Some(name)) => format!("event: {name}\ndata: {value}\n\n"),
            _ => format!("data: {value}\n\n"),
        }
    }

    /// Returns the piece that says a part of a text.
    pub(crate) fn says(self, text: &str) -> String {
        self.piece(&match self {
            Ollama => json!({"model": "m", "message": {"content": text}, "done": false}),
            OpenAi => json!({"model": "m", "choices": [{"index": 0, "delta": {"content": text}}]}),
            Anthropic => json!({"type": "content_block_delta", "index": 0,
                "delta": {"type": "text_delta", "text": text}}),
            Gemini => json!({"candidates": [{"content": {"parts": [{"text": text}]}}]}),
        })
    }

    /// Returns the piece that says a hidden thought in the protocol's own way.
    pub(crate) fn thinks(self, text: &str) -> String {
        self.piece(&match self {
            Ollama => json!({"message": {"content": "", "thinking": text}, "done": false}),
            OpenAi => json!({"choices": [{"delta":
                {"content": null, "reasoning_content": text, "reasoning": text}}]}),
            Anthropic => json!({"type": "content_block_delta", "index": 0,
                "delta": {"type": "thinking_delta", "thinking": text}}),
            Gemini => {
                json!({"candidates": [{"content": {"parts": [{"text": text, "thought": true}]}}]})
            }
        })
    }

    /// Returns the pieces that end a text, for a reason in the protocol's words.
    pub(crate) fn ends(self, reason: &str) -> String {
        match self {
            Ollama => self.piece(&json!({"model": "m", "message": {"content": ""}, "done": true,
                "done_reason": reason, "prompt_eval_count": 7, "eval_count": 3})),
            OpenAi => {
                let end = json!({"choices": [{"delta": {}, "finish_reason": reason}]});
                let usage = json!({"prompt_tokens": 7, "completion_tokens": 3});
                let usage = json!({"choices": [], "usage": usage, "model": "m"});
                format!("{}{}data: [DONE]\n\n", self.piece(&end), self.piece(&usage))
            }
            Anthropic => {
                let end = json!({"type": "message_delta", "delta": {"stop_reason": reason},
                    "usage": {"output_tokens": 3}});
                format!("{}{}", self.piece(&end), self.piece(&json!({"type": "message_stop"})))
            }
            Gemini => self.piece(&json!({"candidates": [{"finishReason": reason}],
                "usageMetadata": {"promptTokenCount": 7, "candidatesTokenCount": 3},
                "modelVersion": "m"})),
        }
    }

    /// Returns the pieces before the first part of a text.
    pub(crate) fn begins(self) -> String {
        match self {
            OpenAi => format!(
                ": a comment\n\n{}",
                self.piece(&json!({"choices": [{"delta": {"role": "assistant"}}]}))
            ),
            Anthropic => {
                let usage = json!({"input_tokens": 5, "cache_read_input_tokens": 2});
                let message = json!({"model": "m", "usage": usage});
                let start = json!({"type": "message_start", "message": message});
                format!("{}{}", self.piece(&start), self.piece(&json!({"type": "ping"})))
            }
            Ollama | Gemini => String::new(),
        }
    }

    /// Returns a whole text in some parts, with an end as it should be.
    pub(crate) fn text(self, parts: &[&str]) -> String {
        let parts: Vec<String> = parts.iter().map(|part| self.says(part)).collect();
        format!("{}{}{}", self.begins(), parts.concat(), self.ends(self.usual()))
    }

    /// Returns the word for an end as it should be.
    pub(crate) fn usual(self) -> &'static str {
        match self {
            Ollama | OpenAi => "stop",
            Anthropic => "end_turn",
            Gemini => "STOP",
        }
    }

    /// Returns a refusal as this protocol writes it.
    pub(crate) fn refusal(self, status: u16, said: &str) -> Value {
        match self {
            Ollama => json!({"error": said}),
            OpenAi => json!({"error": {"message": said, "code": null}}),
            Anthropic => {
                json!({"type": "error", "error": {"type": "api_error", "message": said}})
            }
            Gemini => json!({"error": {"code": status, "message": said, "status": word(status)}}),
        }
    }
}

/// Returns Google's word for a status.
fn word(status: u16) -> &'static str {
    match status {
        401 => "UNAUTHENTICATED",
        404 => "NOT_FOUND",
        429 => "RESOURCE_EXHAUSTED",
        503 => "UNAVAILABLE",
        500 => "INTERNAL",
        _ => "INVALID_ARGUMENT",
    }
}

/// Starts a server that answers requests for a text, and knows a model that reads 32,768 tokens.
pub(crate) fn serving(answer: impl Fn(&Request) -> Answer + Send + Sync + 'static) -> Server {
    Server::start(move |request| match request.path.as_str() {
        "/api/show" => {
            let told = json!({"model_info": {"x.context_length": 32_768}});
            Answer::json(200, told.to_string())
        }
        _ => answer(request),
    })
}

/// Returns what was posted to get a text, in order.
pub(crate) fn asked(server: &Server, dialect: Dialect) -> Vec<Value> {
    let requests = server.requests();
    let asked = requests.iter().filter(|request| request.path == dialect.path());
    asked.map(|request| serde_json::from_str(&request.body).unwrap()).collect()
}
