//! What Node answered once, for those who have no Node: written, and compared with the sandbox.

use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Instant;

use anyhow::{Result, ensure};
use isolate_host::{Sandbox, Workspace};
use isolate_tests::programs::accepted::first_difference;
use isolate_tests::programs::engines::in_sandbox;
use isolate_tests::programs::recorded::{self, for_lines};

use super::Chore;
use super::engines::{Engines, smaller_one};

/// How many lines the recorded file has.
fn lines_of() -> usize {
    recorded::COUNT.div_ceil(recorded::LINE)
}

/// Programs of a line of the recorded file.
fn line(chore: &Chore<'_>, index: usize) -> Vec<String> {
    let first = index * recorded::LINE;
    let last = (first + recorded::LINE).min(recorded::COUNT);
    (first..last)
        .map(|number| {
            let (family, _, body) = chore.made(number as u64);
            family.program(&body)
        })
        .collect()
}

/// Writes what Node answers, where the sandbox answers the same. A difference that is accepted is
/// left out; any other fails, and nothing is written.
pub(super) fn record(chore: &Chore<'_>) -> Result<ExitCode> {
    ensure!(
        chore.arguments.which.seed == recorded::SEED && chore.arguments.which.family.is_none(),
        "what is recorded has its own seed and all families"
    );
    let sandbox = Sandbox::new()?;
    let wrong = AtomicU64::new(0);
    let lines = for_lines(lines_of(), 1, |index| {
        let mut engines = Engines::new(chore.arguments, Some(&sandbox))?;
        let programs = line(chore, index);
        let mut answers = Vec::new();
        for (at, program) in programs.iter().enumerate() {
            let difference = engines.compare(program, &[])?;
            let answer = difference.as_ref().filter(|one| one.ours.is_empty());
            answers.push(recorded::short(answer.map(|one| one.node.as_str())));
            if let Some(difference) = difference
                && !difference.ours.is_empty()
            {
                let number = (index * recorded::LINE + at) as u64;
                let (family, choices, body) = chore.made(number);
                let (body, difference) =
                    smaller_one(family, choices, body, difference, &mut engines)?;
                let is_accepted = chore.accepted.iter().any(|one| {
                    difference.ours.iter().all(|(_, answer)| {
                        let (ours, node) = first_difference(answer, &difference.node);
                        one.is_of(&body, ours, node)
                    })
                });
                if !is_accepted {
                    wrong.fetch_add(1, Ordering::Relaxed);
                    println!("{} {number} differs", family.name);
                }
            }
        }
        Ok(recorded::line(&programs, &answers))
    })?;
    let wrong = wrong.into_inner();
    if wrong > 0 {
        println!("{wrong} programs differ: nothing is recorded");
        return Ok(ExitCode::FAILURE);
    }
    let text: Vec<String> = lines.into_values().collect();
    std::fs::write(recorded::path(), text.join("\n") + "\n")?;
    println!("recorded {}", recorded::path().display());
    Ok(ExitCode::SUCCESS)
}

/// Compares the sandbox with what Node answered once.
pub(super) fn check(chore: &Chore<'_>) -> Result<ExitCode> {
    let Some(then) = recorded::read()? else {
        println!(
            "nothing is recorded in {}",
            Path::new("tests/programs/recorded.txt").display()
        );
        return Ok(ExitCode::SUCCESS);
    };
    let started = Instant::now();
    let sandbox = Sandbox::new()?;
    let count = AtomicUsize::new(0);
    let lines = for_lines(lines_of(), chore.arguments.every, |index| {
        let workspace = Workspace::memory()?;
        let programs = line(chore, index);
        count.fetch_add(programs.len(), Ordering::Relaxed);
        let answers: Vec<String> = programs
            .iter()
            .map(|program| recorded::short(Some(&in_sandbox(&sandbox, &workspace, program))))
            .collect();
        recorded::different(&then[index], &programs, &answers)
    })?;
    let mut wrong = 0;
    for (index, different) in &lines {
        for at in different {
            let number = (index * recorded::LINE + at) as u64;
            println!(
                "{} {number} differs from Node: cargo xtask programs --first {number} --count 1",
                chore.family(number).name
            );
            wrong += 1;
        }
    }
    println!(
        "{} programs in {:.0} s, {wrong} differ from Node",
        count.into_inner(),
        started.elapsed().as_secs_f64()
    );
    Ok(ExitCode::from(u8::from(wrong > 0)))
}
