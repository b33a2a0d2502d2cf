//! Counts the tokens of what models are told.
//!
//! A crate of its own, since a tokenizer shares dependencies with the sandbox's compiler and
//! would change their features.

#![forbid(unsafe_code)]

/// The number of tokens of a text, as current models of OpenAI count them (`o200k_base`).
///
/// ```
/// assert_eq!(isolate_tokens::count("hello world"), 2);
/// ```
#[must_use]
pub fn count(text: &str) -> usize {
    tiktoken_rs::o200k_base_singleton()
        .encode_ordinary(text)
        .len()
}

#[cfg(test)]
mod tests {
    use isolate_prompt::{
        Audience, FunctionDoc, NamespaceDoc, STATE_TYPES, STATE_TYPES_COMPACT, ToolSet,
        actions_prompt, actions_prompt_with_commands, code_tool, compact_prompt, functions_prompt,
        system_prompt, tools_prompt,
    };

    use super::count;

    #[test]
    fn the_compact_declaration_takes_at_most_two_fifths() {
        let (full, compact) = (count(STATE_TYPES), count(STATE_TYPES_COMPACT));
        assert!(
            compact * 100 <= full * 40,
            "{compact} tokens are {} % of {full}",
            compact * 100 / full
        );
    }

    /// What a prompt may cost.
    fn is_short(text: &str, tokens_max: usize) {
        let tokens = count(text);
        assert!(
            tokens <= tokens_max,
            "{tokens} tokens, more than {tokens_max}:\n{text}"
        );
    }

    #[test]
    fn prompts_of_programs_are_short() {
        is_short(&system_prompt(STATE_TYPES), 3_500);
        is_short(&compact_prompt(Audience::Full), 1_500);
        is_short(&code_tool(STATE_TYPES_COMPACT).description, 1_280);
    }

    /// A thousand functions cost what tells how to search them; a few cost their declarations.
    #[test]
    fn functions_cost_the_documented_tokens() {
        let schema = serde_json::json!({
            "type": "object",
            "required": ["owner", "repository"],
            "properties": {
                "owner": { "type": "string", "description": "Login of the owner" },
                "repository": { "type": "string" },
                "labels": { "type": "array", "items": { "type": "string" } },
                "page": { "type": "integer", "description": "From 1" },
            },
        });
        let names: Vec<String> = (0..1_000).map(|n| format!("listOpenIssues{n}")).collect();
        let told = |count: usize| {
            let functions = names[..count].iter().map(|name| {
                FunctionDoc::new(name)
                    .description("The open issues of a repository, newest first.")
                    .input(&schema)
            });
            functions_prompt(&[NamespaceDoc::new("github")
                .description("Issues and pull requests of GitHub.")
                .functions(functions.collect())])
        };
        is_short(&told(1_000), 600);
        // The largest list that is told whole is the last before the short text.
        let last = (1..1_000)
            .find(|count| told(*count).contains("search(words"))
            .unwrap()
            - 1;
        let whole = count(&told(last));
        assert!(
            (1_200..=2_400).contains(&whole),
            "{last} functions take {whole} tokens"
        );
    }

    #[test]
    fn prompts_of_tools_and_actions_are_short() {
        is_short(&tools_prompt(ToolSet::Run, Audience::Full), 400);
        is_short(&tools_prompt(ToolSet::Plain, Audience::Full), 400);
        is_short(&tools_prompt(ToolSet::All, Audience::Full), 550);
        is_short(&actions_prompt(Audience::Full), 850);
        is_short(&actions_prompt_with_commands(Audience::Full), 1_000);
    }
}
