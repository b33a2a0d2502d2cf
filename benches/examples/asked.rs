//! Runs the programs whose paths standard input names, a line each, in a sandbox, and answers each
//! with a line: `{"ms":…,"answer":…}` or `{"error":…}`. See `cargo xtask operations`.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a bench")]

use isolate_benches::unhurried;
use isolate_host::{Outcome, Sandbox, Workspace};

fn main() {
    let sandbox = Sandbox::builder().threads(1).runs(1).build().unwrap();
    for path in std::io::stdin().lines() {
        let path = path.unwrap();
        let code = std::fs::read_to_string(&path).unwrap_or_else(|cause| panic!("{path}: {cause}"));
        let workspace = Workspace::memory().unwrap();
        let run = sandbox
            .run(&workspace, &code)
            .options(&unhurried())
            .blocking()
            .unwrap();
        let answer = match &run.outcome {
            Outcome::Returned(value) => serde_json::json!({
                "ms": run.usage.wall.as_secs_f64() * 1e3,
                "answer": isolate_host::to_json(value).unwrap(),
            }),
            other => serde_json::json!({ "error": format!("{other:?}") }),
        };
        println!("{answer}");
    }
}
