//! The tools. Each is one file: arguments, description, and what it does.

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

macro_rules! tools {
    ($($module:ident)*) => {
        $(pub(crate) mod $module;)*
        /// Every tool, in the order in which models are told of them.
        pub(crate) static TOOLS: &[Tool] = &[$($module::TOOL),*];
    };
}

tools! {
    read write append edit grep glob ls tree stat mkdir rm mv cp explain changes undo run exec
}
