//! Times loading a library, which does nothing yet, in two engines, in turn.
//!
//! The library is `benches/loading/function.js.txt` many times, with a number in each. The time of
//! a program without a library is taken off, so that the start of a run does not count.

use std::fs;
use std::path::PathBuf;

use anyhow::Result;

use super::engines::Pair;
use super::table::{Measured, Table};
use crate::root;

/// Functions of the library.
const FUNCTIONS: usize = 600;

/// Milliseconds a KiB of source, for a library that is loaded, and for one of which every function is
/// called too.
pub(super) fn measure(mut pair: Pair, rounds: usize) -> Result<Table> {
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

    let nothing = pair.medians(&start, rounds)?;
    let mut table = Table::default();
    for (name, (path, bytes)) in [
        ("loading a library", loaded),
        ("loading it and calling every function", called),
    ] {
        let taken = pair.medians(&path, rounds)?;
        #[expect(clippy::cast_precision_loss, reason = "a small count")]
        let kibibytes = bytes as f64 / 1024.0;
        table.measured.push(Measured {
            name: name.to_owned(),
            ours: (taken[0] - nothing[0]) / kibibytes,
            theirs: (taken[1] - nothing[1]) / kibibytes,
        });
    }
    Ok(table)
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
