//! What an embedder adds to a server.

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
/// Every method has a default that adds nothing. An answer of `None` means "not mine": the next
/// one is asked. Dropping a future cancels what it does; `context.ct` is cancelled as well.
pub trait Extension: Send + Sync + 'static {
    /// The tools, as clients are told of them.
    fn tools(&self) -> Vec<Tool> {
        Vec::new()
    }

    /// Calls one of them.
    fn call_tool<'a>(
        &'a self,
        _request: &'a CallToolRequestParams,
        _context: &'a RequestContext<RoleServer>,
    ) -> Answer<'a, CallToolResult> {
        Box::pin(std::future::ready(None))
    }

    /// The resources, which stand in front of the files in lists.
    fn resources(&self) -> Vec<Resource> {
        Vec::new()
    }

    /// Templates of resources.
    fn resource_templates(&self) -> Vec<ResourceTemplate> {
        Vec::new()
    }

    /// Reads one of them.
    fn read_resource<'a>(
        &'a self,
        _uri: &'a str,
        _context: &'a RequestContext<RoleServer>,
    ) -> Answer<'a, ReadResourceResult> {
        Box::pin(std::future::ready(None))
    }

    /// Whether clients may ask to be told when it changes. Telling them is up to the extension,
    /// which gets a client's peer with every call. Default: those of `resources`.
    fn is_watchable(&self, uri: &str) -> bool {
        self.resources().iter().any(|resource| resource.uri == uri)
    }

    /// The prompts.
    fn prompts(&self) -> Vec<Prompt> {
        Vec::new()
    }

    /// One of them with its arguments.
    fn get_prompt<'a>(
        &'a self,
        _request: &'a GetPromptRequestParams,
        _context: &'a RequestContext<RoleServer>,
    ) -> Answer<'a, GetPromptResult> {
        Box::pin(std::future::ready(None))
    }

    /// How an argument of one of the prompts or templates may go on.
    fn complete<'a>(&'a self, _request: &'a CompleteRequestParams) -> Answer<'a, CompletionInfo> {
        Box::pin(std::future::ready(None))
    }
}
