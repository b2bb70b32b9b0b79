//! Failures as JSON, with the one table of their codes.

use std::borrow::Cow;

use notekin_engine as engine;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A kind of failure as faces name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind(pub engine::Kind);

impl Kind {
    /// Every kind there is, in the order of the table.
    pub const ALL: [Self; 13] = [
        Self(engine::Kind::Invalid),
        Self(engine::Kind::Denied),
        Self(engine::Kind::NotFound),
        Self(engine::Kind::Unconfigured),
        Self(engine::Kind::Stale),
        Self(engine::Kind::Unsupported),
        Self(engine::Kind::Busy),
        Self(engine::Kind::Quota),
        Self(engine::Kind::Unreachable),
        Self(engine::Kind::Cancelled),
        Self(engine::Kind::Full),
        Self(engine::Kind::Corrupt),
        Self(engine::Kind::Internal),
    ];

    /// Returns the stable name, the exit code, the HTTP status and the `google.rpc` code.
    const fn row(self) -> (&'static str, u8, u16, &'static str) {
        match self.0 {
            engine::Kind::Invalid => ("invalid", 2, 400, "INVALID_ARGUMENT"),
            engine::Kind::Denied => ("denied", 2, 403, "PERMISSION_DENIED"),
            engine::Kind::NotFound => ("not_found", 2, 404, "NOT_FOUND"),
            engine::Kind::Unconfigured => ("unconfigured", 2, 409, "FAILED_PRECONDITION"),
            engine::Kind::Stale => ("stale", 2, 409, "FAILED_PRECONDITION"),
            engine::Kind::Unsupported => ("unsupported", 2, 409, "FAILED_PRECONDITION"),
            engine::Kind::Busy => ("busy", 2, 429, "RESOURCE_EXHAUSTED"),
            engine::Kind::Quota => ("quota", 2, 429, "RESOURCE_EXHAUSTED"),
            engine::Kind::Unreachable => ("unreachable", 2, 503, "UNAVAILABLE"),
            engine::Kind::Cancelled => ("cancelled", 2, 503, "CANCELLED"),
            engine::Kind::Full => ("full", 2, 500, "INTERNAL"),
            engine::Kind::Corrupt => ("corrupt", 2, 500, "DATA_LOSS"),
            engine::Kind::Internal => ("internal", 2, 500, "INTERNAL"),
        }
    }

    /// Returns the stable name in JSON.
    pub const fn name(self) -> &'static str {
        self.row().0
    }

    /// Returns the command line's exit code.
    pub const fn exit_code(self) -> u8 {
        self.row().1
    }

    /// Returns the HTTP status.
    pub const fn http_status(self) -> u16 {
        self.row().2
    }

    /// Returns the `google.rpc` code's name.
    pub const fn rpc_code(self) -> &'static str {
        self.row().3
    }
}

impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Kind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        let kind = Self::ALL.into_iter().find(|kind| kind.name() == name);
        kind.ok_or_else(|| serde::de::Error::custom(format!("no kind of failure `{name}`")))
    }
}

impl JsonSchema for Kind {
    fn schema_name() -> Cow<'static, str> {
        "Kind".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "enum": Self::ALL.map(Self::name) })
    }
}

/// A failure: what kind, what happened, what to do.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Problem {
    /// The kind, for programs.
    pub kind: Kind,
    /// What happened, in a sentence without a period.
    pub message: String,
    /// The next step, when there is one.
    pub hint: Option<String>,
}

/// The object a failure is printed as.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Failure {
    /// What went wrong.
    pub error: Problem,
}

/// A failure as HTTP has it: RFC 9457, with our kinds.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Problem")]
pub struct HttpProblem {
    /// `about:blank`: the status says what kind it is, and `kind` says it more closely.
    pub r#type: String,
    /// The status in words.
    pub title: String,
    /// The status.
    pub status: u16,
    /// What happened, in a sentence without a period.
    pub detail: String,
    /// Which kind, for programs.
    pub kind: Kind,
    /// What happened, then what caused it, each for itself.
    pub causes: Vec<String>,
    /// The next step, when there is one.
    pub hint: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::{Failure, Kind, Problem};

    #[test]
    fn the_table_of_codes() {
        let line = |kind: &Kind| {
            format!(
                "{:<13}{} {} {}",
                kind.name(),
                kind.exit_code(),
                kind.http_status(),
                kind.rpc_code()
            )
        };
        let table: Vec<_> = Kind::ALL.iter().map(line).collect();
        insta::assert_snapshot!(table.join("\n"), @"
        invalid      2 400 INVALID_ARGUMENT
        denied       2 403 PERMISSION_DENIED
        not_found    2 404 NOT_FOUND
        unconfigured 2 409 FAILED_PRECONDITION
        stale        2 409 FAILED_PRECONDITION
        unsupported  2 409 FAILED_PRECONDITION
        busy         2 429 RESOURCE_EXHAUSTED
        quota        2 429 RESOURCE_EXHAUSTED
        unreachable  2 503 UNAVAILABLE
        cancelled    2 503 CANCELLED
        full         2 500 INTERNAL
        corrupt      2 500 DATA_LOSS
        internal     2 500 INTERNAL
        ");
    }

    #[test]
    fn a_failure_in_json() {
        let error = Problem {
            kind: Kind(notekin_engine::Kind::NotFound),
            message: "no note `x`".to_owned(),
            hint: None,
        };
        let json = serde_json::to_string(&Failure { error }).unwrap();
        insta::assert_snapshot!(json, @r#"{"error":{"kind":"not_found","message":"no note `x`","hint":null}}"#);
    }
}
