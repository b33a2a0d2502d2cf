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
    use isolate_prompt::{STATE_SYSTEM_PROMPT, STATE_TYPES, STATE_TYPES_COMPACT};

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

    #[test]
    fn the_prompt_is_short() {
        assert!(count(STATE_SYSTEM_PROMPT) <= 900);
    }
}
