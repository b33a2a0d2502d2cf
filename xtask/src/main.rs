//! Chores of this repository, run as `cargo xtask NAME`.
#![expect(clippy::print_stdout, reason = "a chore reports what it does")]

mod bind;
mod ci;
mod cross;
mod defences;
mod deny;
mod drill;
mod engine;
mod files;
mod first_build;
mod formats;
mod generated;
mod guest;
mod load;
mod manifest;
mod mcp;
mod measure;
mod metadata;
mod meter;
mod nightly;
mod node;
mod npm;
mod page;
mod pairs;
mod programs;
mod python;
mod real;
mod released;
mod scratch;
mod semver;
mod service;
mod serving;
mod shims;
mod skipped;
mod sources;
mod sqlite;
mod streams;
mod test262;
mod toolchain;
mod tsc;
mod versus;
mod widen;
mod workspace;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

const HELP: &str = "\
cargo xtask guest [NAME]    build the guests guest and shell, or one of them: host/guest/NAME.wasm and
                            its manifest
cargo xtask guest --check … build them and compare with the committed ones, byte for byte
cargo xtask engine …        sources of engine and shell: checkout, save, rebase, rehearse, commits, status, lint
cargo xtask guest-test …    run the guest's own tests on this machine
cargo xtask pairs OLD NEW [PROGRAM…] [--rounds N] [--only TEXT] [--instructions]
                            run two builds of isolate-run on the workloads or on programs, in turn,
                            and print the medians of the ratios; or count instructions of the
                            machine (valgrind)
cargo xtask versus ENGINES WHAT [--rounds N] [--only TEXT] [--instructions]
                            time the sandbox and other engines on the same, in turn. ENGINES are
                            native (without WebAssembly), quickjs (pip install modebox), or the path
                            of another build of the example timed, separated by commas. WHAT are
                            paths of programs; operations (those of benches/operations); loading (a
                            library); formats (reading large texts); suspension (programs that wait
                            and go on); packages (bundles of popular ones); suites FOLDER (Octane,
                            Kraken, SunSpider and JetStream).
                            --instructions counts those of the machine that programs take (valgrind)
cargo xtask first-build OLD [NEW] [--rounds N]
                            time the README's first command in clean clones of two commits, in turn
cargo xtask test262 SUITE [--only TEXT] [--dump FOLDER] [--update]
                            run the ECMAScript tests of a folder or a .tar.gz in the sandbox; dump
                            the programs of failures, or rewrite the list of those that are expected
cargo xtask programs [--count N] [--seconds N] [--first N] [--seed N] [--family NAME] [--sandbox]
                     [--together N] [--numbers FILE]
                            compare what generated programs answer in the sandbox, natively with
                            and without shortcuts, and in Node 24; --print writes a program,
                            --record the answers that CI compares the sandbox with, --together
                            runs up to N programs as one, --numbers the programs of these numbers
cargo xtask files [--count N] [--first N] [--seed N] [--family NAME] [--most N]
                            compare what generated programs over files answer, call by call, in the
                            sandbox and in Node 24 on a folder (with fs-extra, npm), and group what
                            differs by cause; --print N writes the programs of a number, --record
                            the answers that CI compares the sandbox with, --most minimises an
                            example of so many causes of a family
cargo xtask formats [--count N] [--seed N] [--only NAME] [--yaml SUITE] [--toml SUITE]
                            compare what generated documents are for us and for npm packages (npm),
                            2,000 of each comparison, and group what differs; or run the test suites
                            of YAML and TOML from their folders
cargo xtask shims [--count N] [--seed N] [--only NAME] [--show N]
                            compare what answers for packages of formats in the sandbox with the
                            packages in Node 24 (npm), 300 documents of each comparison
cargo xtask streams [--count N] [--seed N] [--only FAMILY] [--show N]
cargo xtask streams wpt FOLDER
                            compare generated programs over streams, descriptors, readline, zlib and
                            the like with Node 24, 300 of each family; or run the folder streams of
                            the web platform tests, and what fails in Node too
cargo xtask packages [--only TEXT] [--imported]
                            bundle popular packages with small uses of them (npm, esbuild), and
                            compare their answers in the sandbox with Node's; --imported imports
                            the packages from node_modules instead of bundling them
cargo xtask suites FOLDER [--only TEXT]
                            run Octane, Kraken, SunSpider and JetStream with their own checks, and
                            compare with Node: FOLDER holds what docs/language.md names
cargo xtask service         check the service over HTTP with a generated client and with generated
                            requests (pip, below target/service)
cargo xtask page            use the page of the service in Node, and in Chromium where it is installed
cargo xtask load [--seconds N]
                            requests of all kinds to the service for N seconds (600), also from clients
                            that go away: its memory, descriptors and threads have to stay the same
cargo xtask drill folder|postgres|s3|URL [--seconds N] [--hosts N] [--workspaces N] [--clients N]
                  [--faults PERCENT] [--calm] [--random] [--seed N]
                            servers of one store that are killed, stopped and cut off while clients
                            ask them: what was acknowledged has to be there once (pip, below
                            target/stores); --calm leaves them alone, --random sends requests to any
cargo xtask mcp             check the server with the official conformance suite, the inspector's
                            command line, and the official SDKs (npm and pip, below target/mcp)
cargo xtask gen [--answers] write everything again that CI compares with what the sources make:
                            declarations and references; with --answers also recorded answers, pins
                            of fuel and expected texts
cargo xtask deny            check licences and sources of dependencies
cargo xtask nightly [STEP] [--minutes N]
                            what takes too long for CI, or one step of it: all steps of CI whatever
                            has changed, slow tests, N minutes (5) for each fuzz target, 10,000,000
                            messages, all recorded programs, 100,000 programs over files, 50,000
                            documents of each comparison of formats, ten minutes of load,
                            deadlines of an optimised build, the packages for Python and Node as they
                            are published with their sizes, adapters, Bun and Deno, defences,
                            advisories; tells the largest numbers that were seen
cargo xtask defences        take defences out one by one in a copy, and see their tests fail
cargo xtask ci [--all | --record | STEP]
                            what CI runs: format, lints, tests, documentation, the guest. A step that
                            has passed and looks at nothing that has changed since is skipped; --all
                            skips none, --record also writes what share of the time each takes, and
                            a STEP runs alone
";

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["guest", ref rest @ ..] => guest::run(rest),
        ["engine", ref rest @ ..] => engine::run(rest),
        ["guest-test", ref rest @ ..] => guest::native("test", rest),
        ["pairs", old, new, ref rest @ ..] => pairs::run(old, new, rest),
        ["versus", engines, ref rest @ ..] => versus::run(engines, rest),
        ["first-build", ref rest @ ..] => first_build::run(rest),
        ["test262", suite, ref rest @ ..] => test262::run(suite, rest),
        ["programs", ref rest @ ..] => programs::run(rest),
        ["files", ref rest @ ..] => files::run(rest),
        ["formats", ref rest @ ..] => formats::run(rest),
        ["shims", ref rest @ ..] => shims::run(rest),
        ["streams", ref rest @ ..] => streams::run(rest),
        ["packages", ref rest @ ..] => real::packages(rest),
        ["suites", folder, ref rest @ ..] => real::suites(folder, rest),
        ["mcp"] => mcp::run(),
        ["service"] => service::run(),
        ["page"] => page::check(),
        ["load", ref rest @ ..] => load::run(rest),
        ["drill", ref rest @ ..] => drill::run(rest),
        ["gen", ref rest @ ..] => generated::run(rest),
        ["deny"] => deny::check(),
        ["nightly", ref rest @ ..] => nightly::run(rest),
        ["defences"] => defences::prove(),
        ["ci", ref rest @ ..] => ci::run(rest),
        _ => {
            print!("{HELP}");
            bail!("unknown chore: {}", arguments.join(" "))
        }
    }
}

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("xtask lies in the root")
        .to_path_buf()
}

/// Runs a command in the root and shows its output.
fn run(command: &mut Command) -> Result<()> {
    run_in(&root(), command)
}

/// Runs a command in a folder and shows its output.
fn run_in(folder: &Path, command: &mut Command) -> Result<()> {
    println!("$ {command:?}");
    let status = command
        .current_dir(folder)
        .status()
        .with_context(|| format!("cannot start {command:?}"))?;
    if !status.success() {
        bail!("{command:?} failed: {status}");
    }
    Ok(())
}

/// Runs a command, and answers what it prints; shows all of it where it fails.
fn quiet(folder: &Path, command: &mut Command) -> Result<String> {
    let output = command
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("cannot start {command:?}"))?;
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        bail!("{command:?} failed: {}\n{told}{errors}", output.status);
    }
    Ok(told)
}
