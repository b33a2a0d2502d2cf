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
        Audience, STATE_TYPES, STATE_TYPES_COMPACT, ToolSet, actions_prompt, code_tool,
        compact_prompt, system_prompt, tools_prompt,
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
        is_short(&code_tool(STATE_TYPES_COMPACT).description, 1_250);
    }

    #[test]
    fn prompts_of_tools_and_actions_are_short() {
        is_short(&tools_prompt(ToolSet::Run, Audience::Full), 400);
        is_short(&tools_prompt(ToolSet::Plain, Audience::Full), 400);
        is_short(&tools_prompt(ToolSet::All, Audience::Full), 550);
        is_short(&actions_prompt(Audience::Full), 850);
    }
}
