//! The tools. Each is one file of `tool/`: arguments, description, and what it does.
//!
//! `build.rs` lists the files, so a new one needs no line anywhere else.

use isolate_prompt::{ToolAnnotations, ToolSpec};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use crate::arguments;
use crate::context::Context;
use crate::error::ToolError;
use crate::reply::Answer;
use crate::services::Services;
use crate::structure::Output;

/// How a tool touches the workspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// In one snapshot.
    Read,
    /// In one transaction.
    Write,
    /// By programs, which have transactions of their own.
    Run,
}

/// A tool.
pub(crate) struct Tool {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) annotations: ToolAnnotations,
    pub(crate) access: Access,
    pub(crate) input: fn() -> Json,
    /// What its answers look like.
    pub(crate) output: fn() -> Output,
    pub(crate) call: fn(&Context<'_>, Json) -> Result<Answer, ToolError>,
    /// Brings the arguments of older interfaces into the form of this tool.
    pub(crate) prepare: Option<fn(&mut Json)>,
    /// Changes the description for one toolbox.
    pub(crate) adapt: Option<fn(&Services, &mut ToolSpec)>,
    /// Whether a toolbox has what the tool needs.
    pub(crate) is_offered: fn(&Services) -> bool,
}

impl Tool {
    fn spec(&self, services: &Services) -> ToolSpec {
        let input = (self.input)();
        let mut spec = ToolSpec::new(self.name, self.about, input, self.annotations);
        if let Some(adapt) = self.adapt {
            adapt(services, &mut spec);
        }
        spec
    }
}

/// For a tool that every toolbox has.
pub(crate) const ALWAYS: fn(&Services) -> bool = |_| true;

/// Decodes arguments and calls; the types of both follow from the function.
pub(crate) fn typed<Args: DeserializeOwned>(
    context: &Context<'_>,
    args: Json,
    body: fn(&Context<'_>, Args) -> Result<Answer, ToolError>,
) -> Result<Answer, ToolError> {
    body(context, arguments::decode(args)?)
}

/// The schema of a tool's arguments.
pub(crate) fn input<Args: JsonSchema>() -> Json {
    let mut schema = isolate_prompt::input_schema::<Args>();
    if let Some(object) = schema.as_object_mut() {
        object.remove("description");
    }
    schema
}

include!(concat!(env!("OUT_DIR"), "/tools.rs"));

/// Every tool in the order of prompts: those that read, those that change
/// files, those that run programs; each sort by name.
pub(crate) fn all() -> impl Iterator<Item = &'static Tool> {
    [Access::Read, Access::Write, Access::Run]
        .into_iter()
        .flat_map(|access| FOUND.iter().filter(move |tool| tool.access == access))
}

/// The tools that a toolbox has.
pub(crate) fn offered(services: &Services) -> impl Iterator<Item = &'static Tool> {
    all().filter(|tool| (tool.is_offered)(services))
}

/// Every tool that can be called, as a model sees it. Of a read-only toolbox, those that
/// only read.
pub(crate) fn specs(services: &Services) -> Vec<ToolSpec> {
    let is_read_only = services.is_read_only();
    offered(services)
        .map(|tool| tool.spec(services))
        .filter(|spec| !is_read_only || spec.annotations.read_only)
        .collect()
}
