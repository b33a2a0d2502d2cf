//! `--prelude`: libraries that programs find loaded.

use std::fs;
use std::path::PathBuf;

use expect_test::expect;
use serde_json::json;

use crate::{Answer, Folder, answer};

const TEXT: &str = "exports.slug = (text) => text.toLowerCase().replaceAll(' ', '-');\nexports.made = Date.now();\n";

/// Runs a program with the library, with a cache in the folder.
fn eval(folder: &Folder, code: &str, arguments: &[&str]) -> Answer {
    let mut command = folder.command(["--eval", code]);
    let command = command.args(arguments);
    answer(command.env("XDG_CACHE_HOME", folder.path("cache")))
}

fn kept(folder: &Folder) -> Vec<PathBuf> {
    let files = fs::read_dir(folder.path("cache/isolate/preludes"));
    files.map_or_else(
        |_| Vec::new(),
        |files| files.map(|file| file.unwrap().path()).collect(),
    )
}

#[test]
fn a_library_is_loaded_once_and_kept() {
    let folder = Folder::new().with("text.min.js", TEXT);
    let code = "text.slug('Hello World')";
    for _ in 0..2 {
        let answer = eval(&folder, code, &["--prelude", "text.min.js"]);
        assert_eq!(answer.out, "hello-world\n", "{answer}");
        assert_eq!(kept(&folder).len(), 1);
    }
    let named = eval(&folder, "$t.slug('A B')", &["--prelude", "$t=text.min.js"]);
    assert_eq!(named.out, "a-b\n", "{named}");
    assert_eq!(kept(&folder).len(), 2, "under another name");
    for file in kept(&folder) {
        fs::write(file, "damaged").unwrap();
    }
    let again = eval(&folder, code, &["--prelude", "text.min.js"]);
    assert_eq!(again.out, "hello-world\n", "{again}");
}

#[test]
fn a_library_that_cannot_be_loaded_is_a_usage_error() {
    let folder = Folder::new()
        .with("broken.js", "exports.a = ;")
        .with("throws.js", "throw new Error('not today')");
    expect![[r#"
        exit 2
        err: error: the prelude "throws" cannot be loaded: Error: not today
    "#]]
    .assert_eq(&eval(&folder, "1", &["--prelude", "throws.js"]).to_string());
    let broken = eval(&folder, "1", &["--prelude", "broken.js", "--json"]);
    assert_eq!(broken.code, Some(2));
    let message = broken.json()["error"]["message"].to_string();
    assert!(message.contains("SyntaxError"), "{message}");
    expect![[r#"
        exit 2
        err: error: --prelude: cannot read missing.js: no such file or directory
    "#]]
    .assert_eq(&eval(&folder, "1", &["--prelude", "missing.js"]).to_string());
}

#[test]
fn a_run_with_a_library_is_replayed_with_it() {
    let folder = Folder::new().with("text.js", TEXT);
    let flags = ["--prelude", "text.js", "--db", "w.sqlite"];
    let code = "state.writeFile('/a', text.slug('A B'))";
    assert_eq!(eval(&folder, code, &flags).code, Some(0));
    let replay = |more: &[&str]| {
        let mut command = folder.command(["replay", "1", "--db", "w.sqlite", "--json"]);
        let command = command
            .args(more)
            .env("XDG_CACHE_HOME", folder.path("cache"));
        answer(command).json()
    };
    assert_eq!(replay(&["--prelude", "text.js"])["replay"], json!("same"));
    assert_eq!(replay(&[])["reason"]["code"], json!("preludes"));
}

#[test]
fn tools_run_programs_with_a_library() {
    let folder = Folder::new().with("text.js", TEXT);
    let mut command = folder.command([
        "call",
        "run",
        r#"{"code":"text.slug('A B')"}"#,
        "--prelude",
        "text.js",
        "--db",
        "w.sqlite",
    ]);
    let answer = answer(command.env("XDG_CACHE_HOME", folder.path("cache")));
    assert!(answer.out.contains("a-b"), "{answer}");
}

/// A file of the cache that is none, or that others could have put there, is not used, and that is said.
#[cfg(unix)]
#[test]
fn only_own_regular_files_of_the_cache_are_used() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = Folder::new().with("text.js", TEXT);
    let run = || eval(&folder, "text.slug('A B')", &["--prelude", "text.js"]);
    assert_eq!(run().out, "a-b\n");
    let cache = folder.path("cache/isolate/preludes");
    let mode = || fs::metadata(&cache).unwrap().permissions().mode() & 0o7777;
    assert_eq!(mode(), 0o700);
    let file = kept(&folder).remove(0);
    let replace = |make: &dyn Fn()| {
        fs::remove_file(&file).unwrap();
        make();
        let answer = run();
        assert_eq!(answer.out, "a-b\n", "{answer}");
        assert!(
            answer.err.contains("note: the cache of preludes: "),
            "{answer}"
        );
        assert_eq!(run().err, "", "it is made again");
    };
    replace(&|| {
        let made = std::process::Command::new("mkfifo").arg(&file).status();
        assert!(made.unwrap().success());
    });
    replace(&|| std::os::unix::fs::symlink("/dev/zero", &file).unwrap());
    replace(&|| fs::File::create(&file).unwrap().set_len(4 << 30).unwrap());
    fs::set_permissions(&cache, fs::Permissions::from_mode(0o777)).unwrap();
    let open = run();
    assert_eq!(open.out, "a-b\n");
    assert!(open.err.contains("(mode 0777): chmod 700 "), "{open}");
    assert_eq!(mode(), 0o777);
}

/// What the environment says to the engine below is not heard.
#[test]
fn variables_of_the_engine_change_nothing() {
    let folder = Folder::new();
    for (name, value) in [
        ("WASMTIME_BACKTRACE_DETAILS", "1"),
        ("WASMTIME_LOG", "trace"),
        ("RUST_LOG", "trace"),
        ("RUST_BACKTRACE", "full"),
    ] {
        let mut command = folder.command(["--eval", "1 + 1"]);
        let answer = answer(command.env(name, value));
        assert_eq!(
            (answer.out.as_str(), answer.err.as_str()),
            ("2\n", ""),
            "{name}: {answer}"
        );
    }
}

#[test]
fn code_from_text_is_refused_by_a_flag() {
    let folder = Folder::new();
    let code = "new Function('return 1 + 1')()";
    assert_eq!(eval(&folder, code, &[]).out, "2\n");
    let refused = eval(&folder, code, &["--no-code-from-text"]);
    assert_eq!(refused.code, Some(1));
    let message = "code cannot be made from text here: write the code directly";
    assert!(refused.err.contains(message), "{refused}");
    let call = serde_json::json!({ "code": code }).to_string();
    let tool = ["call", "run", &call, "--db", "w.sqlite"];
    let allowed = folder.run(tool);
    assert_eq!(allowed.code, Some(0), "{allowed}");
    let refused = folder.run([&tool[..], &["--no-code-from-text"]].concat());
    assert!(refused.out.contains(message), "{refused}");
}
