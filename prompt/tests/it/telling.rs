//! The prompt, the compact form and descriptions say what they have to.

use isolate_prompt::{
    Audience, STATE_SYSTEM_PROMPT, STATE_TYPES, STATE_TYPES_COMPACT, STATE_TYPES_READONLY,
    describe, system_prompt, system_prompt_for,
};

#[test]
fn every_method_is_declared() {
    for method in Audience::Full.methods() {
        let call = format!("{}(", method.name);
        assert!(STATE_TYPES.contains(&call), "{call}");
        assert!(STATE_TYPES_COMPACT.contains(&call), "{call}");
        assert!(STATE_TYPES.contains(method.doc), "{}", method.doc);
    }
}

#[test]
fn a_read_only_declaration_offers_no_change() {
    for name in ["writeFile(", "rm(", "applyEdits(", "StateRmOptions"] {
        assert!(!STATE_TYPES_READONLY.contains(name), "{name}");
    }
    assert!(STATE_TYPES_READONLY.contains("readFile("));
}

/// Tokens are counted in `tokens`; bytes do not need a tokenizer.
#[test]
fn the_compact_form_takes_two_fifths_of_the_bytes() {
    assert!(STATE_TYPES_COMPACT.len() * 100 <= STATE_TYPES.len() * 40);
}

#[test]
fn the_prompt_has_one_slot() {
    assert_eq!(STATE_SYSTEM_PROMPT.matches("{{types}}").count(), 1);
    let whole = system_prompt(STATE_TYPES);
    assert!(!whole.contains("{{"));
    assert!(whole.contains(STATE_TYPES.trim_end()));
}

/// Every method that the prompt names exists.
#[test]
fn the_prompt_names_only_what_there_is() {
    let names: Vec<&str> = Audience::Full.methods().map(|method| method.name).collect();
    for piece in STATE_SYSTEM_PROMPT.split("state.").skip(1) {
        let name: String = piece
            .chars()
            .take_while(char::is_ascii_alphanumeric)
            .collect();
        assert!(
            name.is_empty() || name == "NAME" || names.contains(&name.as_str()),
            "{name}"
        );
    }
}

#[test]
fn a_description_holds_what_was_asked_for_and_its_types() {
    let archive = describe("archive");
    for expected in [
        "createArchive(",
        "listArchive(",
        "extractArchive(",
        "StateArchiveEntry =",
    ] {
        assert!(archive.contains(expected), "{expected}");
    }
    assert!(!archive.contains("readFile("));

    let one = describe("state.writeJson");
    assert!(one.contains("writeJson(") && one.contains("StateJsonWriteOptions ="));
    assert_eq!(one.matches("Promise<").count(), 1);

    assert!(describe("readfiel").contains("readFile("));
    assert_eq!(describe(""), STATE_TYPES);
    assert!(describe("frobnicate").contains("The methods are: readFile, "));
    assert_eq!(
        describe("EXTRACT archive destination")
            .matches("Promise<")
            .count(),
        1
    );
}

#[test]
fn a_read_only_prompt_gives_no_advice_about_changes() {
    let prompt = system_prompt_for(Audience::ReadOnly, STATE_TYPES_READONLY);
    for method in Audience::Full.methods() {
        let is_read = Audience::ReadOnly
            .methods()
            .any(|read| read.name == method.name);
        assert!(
            is_read || !prompt.contains(&format!("`{}`", method.name)),
            "{}",
            method.name
        );
    }
    assert!(prompt.contains("# Doing it well\n\n- This run is read-only"));
    assert!(!prompt.contains("{{types}}"));
}
