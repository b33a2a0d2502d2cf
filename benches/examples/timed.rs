//! Prints the milliseconds of each program in a fresh sandbox of a process that has run the program
//! once before: `target/release/examples/timed PROGRAM…`.
//!
//! What a process does once, such as taking the pages of the code in, is not counted; `cargo bench
//! -p isolate-benches --bench startup` times that. `cargo xtask compare` puts the figures beside
//! those of other engines, which are warm too.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a bench")]

use isolate_benches::unhurried;
use isolate_host::{Outcome, Sandbox, SandboxOptions, Workspace};

fn main() {
    // Room for one, so that valgrind can give the address space.
    let sandbox = Sandbox::with_options(SandboxOptions {
        threads_max: 1,
        runs_max: 1,
    })
    .unwrap();
    for path in std::env::args().skip(1) {
        let code = std::fs::read_to_string(&path).unwrap_or_else(|cause| panic!("{path}: {cause}"));
        let run = || {
            let workspace = Workspace::memory().unwrap();
            let run = sandbox
                .run_blocking(&workspace, &code, unhurried())
                .unwrap();
            assert!(
                matches!(run.outcome, Outcome::Returned(_)),
                "{path}: {:?}",
                run.outcome
            );
            run.usage.wall
        };
        run();
        let taken = run();
        println!("{{\"wallMs\":{}}}", taken.as_secs_f64() * 1e3);
    }
}
