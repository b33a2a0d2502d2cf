//! What the message of a patch has to say, besides why it exists.

use std::collections::BTreeMap;

use anyhow::{Result, bail, ensure};

/// What a patch is for.
pub(super) const KINDS: &[(&str, &str)] = &[
    (
        "answers",
        "the published engine answers otherwise than the language says",
    ),
    ("build", "how the crates are compiled here"),
    ("errors", "words and places of errors"),
    ("limits", "what a program could use up without a bound"),
    ("speed", "the same answers with less work"),
];

const FIELDS: &[(&str, &str)] = &[
    ("Kind", "what it is for"),
    ("Gain", "what was measured before and after, or `none`"),
    (
        "Test",
        "the files of tests that fail without it, separated by commas",
    ),
    ("Upstream", "whether upstream was or could be offered it"),
];

/// The fields at the end of a message, `Name: text`, continued on lines that begin with a space.
pub(super) fn read(message: &str) -> BTreeMap<String, String> {
    let mut fields = BTreeMap::new();
    let Some((_, last)) = message.trim_end().rsplit_once("\n\n") else {
        return fields;
    };
    let mut name = None;
    for line in last.lines() {
        if let Some(more) = line.strip_prefix(' ') {
            if let Some(text) = name.as_ref().and_then(|name| fields.get_mut(name)) {
                *text = format!("{text} {}", more.trim());
            }
        } else if let Some((found, text)) = line.split_once(": ") {
            fields.insert(found.to_owned(), text.trim().to_owned());
            name = Some(found.to_owned());
        }
    }
    fields
}

/// Refuses a message that does not say what one has to.
pub(super) fn check(message: &str) -> Result<()> {
    let fields = read(message);
    for (name, meaning) in FIELDS {
        ensure!(
            fields.get(*name).is_some_and(|text| !text.is_empty()),
            "its message does not end with a line `{name}: …`, {meaning}"
        );
    }
    let kind = &fields["Kind"];
    if !KINDS.iter().any(|(known, _)| known == kind) {
        let kinds: Vec<String> = KINDS
            .iter()
            .map(|(kind, meaning)| format!("{kind} ({meaning})"))
            .collect();
        bail!(
            "there is no kind {kind}: choose one of {}",
            kinds.join(", ")
        );
    }
    let paragraphs = message.trim_end().split("\n\n").count();
    ensure!(
        paragraphs > 2,
        "its message says nothing between the subject and the fields: say why it exists"
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: &str = "Subject\n\nWhy: it was slow.\n\nKind: speed\nGain: 1,000 to\n 100 fuel\n\
                         Test: tests/it/fuel.rs\nUpstream: could be offered\n";

    #[test]
    fn fields_may_continue_on_the_next_line() {
        assert_eq!(read(WHOLE)["Gain"], "1,000 to 100 fuel");
        check(WHOLE).unwrap();
    }

    #[test]
    fn missing_fields_are_named() {
        let without = WHOLE.replace("Test: tests/it/fuel.rs\n", "");
        assert!(check(&without).unwrap_err().to_string().contains("Test"));
        let other = WHOLE.replace("speed", "fast");
        assert!(check(&other).unwrap_err().to_string().contains("answers ("));
        let bare = WHOLE.replace("Why: it was slow.\n\n", "");
        assert!(check(&bare).unwrap_err().to_string().contains("why"));
        assert!(check("Subject\n").is_err());
    }
}
