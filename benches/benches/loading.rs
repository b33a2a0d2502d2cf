//! What a large program costs before it does anything: `cargo bench -p isolate-benches --bench loading`.
//! `cargo xtask versus quickjs loading` measures the same in QuickJS-ng too.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a bench")]

use isolate_benches::{Samples, report};
use isolate_host::{Outcome, Sandbox, Workspace};

/// Functions of the library, of about 400 bytes each.
const FUNCTIONS: usize = 600;

fn main() {
    let sandbox = Sandbox::new().unwrap();
    let workspace = Workspace::memory().unwrap();
    let take = |code: &str| {
        let samples = Samples::take(3, 30, || {
            let run = sandbox.run(&workspace, code).blocking().unwrap();
            assert!(matches!(run.outcome, Outcome::Returned(_)));
        });
        samples.median()
    };
    let library = library();
    let hello = take("async () => 1 + 1");
    for (name, limit, calls) in [
        ("loading a library, ms a KB", 0.15, ""),
        (
            "  + calling every function of it",
            0.3,
            "for (const f of all) f([], {});",
        ),
    ] {
        let code = format!("async () => {{\nconst all = [];\n{library}\n{calls}\nreturn 1;\n}}");
        let kilobytes = code.len() as f64 / 1024.0;
        report(name, (take(&code) - hello) / kilobytes, "ms", limit);
    }
    println!("  the library has {} KB", library.len() / 1024);
}

/// A library as bundlers write them.
fn library() -> String {
    let function = include_str!("../loading/function.js.txt");
    (0..FUNCTIONS)
        .map(|index| function.replace("{index}", &index.to_string()))
        .collect()
}
