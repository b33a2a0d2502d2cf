//! Times single operations of the language in two engines, in turn.
//!
//! `benches/operations/*.js` hold them: a line `//# name` begins one, and `//:` separates what it
//! needs from what is repeated, which leaves its answer in `result`. The time of an operation is
//! that of a program which repeats it, less that of the program which does it once: neither the
//! start of a run nor compiling counts.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result, ensure};

use super::engines::Pair;
use super::table::{Measured, Table};
use crate::measure::percentile;
use crate::root;

/// How long the repetitions take at least in the faster engine, and at which time of the slower one
/// they are enough all the same.
const ENOUGH_MS: f64 = 5.0;
const SLOW_MS: f64 = 400.0;

/// What cannot be told from nothing.
const NOISE_MS: f64 = 0.1;

/// More repetitions than any operation needs.
const REPEATED_MAX: usize = 1 << 20;

/// One operation.
#[derive(Debug, PartialEq)]
struct Operation {
    name: String,
    needs: String,
    repeated: String,
    is_async: bool,
}

impl Operation {
    /// A program that does it once and then so many times more.
    fn program(&self, more: usize) -> String {
        let (needs, repeated) = (&self.needs, &self.repeated);
        let kind = if self.is_async { "async " } else { "" };
        format!(
            "{kind}() => {{\n{needs}\nlet result;\nfor (let round = 0; round <= {more}; round++) \
             {{\n{repeated}\n}}\nreturn String(result);\n}}"
        )
    }
}

/// The operations of a file.
fn operations(text: &str) -> Vec<Operation> {
    text.split("//# ")
        .skip(1)
        .map(|part| {
            let (name, code) = part.split_once('\n').unwrap_or((part, ""));
            let (needs, repeated) = code.split_once("//:\n").unwrap_or(("", code));
            Operation {
                name: name.trim().to_owned(),
                needs: needs.trim().to_owned(),
                repeated: repeated.trim().to_owned(),
                is_async: repeated.contains("await"),
            }
        })
        .collect()
}

/// All operations whose names hold a text.
fn wanted(filter: &str) -> Result<Vec<Operation>> {
    let folder = root().join("benches/operations");
    let mut files: Vec<PathBuf> = fs::read_dir(&folder)
        .with_context(|| folder.display().to_string())?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_>>()?;
    files.sort();
    let mut all = Vec::new();
    for file in files {
        all.extend(operations(&fs::read_to_string(&file)?));
    }
    all.retain(|operation| operation.name.contains(filter));
    ensure!(!all.is_empty(), "no operation is called {filter}");
    Ok(all)
}

/// Both engines, and where programs are written for them.
struct Bench {
    pair: Pair,
    folder: PathBuf,
}

impl Bench {
    fn new(pair: Pair) -> Result<Self> {
        let folder = root().join("target/operations");
        fs::create_dir_all(&folder)?;
        Ok(Self { pair, folder })
    }

    fn write(&self, name: &str, code: &str) -> Result<PathBuf> {
        let path = self.folder.join(format!("{name}.js"));
        fs::write(&path, code)?;
        Ok(path)
    }

    /// Milliseconds that the repetitions take in both engines, less those of one, taken in turn.
    fn differences(&mut self, operation: &Operation, more: usize) -> Result<[f64; 2]> {
        let once = self.write("once", &operation.program(0))?;
        let often = self.write("often", &operation.program(more))?;
        let (before, after) = (self.pair.run(&once)?, self.pair.run(&often)?);
        Ok([0, 1].map(|engine: usize| (after[engine] - before[engine]).max(NOISE_MS)))
    }

    /// So many repetitions that both engines take a measurable time.
    fn repetitions(&mut self, operation: &Operation) -> Result<usize> {
        let mut more = 4;
        loop {
            let [ours, theirs] = self.differences(operation, more)?;
            let (fast, slow) = (ours.min(theirs), ours.max(theirs));
            if fast >= ENOUGH_MS || slow >= SLOW_MS || more >= REPEATED_MAX {
                return Ok(more);
            }
            let short = (ENOUGH_MS * 1.3 / fast).min(SLOW_MS * 1.3 / slow);
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                clippy::cast_precision_loss,
                reason = "a small count"
            )]
            let next = (more as f64 * short.clamp(1.2, 16.0)).ceil() as usize;
            more = next;
        }
    }

    fn measure(&mut self, operation: &Operation, rounds: usize) -> Result<Measured> {
        let more = self.repetitions(operation)?;
        let mut times = [Vec::new(), Vec::new()];
        for _ in 0..rounds {
            let taken = self.differences(operation, more)?;
            for (times, taken) in times.iter_mut().zip(taken) {
                times.push(taken);
            }
        }
        #[expect(clippy::cast_precision_loss, reason = "a small count")]
        let [ours, theirs] = times.map(|mut times| percentile(&mut times, 50) * 1e3 / more as f64);
        Ok(Measured {
            name: operation.name.clone(),
            ours,
            theirs,
        })
    }
}

/// What operations take in both engines, of those whose names hold a text.
pub(super) fn measure(pair: Pair, only: &str, rounds: usize) -> Result<Table> {
    let wanted = wanted(only)?;
    let mut bench = Bench::new(pair)?;
    let mut table = Table::default();
    for operation in &wanted {
        match bench.measure(operation, rounds) {
            Ok(one) => table.measured.push(one),
            // QuickJS-ng has no `Intl`, for instance.
            Err(error) => table.failed.push(format!("{}: {error}", operation.name)),
        }
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_file_is_a_list_of_operations() {
        let found = operations("//# one\nlet a;\n//:\nresult = a;\n//# two\nresult = await 2;\n");
        let operation = |name: &str, needs: &str, repeated: &str, is_async| Operation {
            name: name.to_owned(),
            needs: needs.to_owned(),
            repeated: repeated.to_owned(),
            is_async,
        };
        assert_eq!(
            found,
            [
                operation("one", "let a;", "result = a;", false),
                operation("two", "", "result = await 2;", true),
            ]
        );
    }

    #[test]
    fn names_differ_and_every_operation_has_a_result() {
        let all = wanted("").unwrap();
        let names: BTreeSet<&str> = all.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names.len(), all.len());
        assert!(all.len() >= 300, "{}", all.len());
        for one in all {
            assert!(one.repeated.contains("result"), "{}", one.name);
        }
    }
}
