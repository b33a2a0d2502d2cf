//! The tools. Each is one file of `tool/`: arguments, description, and what it does.
//!
//! `build.rs` lists the files, so a new one needs no line anywhere else.

use isolate_prompt::{Effects, ToolSpec};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use crate::arguments;
use crate::context::Context;
use crate::error::ToolError;
use crate::reply::Answer;
use crate::toolbox::Toolbox;

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
    pub(crate) effects: Effects,
    pub(crate) access: Access,
    pub(crate) input: fn() -> Json,
    pub(crate) call: fn(&Context<'_>, Json) -> Result<Answer, ToolError>,
    /// Brings the arguments of older interfaces into the form of this tool.
    pub(crate) prepare: Option<fn(&mut Json)>,
    /// Changes the description for one toolbox.
    pub(crate) adapt: Option<fn(&Toolbox, &mut ToolSpec)>,
    /// Whether a toolbox has what the tool needs.
    pub(crate) is_offered: fn(&Toolbox) -> bool,
}

impl Tool {
    pub(crate) fn spec(&self, toolbox: &Toolbox) -> ToolSpec {
        let mut spec = ToolSpec {
            name: self.name.to_owned(),
            description: self.about.to_owned(),
            input: (self.input)(),
            effects: self.effects,
        };
        if let Some(adapt) = self.adapt {
            adapt(toolbox, &mut spec);
        }
        spec
    }
}

/// For a tool that every toolbox has.
pub(crate) const ALWAYS: fn(&Toolbox) -> bool = |_| true;

/// Looks, changes nothing.
pub(crate) const LOOKS: Effects = Effects {
    is_read_only: true,
    is_destructive: false,
    is_idempotent: true,
};

/// Changes what is there; again changes nothing more.
pub(crate) const REPLACES: Effects = Effects {
    is_read_only: false,
    is_destructive: true,
    is_idempotent: true,
};

/// Adds, and removes nothing.
pub(crate) const ADDS: Effects = Effects {
    is_read_only: false,
    is_destructive: false,
    is_idempotent: true,
};

/// Changes what is there, each time anew.
pub(crate) const CHANGES: Effects = Effects {
    is_read_only: false,
    is_destructive: true,
    is_idempotent: false,
};

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

/// Every tool in the order in which models are told of them: those that look, those that change
/// files, those that run programs; each sort by name.
pub(crate) fn all() -> impl Iterator<Item = &'static Tool> {
    [Access::Read, Access::Write, Access::Run]
        .into_iter()
        .flat_map(|access| FOUND.iter().filter(move |tool| tool.access == access))
}
