//! `--idempotency-key`: a request is done once, also where its process was killed.

use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::{Answer, Folder};

const PROGRAM: &str = "async () => {
  console.log('works');
  await state.appendFile('/orders', '17\\n');
  return await state.readFile('/orders');
}";

fn keyed(folder: &Folder, code: &str, more: &[&str]) -> Answer {
    let arguments = ["--db", "w.sqlite", "--idempotency-key", "order 17"];
    folder.eval(code, &[&arguments[..], more].concat())
}

#[test]
fn a_repeated_request_is_answered_and_not_done_again() {
    let folder = Folder::new();
    let first = keyed(&folder, PROGRAM, &[]);
    assert_eq!(
        (first.code, &*first.out, &*first.err),
        (Some(0), "17\n", "works\n")
    );
    let again = keyed(&folder, PROGRAM, &[]);
    assert_eq!((again.code, &*again.out), (Some(0), "17\n"));
    assert_eq!(
        again.err,
        "note: run 1 has done this before, with the same idempotency key; nothing was done again\nworks\n"
    );
    let json = keyed(&folder, PROGRAM, &["--json", "--quiet"]);
    assert_eq!(
        (&json.json()["result"], &json.json()["run"]),
        (&"17\n".into(), &1.into())
    );
    assert_eq!(json.err, "");
    let other = keyed(&folder, "1", &[]);
    assert_eq!(other.code, Some(2), "{other}");
    assert_eq!(
        other.err,
        "error: the idempotency key was used for another request, by run 1: take another key for another program, \
         input, branch or options\n"
    );
    let json = keyed(&folder, "1", &["--json"]).json();
    assert_eq!(
        (&json["error"]["name"], &json["error"]["code"]),
        (&"RepeatedError".into(), &"EKEY".into())
    );
    assert_eq!(
        folder.run(["cat", "/orders", "--db", "w.sqlite"]).out,
        "17\n"
    );
    // The file has no key.
    let bytes = std::fs::read(folder.path("w.sqlite")).unwrap();
    assert!(!bytes.windows(8).any(|window| window == b"order 17"));
    let memory = folder.eval("1", &["--idempotency-key", "k"]);
    assert_eq!(memory.code, Some(2), "{memory}");
    assert_eq!(
        memory.err,
        "error: --idempotency-key needs --db FILE: what is done in memory is forgotten\n"
    );
}

#[test]
fn a_request_whose_process_was_killed_is_not_done_again() {
    let folder = Folder::new();
    let code = "async () => { await state.appendFile('/orders', '17\\n'); for (;;); }";
    let arguments = [
        "--db",
        "w.sqlite",
        "--idempotency-key",
        "order 17",
        "--timeout",
        "60s",
    ];
    let mut child = folder
        .command(["--eval", code].iter().chain(&arguments))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let until = Instant::now() + Duration::from_secs(20);
    while folder
        .run(["cat", "/orders", "--db", "w.sqlite"])
        .out
        .is_empty()
    {
        assert!(Instant::now() < until);
        std::thread::sleep(Duration::from_millis(20));
    }
    let going = keyed(&folder, code, &["--json"]).json();
    assert_eq!(going["error"]["code"], "EBUSY", "{going}");
    child.kill().unwrap();
    child.wait().unwrap();
    let again = keyed(&folder, code, &[]);
    assert_eq!(again.code, Some(2), "{again}");
    assert_eq!(
        again.err,
        "error: run 1 has begun this request and was interrupted before its end: some of it may have been done, so it \
         is not done again; look at the run, and take another key\n"
    );
    assert_eq!(
        keyed(&folder, code, &["--json"]).json()["error"]["code"],
        "ESTALE"
    );
    assert_eq!(
        folder.run(["cat", "/orders", "--db", "w.sqlite"]).out,
        "17\n"
    );
}
