//! Files of tokens.

use super::*;

fn refusal(text: &str) -> String {
    parse(text).err().expect("it is wrong")
}

#[test]
fn a_token_is_known_by_its_hash_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tokens.json");
    let wanted = NewToken::new("ann")
        .workspace("ann")
        .permissions([Permission::Read, Permission::Run])
        .runs_per_minute(60);
    let token = add_token(&path, &wanted).unwrap();
    assert!(token.starts_with(BEGIN) && token.len() == 72, "{token}");
    assert!(!fs::read_to_string(&path).unwrap().contains(&token));
    let file = TokenFile::open(&path).unwrap();
    let ann = file.identify(&token).unwrap().expect("it is known");
    assert_eq!(ann.name(), "ann");
    assert!(ann.covers("ann") && !ann.covers("ben"));
    assert!(ann.may(Permission::Run) && !ann.may(Permission::Admin));
    for wrong in ["", "isolate_", &token[..71], &format!("{token}0")] {
        assert!(file.identify(wrong).unwrap().is_none(), "{wrong}");
    }
    let again = add_token(&path, &wanted).unwrap_err().to_string();
    assert_eq!(
        again,
        "there are two tokens \"ann\": each has a name of its own"
    );
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{mode:o}");
    }
}

#[test]
fn a_change_of_the_file_counts_and_a_wrong_file_accepts_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tokens.json");
    let token = add_token(&path, &NewToken::new("ann").workspace("*")).unwrap();
    let file = TokenFile::open(&path).unwrap();
    assert!(file.identify(&token).unwrap().is_some());
    let look = |file: &TokenFile| {
        *file.looked.lock().unwrap() = Instant::now() - LOOK_EVERY;
    };
    let before = fs::read_to_string(&path).unwrap();
    fs::write(&path, "{ \"tokens\": [] }").unwrap();
    look(&file);
    assert!(file.identify(&token).unwrap().is_none());
    fs::write(&path, "{").unwrap();
    look(&file);
    let why = file.identify(&token).unwrap_err();
    assert!(why.contains("no token is accepted"), "{why}");
    fs::write(&path, before).unwrap();
    look(&file);
    assert!(file.identify(&token).unwrap().is_some());
}

#[test]
fn a_token_expires() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tokens.json");
    for (name, time, expected) in [("a", "2020-01-01", false), ("b", "2999-01-01", true)] {
        let token = NewToken::new(name).workspace("*").expires(time);
        let token = add_token(&path, &token).unwrap();
        let file = TokenFile::open(&path).unwrap();
        assert_eq!(file.identify(&token).unwrap().is_some(), expected, "{time}");
    }
}

#[test]
fn what_is_wrong_is_named() {
    let hash = "0".repeat(64);
    let with = |more: &str| {
        format!(
            "{{\"tokens\": [{{\"name\": \"a\", \"sha256\": \"{hash}\", \"workspaces\": [\"a\"], \
             \"permissions\": []{more}}}]}}"
        )
    };
    assert_eq!(parse(&with("")).map(|tokens| tokens.len()).ok(), Some(1));
    let wrong = refusal(&with(", \"expires\": \"soon\""));
    assert!(
        wrong.starts_with("the token \"a\": expires is \"soon\""),
        "{wrong}"
    );
    let wrong = refusal(&with(", \"scopes\": []"));
    assert!(wrong.starts_with("unknown field `scopes`"), "{wrong}");
    let listed = "invalid type: a list, expected an object with the members ";
    for (text, members) in [
        ("[[]]", "tokens"),
        (
            r#"{"tokens":[["ann", "00", [], []]]}"#,
            "name, sha256, workspaces, permissions",
        ),
    ] {
        let wrong = refusal(text);
        assert!(wrong.starts_with(&format!("{listed}{members}")), "{wrong}");
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("t.json");
    let token = NewToken::new("ann").workspace("a").policy(json!([[]]));
    let wrong = add_token(&file, &token).unwrap_err().to_string();
    assert!(
        wrong.contains(&format!("{listed}rules, default")),
        "{wrong}"
    );
    assert!(!file.exists());
    let wrong = refusal(&with("").replace(&hash, "12"));
    assert!(wrong.contains("64 digits"), "{wrong}");
    let wrong = refusal(&with("").replace("[\"a\"]", "[\"../a\"]"));
    assert!(wrong.contains("no pattern for workspaces"), "{wrong}");
}
