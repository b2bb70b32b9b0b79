//! Routes: each a row with all that the router and the description of the API need.
//!
//! What a route does is a plain function that may take its time: it gets the call and what is asked, read and checked, and
//! returns the reply. Threads, limits, cancelling and JSON are the same for all, and are here.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, RawPathParams, Request, State as Kept};
use axum::http::{Method, StatusCode, header};
use axum::routing::{MethodFilter, MethodRouter, on};
use notekin_wire as wire;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::call::Call;
use crate::problem::{Answer, Problem};
use crate::state::State;
use crate::streamed::{Tell, streamed};

/// Where the API begins.
pub(crate) const API: &str = "/api/v1";

/// The most bytes of a request: a text of the size that a note may have, as JSON.
pub(crate) const BODY_MOST: usize = 18 << 20;

/// Draws the schema of a shape.
pub(crate) type Shape = fn(&mut SchemaGenerator) -> Schema;

/// One row of the API.
pub(crate) struct Route {
    /// How it is asked.
    pub(crate) method: Method,
    /// Its path below [`API`].
    pub(crate) path: &'static str,
    /// What it does, in a few words.
    pub(crate) summary: &'static str,
    /// The shape of what is asked, in the body or behind the question mark.
    pub(crate) asked: Shape,
    /// What comes back.
    pub(crate) replied: Replied,
    /// What answers it.
    pub(crate) handler: MethodRouter<Arc<State>>,
}

/// What is replied.
pub(crate) enum Replied {
    /// One object, of a shape.
    Json(Shape),
    /// Events, one after the other; of each kind its name and its shape.
    Events(Vec<(&'static str, Shape)>),
    /// That it is done.
    Nothing,
}

/// What is asked where nothing is.
#[derive(Debug, Default, serde::Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Nothing {}

impl Route {
    /// Returns a route that replies with JSON: `run` parses no more, calls one function of the engine, and returns its twin.
    pub(crate) fn new<A, R>(
        method: Method,
        path: &'static str,
        summary: &'static str,
        run: fn(&Call, &A) -> Answer<R>,
    ) -> Self
    where
        A: DeserializeOwned + JsonSchema + Send + 'static,
        R: Serialize + JsonSchema + Send + 'static,
    {
        let handler = move |Kept(state): Kept<Arc<State>>,
                            parameters: RawPathParams,
                            request: Request| async move {
            let written = move |call: &Call, asked: &A| json(&run(call, asked)?);
            let json = answer(state, parameters, request, written).await?;
            Ok::<_, Problem>(([(header::CONTENT_TYPE, "application/json")], json))
        };
        let handler = on(filter(&method), handler);
        let asked = SchemaGenerator::subschema_for::<A>;
        let replied = Replied::Json(SchemaGenerator::subschema_for::<R>);
        Self { method, path, summary, asked, replied, handler }
    }

    /// Returns a route that replies with nothing but that it is done.
    pub(crate) fn done<A>(
        method: Method,
        path: &'static str,
        summary: &'static str,
        run: fn(&Call, &A) -> Answer<()>,
    ) -> Self
    where
        A: DeserializeOwned + JsonSchema + Send + 'static,
    {
        let handler = move |Kept(state): Kept<Arc<State>>,
                            parameters: RawPathParams,
                            request: Request| async move {
            answer(state, parameters, request, run).await.map(|()| StatusCode::NO_CONTENT)
        };
        let handler = on(filter(&method), handler);
        let asked = SchemaGenerator::subschema_for::<A>;
        Self { method, path, summary, asked, replied: Replied::Nothing, handler }
    }

    /// Returns a route whose work takes long, so that it is told of as events and can be stopped.
    pub(crate) fn streamed<A, R>(
        method: Method,
        path: &'static str,
        summary: &'static str,
        run: fn(&Call, &A, Tell<'_>) -> Answer<R>,
    ) -> Self
    where
        A: DeserializeOwned + JsonSchema + Send + Sync + 'static,
        R: Serialize + JsonSchema + Send + 'static,
    {
        let handler = move |state: Kept<Arc<State>>,
                            parameters: RawPathParams,
                            request: Request| async move {
            let call = call(&state, &parameters)?;
            let asked: A = asked(request).await?;
            streamed(call, move |call, tell| run(call, &asked, tell)).await
        };
        let handler = on(filter(&method), handler);
        Self::events::<A>(method, path, summary, handler)
            .telling::<R>("reply")
            .telling::<wire::HttpProblem>("problem")
    }

    /// Returns a route that replies with events of its own making.
    pub(crate) fn events<A: JsonSchema>(
        method: Method,
        path: &'static str,
        summary: &'static str,
        handler: MethodRouter<Arc<State>>,
    ) -> Self {
        let asked = SchemaGenerator::subschema_for::<A>;
        Self { method, path, summary, asked, replied: Replied::Events(Vec::new()), handler }
    }

    /// Adds a kind of event to those that a route says it replies with.
    pub(crate) fn telling<E: JsonSchema>(mut self, event: &'static str) -> Self {
        if let Replied::Events(events) = &mut self.replied {
            events.push((event, SchemaGenerator::subschema_for::<E>));
        }
        self
    }
}

/// Returns a method as the router has it; all that routes have are known to it.
fn filter(method: &Method) -> MethodFilter {
    MethodFilter::try_from(method.clone()).unwrap_or(MethodFilter::GET)
}

/// Reads a request and runs its route on a thread; cancels it when the client goes away.
async fn answer<A, R>(
    state: Arc<State>,
    parameters: RawPathParams,
    request: Request,
    run: impl FnOnce(&Call, &A) -> Answer<R> + Send + 'static,
) -> Answer<R>
where
    A: DeserializeOwned + Send + 'static,
    R: Send + 'static,
{
    let call = call(&state, &parameters)?;
    let asked = asked(request).await?;
    let _cancelled_when_dropped = call.canceller();
    state.run(call.asks_engine(), move || run(&call, &asked)).await
}

/// Writes a reply.
fn json(reply: &impl Serialize) -> Answer<Vec<u8>> {
    serde_json::to_vec(reply).map_err(|error| Problem::internal(error.to_string()))
}

/// Returns the call of a request.
pub(crate) fn call(state: &Arc<State>, parameters: &RawPathParams) -> Answer<Call> {
    let parameters =
        parameters.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    Call::new(Arc::clone(state), parameters)
}

/// Reads what is asked: from the body as JSON, or from the query of the address where there can be no body.
pub(crate) async fn asked<A: DeserializeOwned>(request: Request) -> Answer<A> {
    asked_within(request, BODY_MOST).await
}

/// Reads the same of no more than some bytes.
pub(crate) async fn asked_within<A: DeserializeOwned>(request: Request, most: usize) -> Answer<A> {
    if matches!(*request.method(), Method::GET | Method::DELETE | Method::HEAD) {
        let read = Query::<A>::try_from_uri(request.uri());
        let wrong = |error: QueryRejection| {
            Problem::invalid(format!("the address can't be read: {}", error.body_text()))
        };
        return read.map(|Query(asked)| asked).map_err(wrong);
    }
    let body = body(request.into_body(), most).await?;
    let text: &[u8] = if body.is_empty() { b"{}" } else { &body };
    // A list would be read as the fields in their order.
    if text.trim_ascii_start().first() != Some(&b'{') {
        return Err(Problem::invalid("the request is not what this takes: an object is needed"));
    }
    serde_json::from_slice(text)
        .map_err(|error| Problem::invalid(format!("the request is not what this takes: {error}")))
}

/// Reads a body, unless it is too long or doesn't come.
async fn body(body: Body, most: usize) -> Answer<Bytes> {
    /// How long a request may take to come.
    const PATIENCE: std::time::Duration = std::time::Duration::from_secs(30);
    let read = tokio::time::timeout(PATIENCE, axum::body::to_bytes(body, most)).await;
    let slow =
        |_| Problem::invalid("the request came too slowly").status(StatusCode::REQUEST_TIMEOUT);
    read.map_err(slow)?.map_err(|_| {
        Problem::invalid("the request is too long, or broke off")
            .status(StatusCode::PAYLOAD_TOO_LARGE)
    })
}
