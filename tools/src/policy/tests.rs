use isolate_text::VPath;
use isolate_vfs::{Guard as _, Refusal, Verb};

use super::{Policy, Rule, RuleEffect, RuleVerb};

fn rule(effect: RuleEffect, verbs: &[RuleVerb], path: &str) -> Rule {
    Rule::new(effect, &[path]).verbs(verbs)
}

/// The reason of a refusal that denies.
fn refusal(policy: &Policy, verb: Verb, path: &str) -> Option<String> {
    let path = VPath::parse(path).unwrap();
    match policy.compile().unwrap().refusal(verb, &path, 10)? {
        Refusal::Denied(reason) => Some(reason),
        other => panic!("{other:?}"),
    }
}

#[test]
fn names_are_compared_as_components() {
    let policy = Policy::only(&["/a"]);
    assert_eq!(refusal(&policy, Verb::Write, "/a/x"), None);
    assert_eq!(
        refusal(&policy, Verb::Write, "/ab").unwrap(),
        "write is denied by the default rule `deny write`"
    );
}

#[test]
fn directories_above_allowed_paths_can_be_listed() {
    let policy = Policy::only(&["/data/in/**"]);
    for verb in [Verb::List, Verb::MakeDirectory] {
        assert_eq!(refusal(&policy, verb, "/data"), None);
        assert!(refusal(&policy, verb, "/other").is_some());
    }
    assert!(refusal(&policy, Verb::Delete, "/data").is_some());
    assert!(refusal(&policy, Verb::Write, "/data/file").is_some());
}

#[test]
fn the_nearer_rule_decides_and_denying_wins() {
    let policy = Policy {
        rules: vec![
            rule(RuleEffect::Deny, &[], "/src"),
            rule(
                RuleEffect::Allow,
                &[RuleVerb::Read, RuleVerb::List],
                "/src/public",
            ),
            rule(RuleEffect::Deny, &[], "*.key"),
        ],
        ..Policy::default()
    };
    assert_eq!(refusal(&policy, Verb::Read, "/src/public/a"), None);
    assert!(refusal(&policy, Verb::Write, "/src/public/a").is_some());
    assert_eq!(
        refusal(&policy, Verb::Read, "/etc/x.key/below").unwrap(),
        "read is denied by rule `deny read *.key`"
    );
    let both = Policy {
        rules: vec![
            rule(RuleEffect::Deny, &[], "/a"),
            rule(RuleEffect::Allow, &[], "/a"),
        ],
        ..Policy::default()
    };
    assert!(refusal(&both, Verb::List, "/a").is_some());
}

#[test]
fn sizes_and_extensions_are_rules_too() {
    let policy = Policy {
        write_bytes_max: Some(9),
        read_bytes_max: Some(10),
        extensions_denied: vec![".exe".to_owned()],
        ..Policy::default()
    };
    assert_eq!(
        refusal(&policy, Verb::Write, "/a").unwrap(),
        "write is denied by rule `writeBytesMax 9`: it has 10 bytes"
    );
    assert_eq!(refusal(&policy, Verb::Read, "/a"), None);
    assert_eq!(
        refusal(&policy, Verb::Write, "/a.EXE").unwrap(),
        "write is denied by rule `extensionsDenied exe`"
    );
    let only = Policy {
        extensions_allowed: vec!["md".to_owned(), "txt".to_owned()],
        ..Policy::default()
    };
    assert_eq!(refusal(&only, Verb::Write, "/a.md"), None);
    assert!(refusal(&only, Verb::Write, "/makefile").is_some());
    assert_eq!(refusal(&only, Verb::MakeDirectory, "/dir"), None);
}
