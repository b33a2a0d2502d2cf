//! `cargo xtask drill`: servers of one store that are killed, stopped and cut off, while clients ask them.
//!
//! Each request adds a line of its own to a file, under a key of its own. Whatever happens to servers, and to
//! what they ask of the store, each line that was acknowledged has to be there once, and each other one once
//! at most, on every host.

mod clients;
mod faults;
mod hosts;
mod store;

use std::collections::BTreeMap;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};

use clients::{Clients, Report};
use hosts::Hosts;
use store::Store;

use crate::scratch::Scratch;
use crate::{quiet, root, skipped, workspace};

/// What a drill does, by its options.
struct Plan {
    seconds: u64,
    hosts: usize,
    workspaces: usize,
    clients: usize,
    /// In so many requests of 100, the store fails.
    faults: u64,
    /// Whether servers are killed and stopped.
    kills: bool,
    /// Whether the requests for a workspace go to one host, as long as that answers.
    is_routed: bool,
    seed: u64,
}

impl Default for Plan {
    fn default() -> Self {
        Self {
            seconds: 60,
            hosts: 2,
            workspaces: 20,
            clients: 8,
            faults: 10,
            kills: true,
            is_routed: true,
            seed: 1,
        }
    }
}

/// Numbers that follow from a seed.
struct Draw(u64);

impl Draw {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % bound.max(1)
    }
}

/// Where the store is, and what is done with it: `folder`, `postgres`, `s3`, or the URL of one of your own.
pub(crate) fn run(arguments: &[&str]) -> Result<()> {
    let usage = "cargo xtask drill folder|postgres|s3|URL [--seconds N] [--hosts N] [--workspaces N] [--clients N] \
                 [--faults PERCENT] [--calm] [--random] [--seed N]";
    let (kind, mut rest) = arguments.split_first().context(usage)?;
    let mut plan = Plan::default();
    while let Some((option, more)) = rest.split_first() {
        rest = more;
        let mut number = || -> Result<u64> {
            let (value, more) = rest.split_first().context(usage)?;
            rest = more;
            value.parse().context(usage)
        };
        match *option {
            "--seconds" => plan.seconds = number()?,
            "--hosts" => plan.hosts = usize::try_from(number()?)?.max(1),
            "--workspaces" => plan.workspaces = usize::try_from(number()?)?.max(1),
            "--clients" => plan.clients = usize::try_from(number()?)?.max(1),
            "--faults" => plan.faults = number()?.min(90),
            "--seed" => plan.seed = number()?,
            "--calm" => (plan.kills, plan.faults) = (false, 0),
            "--random" => plan.is_routed = false,
            _ => bail!(usage),
        }
    }
    drilled(kind, &plan)
}

/// What CI does: a minute of each store that is there.
pub(crate) fn check() -> Result<()> {
    for (kind, seconds) in [("folder", 25), ("postgres", 35)] {
        let plan = Plan {
            seconds,
            ..Plan::default()
        };
        drilled(kind, &plan)?;
    }
    Ok(())
}

/// What a night does: ten minutes of each store that is there, and many claimants of one workspace.
pub(crate) fn by_night() -> Result<()> {
    for kind in ["folder", "postgres", "s3"] {
        let plan = Plan {
            seconds: 600,
            hosts: 4,
            workspaces: 200,
            clients: 16,
            ..Plan::default()
        };
        drilled(kind, &plan)?;
        let one = Plan {
            seconds: 60,
            hosts: 4,
            workspaces: 1,
            clients: 500,
            is_routed: false,
            ..Plan::default()
        };
        drilled(kind, &one)?;
    }
    Ok(())
}

/// One drill, if there is the store for it.
fn drilled(kind: &str, plan: &Plan) -> Result<()> {
    let scratch = Scratch::new("drill")?;
    if let Err(why) = Store::install(kind) {
        skipped::step(&format!("drill on {kind}"), &format!("{why:#}"));
        return Ok(());
    }
    let store = Store::start(kind, scratch.path(), plan.seed)?;
    let program = program()?;
    let hosts = Hosts::start(&program, &store, scratch.path(), plan.hosts)?;
    store.faults.set(plan.faults);
    let is_over = AtomicBool::new(false);
    let (kills, stops) = (AtomicU64::new(0), AtomicU64::new(0));
    let began = Instant::now();
    let mut report = Report::default();
    std::thread::scope(|scope| -> Result<()> {
        let chaos = scope.spawn(|| {
            let mut draw = Draw(plan.seed);
            while plan.kills && !is_over.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(500 + draw.below(3_000)));
                let host = usize::try_from(draw.below(plan.hosts as u64)).unwrap_or(0);
                if draw.below(3) == 0 {
                    stops.fetch_add(1, Ordering::Relaxed);
                    let time = Duration::from_millis(200 + draw.below(4_000));
                    hosts.stop_for(host, time);
                } else {
                    kills.fetch_add(1, Ordering::Relaxed);
                    hosts.kill(host, draw.below(4) == 0)?;
                }
            }
            Ok::<_, anyhow::Error>(())
        });
        let clients = Clients {
            hosts: &hosts,
            workspaces: plan.workspaces,
            is_routed: plan.is_routed,
            until: began + Duration::from_secs(plan.seconds),
        };
        report = clients.ask(plan.clients, plan.seed);
        is_over.store(true, Ordering::Relaxed);
        chaos.join().expect("chaos has panicked")
    })?;
    let took = began.elapsed();
    store.faults.set(0);
    let found = report.compare(&hosts, plan)?;
    let faults = store.faults.count();
    println!(
        "drill on {kind}: {} hosts, {} workspaces, {} clients, {:.0} s; {} kills, {} stops, {faults} faults of the store",
        plan.hosts,
        plan.workspaces,
        plan.clients,
        took.as_secs_f64(),
        kills.into_inner(),
        stops.into_inner(),
    );
    println!(
        "  {} runs acknowledged ({:.0} a second), all there once; {} without an answer, of which {found} are there; \
         half within {:.1} ms, 99 of 100 within {:.0} ms",
        report.acknowledged(),
        report.acknowledged() as f64 / took.as_secs_f64(),
        report.unanswered(),
        report.percentile(50),
        report.percentile(99),
    );
    for (what, count) in &report.refusals {
        println!("  {count} times: {what}");
    }
    let counters: BTreeMap<String, u64> = hosts.counters();
    for (name, count) in counters {
        println!("  {name} {count}");
    }
    ensure!(report.acknowledged() > 0, "no run was acknowledged");
    Ok(())
}

/// The command, with all stores: as the tests are built, or in the profile that `ISOLATE_DRILL_PROFILE` names.
fn program() -> Result<std::path::PathBuf> {
    let Ok(profile) = std::env::var("ISOLATE_DRILL_PROFILE") else {
        return workspace::built("isolate-run");
    };
    let mut build = Command::new("cargo");
    let package = ["--package", "isolate-run", "--features", "stores"];
    build.args(["build", "--locked", "--quiet", "--profile", &profile]);
    quiet(&root(), build.args(package))?;
    Ok(root().join("target").join(profile).join("isolate-run"))
}
