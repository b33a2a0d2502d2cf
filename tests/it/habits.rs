//! A program of every other spelling that the table knows, made from the table: each line calls
//! a method in another spelling and as it is declared, and both must answer the same and leave
//! the same files; or it is refused, by a message that names what is refused.

mod calls;
mod lines;

use std::time::Duration;

use isolate_host::{Limits, Outcome, RunOptions, Workspace, to_json};

use crate::run_in;
pub(crate) use calls::{argument, call_of, call_with};
use lines::{Line, lines};

/// Lines that there are at least, in all programs together.
const LINES_MIN: usize = 3_000;

/// Lines of one program: what it changes is put back for each of them.
const LINES_OF_PROGRAM: usize = 500;

/// What every program starts with: files, and what compares two calls.
const HEAD: &str = r#"async () => {
const failures = [];
let count = 0;
const told = (error) => `${error.code ?? error.name}: ${error.message}`.split("; did you mean")[0];
const tried = async (call) => { try { return { value: await call() }; } catch (error) { return { error: told(error) }; } };
const reset = async () => { await state.removeTree("/w"); await state.copyTree("/f", "/w"); };
const files = async () => {
  const found = [];
  for (const { path, type, size } of await state.find("/w")) {
    const isText = type === "file" && /\.(txt|json)$/.test(path);
    found.push([path, type, isText ? await state.readFile(path) : size]);
  }
  return found;
};
const answered = async (call, writes) => {
  if (writes) await reset();
  const answer = await tried(call);
  return JSON.stringify([answer, writes ? await files() : null], (key, value) => key === "mtime" ? undefined : value);
};
const same = async (text, one, other, writes) => {
  count += 1;
  const [left, right] = [await answered(one, writes), await answered(other, writes)];
  if (left !== right) failures.push(`${text}\n   ${left.slice(0, 300)}\n   ${right.slice(0, 300)}`);
};
const refused = async (text, call, ...keys) => {
  count += 1;
  const before = JSON.stringify(await files());
  const { error } = await tried(call);
  const isTold = error?.startsWith("EINVAL") && keys.every((key) => error.includes(key));
  if (!isTold || JSON.stringify(await files()) !== before) failures.push(`${text}\n   ${error ?? "was not refused"}`);
};
await reset();
"#;

const TAIL: &str = "return { count, failures };\n}\n";

/// The files that the calls are made with.
pub(crate) const FILES: &str = r#"async () => {
await state.writeFile("/f/a.txt", "one two\nthree one\n");
await state.writeFile("/f/b.txt", "four\n");
await state.writeFile("/f/j.json", '{ "a": { "b": 1 }, "list": [1, 2] }\n');
await state.writeFile("/f/d/c.txt", "one\n");
await state.writeFile("/f/d/e/.hidden.txt", "hidden one\n");
await state.mkdir("/f/empty");
await state.symlink("/w/a.txt", "/f/l");
await state.createArchive("/f/t.tar", ["/f/d"]);
await state.compressFile("/f/a.txt", "/f/z.gz");
}"#;

/// A line of a program.
fn code(line: &Line) -> String {
    match line {
        Line::Same {
            other,
            declared,
            writes,
        } => format!("await same({other:?}, () => {other}, () => {declared}, {writes});\n"),
        Line::Refused { call, keys } => {
            let keys: Vec<String> = keys.iter().map(|key| format!("{key:?}")).collect();
            format!(
                "await refused({call:?}, () => {call}, {});\n",
                keys.join(", ")
            )
        }
    }
}

#[test]
fn every_other_spelling_answers_as_the_declared_one_or_is_refused_by_name() {
    let lines = lines();
    assert!(lines.len() >= LINES_MIN, "{} lines", lines.len());
    let mut wrong = Vec::new();
    for part in lines.chunks(LINES_OF_PROGRAM) {
        let workspace = Workspace::memory().unwrap();
        run_in(&workspace, FILES, RunOptions::default());
        let program: String = std::iter::once(HEAD.to_owned())
            .chain(part.iter().map(code))
            .chain([TAIL.to_owned()])
            .collect();
        let options = RunOptions::new().limits(
            Limits::new()
                .fuel(200_000_000_000)
                .timeout(Duration::from_secs(600))
                .result_bytes(64 << 20),
        );
        let run = run_in(&workspace, &program, options);
        let Outcome::Returned(value) = &run.outcome else {
            panic!("{:?}", run.outcome);
        };
        let answer = to_json(value).expect("it gave data");
        assert_eq!(answer["count"], part.len());
        for failure in answer["failures"].as_array().unwrap() {
            wrong.push(failure.as_str().unwrap().to_owned());
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {} lines:\n{}",
        wrong.len(),
        lines.len(),
        wrong.join("\n")
    );
}
