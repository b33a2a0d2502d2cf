//! What a model is told: the declaration of `state`, a system prompt, and tool schemas.
//!
//! Everything about `state` is rendered from the table of methods in `isolate-protocol`, so
//! that what a model reads and what runs cannot disagree. The rendered files are committed,
//! and a test renders them again and compares bytes.
//!
//! It does not know how anything is executed.
//!
//! ```
//! let prompt = isolate_prompt::system_prompt(isolate_prompt::STATE_TYPES);
//! assert!(prompt.contains("readFile(path: string"));
//! assert!(isolate_prompt::describe("archive").contains("extractArchive"));
//! ```

#![forbid(unsafe_code)]

mod declare;
mod describe;
mod schema;

use isolate_protocol::{Effect, METHODS, Method};

pub use declare::{compact, declaration};
pub use describe::describe;
pub use schema::{
    CodeArgs, Effects, SchemaFormat, ToolSpec, any_value, code_tool, input_schema, render,
};

/// The TypeScript declaration of `state` and of all its types.
pub const STATE_TYPES: &str = include_str!("../state.d.ts");

/// The same without documentation, for small contexts: at most 40 % of the tokens.
pub const STATE_TYPES_COMPACT: &str = include_str!("../compact.txt");

/// The TypeScript declaration of what a read-only run may call.
pub const STATE_TYPES_READONLY: &str = include_str!("../readonly.d.ts");

/// What a model needs to know to write programs; `{{types}}` stands where a declaration goes.
pub const STATE_SYSTEM_PROMPT: &str = include_str!("../system.md");

/// Whom a declaration is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Audience {
    /// Programs that may change files.
    #[default]
    Full,
    /// Programs of a read-only run: methods that only look.
    ReadOnly,
}

impl Audience {
    /// The methods that such a program may call, in the order of the table.
    pub fn methods(self) -> impl Iterator<Item = &'static Method> {
        METHODS
            .iter()
            .filter(move |method| self == Self::Full || method.effect == Effect::Read)
    }
}

/// The system prompt for an audience, with a declaration in its slot.
///
/// Of a read-only run it leaves out the advice that names a method which changes files.
#[must_use]
pub fn system_prompt_for(audience: Audience, types: &str) -> String {
    if audience == Audience::Full {
        return system_prompt(types);
    }
    let mut text = String::new();
    for line in STATE_SYSTEM_PROMPT.lines() {
        let is_about_changes = METHODS.iter().any(|method| {
            method.effect == Effect::Write && line.contains(&format!("`{}`", method.name))
        });
        if line.starts_with("- Paths") {
            text.push_str("- Paths are absolute and start with `/`.\n");
        } else if !is_about_changes {
            text.push_str(line);
            text.push('\n');
        }
        if line == "# Doing it well" {
            text.push_str("\n- This run is read-only: whatever changes files fails with `EROFS`.");
        }
    }
    text.replace("{{types}}", types.trim_end())
}

/// The system prompt with a declaration in its slot.
#[must_use]
pub fn system_prompt(types: &str) -> String {
    STATE_SYSTEM_PROMPT.replace("{{types}}", types.trim_end())
}
