//! `run_readonly`: a program that only looks.

use isolate_prompt::{CodeArgs, any_value};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value as Json;

use super::run::program;
use super::{Access, LOOKS, Tool, input, typed};
use crate::context::Context;
use crate::error::ToolError;
use crate::reply::Answer;

pub(crate) const TOOL: Tool = Tool {
    name: "run_readonly",
    about: "Runs a JavaScript program as `run` does, with the same global `state`, for looking \
            only: whatever changes files fails with EROFS. Use it where nothing is to be changed.",
    effects: LOOKS,
    access: Access::Run,
    input: input::<Args>,
    call: |context, args| typed(context, args, run_readonly),
    prepare: None,
    adapt: None,
    // Where nothing can be changed, `run` is the same.
    is_offered: |toolbox| toolbox.sandbox.is_some() && !toolbox.is_read_only(),
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Args {
    /// The program: an async arrow function such as `async () => { return await state.readdir("/") }`.
    code: String,
    /// Any JSON value, such as an object: the program is called with it, `async (input) => …`.
    #[serde(default)]
    #[schemars(schema_with = "any_value")]
    input: Option<Json>,
}

fn run_readonly(context: &Context<'_>, args: Args) -> Result<Answer, ToolError> {
    let args = CodeArgs {
        code: args.code,
        input: args.input,
        dry_run: None,
    };
    program(context, args, true)
}
