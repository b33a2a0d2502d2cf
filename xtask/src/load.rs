//! Load on the service for minutes: requests of all kinds by several tenants, also by clients that go away in
//! the middle. What the server holds must not grow with the time.
//!
//! It is compared in the same state, without requests: behind a first part of the load, and behind the rest.

mod client;
mod requests;

use std::fs;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};

use crate::root;
use crate::serving::Running;
use client::Server;
use requests::{Counts, Tenant};

/// The length of the load where the caller says nothing, and of its first part.
const SECONDS: u64 = 600;
const FIRST_SECONDS: u64 = 60;

/// Clients at a time. Two share a workspace.
const CLIENTS: usize = 12;
const WORKSPACES: usize = 6;

/// The time in which what was needed for the load is given back. Threads wait for 10 s for more work.
const REST: Duration = Duration::from_secs(15);

/// What may be held more at the end than behind the first part.
const GROWTH: f64 = 1.1;

/// What the server holds.
#[derive(Clone, Copy, Debug)]
struct Held {
    memory: u64,
    descriptors: usize,
    threads: u64,
}

impl Held {
    fn of(process: u32) -> Result<Self> {
        let status = fs::read_to_string(format!("/proc/{process}/status"))
            .context("load needs the files of Linux about processes")?;
        let number = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name));
            let word = line.and_then(|line| line.split_whitespace().next());
            word.and_then(|word| word.parse::<u64>().ok())
                .with_context(|| format!("no {name} in the status of the server"))
        };
        Ok(Self {
            memory: number("VmRSS:")? * 1024,
            descriptors: fs::read_dir(format!("/proc/{process}/fd"))?.count(),
            threads: number("Threads:")?,
        })
    }

    fn tell(&self, when: &str) {
        println!(
            "{when:<24} {:>6.1} MB  {:>4} descriptors  {:>3} threads",
            self.memory as f64 / 1e6,
            self.descriptors,
            self.threads
        );
    }

    fn ensure_no_more_than(&self, before: &Self) -> Result<()> {
        let most = |value: f64, room: f64| value * GROWTH + room;
        ensure!(
            (self.memory as f64) <= most(before.memory as f64, 0.0),
            "the server holds {} bytes at the end, and held {} behind the first part: at most a tenth more is \
             right",
            self.memory,
            before.memory
        );
        // Of each workspace some connections stay open, how many depends on what came together.
        ensure!(
            (self.descriptors as f64) <= most(before.descriptors as f64, 8.0),
            "the server has {} descriptors open at the end, and had {}",
            self.descriptors,
            before.descriptors
        );
        ensure!(
            (self.threads as f64) <= most(before.threads as f64, 2.0),
            "the server has {} threads at the end, and had {}",
            self.threads,
            before.threads
        );
        Ok(())
    }
}

/// `cargo xtask load [--seconds N]`.
pub(crate) fn run(arguments: &[&str]) -> Result<()> {
    let seconds = match *arguments {
        [] => SECONDS,
        ["--seconds", text] => text
            .parse()
            .with_context(|| format!("--seconds takes a whole number, which {text} is not"))?,
        _ => bail!("cargo xtask load [--seconds N]"),
    };
    let first = FIRST_SECONDS.min(seconds / 2);
    let (served, token) = Running::service(&root().join("target/load"))?;
    let server = Server::new(&served.url, &token)?;
    let held = || Held::of(served.id());
    held()?.tell("before");
    let counts = Mutex::new(Counts::new());
    load(&server, Duration::from_secs(first), &counts, &held)?;
    let before = held()?;
    before.tell(&format!("behind {first} s"));
    load(
        &server,
        Duration::from_secs(seconds - first),
        &counts,
        &held,
    )?;
    let after = held()?;
    after.tell(&format!("behind {seconds} s"));
    let counts = counts.into_inner().unwrap_or_default();
    println!("requests of each kind:");
    for (kind, count) in &counts {
        println!("{count:>8}  {kind}");
    }
    ensure!(
        counts.len() == requests::KINDS.len(),
        "some kinds of requests were not made: give it more seconds"
    );
    after.ensure_no_more_than(&before)
}

/// Sends requests for so long, and lets the server rest then.
fn load(
    server: &Server,
    time: Duration,
    counts: &Mutex<Counts>,
    held: &dyn Fn() -> Result<Held>,
) -> Result<()> {
    let until = Instant::now() + time;
    let has_failed = AtomicBool::new(false);
    let most = std::thread::scope(|scope| {
        let clients: Vec<_> = (0..CLIENTS)
            .map(|number| {
                let has_failed = &has_failed;
                scope.spawn(move || {
                    let mut tenant = Tenant::new(server, number, number % WORKSPACES);
                    while Instant::now() < until && !has_failed.load(Ordering::Relaxed) {
                        let kind = tenant.next();
                        if let Err(error) = tenant.does(kind) {
                            has_failed.store(true, Ordering::Relaxed);
                            return Err(error.context(kind.name()));
                        }
                        let mut counts = counts
                            .lock()
                            .unwrap_or_else(std::sync::PoisonError::into_inner);
                        *counts.entry(kind.name()).or_default() += 1;
                    }
                    Ok(())
                })
            })
            .collect();
        let mut most = held()?;
        while Instant::now() < until && !has_failed.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(500).min(time));
            let now = held()?;
            most = Held {
                memory: most.memory.max(now.memory),
                descriptors: most.descriptors.max(now.descriptors),
                threads: most.threads.max(now.threads),
            };
        }
        for client in clients {
            match client.join() {
                Ok(done) => done?,
                Err(_) => bail!("a client has panicked"),
            }
        }
        anyhow::Ok(most)
    })?;
    most.tell("at most");
    std::thread::sleep(REST);
    Ok(())
}
