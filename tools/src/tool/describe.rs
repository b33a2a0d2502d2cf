//! `describe`: what programs can call.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Access, LOOKS, Tool, input, typed};
use crate::context::Context;
use crate::error::{Code, ToolError};
use crate::reply::Answer;

pub(crate) const TOOL: Tool = Tool {
    name: "describe",
    about: "Tells the methods of the global `state` that fit some words, such as \"archive\" or \
            \"replace text in files\", with their types and what they do.",
    effects: LOOKS,
    access: Access::Read,
    input: input::<Args>,
    call: |context, args| typed(context, args, describe),
    prepare: None,
    adapt: None,
    is_offered: |toolbox| toolbox.sandbox.is_some(),
};

/// Bytes of the words: a sentence has a hundred.
const QUERY_BYTES_MAX: usize = 1 << 10;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Args {
    /// Words about what is to be done, or the name of a method.
    query: String,
}

fn describe(_: &Context<'_>, args: Args) -> Result<Answer, ToolError> {
    if args.query.trim().is_empty() || args.query.len() > QUERY_BYTES_MAX {
        return Err(ToolError::new(
            Code::InvalidArgument,
            format!("query is a text of 1 to {QUERY_BYTES_MAX} bytes"),
        ));
    }
    // The words are ours: they come from the table of methods.
    Ok(Answer::new().fact("methods", isolate_prompt::describe(&args.query)))
}
