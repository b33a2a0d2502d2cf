//! Times programs in a sandbox: those that arguments name, or else those whose paths standard input
//! names, a line each. Each is answered with a line: `{"ms":…,"answer":…}` or `{"error":…}`.
//!
//! A run without work comes first, since what a process does once is not counted; `cargo bench -p
//! isolate-benches --bench startup` times that. `cargo xtask versus` puts the figures beside those
//! of other engines.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a bench")]

use isolate_benches::unhurried;
use isolate_host::{Outcome, Sandbox, Workspace};

fn main() {
    // Room for one, so that valgrind can give the address space.
    let sandbox = Sandbox::builder().threads(1).runs(1).build().unwrap();
    let run = |code: &str| {
        let workspace = Workspace::memory().unwrap();
        sandbox
            .run(&workspace, code)
            .options(unhurried())
            .blocking()
            .unwrap()
    };
    run("() => {}");
    let answer = |path: String| {
        let code = std::fs::read_to_string(&path).unwrap_or_else(|cause| panic!("{path}: {cause}"));
        let run = run(&code);
        let answer = match &run.outcome {
            Outcome::Returned(value) => serde_json::json!({
                "ms": run.usage.wall.as_secs_f64() * 1e3,
                "answer": isolate_host::to_json(value),
            }),
            other => serde_json::json!({ "error": format!("{other:?}") }),
        };
        println!("{answer}");
    };
    let named = std::env::args().skip(1);
    if named.len() > 0 {
        named.for_each(answer);
    } else {
        std::io::stdin()
            .lines()
            .map(Result::unwrap)
            .for_each(answer);
    }
}
