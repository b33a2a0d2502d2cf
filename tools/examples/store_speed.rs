//! How long tools take over a store in memory, and over a workspace in memory, in turn:
//!
//! ```text
//! cargo run --release -p isolate-tools --example store_speed
//! ```
//!
//! It prints the median of each and the median of the ratios of neighbouring calls. `--rounds N` makes it
//! sharper, and `--rounds N NAME` measures one row alone.

#![expect(clippy::print_stdout, reason = "an example that prints a table")]

use std::error::Error;
use std::sync::Arc;
use std::time::Instant;

use isolate_host::Workspace;
use isolate_host::text::VPath;
use isolate_tools::store::MemoryFiles;
use isolate_tools::{CancelToken, Freshness, Settings, Toolbox};
use serde_json::{Value as Json, json};

/// Files in as many directories of ten.
const FILES: usize = 1_000;

fn content(number: usize) -> String {
    let line = format!("line of file {number} with some words in it, as a source file has\n");
    line.repeat(20 + number % 40)
}

/// The arguments of a call; the number makes each change a new one.
type Arguments = fn(usize) -> Json;

const TOOLS: &[(&str, &str, Arguments)] = &[
    ("read", "read", |_| json!({ "path": "/d10/f105.txt" })),
    ("stat", "stat", |_| json!({ "path": "/d10/f105.txt" })),
    (
        "write",
        "write",
        |number| json!({ "path": "/d20/f205.txt", "content": format!("{number}\n{}", content(205)), "intent": "overwrite" }),
    ),
    (
        "write (new)",
        "write",
        |number| json!({ "path": format!("/new/{number}.txt"), "content": "new\n" }),
    ),
    ("edit", "edit", |number| {
        let (old, new) = match number % 2 {
            0 => ("first line", "other line"),
            _ => ("other line", "first line"),
        };
        json!({ "path": "/edited.txt", "edits": [{ "oldText": old, "newText": new }] })
    }),
    ("patch", "patch", |number| {
        let (old, new) = match number % 2 {
            0 => ("one", "two"),
            _ => ("two", "one"),
        };
        let part =
            |name: &str| format!("--- a/{name}\n+++ b/{name}\n@@ -1 +1 @@\n-{old}\n+{new}\n");
        json!({ "patch": format!("{}{}{}", part("p1"), part("p2"), part("p3")) })
    }),
    ("ls", "ls", |_| json!({ "path": "/d10" })),
    ("ls (100 entries)", "ls", |_| json!({ "path": "/" })),
    ("glob", "glob", |_| json!({ "pattern": "**/*5.txt" })),
    ("grep", "grep", |_| json!({ "pattern": "line of file 77 " })),
    (
        "grep (1 directory)",
        "grep",
        |_| json!({ "pattern": "line of file 77 ", "path": "/d7" }),
    ),
];

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let rounds: usize = match (args.next().as_deref(), args.next()) {
        (Some("--rounds"), Some(count)) => count.parse()?,
        _ => 101,
    };
    let only = args.next();
    let workspace = Workspace::memory()?;
    let files = MemoryFiles::new("memory");
    {
        let tree = workspace.tree()?;
        let put = |path: &str, text: &str| -> Result<(), Box<dyn Error>> {
            tree.write(&VPath::parse(path)?, text.as_bytes())?;
            files.put(path, text)?;
            Ok(())
        };
        for number in 0..FILES {
            put(
                &format!("/d{}/f{number}.txt", number / 10),
                &content(number),
            )?;
        }
        put("/edited.txt", &format!("first line\n{}", content(3)))?;
        for name in ["/p1", "/p2", "/p3"] {
            put(name, "one\n")?;
        }
    }
    let settings = Settings::new().freshness(Freshness::Off);
    let there = Toolbox::new(&workspace, &settings)?;
    let here = Toolbox::over_store(Arc::new(files), &settings)?;
    println!(
        "{:<20} {:>12} {:>12} {:>7}",
        "", "workspace", "store", "ratio"
    );
    let is_wanted = |name: &str| only.as_deref().is_none_or(|only| only == name);
    for (name, tool, arguments) in TOOLS.iter().filter(|(name, ..)| is_wanted(name)) {
        let mut times = Vec::new();
        for number in 0..rounds + 2 {
            let one = |tools: &Toolbox| -> Result<f64, Box<dyn Error>> {
                let args = arguments(number);
                let started = Instant::now();
                let reply = tools.call(tool, args, &CancelToken::new());
                let taken = started.elapsed().as_secs_f64() * 1e6;
                match reply.error() {
                    None => Ok(taken),
                    Some(error) => Err(format!("{name}: {error}").into()),
                }
            };
            // Each is first every other time.
            let (store, workspace) = match number % 4 {
                0 | 1 => (one(&here)?, one(&there)?),
                _ => {
                    let workspace = one(&there)?;
                    (one(&here)?, workspace)
                }
            };
            // The first calls of a tool fill the mirror.
            if number >= 2 {
                times.push((workspace, store));
            }
        }
        let median = |value: fn(&(f64, f64)) -> f64| {
            let mut values: Vec<f64> = times.iter().map(value).collect();
            values.sort_by(f64::total_cmp);
            values[values.len() / 2]
        };
        println!(
            "{name:<20} {:>9.0} µs {:>9.0} µs {:>7.2}",
            median(|one| one.0),
            median(|one| one.1),
            median(|one| one.1 / one.0)
        );
    }
    Ok(())
}
