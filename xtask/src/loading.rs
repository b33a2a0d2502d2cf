//! Times loading a library, which does nothing yet, in the sandbox and in QuickJS-ng, in turn.
//!
//! The library is `benches/loading/function.js.txt` many times, with a number in each. The time of
//! a program without a library is taken off, so that the start of a run does not count.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result, bail, ensure};

use crate::rivals::{Measured, Pair, tell};
use crate::root;

/// Rounds that count, unless `--rounds` says otherwise.
const ROUNDS: usize = 15;

/// Functions of the library.
const FUNCTIONS: usize = 600;

/// Prints milliseconds a KiB of source, for a library that is loaded, and for one of which every
/// function is called too.
///
/// # Errors
///
/// An unknown argument, or an engine that is not there.
pub(crate) fn compare(arguments: &[&str]) -> Result<()> {
    let rounds = match arguments {
        [] => ROUNDS,
        ["--rounds", number] => number.parse().context("--rounds takes a number")?,
        _ => bail!("unknown arguments of loading: {}", arguments.join(" ")),
    };
    ensure!(rounds > 0, "--rounds 0: at least one round");
    let function = fs::read_to_string(root().join("benches/loading/function.js.txt"))?;
    let folder = root().join("target/loading");
    fs::create_dir_all(&folder)?;
    let write = |name: &str, text: &str| -> Result<(PathBuf, usize)> {
        let path = folder.join(name);
        fs::write(&path, text)?;
        Ok((path, text.len()))
    };
    let library = library(&function);
    let (start, _) = write("start.js", "() => \"1\"")?;
    let loaded = write("loaded.js", &program(&library, ""))?;
    let calls = "for (const f of all) f([], {});";
    let called = write("called.js", &program(&library, calls))?;

    let mut pair = Pair::start()?;
    // The first run of all is slower than any other.
    let _warm = pair.run(&start)?;
    let nothing = pair.medians(&start, rounds)?;
    let mut measured = Vec::new();
    for (name, (path, bytes)) in [
        ("loading a library", loaded),
        ("loading it and calling every function", called),
    ] {
        let taken = pair.medians(&path, rounds)?;
        #[expect(clippy::cast_precision_loss, reason = "a small count")]
        let kibibytes = bytes as f64 / 1024.0;
        measured.push(Measured {
            name: name.to_owned(),
            ours: (taken[0] - nothing[0]) / kibibytes,
            theirs: (taken[1] - nothing[1]) / kibibytes,
        });
    }
    tell("ms a KiB", &mut measured, &[]);
    Ok(())
}

/// A library as bundlers write them.
fn library(function: &str) -> String {
    (0..FUNCTIONS)
        .map(|index| function.replace("{index}", &index.to_string()))
        .collect()
}

fn program(library: &str, calls: &str) -> String {
    format!("() => {{\nconst all = [];\n{library}\n{calls}\nreturn String(all.length);\n}}")
}

#[cfg(test)]
mod tests {
    use super::{FUNCTIONS, library, program};

    #[test]
    fn each_function_has_its_number() {
        let text = library("function sum{index}() {}\nall.push(sum{index});\n");
        assert!(text.starts_with("function sum0() {}\nall.push(sum0);\nfunction sum1()"));
        assert_eq!(text.matches("all.push").count(), FUNCTIONS);
        assert!(program(&text, "").ends_with("return String(all.length);\n}"));
    }
}
