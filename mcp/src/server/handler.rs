//! Handles the requests of the protocol.
#![expect(
    deprecated,
    reason = "versions before 2026-07-28 have levels of logging, and subscriptions of their own"
)]

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use isolate_tools::{Feed, Toolbox};
use rmcp::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CompleteRequestParams, CompleteResult, CompletionInfo,
    CustomRequest, CustomResult, ErrorCode, ErrorData, GetPromptRequestParams, GetPromptResponse,
    Implementation, InitializeRequestParams, InitializeResult, ListPromptsResult,
    ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, LoggingLevel,
    LoggingMessageNotificationParam, PaginatedRequestParams, ReadResourceRequestParams,
    ReadResourceResponse, Reference, ServerCapabilities, ServerConfig, SetLevelRequestParams,
    SubscribeRequestParams, SubscriptionFilter, UnsubscribeRequestParams,
};
use rmcp::service::{RequestContext, RoleServer, SubscriptionContext};
use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json};
use tokio_util::sync::{CancellationToken, DropGuard};

use super::calls::{self, Running};
use super::held::Held;
use super::watch::{self, Watching};
use super::{Caller, Shared, files, prompts, tools, uri};

/// One client, or one request of a client without a session.
pub(super) struct Handler {
    shared: Arc<Shared>,
    /// The tools of the session.
    own: OnceLock<Toolbox>,
    running: Running,
    ends: CancellationToken,
    _ends_with_this: DropGuard,
    watching: Arc<Watching>,
    level: Mutex<Option<LoggingLevel>>,
    /// The feeds of new subscriptions. They begin before the client receives the confirmation.
    feeds: Mutex<Vec<Feed>>,
}

/// Ends a session when the client's input ends.
pub(super) struct Ending {
    running: Running,
    ends: CancellationToken,
}

impl Ending {
    /// Ends the background tasks and waits for the calls.
    pub(super) async fn wait(&self) {
        self.ends.cancel();
        self.running.none().await;
    }
}

impl Handler {
    pub(super) fn new(shared: Arc<Shared>) -> Self {
        let ends = CancellationToken::new();
        Self {
            shared,
            own: OnceLock::new(),
            running: Running::default(),
            _ends_with_this: ends.clone().drop_guard(),
            ends,
            watching: Arc::default(),
            level: Mutex::default(),
            feeds: Mutex::default(),
        }
    }

    pub(super) fn running(&self) -> Running {
        self.running.clone()
    }

    pub(super) fn ending(&self) -> Ending {
        Ending {
            running: self.running.clone(),
            ends: self.ends.clone(),
        }
    }

    fn toolbox(&self) -> Result<Toolbox, ErrorData> {
        match self.own.get() {
            Some(toolbox) => Ok(toolbox.clone()),
            None => self.shared.open(Caller::Sessionless),
        }
    }

    /// Starts to watch for changes, if this is a session that does not watch yet.
    async fn watch(&self, context: &RequestContext<RoleServer>) -> Result<(), ErrorData> {
        let Some(toolbox) = self.own.get().cloned() else {
            return Ok(());
        };
        if !self.watching.begins() {
            return Ok(());
        }
        let feed = self
            .shared
            .calls
            .look(&context.ct, move |_| watch::feed(&toolbox))
            .await?
            .map_err(|error| files::fault(&error, ""))?;
        tokio::spawn(watch::notify_session(
            Arc::clone(&self.watching),
            feed,
            context.peer.clone(),
            self.shared.limits.look_every,
            self.ends.clone(),
        ));
        Ok(())
    }

    /// Logs how a call ended, if the client requested log messages.
    async fn log(&self, context: &RequestContext<RoleServer>, tool: &str, is_ok: bool) {
        let wanted = *self.level.lock().unwrap_or_else(PoisonError::into_inner);
        let level = match is_ok {
            true => LoggingLevel::Debug,
            false => LoggingLevel::Info,
        };
        if wanted.is_some_and(|wanted| wanted as u8 <= level as u8) {
            let data = json!({ "tool": tool, "ok": is_ok });
            let param = LoggingMessageNotificationParam::new(level, data).with_logger("isolate");
            let _ = context.peer.notify_logging_message(param).await;
        }
    }
}

/// The result of an extension. It is dropped when the request is cancelled.
async fn or_cancelled<T>(
    context: &RequestContext<RoleServer>,
    asked: impl Future<Output = T>,
) -> Result<T, ErrorData> {
    tokio::select! {
        answer = asked => Ok(answer),
        () = context.ct.cancelled() => Err(ErrorData::internal_error("the call was cancelled", None)),
    }
}

fn cursor(request: Option<PaginatedRequestParams>) -> Option<String> {
    request.and_then(|request| request.cursor)
}

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_prompts()
            .enable_resources()
            .enable_resources_subscribe()
            .enable_resources_list_changed()
            .enable_completions()
            .enable_logging()
            .build();
        let mut info = ServerConfig::new(capabilities);
        info.server_info = Implementation::new("isolate", env!("CARGO_PKG_VERSION"));
        info.instructions = self.toolbox().ok().map(|toolbox| toolbox.prompt());
        info
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        let toolbox = self.shared.open(Caller::Session)?;
        // A second greeting of the same session keeps its tools.
        let _ = self.own.set(toolbox);
        context.peer.set_peer_info(request.clone());
        self.negotiate_initialize(&request)
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        tools::page(&self.shared, &self.toolbox()?, cursor(request).as_deref())
    }

    async fn call_tool(
        &self,
        mut request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        Held::beside(&context.extensions).give_back(&mut request);
        let inside = self.running.enter();
        for extension in &self.shared.extensions {
            let asked = extension.call_tool(&request, &context);
            if let Some(answer) = or_cancelled(&context, asked).await? {
                return answer.map(Into::into);
            }
        }
        drop(inside);
        let name = request.name.clone();
        let running = [&self.running, &self.shared.running];
        let toolbox = self.toolbox()?;
        let result = calls::call(&self.shared, running, toolbox, request, &context).await?;
        self.log(&context, &name, result.is_error != Some(true))
            .await;
        Ok(result.into())
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        // Only clients that have requested the list are notified of its changes.
        self.watching.want_lists();
        self.watch(&context).await?;
        files::page(&self.shared, self.toolbox()?, cursor(request), &context.ct).await
    }

    async fn list_resource_templates(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let mut templates = vec![files::template()];
        let extensions = self.shared.extensions.iter();
        templates.extend(extensions.flat_map(|extension| extension.resource_templates()));
        let page_entries = self.shared.limits.page_entries;
        let (templates, next) = tools::paged(templates, cursor(request).as_deref(), page_entries)?;
        let mut result = ListResourceTemplatesResult::with_all_items(templates);
        result.next_cursor = next;
        Ok(result)
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        for extension in &self.shared.extensions {
            let asked = extension.read_resource(&request.uri, &context);
            if let Some(answer) = or_cancelled(&context, asked).await? {
                return answer.map(Into::into);
            }
        }
        files::read(&self.shared, self.toolbox()?, &request.uri, &context.ct)
            .await
            .map(Into::into)
    }

    async fn subscribe(
        &self,
        request: SubscribeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        let uri = request.uri;
        let mut extensions = self.shared.extensions.iter();
        if extensions.any(|extension| extension.is_watchable(&uri)) {
            return Ok(());
        }
        let path = files::path(&uri)?;
        let toolbox = self.toolbox()?;
        let paths = self
            .shared
            .calls
            .look(&context.ct, move |_| toolbox.paths_of(&path))
            .await?
            .map_err(|error| files::fault(&error, &uri))?;
        let count_max = self.shared.limits.subscriptions;
        self.watching.subscribe(&uri, paths, count_max)?;
        self.watch(&context).await
    }

    async fn unsubscribe(
        &self,
        request: UnsubscribeRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.watching.unsubscribe(&request.uri);
        Ok(())
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        let mut accepted = SubscriptionFilter::new();
        accepted.resources_list_changed = requested.resources_list_changed;
        accepted.resource_subscriptions = requested.resource_subscriptions.as_ref().map(|uris| {
            uris.iter()
                .filter(|uri| matches!(uri::path_of(uri), Some(Ok(_))))
                .take(self.shared.limits.subscriptions)
                .cloned()
                .collect()
        });
        // Begun before the client receives the confirmation, so that no change in between is missed.
        let feed = watch::feed(&self.toolbox().ok()?).ok()?;
        let mut feeds = self.feeds.lock().unwrap_or_else(PoisonError::into_inner);
        feeds.insert(0, feed);
        Some(accepted)
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        let toolbox = self.toolbox()?;
        let feed = self
            .feeds
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop();
        let ct = context.request_context().ct.clone();
        let uris = context.accepted().resource_subscriptions.clone();
        let (feed, subscriptions) = self
            .shared
            .calls
            .look(&ct, move |_| {
                let feed = feed.map_or_else(|| watch::feed(&toolbox), Ok)?;
                // Paths that the policy hides get no notifications.
                let known = uris.into_iter().flatten().filter_map(|uri| {
                    let path = files::path(&uri).ok()?;
                    let paths = toolbox.paths_of(&path).ok()?;
                    Some((uri, paths))
                });
                Ok((feed, known.collect::<Vec<_>>()))
            })
            .await?
            .map_err(|error| files::fault(&error, ""))?;
        let every = self.shared.limits.look_every;
        let sink = context.sink().clone();
        let notified = watch::notify_listener(feed, sink, subscriptions, every, &self.ends);
        tokio::select! {
            () = notified => {}
            () = ct.cancelled() => {}
        }
        Ok(())
    }

    async fn list_prompts(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let mut listed = vec![prompts::prompt()];
        let extensions = self.shared.extensions.iter();
        listed.extend(extensions.flat_map(|extension| extension.prompts()));
        let page_entries = self.shared.limits.page_entries;
        let (listed, next) = tools::paged(listed, cursor(request).as_deref(), page_entries)?;
        let mut result = ListPromptsResult::with_all_items(listed);
        result.next_cursor = next;
        Ok(result)
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        for extension in &self.shared.extensions {
            let asked = extension.get_prompt(&request, &context);
            if let Some(answer) = or_cancelled(&context, asked).await? {
                return answer.map(Into::into);
            }
        }
        if request.name != prompts::NAME {
            return Err(ErrorData::invalid_params(
                format!(
                    "the prompt {:?} does not exist; prompts/list lists the prompts",
                    request.name
                ),
                None,
            ));
        }
        prompts::get(&self.toolbox()?, &request).map(Into::into)
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        for extension in &self.shared.extensions {
            let asked = extension.complete(&request);
            if let Some(answer) = or_cancelled(&context, asked).await? {
                return answer.map(CompleteResult::new);
            }
        }
        let argument = &request.argument;
        let info = match (&request.r#ref, argument.name.as_str()) {
            (Reference::Resource(of), "path") if of.uri == uri::TEMPLATE => {
                let beginning = argument.value.clone();
                files::complete(&self.shared, self.toolbox()?, beginning, &context.ct).await?
            }
            (Reference::Prompt(of), prompts::FORM) if of.name == prompts::NAME => {
                CompletionInfo::with_all_values(prompts::complete(&argument.value))
                    .map_err(|fault| ErrorData::internal_error(fault, None))?
            }
            _ => {
                return Err(ErrorData::invalid_params(
                    format!(
                        "there is nothing to complete an argument {:?} of; there are `path` of {} \
                         and `form` of the prompt {}",
                        argument.name,
                        uri::TEMPLATE,
                        prompts::NAME
                    ),
                    None,
                ));
            }
        };
        Ok(CompleteResult::new(info))
    }

    async fn set_level(
        &self,
        request: SetLevelRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        *self.level.lock().unwrap_or_else(PoisonError::into_inner) = Some(request.level);
        Ok(())
    }

    /// Receives unknown methods, and known ones with invalid params.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let CustomRequest { method, params, .. } = request;
        let params = params.unwrap_or(Json::Null);
        let why = match method.as_str() {
            "initialize" => unfit::<InitializeRequestParams>(params),
            "tools/call" => unfit::<CallToolRequestParams>(params),
            "resources/read" => unfit::<ReadResourceRequestParams>(params),
            "resources/subscribe" => unfit::<SubscribeRequestParams>(params),
            "resources/unsubscribe" => unfit::<UnsubscribeRequestParams>(params),
            "prompts/get" => unfit::<GetPromptRequestParams>(params),
            "completion/complete" => unfit::<CompleteRequestParams>(params),
            "logging/setLevel" => unfit::<SetLevelRequestParams>(params),
            "tools/list" | "resources/list" | "resources/templates/list" | "prompts/list" => {
                unfit::<PaginatedRequestParams>(params)
            }
            _ => {
                let shown: String = method.chars().take(100).collect();
                return Err(ErrorData::new(
                    ErrorCode::METHOD_NOT_FOUND,
                    format!("unknown method {shown:?}"),
                    None,
                ));
            }
        };
        Err(ErrorData::invalid_params(
            format!("the params of {method} do not fit: {why}"),
            None,
        ))
    }
}

/// Describes what is wrong with params.
fn unfit<T: DeserializeOwned>(params: Json) -> String {
    match serde_json::from_value::<T>(params) {
        Ok(_) => "they hold a member of a wrong type".to_owned(),
        Err(cause) => cause.to_string(),
    }
}
