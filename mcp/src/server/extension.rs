//! The embedder's additions to a server.

use std::future::Future;
use std::pin::Pin;

use rmcp::model::{
    CallToolRequestParams, CallToolResult, CompleteRequestParams, CompletionInfo, ErrorData,
    GetPromptRequestParams, GetPromptResult, Prompt, ReadResourceResult, Resource,
    ResourceTemplate, Tool,
};
use rmcp::service::{RequestContext, RoleServer};

type Answer<'a, T> = Pin<Box<dyn Future<Output = Option<Result<T, ErrorData>>> + Send + 'a>>;

/// Tools, resources and prompts of the embedder, beside those of the workspace.
///
/// The default of every method adds nothing. `None` means that the name is not of this extension:
/// the next extension is tried. If a request is cancelled, its future is dropped and `context.ct`
/// is cancelled.
pub trait Extension: Send + Sync + 'static {
    /// The tools that are listed.
    fn tools(&self) -> Vec<Tool> {
        Vec::new()
    }

    /// Calls one of the tools.
    fn call_tool<'a>(
        &'a self,
        _request: &'a CallToolRequestParams,
        _context: &'a RequestContext<RoleServer>,
    ) -> Answer<'a, CallToolResult> {
        Box::pin(std::future::ready(None))
    }

    /// The resources, which are listed before the files.
    fn resources(&self) -> Vec<Resource> {
        Vec::new()
    }

    /// The templates of resources.
    fn resource_templates(&self) -> Vec<ResourceTemplate> {
        Vec::new()
    }

    /// Reads one of the resources.
    fn read_resource<'a>(
        &'a self,
        _uri: &'a str,
        _context: &'a RequestContext<RoleServer>,
    ) -> Answer<'a, ReadResourceResult> {
        Box::pin(std::future::ready(None))
    }

    /// Whether clients may subscribe to a resource. The extension must send the notifications
    /// itself: each call receives the client's peer. Default: the resources in `resources`.
    fn is_watchable(&self, uri: &str) -> bool {
        self.resources().iter().any(|resource| resource.uri == uri)
    }

    /// The prompts.
    fn prompts(&self) -> Vec<Prompt> {
        Vec::new()
    }

    /// Expands one of the prompts with its arguments.
    fn get_prompt<'a>(
        &'a self,
        _request: &'a GetPromptRequestParams,
        _context: &'a RequestContext<RoleServer>,
    ) -> Answer<'a, GetPromptResult> {
        Box::pin(std::future::ready(None))
    }

    /// Completes an argument of one of the prompts or templates.
    fn complete<'a>(&'a self, _request: &'a CompleteRequestParams) -> Answer<'a, CompletionInfo> {
        Box::pin(std::future::ready(None))
    }
}
