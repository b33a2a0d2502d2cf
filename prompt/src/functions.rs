//! The functions of an embedder in prompts: declarations from JSON Schemas, or how to search for
//! them if there are many.

mod search;
mod types;

use std::fmt::Write as _;

use serde_json::Value as Json;

pub use search::search_functions;
pub(crate) use types::has_wide_format;
pub use types::schema_type;

/// Bytes of declarations up to which a prompt has all of them: about 2,000 tokens, or 50
/// functions. Beyond it, the prompt says how to search.
///
/// A search costs a model one program more, which is 500 to 1,000 tokens with its answer; each
/// declaration costs about 40 in every conversation, whether it is used or not.
pub const DECLARATIONS_BYTES_MAX: usize = 8_000;

/// Characters of a description in a declaration.
const DESCRIPTION_CHARS_MAX: usize = 400;

/// Namespaces that are listed by name where functions are searched for.
const NAMESPACES_LISTED_MAX: usize = 20;

/// Names of functions that are given as examples for a namespace.
const EXAMPLES_MAX: usize = 8;

/// The documentation of a namespace for models.
///
/// ```
/// use isolate_prompt::{FunctionDoc, NamespaceDoc, declare_functions};
///
/// let clock = NamespaceDoc::new("clock")
///     .description("The time.")
///     .functions(vec![FunctionDoc::new("now").description("Milliseconds since 1970.")]);
/// assert_eq!(
///     declare_functions(&[clock]),
///     "/** The time. */\n\
///      declare const clock: {\n  \
///      /** Milliseconds since 1970. */\n  \
///      now(input?: unknown): Promise<unknown>;\n};\n"
/// );
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct NamespaceDoc<'a> {
    /// The global that programs use.
    pub name: &'a str,
    /// The description. Default: empty.
    pub description: &'a str,
    /// Its functions, in the order in which they are listed. Default: none.
    pub functions: Vec<FunctionDoc<'a>>,
}

impl<'a> NamespaceDoc<'a> {
    /// A namespace without a description and without functions.
    #[must_use]
    pub const fn new(name: &'a str) -> Self {
        Self {
            name,
            description: "",
            functions: Vec::new(),
        }
    }

    /// Sets what it is for.
    #[must_use]
    pub const fn description(mut self, description: &'a str) -> Self {
        self.description = description;
        self
    }

    /// Sets its functions.
    #[must_use]
    pub fn functions(mut self, functions: Vec<FunctionDoc<'a>>) -> Self {
        self.functions = functions;
        self
    }
}

/// The documentation of a function for models.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct FunctionDoc<'a> {
    /// Its name in the namespace.
    pub name: &'a str,
    /// The description. Default: empty.
    pub description: &'a str,
    /// The JSON Schema of its argument. Default: none, so any value is accepted.
    pub input: Option<&'a Json>,
    /// The JSON Schema of its result. Default: none, so nothing is known of it.
    pub output: Option<&'a Json>,
    /// Whether a person may be asked before it is called. Default: `false`.
    pub may_ask: bool,
}

impl<'a> FunctionDoc<'a> {
    /// A function of which nothing but its name is known.
    #[must_use]
    pub const fn new(name: &'a str) -> Self {
        Self {
            name,
            description: "",
            input: None,
            output: None,
            may_ask: false,
        }
    }

    /// Sets what it does.
    #[must_use]
    pub const fn description(mut self, description: &'a str) -> Self {
        self.description = description;
        self
    }

    /// Sets the JSON Schema of its argument.
    #[must_use]
    pub const fn input(mut self, schema: &'a Json) -> Self {
        self.input = Some(schema);
        self
    }

    /// Sets the JSON Schema of its result.
    #[must_use]
    pub const fn output(mut self, schema: &'a Json) -> Self {
        self.output = Some(schema);
        self
    }

    /// Says that a person may be asked before it is called.
    #[must_use]
    pub const fn may_ask(mut self) -> Self {
        self.may_ask = true;
        self
    }
}

/// The TypeScript declarations of namespaces.
#[must_use]
pub fn declare_functions(namespaces: &[NamespaceDoc<'_>]) -> String {
    let mut text = String::new();
    for namespace in namespaces {
        if !namespace.description.is_empty() {
            push(
                &mut text,
                format_args!("/** {} */\n", comment(namespace.description)),
            );
        }
        push(
            &mut text,
            format_args!("declare const {}: {{\n", namespace.name),
        );
        for function in &namespace.functions {
            push_function(&mut text, function);
        }
        text.push_str("};\n");
    }
    text
}

/// The declaration of one function, as a member of its namespace.
#[must_use]
pub fn declare_function(namespace: &str, function: &FunctionDoc<'_>) -> String {
    declare_functions(&[NamespaceDoc::new(namespace).functions(vec![*function])])
}

/// The part of a prompt about functions: all declarations where they are few, and otherwise how
/// to find them. Empty without functions.
#[must_use]
pub fn functions_prompt(namespaces: &[NamespaceDoc<'_>]) -> String {
    let count: usize = namespaces
        .iter()
        .map(|namespace| namespace.functions.len())
        .sum();
    if count == 0 {
        return String::new();
    }
    let declarations = declare_functions(namespaces);
    let mut text = String::from("## Functions beside `state`\n\n");
    if declarations.len() <= DECLARATIONS_BYTES_MAX {
        text.push_str(
            "These globals are there too. Each function takes one object and answers a promise; \
             independent calls go together: `await Promise.all([...])`. A call that fails throws an \
             `Error` with `code` and `data`.\n\n",
        );
        push(&mut text, format_args!("```ts\n{declarations}```\n"));
        return text;
    }
    push(
        &mut text,
        format_args!(
            "{count} functions are there too, in these globals. Find what you need in a first program, \
             then call it; do not guess names or arguments.\n\n"
        ),
    );
    for namespace in namespaces.iter().take(NAMESPACES_LISTED_MAX) {
        let examples: Vec<&str> = namespace
            .functions
            .iter()
            .take(EXAMPLES_MAX)
            .map(|function| function.name)
            .collect();
        let more = if namespace.functions.len() > EXAMPLES_MAX {
            ", …"
        } else {
            ""
        };
        let about = match namespace.description {
            "" => String::new(),
            about => format!(": {}", cut(&comment(about), 120)),
        };
        push(
            &mut text,
            format_args!(
                "- `{}` ({} functions){about}: {}{more}\n",
                namespace.name,
                namespace.functions.len(),
                examples.join(", ")
            ),
        );
    }
    if namespaces.len() > NAMESPACES_LISTED_MAX {
        push(
            &mut text,
            format_args!("- and {} more\n", namespaces.len() - NAMESPACES_LISTED_MAX),
        );
    }
    text.push_str(
        "\n```ts\ndeclare const functions: {\n  \
         /** The functions that fit some words best, at most 20, each with its declaration. */\n  \
         search(words: string): Promise<{ name: string; description: string; declaration: string }[]>;\n  \
         /** The declaration of one function, by `NAMESPACE.NAME`. */\n  \
         describe(name: string): Promise<string>;\n};\n```\n\
         Each function takes one object and answers a promise; a call that fails throws an `Error` \
         with `code` and `data`.\n",
    );
    text
}

fn push_function(text: &mut String, function: &FunctionDoc<'_>) {
    let mut about = cut(&comment(function.description), DESCRIPTION_CHARS_MAX);
    if function.may_ask {
        about.push_str(if about.is_empty() { "" } else { " " });
        about.push_str("(a person may be asked first)");
    }
    if !about.is_empty() {
        push(text, format_args!("  /** {about} */\n"));
    }
    push(
        text,
        format_args!(
            "  {}({}): Promise<{}>;\n",
            function.name,
            types::parameter(function.input),
            function
                .output
                .map_or_else(|| "unknown".to_owned(), schema_type)
        ),
    );
}

fn push(text: &mut String, part: std::fmt::Arguments<'_>) {
    text.write_fmt(part).expect("text takes any text");
}

/// Foreign text in a comment: on one line, and without its end.
fn comment(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").replace("*/", "* /").replace("```", "'''")
}

/// The first characters of a text.
fn head(text: &str, chars_max: usize) -> &str {
    text.char_indices()
        .nth(chars_max)
        .map_or(text, |(end, _)| &text[..end])
}

fn cut(text: &str, chars_max: usize) -> String {
    match text.char_indices().nth(chars_max) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

#[cfg(test)]
mod tests;
