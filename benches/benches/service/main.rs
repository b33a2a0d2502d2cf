//! What a request to the service costs: `cargo bench -p isolate-benches --bench service`.
//!
//! The server, and the same runs through the library, are processes of their own, which this file starts
//! again as. Both sides are measured in turn. The names `http`, `cold` and `tenants` choose a part; with
//! `--features otlp` there is `spans` too, which compares a server with spans with one without.
#![expect(clippy::unwrap_used, reason = "a bench")]

mod client;
mod process;
mod roles;

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use isolate_benches::{Samples, note, report, wanted};

use client::Client;
use process::Process;

/// Connections at the same time.
const CONNECTIONS: usize = 16;

/// Workspaces that take turns.
const WORKSPACES: usize = 100;

/// Requests of a round, and rounds of both sides in turn.
const REQUESTS: usize = 4_000;
const ROUNDS: usize = 7;

/// Workspaces of which none is open when it is used.
const COLD: usize = 400;

/// Workspaces that are touched in turn.
const TENANTS: usize = 10_000;

const HELLO: &str = r#"{"code":"() => 'hello'"}"#;

fn main() {
    if roles::played() {
        return;
    }
    let is_wanted = wanted();
    if is_wanted("http") {
        http();
    }
    if is_wanted("cold") {
        cold();
    }
    if is_wanted("tenants") {
        tenants();
    }
    #[cfg(feature = "otlp")]
    if is_wanted("spans") {
        spans();
    }
}

fn name(number: usize) -> String {
    format!("w{number:05}")
}

/// What a round has taken.
struct Round {
    latencies: Vec<Duration>,
    took: Duration,
}

impl Round {
    fn rate(&self) -> f64 {
        self.latencies.len() as f64 / self.took.as_secs_f64()
    }
}

/// Sends requests over all connections, to so many workspaces in turn.
fn round(address: SocketAddr, requests: usize, workspaces: usize) -> Round {
    let next = AtomicUsize::new(0);
    let since = Instant::now();
    let latencies = std::thread::scope(|scope| {
        let connections: Vec<_> = (0..CONNECTIONS)
            .map(|_| {
                scope.spawn(|| {
                    let mut client = Client::connect(address);
                    let mut latencies = Vec::new();
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= requests {
                            return latencies;
                        }
                        let path = format!("/v1/workspaces/{}/runs", name(number % workspaces));
                        let since = Instant::now();
                        let answer = client.send("POST", &path, HELLO);
                        latencies.push(since.elapsed());
                        assert!(answer.contains("\"hello\""), "{answer}");
                    }
                })
            })
            .collect();
        let joined = connections.into_iter().flat_map(|one| one.join().unwrap());
        joined.collect()
    });
    Round {
        latencies,
        took: since.elapsed(),
    }
}

/// Makes workspaces, and runs each once.
fn prepare(address: SocketAddr, workspaces: usize) {
    round(address, workspaces, workspaces);
}

/// A request against the same run through the library, and against a server whose handler does nothing.
fn http() {
    let folder = tempfile::tempdir().unwrap();
    let of = |name: &str| folder.path().join(name);
    let server = Process::start("server", &of("server"));
    prepare(server.address(), WORKSPACES);
    let constant = Process::start("constant", &of("constant"));
    let library = Process::start("library", &of("library"));
    library.asks(REQUESTS);
    constant.asks(
        round(constant.address(), WORKSPACES, WORKSPACES)
            .latencies
            .len(),
    );
    let (mut latencies, mut extra, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    let (mut rates, mut of_library) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let before = server.processor_time();
        let one = round(server.address(), REQUESTS, WORKSPACES);
        let of_server = server.processor_time() - before;
        let before = library.processor_time();
        library.asks(REQUESTS);
        let same = library.processor_time() - before;
        let since = Instant::now();
        let answered = round(constant.address(), REQUESTS, WORKSPACES);
        // Its runs have to be done as well.
        constant.asks(answered.latencies.len());
        let most = REQUESTS as f64 / since.elapsed().as_secs_f64();
        let each = |time: Duration| time.as_secs_f64() * 1e3 / REQUESTS as f64;
        of_library.push(each(same));
        extra.push(each(of_server) - each(same));
        rates.push(one.rate());
        ratios.push(one.rate() / most);
        latencies.extend(one.latencies);
    }
    let latencies = Samples::of(latencies);
    note(
        "a run through the library, processor time",
        median(&mut of_library),
        "ms",
    );
    report(
        "a request beyond that, processor time",
        median(&mut extra),
        "ms",
        0.1,
    );
    note("requests a second", median(&mut rates), "");
    let ratio = median(&mut ratios);
    let verdict = if ratio >= 0.7 { "ok" } else { "BELOW" };
    note(
        &format!("to a constant beside the same runs, at least 0.7: {verdict}"),
        ratio,
        "",
    );
    note("a request, median", latencies.median(), "ms");
    report("a request, 99 of 100", latencies.percentile(99), "ms", 20.0);
}

/// What spans add to a request.
#[cfg(feature = "otlp")]
fn spans() {
    let folder = tempfile::tempdir().unwrap();
    let sides = ["server", "traced"].map(|role| {
        let server = Process::start(role, &folder.path().join(role));
        prepare(server.address(), WORKSPACES);
        server
    });
    let (mut ratios, mut times) = (Vec::new(), Vec::new());
    let measure = |side: usize| {
        let server: &Process = &sides[side];
        let before = server.processor_time();
        round(server.address(), REQUESTS, WORKSPACES);
        (server.processor_time() - before).as_secs_f64()
    };
    for number in 0..2 * ROUNDS {
        // Who comes first differs.
        let (without, with) = match number % 2 {
            0 => (measure(0), measure(1)),
            _ => {
                let with = measure(1);
                (measure(0), with)
            }
        };
        ratios.push((with / without - 1.0) * 100.0);
        times.push(without * 1e3 / REQUESTS as f64);
    }
    note(
        "a request without spans, processor time",
        median(&mut times),
        "ms",
    );
    report("spans add to it", median(&mut ratios), "%", 5.0);
}

/// A workspace that is not open.
fn cold() {
    let folder = tempfile::tempdir().unwrap();
    let server = Process::start("server", folder.path());
    prepare(server.address(), COLD);
    let mut client = Client::connect(server.address());
    let before = server.processor_time();
    let times = (0..COLD).map(|number| {
        let path = format!("/v1/workspaces/{}/runs", name(number));
        let since = Instant::now();
        let answer = client.send("POST", &path, HELLO);
        assert!(answer.contains("\"hello\""), "{answer}");
        since.elapsed()
    });
    let times = Samples::of(times.collect());
    let processor = server.processor_time() - before;
    report(
        "a cold workspace opened, hello run",
        times.median(),
        "ms",
        5.0,
    );
    note("the same, 99 of 100", times.percentile(99), "ms");
    let each = processor.as_secs_f64() * 1e3 / COLD as f64;
    note("the same, processor time", each, "ms");
}

/// Many workspaces in turn.
fn tenants() {
    let folder = tempfile::tempdir().unwrap();
    let server = Process::start("server", folder.path());
    let is_over = AtomicBool::new(false);
    let (seen, address) = (server.seen(), server.address());
    let most = std::thread::scope(|scope| {
        let is_over = &is_over;
        let watch = scope.spawn(move || {
            let mut most = 0;
            while !is_over.load(Ordering::Relaxed) {
                most = most.max(seen.descriptors());
                std::thread::sleep(Duration::from_millis(20));
            }
            most
        });
        let made = round(address, TENANTS, TENANTS);
        note("workspaces made a second, each with a run", made.rate(), "");
        let touched = round(address, TENANTS, TENANTS);
        note("workspaces touched a second", touched.rate(), "");
        is_over.store(true, Ordering::Relaxed);
        watch.join().unwrap()
    });
    report(
        "10,000 workspaces: descriptors at most",
        most as f64,
        "",
        512.0,
    );
    let peak = server.peak_memory() as f64 / 1e6;
    report(
        "10,000 workspaces: resident memory at most",
        peak,
        "MB",
        300.0,
    );
    note("the same at the end", server.memory() as f64 / 1e6, "MB");
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    values[values.len() / 2]
}
