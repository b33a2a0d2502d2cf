//! The required contents of prompts, the compact form and descriptions.

use isolate_prompt::{
    Audience, STATE_COMPACT_PROMPT, STATE_SYSTEM_PROMPT, STATE_TYPES, STATE_TYPES_COMPACT,
    STATE_TYPES_READONLY, ToolSet, actions_prompt, code_tool_for, compact_prompt, describe,
    system_prompt, system_prompt_for, tools_prompt,
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
fn a_template_has_one_placeholder_and_a_prompt_none() {
    for template in [STATE_SYSTEM_PROMPT, STATE_COMPACT_PROMPT] {
        assert_eq!(template.matches("{{types}}").count(), 1);
    }
    let whole = system_prompt(STATE_TYPES);
    assert!(whole.contains(STATE_TYPES.trim_end()));
    assert!(compact_prompt(Audience::Full).contains(STATE_TYPES_COMPACT.trim_end()));
    for text in every_prompt(Audience::Full) {
        assert!(!text.contains("{{"), "{text}");
    }
}

/// Every text that a model may be told.
fn every_prompt(audience: Audience) -> Vec<String> {
    let types = match audience {
        Audience::Full => STATE_TYPES,
        Audience::ReadOnly => STATE_TYPES_READONLY,
    };
    let mut texts = vec![
        system_prompt_for(audience, types),
        compact_prompt(audience),
        actions_prompt(audience),
        code_tool_for(audience, types).description,
    ];
    texts.extend(ToolSet::NAMES.map(|(_, set)| tools_prompt(set, audience)));
    texts
}

/// The words within backquotes, of which some are names.
fn names_in_code(text: &str) -> Vec<&str> {
    text.split('`')
        .skip(1)
        .step_by(2)
        .flat_map(|code| code.split(|c: char| !c.is_ascii_alphanumeric() && c != '_'))
        .collect()
}

/// Every method that a prompt names exists, by the name that is declared.
#[test]
fn prompts_name_only_existing_methods() {
    let beyond = isolate_protocol::beyond();
    let names: Vec<&str> = Audience::Full
        .methods()
        .chain(beyond)
        .map(|method| method.name)
        // What the guest has of its own.
        .chain(["rows"])
        .collect();
    for text in every_prompt(Audience::Full) {
        for piece in text.split("state.").skip(1) {
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
}

/// Methods have other names, and so have options: what is shown is what is declared.
#[test]
fn prompts_show_the_declared_spellings_only() {
    let mut declared: Vec<&str> = STATE_TYPES
        .split(|c: char| !c.is_ascii_alphanumeric())
        .collect();
    declared.extend(isolate_protocol::beyond().map(|method| method.name));
    let built_in = ["require", "slice", "map", "parse", "header", "rows"];
    let mut looked_at = 0;
    for text in [
        system_prompt(""),
        compact_prompt(Audience::Full),
        code_tool_for(Audience::Full, "").description,
    ] {
        let rules = text.split("# Declaration").next().unwrap();
        for code in rules.split('`').skip(1).step_by(2) {
            // What a program returns has names of its own.
            let code = code.split("return {").next().unwrap();
            let mut rest = code;
            while let Some(at) = rest.find(['(', ':']) {
                let name: String = rest[..at]
                    .chars()
                    .rev()
                    .take_while(char::is_ascii_alphanumeric)
                    .collect();
                let name: String = name.chars().rev().collect();
                let is_value = rest[..at].contains("value: {") || name == "node";
                if !name.is_empty() && !is_value {
                    let is_known = declared.contains(&name.as_str());
                    assert!(
                        is_known || built_in.contains(&name.as_str()),
                        "{name}: {code}"
                    );
                    looked_at += 1;
                }
                rest = &rest[at + 1..];
            }
        }
    }
    assert!(looked_at > 30, "{looked_at}");
}

/// What models were found not to know.
#[test]
fn prompts_of_programs_have_the_rules_that_models_lacked() {
    let told = [
        "`input`",
        "`fs`",
        "`require`",
        "`stat` gives `null`",
        "`*.ts`",
        "`**/*.ts`",
        "dotfiles",
        "exclude: [\"node_modules\"]",
        "regex: true",
        "`$1`",
        "`$<name>`",
        "`$&`",
        "`.items[0].name`",
        "pointer",
        "JSONPath",
        "startLine",
        "byteLength",
        "Always `return` a small summary",
        "unless the run is atomic",
        "shell, threads, ciphers",
        "at any depth",
        "{ root",
    ];
    for text in [system_prompt(STATE_TYPES), compact_prompt(Audience::Full)] {
        for words in told {
            assert!(text.contains(words), "{words} is not in\n{text}");
        }
        for operation in ["set", "delete", "insert", "append", "merge", "test"] {
            assert!(text.contains(&format!("\"{operation}\"")), "{operation}");
        }
    }
}

#[test]
fn a_description_has_the_requested_methods_and_their_types() {
    let archive = describe("archive");
    for expected in [
        "createArchive(",
        "listArchive(",
        "extractArchive(",
        "StateArchiveEntry =",
    ] {
        assert!(archive.contains(expected), "{expected}");
    }
    assert!(!archive.contains("writeFile("));

    let one = describe("state.writeJson");
    assert!(one.contains("writeJson(") && one.contains("StateJsonWriteOptions ="));
    assert_eq!(one.matches("Promise<").count(), 1);

    assert!(describe("readfiel").contains("readFile("));
    assert_eq!(describe(""), STATE_TYPES);
    assert!(describe("frobnicate").contains("The methods are: readFile, "));
    // What is beyond the declaration is told where it is asked for.
    assert!(!STATE_TYPES.contains("undo("));
    for (query, call) in [
        (
            "undo",
            "undo(run?: number, options?: StateUndoOptions): Promise<StateUndoResult>",
        ),
        ("state.applyPatch", "applyPatch(patch: string"),
        ("begin patch", "applyPatch(patch: string"),
        ("checkpoint", "checkpoint(name: string"),
        ("histroy", "history(options?: StateHistoryOptions)"),
        ("outline", "StateSymbol = "),
    ] {
        assert!(
            describe(query).contains(call),
            "{query}: {}",
            describe(query)
        );
    }
    assert_eq!(
        describe("EXTRACT archive destination")
            .matches("Promise<")
            .count(),
        1
    );
}

/// The names of methods and of tools that change files.
#[test]
fn a_read_only_prompt_gives_no_advice_about_changes() {
    let tools = [
        "edit",
        "write",
        "patch",
        "replace",
        "undo",
        "checkpoint",
        "dryRun",
    ];
    let actions = ["create_file", "write_file", "update_file", "delete_file"];
    let methods = Audience::Full.methods();
    let writing: Vec<&str> = methods
        .filter(|method| {
            Audience::ReadOnly
                .methods()
                .all(|read| read.name != method.name)
        })
        .map(|method| method.name)
        .chain(tools)
        .chain(actions)
        .collect();
    for text in every_prompt(Audience::ReadOnly) {
        // The declaration is looked at by itself.
        let rules = text.split("# Declaration").next().unwrap();
        for name in names_in_code(rules) {
            assert!(!writing.contains(&name), "{name} in\n{rules}");
        }
        let changes = rules
            .split("# Changing files\n\n")
            .nth(1)
            .unwrap_or("Files can only");
        assert!(changes.starts_with("Files can only"), "{rules}");
    }
    for text in every_prompt(Audience::Full) {
        assert!(!text.contains("can only be read"), "{text}");
    }
}

#[test]
fn a_set_of_tools_is_told_of_its_own_tools() {
    let has = |set: ToolSet, name: &str| {
        let text = tools_prompt(set, Audience::Full);
        names_in_code(&text).contains(&name)
    };
    for (_, set) in ToolSet::NAMES {
        for name in [
            "run", "describe", "edit", "write", "undo", "read", "grep", "tree",
        ] {
            assert_eq!(has(set, name), set.has(name), "{set:?} {name}");
        }
    }
}
