//! What Node answered once, for those who have no Node: written, and compared with the sandbox.
//!
//! Each program has two answers: what counts first, and all.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use isolate_host::Sandbox;
use isolate_tests::files::{Family, first_tier, folder};
use isolate_tests::programs::engines::is_telling;
use isolate_tests::programs::recorded::{self, for_lines};

use super::arguments::{Arguments, RECORDED, SEED};
use super::engines::{Engines, ours};
use super::{TOGETHER, made};

/// Of a thousand programs of a family with mistakes in them, so many may differ in what counts first.
const DIFFERENT_MAX: u64 = 10;

/// Families with a bound of their own, which only falls. Of programs that are meant to work none may
/// differ. What is left in `all` is calls of `cp` that fail and have done a part, in another order than
/// here, and arguments of types that nobody gives; in `extra` it is `removeSync` of `x/.` and `link/`,
/// which fails in Node with the folder emptied and changes nothing here.
const BOUNDS: [(&str, u64); 3] = [("plain", 0), ("all", 5), ("extra", 2)];

fn path() -> PathBuf {
    folder().join("recorded.txt")
}

/// The lines of each family.
fn lines() -> usize {
    usize::try_from(RECORDED)
        .expect("a small number")
        .div_ceil(recorded::LINE)
}

/// The programs of a line.
fn bodies(family: &Family, arguments: &Arguments, line: usize) -> Vec<String> {
    let first = (line * recorded::LINE) as u64;
    let last = (first + recorded::LINE as u64).min(RECORDED);
    (first..last)
        .map(|number| made(family, arguments, number).1)
        .collect()
}

/// What is kept of an answer.
fn short(answer: &str) -> [String; 2] {
    [
        recorded::short(Some(&first_tier(answer))),
        recorded::short(Some(answer)),
    ]
}

/// Writes what Node answers, where the sandbox answers the same; fails where too many differ.
pub(super) fn record(
    families: &[Family],
    arguments: &Arguments,
    sandbox: &Sandbox,
) -> Result<ExitCode> {
    ensure!(
        arguments.which.seed == SEED && arguments.which.family.is_none(),
        "what is recorded has its own seed and all families"
    );
    let mut text = String::new();
    let mut is_good = true;
    for family in families {
        let lines = for_lines(lines(), 1, |line| {
            let mut engines = Engines::new(arguments, sandbox)?;
            let bodies = bodies(family, arguments, line);
            let mut answers = Vec::new();
            let mut different = 0_u64;
            for bodies in bodies.chunks(TOGETHER) {
                for (node, ours) in engines.pairs(bodies)? {
                    let [first, all] = short(&node);
                    let is_first = is_telling(&node) && first_tier(&node) == first_tier(&ours);
                    different += u64::from(!is_first && is_telling(&node));
                    answers.push(if is_first {
                        first
                    } else {
                        recorded::short(None)
                    });
                    answers.push(if node == ours {
                        all
                    } else {
                        recorded::short(None)
                    });
                }
            }
            Ok((recorded::line(&bodies, &answers), different))
        })?;
        let different: u64 = lines.values().map(|(_, different)| different).sum();
        println!("{}: {different} of {RECORDED} differ", family.name);
        is_good &= is_within(&family.name, different, RECORDED);
        for (line, _) in lines.values() {
            text.push_str(&format!("{} {line}\n", family.name));
        }
    }
    if !is_good {
        println!("too many differ: nothing is recorded");
        return Ok(ExitCode::FAILURE);
    }
    std::fs::write(path(), text)?;
    println!("recorded {}", path().display());
    Ok(ExitCode::SUCCESS)
}

/// Whether no more programs of a family differ than may.
pub(super) fn is_within(family: &str, different: u64, count: u64) -> bool {
    let own = BOUNDS.iter().find(|(name, _)| *name == family);
    let most = own.map_or(DIFFERENT_MAX, |(_, most)| *most);
    different * 1000 <= most * count
}

/// Compares the sandbox with what Node answered once.
pub(super) fn check(
    families: &[Family],
    arguments: &Arguments,
    sandbox: &Sandbox,
) -> Result<ExitCode> {
    let path = path();
    let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let mut then: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for line in text.lines() {
        let (family, rest) = line.split_once(' ').context("a family and its answers")?;
        then.entry(family).or_default().push(rest);
    }
    let started = Instant::now();
    let mut wrong = 0;
    for family in families {
        let then = then.get(family.name.as_str());
        let then = then.filter(|then| then.len() == lines());
        let then = then.with_context(|| format!("{} is not recorded", family.name))?;
        let found = for_lines(lines(), 1, |line| {
            let bodies = bodies(family, arguments, line);
            let mut answers = Vec::new();
            for bodies in bodies.chunks(TOGETHER) {
                answers.extend(
                    ours(sandbox, bodies)?
                        .iter()
                        .flat_map(|answer| short(answer)),
                );
            }
            recorded::different(then[line], &bodies, &answers)
        })?;
        for (line, different) in found {
            for at in different {
                let number = line * recorded::LINE + at / 2;
                println!(
                    "{} {number} differs from Node: cargo xtask files --family {} --first {number} \
                     --count 1",
                    family.name, family.name
                );
                wrong += 1;
            }
        }
    }
    println!(
        "{} programs in {:.0} s, {wrong} answers differ from Node",
        families.len() as u64 * RECORDED,
        started.elapsed().as_secs_f64()
    );
    Ok(ExitCode::from(u8::from(wrong > 0)))
}
