//! What libraries that are loaded once cost a run: `cargo bench -p isolate-benches --bench preludes`.
//!
//! Arguments are files of libraries, such as bundles of packages; without any, one is made that has
//! as many functions and tables as a large package.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a bench")]

use std::fmt::Write as _;
use std::fs;

use isolate_benches::{Samples, note, report, time};
use isolate_host::{Outcome, Sandbox, Workspace};

/// Pairs of runs, with and without libraries.
const PAIRS: usize = 1_000;

fn main() {
    let files: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with('-'))
        .collect();
    let mut libraries: Vec<(String, String)> = files
        .iter()
        .map(|path| (path.replace('/', "_"), fs::read_to_string(path).unwrap()))
        .collect();
    if libraries.is_empty() {
        libraries.push(("made".to_owned(), made()));
    }
    let bytes: usize = libraries.iter().map(|(_, source)| source.len()).sum();
    println!("{} libraries, {} KiB", libraries.len(), bytes >> 10);

    let options = || {
        let one = Sandbox::builder().threads(1).runs(4);
        libraries.iter().fold(one, |options, (name, source)| {
            options.prelude(name, source.as_str())
        })
    };
    // First, since only the first sandbox of a process runs its code where it lies in the binary.
    let plain = Sandbox::builder().threads(1).runs(4).build().unwrap();
    let loaded = time(&mut || drop(options().build().unwrap()));
    note("loading them", loaded.as_secs_f64() * 1e3, "ms");
    let directory = tempfile::tempdir().unwrap();
    let folder = directory.path().join("cache");
    let cached = options().prelude_cache(&folder);
    let sandbox = cached.build().unwrap();
    let reading = Samples::take(1, 9, || drop(cached.build().unwrap()));
    note("a sandbox with them from the cache", reading.median(), "ms");
    for file in fs::read_dir(&folder).unwrap() {
        let bytes = file.unwrap().metadata().unwrap().len();
        note("  size of the file", bytes as f64 / 1e6, "MB");
    }

    let workspace = Workspace::memory().unwrap();
    let hello = |sandbox: &Sandbox| {
        let run = sandbox.run(&workspace, "async () => 1 + 1").blocking();
        let run = run.unwrap();
        let outcome = &run.outcome;
        assert!(matches!(outcome, Outcome::Returned(_)), "{outcome:?}");
    };
    let (mut with, mut without) = (Vec::new(), Vec::new());
    for _ in 0..PAIRS {
        with.push(time(&mut || hello(&sandbox)));
        without.push(time(&mut || hello(&plain)));
    }
    let (with, without) = (Samples::of(with), Samples::of(without));
    report("hello with them, fresh sandbox", with.median(), "ms", 0.2);
    note("hello without them, in turn", without.median(), "ms");
    for (name, sandbox) in [("with", &sandbox), ("without", &plain)] {
        let before = page_faults();
        let alone = Samples::of((0..PAIRS).map(|_| time(&mut || hello(sandbox))).collect());
        let each = (page_faults() - before) / PAIRS as f64;
        note(&format!("hello {name} them, alone"), alone.median(), "ms");
        note(&format!("page faults of hello {name} them"), each, "");
    }
}

/// Pages that the process has got without reading them from the disk; nought where nobody says.
fn page_faults() -> f64 {
    let fields = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let minor = fields
        .rsplit_once(')')
        .and_then(|(_, rest)| rest.split(' ').nth(8));
    minor
        .and_then(|count| count.parse().ok())
        .unwrap_or_default()
}

/// A library of 3,000 functions, 1,000 classes and a table.
fn made() -> String {
    let mut source = String::new();
    for index in 0..1_000 {
        let parts = [
            format!(
                "exports.f{index} = (a, b = {index}) => {{ let sum = a; for (let i = 0; i < b; i++) sum += i * a; return sum; }};"
            ),
            format!(
                "function g{index}(list) {{ return list.filter((x) => x > {index}).map((x) => ({{ x, y: x * {index} }})); }}"
            ),
            format!(
                "exports.g{index} = g{index}; exports.h{index} = function () {{ return g{index}([1, 2, 3]).length; }};"
            ),
            format!(
                "exports.C{index} = class C{index} {{ #n = {index}; get n() {{ return this.#n; }} add(m) {{ this.#n += m; return this; }} }};"
            ),
        ];
        for part in parts {
            writeln!(source, "{part}").unwrap();
        }
    }
    source.push_str("exports.table = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => ['key' + i, { i, text: 'value ' + i }]));\n");
    source
}
