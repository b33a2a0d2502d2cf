//! Which workspaces a token is for.

use super::PatternError;

/// Characters of a pattern: names of workspaces have at most 100.
const CHARS_MAX: usize = 200;

/// A name, in which each `*` stands for any characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pattern {
    text: String,
}

impl Pattern {
    pub(super) fn new(text: &str) -> Result<Self, PatternError> {
        let is_of_name = |c: char| {
            c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '.' | '-' | '_' | '*')
        };
        if !text.is_empty() && text.len() <= CHARS_MAX && text.chars().all(is_of_name) {
            let text = text.to_owned();
            return Ok(Self { text });
        }
        let shown: String = text.chars().take(CHARS_MAX).collect();
        Err(PatternError {
            text: format!(
                "{shown:?} is no pattern for workspaces: write lower-case letters, digits, dots, dashes \
                 and underscores, and * for any of them"
            ),
        })
    }

    pub(super) fn all() -> Self {
        Self {
            text: "*".to_owned(),
        }
    }

    /// Each part between two stars is looked for once, so that no pattern takes long.
    pub(super) fn matches(&self, name: &str) -> bool {
        let Some((first, rest)) = self.text.split_once('*') else {
            return self.text == name;
        };
        let Some(mut name) = name.strip_prefix(first) else {
            return false;
        };
        let mut parts: Vec<&str> = rest.split('*').collect();
        let last = parts.pop().unwrap_or_default();
        for part in parts {
            match name.find(part) {
                Some(at) => name = &name[at + part.len()..],
                None => return false,
            }
        }
        name.ends_with(last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_any_characters() {
        for (pattern, name, expected) in [
            ("ann", "ann", true),
            ("ann", "anna", false),
            ("*", "ann", true),
            ("team-*", "team-", true),
            ("team-*", "team", false),
            ("team-*", "my-team-a", false),
            ("*-a", "team-a", true),
            ("*-a", "team-ab", false),
            ("a*b*c", "a-b-c", true),
            ("a*b*c", "acb", false),
            ("a*a", "a", false),
            ("a*a", "aa", true),
            ("*ab*ab*", "ab", false),
        ] {
            let found = Pattern::new(pattern).unwrap().matches(name);
            assert_eq!(found, expected, "{pattern} {name}");
        }
        for wrong in ["", "Ann", "a/b", "a b", "ä", &"a".repeat(201)] {
            assert!(Pattern::new(wrong).is_err(), "{wrong}");
        }
    }
}
