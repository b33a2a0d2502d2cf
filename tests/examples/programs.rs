//! Compares what generated programs answer in the sandbox, natively and in Node:
//! `cargo xtask programs` starts it.
#![expect(clippy::print_stdout, reason = "a chore reports what it does")]

#[path = "programs/record.rs"]
mod record;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};
use isolate_host::{Sandbox, Workspace};
use isolate_tests::programs::accepted::{Accepted, accepted, first_difference};
use isolate_tests::programs::engines::{Piped, in_sandbox, is_same, is_telling};
use isolate_tests::programs::{Choices, Family, families, family_of, folder, recorded, shrink};

/// How long a difference is made smaller.
const SHRINK_MAX: Duration = Duration::from_secs(25);

/// Characters of a line of an answer that are told.
const LINE_MAX: usize = 300;

struct Arguments {
    count: u64,
    first: u64,
    seed: u64,
    family: Option<String>,
    seconds: Option<u64>,
    /// Differences of a family that are made smaller; others are counted.
    most: usize,
    node: Option<String>,
    /// Native builds, by their names.
    native: Vec<(&'static str, String)>,
    folder: PathBuf,
    has_sandbox: bool,
    action: Action,
    /// Of so many recorded lines, one is checked.
    every: usize,
    /// Programs of a family that are run as one, as long as that shows no difference.
    together: usize,
}

#[derive(Clone, Copy, PartialEq)]
enum Action {
    Compare,
    /// Prints a program.
    Print,
    /// Writes Node's answers.
    Record,
    /// Compares the sandbox with those.
    Check,
}

impl Arguments {
    fn parse() -> Result<Self> {
        let mut arguments = std::env::args().skip(1);
        let mut parsed = Self {
            count: recorded::COUNT as u64,
            first: 0,
            seed: recorded::SEED,
            family: None,
            seconds: None,
            most: 5,
            node: None,
            native: Vec::new(),
            folder: PathBuf::from("target/programs"),
            has_sandbox: true,
            action: Action::Compare,
            every: 1,
            together: 1,
        };
        while let Some(argument) = arguments.next() {
            let mut value = || {
                let value = arguments.next();
                value.with_context(|| format!("{argument} needs a value"))
            };
            match argument.as_str() {
                "--count" => parsed.count = value()?.parse()?,
                "--first" => parsed.first = value()?.parse()?,
                "--seed" => parsed.seed = value()?.parse()?,
                "--family" => parsed.family = Some(value()?),
                "--seconds" => {
                    parsed.seconds = Some(value()?.parse()?);
                    parsed.count = u64::MAX;
                }
                "--most" => parsed.most = value()?.parse()?,
                "--node" => parsed.node = Some(value()?),
                "--native" => parsed.native.push(("native", value()?)),
                "--general" => parsed.native.push(("general", value()?)),
                "--folder" => parsed.folder = value()?.into(),
                "--without-sandbox" => parsed.has_sandbox = false,
                "--print" => parsed.action = Action::Print,
                "--record" => parsed.action = Action::Record,
                "--check" => parsed.action = Action::Check,
                "--every" => {
                    parsed.every = value()?.parse()?;
                    ensure!(parsed.every > 0, "--every 0: at least 1");
                }
                "--together" => {
                    parsed.together = value()?.parse()?;
                    ensure!(parsed.together > 0, "--together 0: at least 1");
                }
                other => bail!("unknown argument: {other}"),
            }
        }
        Ok(parsed)
    }
}

/// All that a worker asks.
struct Engines<'a> {
    node: Piped,
    native: Vec<Piped>,
    sandbox: Option<(&'a Sandbox, Workspace)>,
}

impl<'a> Engines<'a> {
    fn new(arguments: &Arguments, sandbox: Option<&'a Sandbox>) -> Result<Self> {
        let script = folder().join("node.cjs").to_string_lossy().into_owned();
        let node = arguments.node.as_deref().unwrap_or("node");
        let native = arguments.native.iter();
        let sandbox = match sandbox {
            Some(sandbox) => Some((sandbox, Workspace::memory()?)),
            None => None,
        };
        Ok(Self {
            node: Piped::new("node", node, &[&script], false),
            native: native
                .map(|(name, path)| Piped::new(name, path, &[], true))
                .collect(),
            sandbox,
        })
    }

    /// The answers of ours, by the names of the engines: of those that are asked, or of all.
    fn ours(&mut self, text: &str, asked: &[&str]) -> Result<Vec<(&'static str, String)>> {
        let is_asked = |name: &str| asked.is_empty() || asked.contains(&name);
        for native in self.native.iter_mut().filter(|one| is_asked(one.name)) {
            native.send(text)?;
        }
        let mut answers = Vec::new();
        if let Some((sandbox, workspace)) = &self.sandbox
            && is_asked("sandbox")
        {
            answers.push(("sandbox", in_sandbox(sandbox, workspace, text)));
        }
        for native in self.native.iter_mut().filter(|one| is_asked(one.name)) {
            answers.push((native.name, native.receive()));
        }
        Ok(answers)
    }

    /// Node's answer and those of ours that are others. None where the program tells nothing.
    fn compare(&mut self, text: &str, asked: &[&str]) -> Result<Option<Difference>> {
        let node = self.node.ask(text)?;
        if !is_telling(&node) {
            return Ok(None);
        }
        let mut ours = self.ours(text, asked)?;
        ours.retain(|(_, answer)| !is_same(answer, &node));
        Ok(Some(Difference { node, ours }))
    }
}

/// What a program showed. Without a difference, `ours` is empty.
struct Difference {
    node: String,
    ours: Vec<(&'static str, String)>,
}

impl Difference {
    /// Whether another one is of the same kind, as far as that can be said.
    fn is_like(&self, other: &Self) -> bool {
        let kind = |answer: &str| answer.split_whitespace().next().map(str::to_owned);
        let of = |difference: &Self| -> Vec<(&'static str, Option<String>)> {
            let ours = difference.ours.iter();
            ours.map(|(name, answer)| (*name, kind(answer))).collect()
        };
        of(self) == of(other) && kind(&self.node) == kind(&other.node)
    }
}

/// What all workers found.
#[derive(Default)]
struct Found {
    /// Programs, those that tell nothing, those that differ, and those that Node does not read, by
    /// family.
    counts: BTreeMap<String, [u64; 4]>,
    /// Differences that are made smaller, by family.
    smaller: BTreeMap<String, usize>,
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
        let family = match &self.arguments.family {
            Some(name) => self.families.iter().find(|family| family.name == *name),
            None => None,
        };
        family.unwrap_or_else(|| {
            &self.families[family_of(self.families, self.arguments.seed, number)]
        })
    }

    fn made(&self, number: u64) -> (&Family, Choices, String) {
        let family = self.family(number);
        let mut choices = Choices::random(self.arguments.seed, number);
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
        let end = self.arguments.first.saturating_add(self.arguments.count);
        loop {
            let first = next.fetch_add(block, Ordering::Relaxed);
            let is_late = until.is_some_and(|until| Instant::now() >= until);
            if is_late || first >= end {
                return Ok(());
            }
            let mut by_family: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
            for number in first..end.min(first + block) {
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
        if numbers.len() > 1 {
            let text = family.program_of(&bodies);
            let difference = engines.compare(&text, &[])?;
            let is_clean =
                |one: &Difference| one.ours.is_empty() && one.node.starts_with("returned");
            if difference.as_ref().is_some_and(is_clean) {
                let mut found = self.found.lock().expect("no worker panics");
                let counts = found.counts.entry(family.name.clone()).or_default();
                counts[0] += numbers.len() as u64;
                return Ok(());
            }
            let mut is_found = false;
            let joined = bodies.join("\n");
            for (number, (_, choices, body)) in numbers.iter().zip(made) {
                is_found |= self.work_one(*number, family, choices, body, engines)?;
            }
            if let Some(difference) = difference.filter(|one| !is_found && !one.ours.is_empty()) {
                self.add(numbers[0], family, &joined, &text, &difference)?;
            }
            return Ok(());
        }
        for (number, (_, choices, body)) in numbers.iter().zip(made) {
            self.work_one(*number, family, choices, body, engines)?;
        }
        Ok(())
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
        if *smaller >= self.arguments.most {
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
            difference.ours.iter().all(|(_, answer)| {
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
            family.name, self.arguments.seed
        );
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

/// A smaller program that shows a difference of the same kind.
fn smaller_one(
    family: &Family,
    choices: Choices,
    body: String,
    difference: Difference,
    engines: &mut Engines<'_>,
) -> Result<(String, Difference)> {
    let deadline = Instant::now() + SHRINK_MAX;
    // The natives are quicker than the sandbox, and one that differs is enough.
    let asked = difference.ours.last().map_or("", |(name, _)| *name);
    let whole = difference.ours.len();
    let start = (body.clone(), difference);
    let Some(now) = engines.compare(&family.program(&body), &[asked])? else {
        return Ok(start);
    };
    let mut best = (body, now);
    let mut failed = Ok(());
    let mut shows = |body: String, best: &mut (String, Difference)| match engines
        .compare(&family.program(&body), &[])
    {
        Ok(Some(now)) if !now.ours.is_empty() && now.is_like(&best.1) => {
            *best = (body, now);
            true
        }
        Ok(_) => false,
        Err(error) => {
            failed = Err(error);
            false
        }
    };
    shrink::choices(choices, deadline, |choices| {
        let mut choices = Choices::given(choices);
        let body = family.body(&mut choices);
        shows(body, &mut best).then_some(choices)
    });
    let text = best.0.clone();
    shrink::lines(&text, deadline + SHRINK_MAX, |body| {
        shows(body.to_owned(), &mut best)
    });
    failed?;
    match engines.compare(&family.program(&best.0), &[])? {
        Some(all) if all.ours.len() == whole => Ok((best.0, all)),
        _ => Ok(start),
    }
}

fn main() -> Result<ExitCode> {
    let arguments = Arguments::parse()?;
    let families = families()?;
    if let Some(name) = &arguments.family {
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
            let (family, _, body) = chore.made(arguments.first);
            println!("{}", family.program(&body));
            Ok(ExitCode::SUCCESS)
        }
        Action::Compare => compare(&chore),
        Action::Record => record::record(&chore),
        Action::Check => record::check(&chore),
    }
}

fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn compare(chore: &Chore<'_>) -> Result<ExitCode> {
    let arguments = chore.arguments;
    let started = Instant::now();
    let until = arguments
        .seconds
        .map(|seconds| started + Duration::from_secs(seconds));
    let sandbox = arguments.has_sandbox.then(Sandbox::new).transpose()?;
    let next = AtomicU64::new(arguments.first);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads())
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
