//! `describe`: what programs can call.

use isolate_prompt::{describe_for, describe_methods, describe_tools};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Tool, specs, typed};
use crate::context::Context;
use crate::error::{Code, ToolError};
use crate::reply::{Answer, Body};
use crate::structure::Report;

pub(crate) const TOOL: Tool = Tool {
    is_offered: |services| services.sandbox.is_some(),
    ..Tool::reads::<Args, Described>(
        "describe",
        "Finds the methods of the global `state` for a task, such as \"unzip\" or \"replace text \
            in many files\", and the tools for it. Answers their declarations, and the libraries and the exports of /skills that programs import.",
        |context, args| typed(context, args, describe),
    )
};

/// Bytes of the question: a sentence has about a hundred.
const QUERY_BYTES_MAX: usize = 1 << 10;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Args {
    /// What is to be done, in a few words, or the name of a method.
    query: String,
}

/// The answer: declarations, and what programs import.
#[derive(Serialize, JsonSchema)]
struct Described {
    #[serde(skip_serializing_if = "Option::is_none")]
    methods: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tools: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    libraries: Option<String>,
    /// What helpers say of themselves: text of the workspace.
    #[serde(skip_serializing_if = "Option::is_none")]
    skills: Option<String>,
}

impl Report for Described {
    const TEXTS: &'static [&'static str] = &["skills"];
}

fn describe(context: &Context<'_>, args: Args) -> Result<Answer, ToolError> {
    if args.query.trim().is_empty() || args.query.len() > QUERY_BYTES_MAX {
        return Err(ToolError::new(
            Code::InvalidArgument,
            format!("query is a text of 1 to {QUERY_BYTES_MAX} bytes"),
        ));
    }
    let audience = context.services.audience();
    // The words are ours: they come from the tables of methods and of tools.
    let methods = describe_methods(audience, &args.query);
    let mut tools = specs(context.services);
    tools.retain(|tool| tool.name != TOOL.name);
    let tools = describe_tools(&args.query, &tools);
    let tools = Some(tools).filter(|tools| !tools.is_empty());
    let methods = match (methods, &tools) {
        (None, None) => Some(describe_for(audience, &args.query)),
        (methods, _) => methods,
    };
    let libraries = context.services.sandbox.as_ref().and_then(|sandbox| {
        let names = sandbox.preludes().join(", ");
        let text = "import them by these names, or use the global of the same name";
        (!names.is_empty()).then(|| format!("{names}: {text}"))
    });
    let described = Described {
        methods,
        tools,
        libraries,
        skills: crate::skills::list(context),
    };
    let body = described.skills.as_ref().map(|_| Body::Item("skills"));
    Ok(Answer::of(&described).body(body))
}
