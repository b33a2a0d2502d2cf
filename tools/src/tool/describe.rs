//! `describe`: what programs can call.

use isolate_prompt::{ToolAnnotations, describe_for, describe_methods, describe_tools};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{Access, Tool, input, specs, typed};
use crate::context::Context;
use crate::error::{Code, ToolError};
use crate::reply::{Answer, Body};

pub(crate) const TOOL: Tool = Tool {
    name: "describe",
    about: "Finds the methods of the global `state` for a task, such as \"unzip\" or \"replace text \
            in many files\", and the tools for it. Answers their declarations, and the libraries and the exports of /skills that programs import.",
    annotations: ToolAnnotations::READS,
    access: Access::Read,
    input: input::<Args>,
    output: || crate::structure::untyped("describe"),
    call: |context, args| typed(context, args, describe),
    prepare: None,
    adapt: None,
    is_offered: |services| services.sandbox.is_some(),
};

/// Bytes of the question: a sentence has about a hundred.
const QUERY_BYTES_MAX: usize = 1 << 10;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Args {
    /// What is to be done, in a few words, or the name of a method.
    query: String,
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
    let answer = match (methods, tools.as_str()) {
        (None, "") => Answer::new().fact("methods", describe_for(audience, &args.query)),
        (methods, "") => Answer::new().maybe("methods", methods),
        (methods, _) => Answer::new().maybe("methods", methods).fact("tools", tools),
    };
    let libraries = context.services.sandbox.as_ref().and_then(|sandbox| {
        let names = sandbox.preludes().join(", ");
        let text = "import them by these names, or use the global of the same name";
        (!names.is_empty()).then(|| format!("{names}: {text}"))
    });
    let answer = answer.maybe("libraries", libraries);
    // What helpers say of themselves is text of the workspace.
    Ok(match crate::skills::list(context) {
        Some(skills) => answer.item("skills", skills).body(Body::Item("skills")),
        None => answer,
    })
}
