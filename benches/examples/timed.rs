//! Times programs in a sandbox: `target/release/examples/timed PROGRAM…` prints the milliseconds
//! of the first run of each and of another.
//!
//! A run without work comes before them, since what a process does once is not counted; `cargo
//! bench -p isolate-benches --bench startup` times that. `cargo xtask compare` puts the figures
//! beside those of other engines.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a bench")]

use isolate_benches::unhurried;
use isolate_host::{Outcome, Sandbox, Workspace};

fn main() {
    // Room for one, so that valgrind can give the address space.
    let sandbox = Sandbox::builder().threads(1).runs(1).build().unwrap();
    let run = |code: &str| {
        let workspace = Workspace::memory().unwrap();
        let run = sandbox
            .run(&workspace, code)
            .options(&unhurried())
            .blocking()
            .unwrap();
        let outcome = &run.outcome;
        assert!(
            matches!(outcome, Outcome::Returned(_)),
            "{code}: {outcome:?}"
        );
        run.usage.wall.as_secs_f64() * 1e3
    };
    run("() => {}");
    for path in std::env::args().skip(1) {
        let code = std::fs::read_to_string(&path).unwrap_or_else(|cause| panic!("{path}: {cause}"));
        let (first, again) = (run(&code), run(&code));
        println!("{{\"firstMs\":{first},\"againMs\":{again}}}");
    }
}
