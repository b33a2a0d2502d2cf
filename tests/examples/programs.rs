//! Compares what generated programs answer in the sandbox, natively and in Node:
//! `cargo xtask programs` starts it.
#![expect(clippy::print_stdout, reason = "a chore reports what it does")]

#[path = "programs/arguments.rs"]
mod arguments;
#[path = "programs/engines.rs"]
mod engines;
#[path = "programs/record.rs"]
mod record;

use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use isolate_host::Sandbox;
use isolate_tests::programs::accepted::{Accepted, accepted, first_difference};
use isolate_tests::programs::{Choices, Family, families, family_of, recorded, shrink};

use arguments::{Action, Arguments};
use engines::{Difference, Engines, smaller_one};

/// Characters of a line of an answer that are told.
const LINE_MAX: usize = 300;

/// What all workers found.
#[derive(Default)]
struct Found {
    /// Programs, those that tell nothing, those that differ, and those that Node does not read, by
    /// family.
    counts: BTreeMap<String, [u64; 4]>,
    /// Differences that are made smaller, by family.
    smaller: BTreeMap<String, usize>,
    /// Those that are not: their numbers.
    counted: Vec<u64>,
    /// Outlines of minimal programs.
    known: BTreeSet<String>,
    new: Vec<String>,
    accepted: BTreeMap<String, u64>,
}

struct Chore<'a> {
    arguments: &'a Arguments,
    families: &'a [Family],
    accepted: &'a [Accepted],
    found: &'a Mutex<Found>,
}

impl Chore<'_> {
    fn family(&self, number: u64) -> &Family {
        let family = match &self.arguments.which.family {
            Some(name) => self.families.iter().find(|family| family.name == *name),
            None => None,
        };
        family.unwrap_or_else(|| {
            &self.families[family_of(self.families, self.arguments.which.seed, number)]
        })
    }

    fn made(&self, number: u64) -> (&Family, Choices, String) {
        let family = self.family(number);
        let mut choices = Choices::random(self.arguments.which.seed, number);
        let body = family.body(&mut choices);
        (family, choices, body)
    }

    fn work(
        &self,
        next: &AtomicU64,
        until: Option<Instant>,
        sandbox: Option<&Sandbox>,
    ) -> Result<()> {
        let mut engines = Engines::new(self.arguments, sandbox)?;
        // So many at once that those of a family are often enough to be run together.
        let block = match self.arguments.together {
            1 => 1,
            together => 32 * together as u64,
        };
        let end = self
            .arguments
            .which
            .first
            .saturating_add(self.arguments.which.count);
        loop {
            let first = next.fetch_add(block, Ordering::Relaxed);
            let is_late = until.is_some_and(|until| Instant::now() >= until);
            if is_late || first >= end {
                return Ok(());
            }
            let mut by_family: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
            for index in first..end.min(first + block) {
                let number = self.arguments.number(index);
                let family = self.family(number);
                by_family.entry(&family.name).or_default().push(number);
            }
            for numbers in by_family.values() {
                let together = match self.family(numbers[0]).may_be_together() {
                    true => self.arguments.together,
                    false => 1,
                };
                for numbers in numbers.chunks(together) {
                    self.work_together(numbers, &mut engines)?;
                }
            }
        }
    }

    /// Runs programs of one family as one, and each of them by itself where that shows anything.
    fn work_together(&self, numbers: &[u64], engines: &mut Engines<'_>) -> Result<()> {
        let made: Vec<_> = numbers.iter().map(|number| self.made(*number)).collect();
        let bodies: Vec<&str> = made.iter().map(|(_, _, body)| body.as_str()).collect();
        let family = made[0].0;
        let joined = bodies.join("\n");
        let text = family.program_of(&bodies);
        let mut together = None;
        if numbers.len() > 1 {
            together = engines.compare(&text, &[])?;
            let is_clean =
                |one: &Difference| one.ours.is_empty() && one.node.starts_with("returned");
            if together.as_ref().is_some_and(is_clean) {
                let mut found = self.found.lock().expect("no worker panics");
                let counts = found.counts.entry(family.name.clone()).or_default();
                counts[0] += numbers.len() as u64;
                return Ok(());
            }
        }
        let mut is_found = false;
        for (number, (_, choices, body)) in numbers.iter().zip(made) {
            is_found |= self.work_one(*number, family, choices, body, engines)?;
        }
        // What only shows where they follow each other.
        match together {
            Some(difference) if !is_found && !difference.ours.is_empty() => {
                self.add(numbers[0], family, &joined, &text, &difference)
            }
            _ => Ok(()),
        }
    }

    /// Runs a program; whether it differs.
    fn work_one(
        &self,
        number: u64,
        family: &Family,
        choices: Choices,
        body: String,
        engines: &mut Engines<'_>,
    ) -> Result<bool> {
        let difference = engines.compare(&family.program(&body), &[])?;
        let mut found = self.found.lock().expect("no worker panics");
        let counts = found.counts.entry(family.name.clone()).or_default();
        counts[0] += 1;
        let Some(difference) = difference else {
            counts[1] += 1;
            return Ok(false);
        };
        counts[3] += u64::from(difference.node == "refused");
        if difference.ours.is_empty() {
            return Ok(false);
        }
        counts[2] += 1;
        let smaller = found.smaller.entry(family.name.clone()).or_default();
        if *smaller >= self.arguments.which.most {
            found.counted.push(number);
            return Ok(true);
        }
        *smaller += 1;
        drop(found);
        let (body, difference) = smaller_one(family, choices, body, difference, engines)?;
        self.add(number, family, &body, &family.program(&body), &difference)?;
        Ok(true)
    }

    /// Adds a minimal program, unless one like it is there.
    fn add(
        &self,
        number: u64,
        family: &Family,
        body: &str,
        program: &str,
        difference: &Difference,
    ) -> Result<()> {
        let mut found = self.found.lock().expect("no worker panics");
        let is_accepted = |one: &&Accepted| {
            !difference.is_between_builds
                && difference.ours.iter().all(|(_, answer)| {
                    let (ours, node) = first_difference(answer, &difference.node);
                    one.is_of(body, ours, node)
                })
        };
        if let Some(one) = self.accepted.iter().find(is_accepted) {
            *found.accepted.entry(one.reason.clone()).or_default() += 1;
            return Ok(());
        }
        if !found.known.insert(shrink::outline(body)) {
            return Ok(());
        }
        let mut text = format!(
            "// {} {number}, seed {}\n",
            family.name, self.arguments.which.seed
        );
        if difference.is_between_builds {
            text.push_str("// Builds of the engine differ, which is never accepted.\n");
        }
        let mut said: BTreeMap<(&str, &str), Vec<&str>> = BTreeMap::new();
        for (name, answer) in &difference.ours {
            let lines = first_difference(answer, &difference.node);
            said.entry(lines).or_default().push(name);
        }
        for ((ours, node), names) in said {
            let cut = |line: &str| line.chars().take(LINE_MAX).collect::<String>();
            let (ours, node) = (cut(ours), cut(node));
            text.push_str(&format!(
                "// {}: {ours}\n// node: {node}\n",
                names.join(", ")
            ));
        }
        let path = self
            .arguments
            .folder
            .join(format!("{}-{number}.js", family.name));
        std::fs::create_dir_all(&self.arguments.folder)?;
        std::fs::write(&path, format!("{text}{program}"))?;
        found.new.push(format!("{text}{body}\n"));
        Ok(())
    }
}

fn main() -> Result<ExitCode> {
    let arguments = Arguments::parse()?;
    let families = families()?;
    if let Some(name) = &arguments.which.family {
        let names: Vec<&str> = families.iter().map(|family| family.name.as_str()).collect();
        ensure!(
            names.contains(&name.as_str()),
            "no family {name}: there are {}",
            names.join(", ")
        );
    }
    let found = Mutex::new(Found::default());
    let chore = Chore {
        arguments: &arguments,
        families: &families,
        accepted: &accepted()?,
        found: &found,
    };
    match arguments.action {
        Action::Print => {
            let (family, _, body) = chore.made(arguments.which.first);
            println!("{}", family.program(&body));
            Ok(ExitCode::SUCCESS)
        }
        Action::Compare => compare(&chore),
        Action::Record => record::record(&chore),
        Action::Check => record::check(&chore),
    }
}

fn compare(chore: &Chore<'_>) -> Result<ExitCode> {
    let arguments = chore.arguments;
    let started = Instant::now();
    let until = arguments
        .seconds
        .map(|seconds| started + Duration::from_secs(seconds));
    let sandbox = arguments.has_sandbox.then(Sandbox::new).transpose()?;
    let next = AtomicU64::new(arguments.which.first);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..recorded::threads())
            .map(|_| scope.spawn(|| chore.work(&next, until, sandbox.as_ref())))
            .collect();
        for worker in workers {
            worker.join().expect("a worker does not panic")?;
        }
        anyhow::Ok(())
    })?;
    let found = chore.found.lock().expect("no worker panics");
    for text in &found.new {
        println!("{text}");
    }
    let mut all = [0; 4];
    println!(
        "{:>24} {:>9} {:>7} {:>7} {:>7}",
        "family", "programs", "silent", "refused", "differ"
    );
    for (family, counts) in &found.counts {
        println!(
            "{family:>24} {:>9} {:>7} {:>7} {:>7}",
            counts[0], counts[1], counts[3], counts[2]
        );
        for (sum, count) in all.iter_mut().zip(counts) {
            *sum += count;
        }
    }
    for (reason, count) in &found.accepted {
        println!("accepted {count}: {reason}");
    }
    if !found.counted.is_empty() {
        let path = arguments.folder.join("counted.txt");
        let numbers: Vec<String> = found.counted.iter().map(u64::to_string).collect();
        std::fs::create_dir_all(&arguments.folder)?;
        // Files of several runs are put together with `cat`.
        std::fs::write(&path, numbers.join("\n") + "\n")?;
        println!(
            "{} more differ than --most makes smaller: --numbers {}",
            numbers.len(),
            path.display()
        );
    }
    let seconds = started.elapsed().as_secs_f64();
    println!(
        "{} programs in {seconds:.0} s, {:.0} a second; {} tell nothing, {} differ; {} minimal programs in {}",
        all[0],
        all[0] as f64 / seconds,
        all[1],
        all[2],
        found.new.len(),
        arguments.folder.display()
    );
    Ok(ExitCode::from(u8::from(!found.new.is_empty())))
}
