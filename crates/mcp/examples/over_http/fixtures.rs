//! What the conformance suite wants to find on a server beside its own tools: a stage for the features that Notekin has.
//!
//! Features that Notekin lacks get no fixture: they are listed, each with its reason, in `xtask/assistants/*.yml`.

use std::sync::Arc;
use std::time::Duration;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, JsonObject,
    ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
    ProgressNotificationParam, ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult,
    ResourceContents, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::{Value, json};

type Context = RequestContext<RoleServer>;

/// A service with the suite's fixtures in front of it.
#[derive(Clone)]
pub(crate) struct WithFixtures<S>(pub(crate) S);

impl<S: ServerHandler> ServerHandler for WithFixtures<S> {
    fn get_info(&self) -> ServerConfig {
        self.0.get_info()
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        tools().into_iter().find(|tool| tool.name == name).or_else(|| self.0.get_tool(name))
    }

    async fn list_tools(
        &self,
        page: Option<PaginatedRequestParams>,
        context: Context,
    ) -> Result<ListToolsResult, ErrorData> {
        let mut list = self.0.list_tools(page, context).await?;
        list.tools.extend(tools());
        Ok(list)
    }

    async fn call_tool(
        &self,
        call: CallToolRequestParams,
        context: Context,
    ) -> Result<CallToolResponse, ErrorData> {
        let said = |text: &str| vec![ContentBlock::text(text)];
        match call.name.as_ref() {
            "test_simple_text" => {
                Ok(CallToolResult::success(said("This is a simple text response for testing."))
                    .into())
            }
            "test_error_handling" => Ok(CallToolResult::error(said(
                "This tool intentionally returns an error for testing",
            ))
            .into()),
            "test_tool_with_progress" => {
                advance(&context).await;
                Ok(CallToolResult::success(said("done")).into())
            }
            "json_schema_2020_12_tool" => Ok(CallToolResult::success(said("ok")).into()),
            _ => self.0.call_tool(call, context).await,
        }
    }

    async fn list_resources(
        &self,
        page: Option<PaginatedRequestParams>,
        context: Context,
    ) -> Result<ListResourcesResult, ErrorData> {
        self.0.list_resources(page, context).await
    }

    async fn list_resource_templates(
        &self,
        page: Option<PaginatedRequestParams>,
        context: Context,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        self.0.list_resource_templates(page, context).await
    }

    async fn read_resource(
        &self,
        read: ReadResourceRequestParams,
        context: Context,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let answer = |text: &str, kind: &str| {
            Ok(ReadResourceResult::new(vec![
                ResourceContents::text(text, read.uri.clone()).with_mime_type(kind),
            ])
            .into())
        };
        match read.uri.as_str() {
            "test://static-text" => {
                answer("This is the content of the static text resource.", "text/plain")
            }
            "test://template/123/data" => answer(
                r#"{"id":"123","templateTest":true,"data":"Data for ID: 123"}"#,
                "application/json",
            ),
            _ => self.0.read_resource(read, context).await,
        }
    }
}

async fn advance(context: &Context) {
    for done in [0.0, 50.0, 100.0] {
        if let Some(token) = context.meta.get_progress_token() {
            let _sent = context
                .peer
                .notify_progress(ProgressNotificationParam::new(token, done).with_total(100.0))
                .await;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

fn tools() -> Vec<Tool> {
    let plain = || object(json!({"type": "object", "properties": {}}));
    vec![
        Tool::new("test_simple_text", "Returns text.", plain()),
        Tool::new("test_error_handling", "Fails.", plain()),
        Tool::new("test_tool_with_progress", "Takes its time.", plain()),
        Tool::new(
            "json_schema_2020_12_tool",
            "Has a schema with many keywords.",
            object(many_keywords()),
        ),
    ]
}

fn many_keywords() -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {"address": {"$anchor": "addressDef", "type": "object", "properties": {"street": {"type": "string"}, "city": {"type": "string"}}}},
        "properties": {
            "name": {"type": "string"},
            "address": {"$ref": "#/$defs/address"},
            "contactMethod": {"type": "string", "enum": ["phone", "email"]},
            "phone": {"type": "string"},
            "email": {"type": "string"},
        },
        "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
        "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
        "then": {"required": ["phone"]},
        "else": {"required": ["email"]},
        "additionalProperties": false,
    })
}

fn object(value: Value) -> Arc<JsonObject> {
    match value {
        Value::Object(object) => Arc::new(object),
        _ => Arc::default(),
    }
}
