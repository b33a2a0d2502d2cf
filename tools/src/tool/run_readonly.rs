//! `run_readonly`: a program that changes nothing.

use isolate_prompt::{CodeArgs, ToolAnnotations, any_value};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value as Json;

use super::run::{Ran, program};
use super::{Tool, begun};
use crate::context::Context;
use crate::error::ToolError;
use crate::program::Step;

pub(crate) const TOOL: Tool = Tool {
    // Where nothing can be changed, `run` is the same.
    is_offered: |services| services.sandbox.is_some() && !services.is_read_only(),
    ..Tool::runs::<Args, Ran>(
        "run_readonly",
        "Runs a JavaScript program like `run`, with the same global `state`, but a call that \
            would change a file fails with EROFS. Use it where nothing is to be changed.",
        ToolAnnotations::READS,
        |context, args| begun(context, args, run_readonly),
    )
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Args {
    /// The program, such as `async () => { return await state.readdir("/") }`.
    code: String,
    /// The argument of the program, `async (input) => …`: any JSON value.
    #[serde(default)]
    #[schemars(schema_with = "any_value")]
    input: Option<Json>,
}

fn run_readonly(context: &Context<'_>, args: Args) -> Result<Step, ToolError> {
    let mut program_args = CodeArgs::new(args.code);
    program_args.input = args.input;
    program(context, program_args, true, false)
}
