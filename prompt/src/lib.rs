//! Texts for models: the declaration of `state`, prompts, and tool schemas.
//!
//! Everything about `state` is rendered from the table of methods in `isolate-protocol`, so
//! that what a model reads and what runs cannot disagree. The rendered files are committed,
//! and a test renders them again and compares bytes.
//!
//! This crate does not execute anything.
//!
//! | for a model that writes | |
//! |---|---|
//! | programs | [`system_prompt`], at most 3,500 tokens |
//! | programs, in a small context | [`compact_prompt`], at most 1,500 tokens |
//! | calls of tools | [`tools_prompt`], and a description of each tool ([`render`]) |
//! | JSON actions | [`actions_prompt`] |
//!
//! ```
//! let prompt = isolate_prompt::system_prompt(isolate_prompt::STATE_TYPES);
//! assert!(prompt.contains("readFile(path: string"));
//! assert!(isolate_prompt::describe("archive").contains("extractArchive"));
//! ```

#![forbid(unsafe_code)]

mod declare;
mod describe;
mod functions;
mod guides;
mod schema;
mod shapes;

use isolate_protocol::{Effect, METHODS, Method};

pub use declare::{compact, declaration, declaration_beyond};
pub use describe::{describe, describe_for, describe_methods, describe_tools};
pub use functions::{
    DECLARATIONS_BYTES_MAX, FunctionDoc, NamespaceDoc, declare_function, declare_functions,
    functions_prompt, schema_type, search_functions,
};
pub use guides::{
    STATE_COMPACT_PROMPT, STATE_SYSTEM_PROMPT, ToolSet, actions_prompt,
    actions_prompt_with_commands, compact_prompt, system_prompt, system_prompt_for, tools_prompt,
    tools_prompt_without_history,
};
pub use schema::{
    CodeArgs, SchemaFormat, ToolAnnotations, ToolSpec, any_value, code_tool, code_tool_for,
    input_schema, output_schema, render, tidy_schema,
};

/// The TypeScript declaration of `state` and of all its types.
pub const STATE_TYPES: &str = include_str!("../state.d.ts");

/// The declaration without documentation, for small contexts: at most 40 % of the tokens.
pub const STATE_TYPES_COMPACT: &str = include_str!("../compact.txt");

/// The TypeScript declaration of the methods that a read-only run may call.
pub const STATE_TYPES_READONLY: &str = include_str!("../readonly.d.ts");

/// The programs that a declaration is for.
///
/// The list is exhaustive on purpose: a run may change files or it may not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Audience {
    /// Programs that may change files.
    #[default]
    Full,
    /// Programs of a read-only run, which may call only methods that read.
    ReadOnly,
}

impl Audience {
    /// The methods that such programs may call, in the order of the table.
    pub fn methods(self) -> impl Iterator<Item = &'static Method> {
        METHODS
            .iter()
            .filter(move |method| self == Self::Full || method.effect == Effect::Read)
    }
}
