//! Compares what generated programs over files answer in the sandbox and in Node: `cargo xtask files`
//! starts it.
#![expect(clippy::print_stdout, reason = "a chore reports what it does")]

#[path = "files/arguments.rs"]
mod arguments;
#[path = "files/engines.rs"]
mod engines;
#[path = "files/record.rs"]
mod record;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::Result;
use isolate_host::Sandbox;
use isolate_tests::files::cause::{Cause, Difference};
use isolate_tests::files::{Family, families};
use isolate_tests::programs::engines::is_telling;
use isolate_tests::programs::{Choices, recorded, shrink};

use arguments::{Action, Arguments};
use engines::Engines;

/// Programs that run as one.
const TOGETHER: usize = 25;

/// How long a program is made smaller.
const SHRINK_MAX: Duration = Duration::from_secs(4);

/// Numbers of programs that are kept of each cause.
const KEPT: usize = 3;

/// What all workers found of a family.
#[derive(Default)]
struct Found {
    programs: u64,
    calls: u64,
    /// Programs that differ, and those in which only what counts second does.
    different: [u64; 2],
    /// How often each cause is the first of a program, and numbers of such programs.
    causes: BTreeMap<Cause, (u64, Vec<u64>)>,
}

fn main() -> Result<ExitCode> {
    let arguments = Arguments::parse()?;
    let mut families = families()?;
    if let Some(name) = &arguments.which.family {
        families.retain(|family| family.name == *name);
    }
    if let Action::Print(number) = arguments.action {
        for family in &families {
            let (_, body) = made(family, &arguments, number);
            println!("// {}\n{body}", family.name);
        }
        return Ok(ExitCode::SUCCESS);
    }
    let sandbox = Sandbox::new()?;
    match arguments.action {
        Action::Record => return record::record(&families, &arguments, &sandbox),
        Action::Check => return record::check(&families, &arguments, &sandbox),
        Action::Compare | Action::Print(_) => {}
    }
    let mut is_within = true;
    for family in &families {
        is_within &= compare(family, &arguments, &sandbox)?;
    }
    Ok(ExitCode::from(u8::from(!is_within)))
}

fn made(family: &Family, arguments: &Arguments, number: u64) -> (Choices, String) {
    let mut choices = Choices::random(arguments.which.seed, number);
    let body = family.body(&mut choices);
    (choices, body)
}

/// Compares the programs of a family, and says whether no more differ than may.
fn compare(family: &Family, arguments: &Arguments, sandbox: &Sandbox) -> Result<bool> {
    let started = Instant::now();
    let found = Mutex::new(Found::default());
    let next = AtomicU64::new(arguments.which.first);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..recorded::threads())
            .map(|_| scope.spawn(|| work(family, arguments, sandbox, &next, &found)))
            .collect();
        for worker in workers {
            worker.join().expect("a worker does not panic")?;
        }
        anyhow::Ok(())
    })?;
    let found = found.into_inner().expect("no worker panics");
    let seconds = started.elapsed().as_secs_f64();
    let share = |count: u64| 100.0 * count as f64 / found.programs.max(1) as f64;
    let [first, second] = found.different;
    println!(
        "{}: {} programs in {seconds:.0} s, {} calls; {first} differ ({:.2} %), {second} more in \
         what counts second ({:.2} %)",
        family.name,
        found.programs,
        found.calls,
        share(first),
        share(second)
    );
    let mut causes: Vec<_> = found.causes.into_iter().collect();
    causes.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
    let mut engines = Engines::new(arguments, sandbox)?;
    let mut report = String::new();
    for (index, (cause, (count, numbers))) in causes.iter().enumerate() {
        let _ = writeln!(report, "\n{count:>6}  {cause}");
        if index < arguments.which.most {
            let (body, difference) = smaller(family, arguments, numbers[0], cause, &mut engines)?;
            for line in body.lines() {
                let _ = writeln!(report, "          {line}");
            }
            let _ = writeln!(report, "        ours: {}", cut(&difference.ours));
            let _ = writeln!(report, "        node: {}", cut(&difference.node));
        }
        let _ = writeln!(report, "        numbers: {numbers:?}");
    }
    println!("{report}");
    Ok(record::is_within(&family.name, first, found.programs))
}

/// What of a line is told.
fn cut(line: &str) -> String {
    line.replace('\t', "  ").chars().take(300).collect()
}

fn work(
    family: &Family,
    arguments: &Arguments,
    sandbox: &Sandbox,
    next: &AtomicU64,
    found: &Mutex<Found>,
) -> Result<()> {
    let mut engines = Engines::new(arguments, sandbox)?;
    let end = arguments.which.first.saturating_add(arguments.which.count);
    loop {
        let first = next.fetch_add(TOGETHER as u64, Ordering::Relaxed);
        if first >= end {
            return Ok(());
        }
        let numbers: Vec<u64> = (first..end.min(first + TOGETHER as u64)).collect();
        let bodies: Vec<String> = numbers
            .iter()
            .map(|number| made(family, arguments, *number).1)
            .collect();
        let mut differences = Vec::new();
        for (index, (node, ours)) in engines.pairs(&bodies)?.into_iter().enumerate() {
            if node != ours && is_telling(&node) {
                let traced = engines.traced(&bodies[index])?;
                differences.extend(traced.map(|difference| (numbers[index], difference)));
            }
        }
        let mut found = found.lock().expect("no worker panics");
        found.programs += numbers.len() as u64;
        found.calls += bodies
            .iter()
            .map(|body| body.matches("await ").count() as u64)
            .sum::<u64>();
        for (number, difference) in differences {
            found.different[usize::from(difference.is_second)] += 1;
            let (count, kept) = found.causes.entry(difference.cause()).or_default();
            *count += 1;
            if kept.len() < KEPT {
                kept.push(number);
            }
        }
    }
}

/// A smaller program with the same cause.
fn smaller(
    family: &Family,
    arguments: &Arguments,
    number: u64,
    cause: &Cause,
    engines: &mut Engines<'_>,
) -> Result<(String, Difference)> {
    let (choices, body) = made(family, arguments, number);
    let gone = || anyhow::anyhow!("program {number} differs only sometimes");
    let difference = engines.traced(&body)?.ok_or_else(gone)?;
    let mut best = (body, difference);
    let mut failed = Ok(());
    let mut shows = |body: &str, best: &mut (String, Difference)| match engines.traced(body) {
        Ok(Some(difference)) if difference.cause() == *cause => {
            *best = (body.to_owned(), difference);
            true
        }
        Ok(_) => false,
        Err(error) => {
            failed = Err(error);
            false
        }
    };
    let deadline = Instant::now() + SHRINK_MAX;
    shrink::choices(choices, deadline, |choices| {
        let mut choices = Choices::given(choices);
        let body = family.body(&mut choices);
        shows(&body, &mut best).then_some(choices)
    });
    let text = best.0.clone();
    shrink::lines(&text, Instant::now() + SHRINK_MAX, |body| {
        shows(body, &mut best)
    });
    failed?;
    Ok(best)
}
