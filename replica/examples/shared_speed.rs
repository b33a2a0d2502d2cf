//! What it costs that many hosts share a workspace: small runs on a local file, and on copies over a store
//! that takes a given time for each request. Prints medians, requests and bytes.
//!
//! `cargo run --release -p isolate-replica --example shared_speed -- [MILLISECONDS] [RUNS]`

#![expect(
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "it prints figures"
)]

use std::error::Error;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use isolate_host::{RunOptions, Sandbox, Workspace};
use isolate_ledger::objects::{Created, Listed, MemoryObjects, Objects, ObjectsFuture};
use isolate_replica::{Replica, ReplicaOptions};

/// A store in memory that is so far away.
struct Far {
    store: MemoryObjects,
    milliseconds: AtomicU64,
    writes: AtomicU64,
    reads: AtomicU64,
}

impl Far {
    fn new(milliseconds: u64) -> Self {
        Self {
            store: MemoryObjects::new(),
            milliseconds: AtomicU64::new(milliseconds),
            writes: AtomicU64::new(0),
            reads: AtomicU64::new(0),
        }
    }

    async fn wait(&self) {
        let time = self.milliseconds.load(Ordering::Relaxed);
        if time > 0 {
            tokio::time::sleep(Duration::from_millis(time)).await;
        }
    }

    fn taken(&self) -> (u64, u64) {
        (
            self.writes.swap(0, Ordering::Relaxed),
            self.reads.swap(0, Ordering::Relaxed),
        )
    }
}

impl Objects for Far {
    fn name(&self) -> &'static str {
        "far:"
    }

    fn create<'a>(&'a self, name: &'a str, bytes: Vec<u8>) -> ObjectsFuture<'a, Created> {
        Box::pin(async move {
            self.writes.fetch_add(1, Ordering::Relaxed);
            self.wait().await;
            self.store.create(name, bytes).await
        })
    }

    fn put<'a>(&'a self, name: &'a str, bytes: Vec<u8>) -> ObjectsFuture<'a, ()> {
        Box::pin(async move {
            self.writes.fetch_add(1, Ordering::Relaxed);
            self.wait().await;
            self.store.put(name, bytes).await
        })
    }

    fn get<'a>(
        &'a self,
        name: &'a str,
        range: Option<Range<u64>>,
    ) -> ObjectsFuture<'a, Option<Vec<u8>>> {
        Box::pin(async move {
            self.reads.fetch_add(1, Ordering::Relaxed);
            self.wait().await;
            self.store.get(name, range).await
        })
    }

    fn list<'a>(
        &'a self,
        prefix: &'a str,
        after: Option<&'a str>,
        limit: usize,
    ) -> ObjectsFuture<'a, Vec<Listed>> {
        Box::pin(async move {
            self.reads.fetch_add(1, Ordering::Relaxed);
            self.wait().await;
            self.store.list(prefix, after, limit).await
        })
    }

    fn delete<'a>(&'a self, names: &'a [String]) -> ObjectsFuture<'a, ()> {
        self.store.delete(names)
    }
}

const WORKSPACES: usize = 32;
const RUNS_OF_MANY: usize = 20;

const RUN: &str = r#"async (n) => {
    await state.writeFile(`/notes/${n % 100}.md`, `note ${n}\n`.repeat(20));
    return n;
}"#;

/// The median time of a small run.
fn runs(
    sandbox: &Sandbox,
    workspace: &Workspace,
    count: usize,
) -> Result<Duration, Box<dyn Error>> {
    let mut times = Vec::new();
    for number in 0..count {
        let options = RunOptions::new().atomic().input(&number)?;
        let begun = Instant::now();
        let run = sandbox.run(workspace, RUN).options(&options).blocking()?;
        times.push(begun.elapsed());
        assert!(run.is_committed, "{:?}", run.outcome);
    }
    times.sort_unstable();
    Ok(times[times.len() / 2])
}

fn opened(
    store: &Arc<Far>,
    folder: &std::path::Path,
) -> Result<(Replica, Workspace), Box<dyn Error>> {
    opened_with(store, folder, 256)
}

fn opened_with(
    store: &Arc<Far>,
    folder: &std::path::Path,
    snapshot_every: u64,
) -> Result<(Replica, Workspace), Box<dyn Error>> {
    let objects = Arc::clone(store) as Arc<dyn Objects>;
    let options = ReplicaOptions::new().snapshot_every(snapshot_every);
    let replica = Replica::open(objects, "work", folder, &options)?;
    let workspace = Workspace::builder()
        .copy_of(Arc::new(replica.clone()))
        .open(replica.path())?;
    Ok((replica, workspace))
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let time = arguments.next().map_or(Ok(20), |text| text.parse())?;
    let count: usize = arguments.next().map_or(Ok(200), |text| text.parse())?;
    let folder = tempfile::tempdir()?;
    let sandbox = Sandbox::new()?;

    let local = Workspace::open(folder.path().join("local.sqlite"))?;
    runs(&sandbox, &local, 10)?;
    let on_file = runs(&sandbox, &local, count)?;
    println!("a run on a local file            {on_file:>10.2?}");

    let store = Arc::new(Far::new(time));
    let (replica, shared) = opened(&store, &folder.path().join("one"))?;
    runs(&sandbox, &shared, 10)?;
    store.taken();
    let on_store = runs(&sandbox, &shared, count)?;
    let (writes, reads) = store.taken();
    println!("a run over a store of {time:>3} ms      {on_store:>10.2?}");
    println!(
        "  more than on a file            {:>10.2?}",
        on_store.saturating_sub(on_file)
    );
    println!(
        "  requests that write, for each  {:>10.3}",
        writes as f64 / count as f64
    );
    println!(
        "  requests that read, for each   {:>10.3}",
        reads as f64 / count as f64
    );
    let metrics = replica.metrics();
    println!(
        "  bytes of an entry              {:>10}",
        metrics.bytes_stored / metrics.appended
    );

    let many = |shared: bool| -> Result<f64, Box<dyn Error>> {
        let mut workspaces = Vec::new();
        for number in 0..WORKSPACES {
            let folder = folder.path().join(format!("{shared}-{number}"));
            workspaces.push(match shared {
                true => opened(&Arc::new(Far::new(time)), &folder)?.1,
                false => {
                    std::fs::create_dir(&folder)?;
                    Workspace::open(folder.join("w.sqlite"))?
                }
            });
        }
        let begun = Instant::now();
        std::thread::scope(|scope| {
            for workspace in &workspaces {
                let sandbox = &sandbox;
                scope.spawn(move || runs(sandbox, workspace, RUNS_OF_MANY).is_ok());
            }
        });
        let runs = (WORKSPACES * RUNS_OF_MANY) as f64;
        Ok(runs / begun.elapsed().as_secs_f64())
    };
    println!(
        "{WORKSPACES} workspaces at once on files     {:>7.0} runs/s",
        many(false)?
    );
    println!(
        "{WORKSPACES} workspaces at once over stores  {:>7.0} runs/s",
        many(true)?
    );

    let entry = metrics.bytes_stored as f64 / metrics.appended as f64;
    println!(
        "{}",
        costs(
            writes as f64 / count as f64,
            reads as f64 / count as f64,
            entry
        )
    );

    // The log of a workspace that others have changed 1,000 times, and none of it is here.
    let log = Arc::new(Far::new(0));
    let (_, shared) = opened_with(&log, &folder.path().join("log"), 0)?;
    runs(&sandbox, &shared, ENTRIES)?;
    fresh(
        &log,
        time,
        &folder.path().join("behind"),
        "a new host, 1,000 entries",
    )?;

    // Files that nobody has asked for in a long time.
    let cold = Arc::new(Far::new(0));
    let (_, shared) = opened(&cold, &folder.path().join("cold"))?;
    let code = "async () => { for (let n = 0; n < 1000; n++) await state.writeFile(`/${n}`, `${n} `.repeat(500).slice(0, 2048)); }";
    sandbox
        .run(&shared, code)
        .options(RunOptions::new().atomic())
        .blocking()?;
    fresh(
        &cold,
        time,
        &folder.path().join("woken"),
        "a cold workspace, 1,000 files",
    )?;
    Ok(())
}

/// Entries of a log that a host has nothing of.
const ENTRIES: usize = 1_000;

/// How long a host takes that has nothing, and how often it asks.
fn fresh(
    store: &Arc<Far>,
    milliseconds: u64,
    folder: &std::path::Path,
    what: &str,
) -> Result<(), Box<dyn Error>> {
    store.milliseconds.store(milliseconds, Ordering::Relaxed);
    store.taken();
    let begun = Instant::now();
    let (fresh, _) = opened(store, folder)?;
    let took = begun.elapsed();
    let (_, reads) = store.taken();
    let entries = fresh.metrics().applied;
    println!("{what:<32} {took:>10.2?}  {reads} requests, {entries} entries");
    Ok(())
}

/// What a million runs cost on S3, by its list of prices: $5.00 for a million requests that write, $0.40 for one
/// that reads, and $0.023 for a GB in a month.
fn costs(writes: f64, reads: f64, bytes: f64) -> String {
    let gigabytes = bytes * 1e6 / 1e9;
    format!(
        "a million such runs cost          ${:.2} for writes, ${:.2} for reads, ${:.3} a month for {gigabytes:.2} GB",
        writes * 5.0,
        reads * 0.4,
        gigabytes * 0.023
    )
}
