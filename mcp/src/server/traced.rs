//! The span of each request, by OpenTelemetry's conventions for MCP.
//!
//! It has no identifier of a session, with which anybody could go on with it, and no address of a resource,
//! which names a file.
#![expect(
    deprecated,
    reason = "versions before 2026-07-28 have levels of logging, and subscriptions of their own"
)]

use http::request::Parts;
use isolate_host::trace::{self, TraceContext};
use rmcp::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CompleteRequestParams, CompleteResult, CustomRequest,
    CustomResult, ErrorData, GetPromptRequestParams, GetPromptResponse, InitializeRequestParams,
    InitializeResult, ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult,
    ListToolsResult, PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse,
    ServerConfig, SetLevelRequestParams, SubscribeRequestParams, SubscriptionFilter,
    UnsubscribeRequestParams,
};
use rmcp::service::{RequestContext, RoleServer, SubscriptionContext};
use tracing::field::Empty;
use tracing::{Instrument as _, Span};

use super::handler::Handler;

/// Bytes of the name of a tool or a prompt.
const NAME_BYTES_MAX: usize = 64;

/// A handler whose requests have spans.
pub(super) struct Traced {
    inner: Handler,
    /// How messages are carried: `pipe` or `tcp`.
    transport: &'static str,
}

impl Traced {
    pub(super) const fn new(inner: Handler, transport: &'static str) -> Self {
        Self { inner, transport }
    }

    /// Handles a request in its span.
    async fn within<T>(
        &self,
        span: Span,
        work: impl Future<Output = Result<T, ErrorData>> + Send,
        is_error: impl FnOnce(&T) -> bool + Send,
    ) -> Result<T, ErrorData> {
        let done = work.instrument(span.clone()).await;
        if span.is_disabled() {
            return done;
        }
        match &done {
            Ok(answer) if is_error(answer) => {
                span.record("otel.status_code", "ERROR");
                span.record("error.type", "tool_error");
            }
            Ok(_) => {}
            Err(error) => {
                let code = error.code.0.to_string();
                span.record("otel.status_code", "ERROR");
                span.record("rpc.response.status_code", code.as_str());
                span.record("error.type", code.as_str());
            }
        }
        trace::end(&span);
        done
    }

    fn span(
        &self,
        method: &'static str,
        target: Option<&str>,
        context: &RequestContext<RoleServer>,
    ) -> Span {
        let around = Span::current();
        let target = target.filter(|name| is_name(name));
        let span = tracing::info_span!(
            target: "isolate_mcp",
            "mcp",
            "otel.name" = name_of(method, target),
            "otel.kind" = "server",
            "otel.status_code" = Empty,
            "mcp.method.name" = method,
            "mcp.protocol.version" = Empty,
            "gen_ai.operation.name" = Empty,
            "gen_ai.tool.name" = Empty,
            "gen_ai.prompt.name" = Empty,
            "jsonrpc.request.id" = context.id.to_string(),
            "network.transport" = self.transport,
            "rpc.response.status_code" = Empty,
            "error.type" = Empty,
        );
        if span.is_disabled() {
            return span;
        }
        let state = context.meta.get_tracestate();
        let own = context.meta.get_traceparent();
        match own.and_then(|parent| TraceContext::parse(parent, state)) {
            Some(parent) => {
                trace::set_parent(&span, &parent);
                // The request of HTTP, which may carry several of these.
                if let Some(around) = trace::context(&around) {
                    trace::add_link(&span, &around);
                }
            }
            None if around.is_none() => {
                if let Some(parent) = of_http(context) {
                    trace::set_parent(&span, &parent);
                }
            }
            None => {}
        }
        if let Some(version) = context.protocol_version() {
            span.record("mcp.protocol.version", version.as_str());
        }
        match (method, target) {
            ("tools/call", target) => {
                span.record("gen_ai.operation.name", "execute_tool");
                span.record("gen_ai.tool.name", target.unwrap_or("_OTHER"));
            }
            ("prompts/get", Some(target)) => {
                span.record("gen_ai.prompt.name", target);
            }
            _ => {}
        }
        span
    }
}

fn name_of(method: &str, target: Option<&str>) -> String {
    match target {
        Some(target) => format!("{method} {target}"),
        None => method.to_owned(),
    }
}

/// Whether a name that a client gave may be that of a span.
fn is_name(name: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    !name.is_empty() && name.len() <= NAME_BYTES_MAX && name.bytes().all(is_part)
}

/// The parent that the request of HTTP names with which a message came.
fn of_http(context: &RequestContext<RoleServer>) -> Option<TraceContext> {
    let request = context.extensions.get::<Parts>()?;
    let mut parents = request.headers.get_all("traceparent").iter();
    let parent = parents.next()?.to_str().ok()?;
    if parents.next().is_some() {
        return None;
    }
    let state = request.headers.get("tracestate");
    TraceContext::parse(parent, state.and_then(|state| state.to_str().ok()))
}

/// Requests of the protocol, each with its parameters and its answer.
macro_rules! requests {
    ($($name:ident($params:ty) -> $answer:ty, $method:literal;)*) => {$(
        async fn $name(
            &self,
            request: $params,
            context: RequestContext<RoleServer>,
        ) -> Result<$answer, ErrorData> {
            let span = self.span($method, None, &context);
            let work = self.inner.$name(request, context);
            self.within(span, work, |_| false).await
        }
    )*};
}

impl ServerHandler for Traced {
    fn get_info(&self) -> ServerConfig {
        self.inner.get_info()
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        self.inner.accepted_subscription_filter(requested)
    }

    /// Has no span: it goes on for as long as the client listens.
    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        self.inner.listen(context).await
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let span = self.span("tools/call", Some(&request.name), &context);
        let work = self.inner.call_tool(request, context);
        let is_error = |answer: &CallToolResponse| match answer {
            CallToolResponse::Complete(result) => result.is_error == Some(true),
            _ => false,
        };
        self.within(span, work, is_error).await
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let span = self.span("prompts/get", Some(&request.name), &context);
        let work = self.inner.get_prompt(request, context);
        self.within(span, work, |_| false).await
    }

    requests! {
        initialize(InitializeRequestParams) -> InitializeResult, "initialize";
        list_tools(Option<PaginatedRequestParams>) -> ListToolsResult, "tools/list";
        list_resources(Option<PaginatedRequestParams>) -> ListResourcesResult, "resources/list";
        list_resource_templates(Option<PaginatedRequestParams>) -> ListResourceTemplatesResult, "resources/templates/list";
        read_resource(ReadResourceRequestParams) -> ReadResourceResponse, "resources/read";
        subscribe(SubscribeRequestParams) -> (), "resources/subscribe";
        unsubscribe(UnsubscribeRequestParams) -> (), "resources/unsubscribe";
        list_prompts(Option<PaginatedRequestParams>) -> ListPromptsResult, "prompts/list";
        complete(CompleteRequestParams) -> CompleteResult, "completion/complete";
        set_level(SetLevelRequestParams) -> (), "logging/setLevel";
        on_custom_request(CustomRequest) -> CustomResult, "_OTHER";
    }
}
