//! Runs that wait, and are sealed with a key.

use isolate_host::bridge::lose_memory;
use isolate_host::{Answer, ErrorKind, Functions, Sandbox, Workspace};

use super::{one_thread, result, suspended, with_functions};

fn keyed(key: u8) -> Sandbox {
    let sandbox = Sandbox::builder().threads(1).runs(2).image_key([key; 32]);
    sandbox.build().unwrap()
}

/// A function whose answers are not to be kept.
fn vault() -> Functions {
    let mut functions = Functions::new();
    functions
        .namespace("vault")
        .add("secret", |(): ()| async { Ok("s3cr3t-5ecret".to_owned()) })
        .reads()
        .unrecorded();
    functions
        .namespace("vault")
        .add("open", |with: String| async move { Ok(with) })
        .unrecorded()
        .needs_approval();
    functions
}

const CODE: &str = "async () => {
  const secret = await vault.secret();
  try { await state.approve('Go on?') } catch (error) { return error.message }
  return secret.length;
}";

fn contains(haystack: &[u8], needle: &[u8]) -> bool {
    haystack.windows(needle.len()).any(|part| part == needle)
}

#[test]
fn a_run_with_a_secret_waits_under_a_key_and_nowhere_else() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("w.sqlite");
    let options = with_functions(&vault());
    let workspace = Workspace::open(&file).unwrap();
    let run = one_thread()
        .run(&workspace, CODE)
        .options(&options)
        .blocking()
        .unwrap();
    assert_eq!(
        result(&run),
        r#""the run cannot wait for an approval or an answer: it has had an answer that is not to be kept, and the sandbox has no image key""#
    );
    let run = keyed(1)
        .run(&workspace, CODE)
        .options(&options)
        .blocking()
        .unwrap();
    let number = suspended(&run).run;
    let call = &suspended(&run).waiting_for[0];
    assert_eq!(call.argument, "Go on?");
    workspace.answer(number, call, Answer::Approve).unwrap();
    drop(workspace);
    // Not in any file, whatever the compression: a plain image would not show it either, so look at its parts.
    for entry in std::fs::read_dir(folder.path()).unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        assert!(!contains(&bytes, b"s3cr3t"));
    }
    let workspace = Workspace::open(&file).unwrap();
    for (sandbox, why) in [
        (
            one_thread(),
            "and the sandbox has none: resume it with that key",
        ),
        (keyed(2), "and the sandbox has the key "),
    ] {
        let error = sandbox
            .resume(&workspace, number)
            .options(&options)
            .blocking()
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Refused);
        let text = error.to_string();
        assert!(
            text.starts_with(&format!(
                "run {number} cannot go on: it is sealed with the image key "
            )),
            "{text}"
        );
        assert!(text.contains(why), "{text}");
        assert_eq!(workspace.pending().unwrap()[0].answered.len(), 1);
    }
    let run = keyed(1)
        .resume(&workspace, number)
        .options(&options)
        .blocking()
        .unwrap();
    assert_eq!(result(&run), "13");
}

/// What is kept is not what it was without the key.
#[test]
fn the_state_and_the_memory_are_sealed() {
    let workspace = Workspace::memory().unwrap();
    let state = |sandbox: &Sandbox| {
        let run = sandbox
            .run(&workspace, "() => state.approve('go')")
            .blocking()
            .unwrap();
        let tree = workspace.tree().unwrap();
        tree.suspended_state(suspended(&run).run).unwrap().state
    };
    let (plain, sealed) = (state(&one_thread()), state(&keyed(1)));
    // A compressed state begins with a block of Deflate; sealed ones begin with a nonce. Bytes at random are
    // a short block now and then.
    let is_inflated = |bytes: &[u8]| {
        let mut text = String::new();
        let read =
            std::io::Read::read_to_string(&mut flate2::read::DeflateDecoder::new(bytes), &mut text);
        read.is_ok_and(|length| length > 100)
    };
    assert!(is_inflated(&plain));
    assert!(!is_inflated(&sealed));
    assert!(!is_inflated(&sealed[24..]));
    let pending = workspace.pending().unwrap();
    assert!(
        pending.iter().all(|run| run.bytes <= 16 << 10),
        "{pending:?}"
    );
}

/// The arguments of what waits are shown, and those of unrecorded functions are not to be.
#[test]
fn an_unrecorded_function_is_not_shown() {
    let workspace = Workspace::memory().unwrap();
    let code =
        "async () => { try { await vault.open('hidden') } catch (error) { return error.message } }";
    let run = keyed(1)
        .run(&workspace, code)
        .options(with_functions(&vault()))
        .blocking()
        .unwrap();
    assert_eq!(
        result(&run),
        r#""the run cannot wait for an approval or an answer: the argument of vault.open is not to be kept, and would be shown""#
    );
    assert!(workspace.pending().unwrap().is_empty());
}

#[test]
fn a_sealed_run_is_repeated_under_its_key() {
    let workspace = Workspace::builder().records(true).memory().unwrap();
    let code = "async () => { console.log('a'); await state.approve('go'); return 5; }";
    let run = keyed(1).run(&workspace, code).blocking().unwrap();
    let number = suspended(&run).run;
    workspace
        .answer(number, &suspended(&run).waiting_for[0], Answer::Approve)
        .unwrap();
    for engine in [Some("another"), None] {
        lose_memory(&workspace, number, engine).unwrap();
    }
    let error = one_thread()
        .resume(&workspace, number)
        .blocking()
        .unwrap_err();
    assert!(
        error
            .to_string()
            .contains("it is sealed with the image key"),
        "{error}"
    );
    let run = keyed(1).resume(&workspace, number).blocking().unwrap();
    assert_eq!((result(&run), run.logs.len()), ("5".to_owned(), 1));

    // One that has had an answer that is not recorded cannot be.
    let options = with_functions(&vault());
    let run = keyed(1)
        .run(&workspace, CODE)
        .options(&options)
        .blocking()
        .unwrap();
    let number = suspended(&run).run;
    workspace
        .answer(number, &suspended(&run).waiting_for[0], Answer::Approve)
        .unwrap();
    lose_memory(&workspace, number, Some("another")).unwrap();
    let error = keyed(1)
        .resume(&workspace, number)
        .options(&options)
        .blocking()
        .unwrap_err();
    assert!(
        error
            .to_string()
            .contains("it has had an answer that is not recorded; "),
        "{error}"
    );
    assert_eq!(workspace.pending().unwrap().len(), 1);
}
