//! A failure as Google tells it: a `google.rpc.Status` with its details.
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{Rest, integer};

/// The answer to a request that failed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// What went wrong.
    pub error: Status,
}

/// What went wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Status {
    /// The HTTP status in an answer, the number of gRPC's code in an operation.
    #[serde(deserialize_with = "integer::deserialize")]
    pub code: i32,
    /// What is said to people.
    pub message: String,
    /// The word for the kind of failure, such as `INVALID_ARGUMENT`; operations have none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub status: String,
    /// What is said to programs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<Detail>,
    /// What else is told.
    #[serde(flatten)]
    pub rest: Rest,
}

/// One of the details: which fields are filled depends on its kind, and whatever we don't know is in `rest`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Detail {
    /// The kind, such as `type.googleapis.com/google.rpc.RetryInfo`.
    #[serde(rename = "@type", skip_serializing_if = "String::is_empty")]
    pub kind: String,
    /// Of a `RetryInfo`: how long to wait, such as `34.07s`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_delay: Option<String>,
    /// Of a `BadRequest`: which fields of the request are wrong.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub field_violations: Vec<FieldViolation>,
    /// Of an `ErrorInfo`: why, in one word, such as `API_KEY_INVALID`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Of an `ErrorInfo`: whose word that is, such as `googleapis.com`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub domain: Option<String>,
    /// Of a `QuotaFailure`: which quotas are used up.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub violations: Vec<QuotaViolation>,
    /// Of a `Help`: what to read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<Link>,
    /// What else is told.
    #[serde(flatten)]
    pub rest: Rest,
}

/// A field that is wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct FieldViolation {
    /// The way to the field.
    pub field: String,
    /// What is wrong with it.
    pub description: String,
    /// What else is told.
    #[serde(flatten)]
    pub rest: Rest,
}

/// A quota that is used up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct QuotaViolation {
    /// What is counted.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub quota_metric: String,
    /// The quota, in a word that tells its period: `...PerMinute...`, `...PerDay...`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub quota_id: String,
    /// The most there may be, an integer as a text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quota_value: Option<String>,
    /// What else is told.
    #[serde(flatten)]
    pub rest: Rest,
}

/// A page to read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Link {
    /// What it is about.
    pub description: String,
    /// Where it is.
    pub url: String,
}

impl Detail {
    /// Returns that the caller should wait.
    pub fn retry_info(delay: Duration) -> Self {
        Self { retry_delay: Some(format!("{}s", delay.as_secs_f64())), ..Self::of("RetryInfo") }
    }

    /// Returns that fields of the request are wrong.
    pub fn bad_request(field_violations: Vec<FieldViolation>) -> Self {
        Self { field_violations, ..Self::of("BadRequest") }
    }

    /// Returns why, in one word of somebody's.
    pub fn error_info(reason: &str, domain: &str) -> Self {
        let (reason, domain) = (Some(reason.to_owned()), Some(domain.to_owned()));
        Self { reason, domain, ..Self::of("ErrorInfo") }
    }

    fn of(kind: &str) -> Self {
        Self { kind: format!("type.googleapis.com/google.rpc.{kind}"), ..Self::default() }
    }
}

impl Status {
    /// Returns how long the server wants to be left alone.
    pub fn retry_delay(&self) -> Option<Duration> {
        let mut delays = self.details.iter().filter_map(|detail| detail.retry_delay.as_deref());
        let seconds: f64 = delays.next()?.strip_suffix('s')?.parse().ok()?;
        Duration::try_from_secs_f64(seconds).ok()
    }

    /// Returns which fields of the request are wrong.
    pub fn field_violations(&self) -> impl Iterator<Item = &FieldViolation> {
        self.details.iter().flat_map(|detail| &detail.field_violations)
    }

    /// Returns whether the key is at fault.
    pub fn is_of_key(&self) -> bool {
        let mut reasons = self.details.iter().filter_map(|detail| detail.reason.as_deref());
        reasons.any(|reason| reason.starts_with("API_KEY"))
            || self.status == "UNAUTHENTICATED"
            || self.message.contains("API key not valid")
    }

    /// Returns whether a store is full: a 429 like any other, but no time mends it.
    pub fn is_of_storage(&self) -> bool {
        self.message.to_lowercase().contains("storage limit")
    }

    /// Returns whether a quota is used up that a wait of minutes doesn't fill: one of the day, or one of nothing.
    pub fn is_of_day(&self) -> bool {
        let mut violations = self.details.iter().flat_map(|detail| &detail.violations);
        violations.any(|violation| {
            violation.quota_id.contains("PerDay") || violation.quota_value.as_deref() == Some("0")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn details_are_read_and_written_whole() {
        let written = r#"{"error":{"code":429,"message":"You exceeded your quota.","status":"RESOURCE_EXHAUSTED","details":[{"@type":"type.googleapis.com/google.rpc.QuotaFailure","violations":[{"quotaMetric":"requests","quotaId":"RequestsPerMinutePerProject","quotaValue":"15","quotaDimensions":{"model":"m"}}]},{"@type":"type.googleapis.com/google.rpc.Help","links":[{"description":"More","url":"https://example.org/limits"}]},{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"57.238747106s"},{"@type":"type.googleapis.com/google.rpc.Unheard","of":[1]}]}}"#;
        let problem: Problem = serde_json::from_str(written).unwrap();
        assert_eq!(serde_json::to_string(&problem).unwrap(), written);
        let status = problem.error;
        assert_eq!(status.retry_delay(), Some(Duration::new(57, 238_747_106)));
        assert!(!status.is_of_day() && !status.is_of_storage() && !status.is_of_key());
    }

    #[test]
    fn what_no_wait_mends_is_told_apart() {
        let status = |text: &str| serde_json::from_str::<Status>(text).unwrap();
        assert!(
            status(r#"{"details":[{"violations":[{"quotaId":"RequestsPerDayPerProject"}]}]}"#)
                .is_of_day()
        );
        assert!(
            status(r#"{"details":[{"violations":[{"quotaId":"x","quotaValue":"0"}]}]}"#)
                .is_of_day()
        );
        assert!(
            status(r#"{"message":"Corpus has reached the storage limit of 1000000000 bytes."}"#)
                .is_of_storage()
        );
        assert!(status(r#"{"details":[{"reason":"API_KEY_INVALID"}]}"#).is_of_key());
    }

    #[test]
    fn what_a_server_says_a_client_reads() {
        let field = FieldViolation { field: "topK".to_owned(), ..FieldViolation::default() };
        let details = vec![
            Detail::retry_info(Duration::from_millis(1500)),
            Detail::bad_request(vec![field.clone()]),
            Detail::error_info("FULL", "notekin"),
        ];
        let status = Status { code: 400, details, ..Status::default() };
        let read: Status = serde_json::from_value(serde_json::to_value(&status).unwrap()).unwrap();
        assert_eq!(read, status);
        assert_eq!(read.retry_delay(), Some(Duration::from_millis(1500)));
        assert_eq!(read.field_violations().collect::<Vec<_>>(), [&field]);
    }
}
