//! What the service has done, in the text format of Prometheus.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use http::StatusCode;
use isolate_host::{CallStatus, Outcome, PendingRun, Run, SandboxStats, SourceCounter};

/// The media type.
pub(crate) const MEDIA: &str = "text/plain; version=0.0.4; charset=utf-8";

/// Upper bounds of durations, in seconds.
const SECONDS: [f64; 12] = [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1.0, 5.0, 30.0, 60.0,
];

#[derive(Default)]
struct Histogram {
    buckets: [u64; SECONDS.len()],
    count: u64,
    sum: f64,
}

impl Histogram {
    fn add(&mut self, time: Duration) {
        let seconds = time.as_secs_f64();
        for (bucket, most) in self.buckets.iter_mut().zip(SECONDS) {
            *bucket += u64::from(seconds <= most);
        }
        self.count += 1;
        self.sum += seconds;
    }

    fn write(&self, text: &mut String, name: &str, labels: &str) {
        let comma = if labels.is_empty() { "" } else { "," };
        for (bucket, most) in self.buckets.iter().zip(SECONDS) {
            let _infallible = writeln!(
                text,
                "{name}_bucket{{{labels}{comma}le=\"{most}\"}} {bucket}"
            );
        }
        let count = self.count;
        let _infallible = writeln!(text, "{name}_bucket{{{labels}{comma}le=\"+Inf\"}} {count}");
        let braces = match labels {
            "" => String::new(),
            labels => format!("{{{labels}}}"),
        };
        let _infallible = writeln!(text, "{name}_sum{braces} {}", self.sum);
        let _infallible = writeln!(text, "{name}_count{braces} {count}");
    }
}

#[derive(Default)]
struct Counts {
    /// By method, route and status. Routes are those of the document, so that there are few.
    requests: BTreeMap<(&'static str, &'static str, u16), u64>,
    durations: BTreeMap<(&'static str, &'static str), Histogram>,
    /// By how they ended, those that were put away among them.
    runs: BTreeMap<&'static str, u64>,
    limits: BTreeMap<&'static str, u64>,
    resumed: u64,
    /// Runs whose changes were kept, by when.
    commits: BTreeMap<&'static str, u64>,
    /// By how they ended.
    calls: BTreeMap<&'static str, Histogram>,
    fuel: u64,
    times: Histogram,
    waits: Histogram,
    refused: BTreeMap<&'static str, u64>,
}

/// What a run had used and done before it was put away.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Before {
    pub(crate) fuel: u64,
    /// Calls in its record.
    calls: usize,
}

impl Before {
    pub(crate) const fn of(run: &PendingRun) -> Self {
        Self {
            fuel: run.fuel,
            calls: run.recorded_calls,
        }
    }
}

/// What is now, beside what is counted.
pub(crate) struct Now {
    pub(crate) sandbox: SandboxStats,
    pub(crate) running: usize,
    pub(crate) waiting: usize,
    pub(crate) streams: usize,
    pub(crate) workspaces_open: usize,
    /// What the store of the workspaces has done, if they are in one.
    pub(crate) source: Vec<SourceCounter>,
}

/// The counters.
#[derive(Default)]
pub(crate) struct Metrics {
    counts: Mutex<Counts>,
}

impl Metrics {
    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A request that was answered. For a stream, the time until it began.
    pub(crate) fn request(
        &self,
        method: &'static str,
        route: &'static str,
        status: StatusCode,
        time: Duration,
    ) {
        let mut counts = self.counts();
        let key = (method, route, status.as_u16());
        *counts.requests.entry(key).or_default() += 1;
        counts
            .durations
            .entry((method, route))
            .or_default()
            .add(time);
    }

    /// A run that has ended or was put away, what it had used and done before this part of it if it was
    /// resumed, and how long it had waited for its turn.
    pub(crate) fn run(&self, run: &Run, before: Option<Before>, waited: Duration) {
        let mut counts = self.counts();
        counts.resumed += u64::from(before.is_some());
        let before = before.unwrap_or_default();
        let outcome = match &run.outcome {
            Outcome::Returned(_) => "ok",
            Outcome::Suspended(_) => "suspended",
            Outcome::Conflict(_) => "conflict",
            Outcome::LimitExceeded(exceeded) => {
                *counts.limits.entry(exceeded.limit.as_str()).or_default() += 1;
                "limit"
            }
            _ => "error",
        };
        *counts.runs.entry(outcome).or_default() += 1;
        // Those that waited for a person have a time that says nothing.
        for call in run.calls.entries.iter().skip(before.calls) {
            let status = match call.status {
                CallStatus::Answered => "ok",
                CallStatus::Failed { .. } => "error",
                _ => continue,
            };
            counts.calls.entry(status).or_default().add(call.duration);
        }
        if run.is_committed && !run.effects.is_empty() {
            *counts.commits.entry(outcome).or_default() += 1;
        }
        let fuel = run.usage.fuel.saturating_sub(before.fuel);
        counts.fuel = counts.fuel.saturating_add(fuel);
        counts.times.add(run.usage.wall);
        counts.waits.add(waited + run.usage.queued);
    }

    /// A run that did not begin or whose storage failed.
    pub(crate) fn failed(&self) {
        *self.counts().runs.entry("failed").or_default() += 1;
    }

    /// A run that was refused because a queue or a rate was full.
    pub(crate) fn refused(&self, why: &'static str) {
        *self.counts().refused.entry(why).or_default() += 1;
    }

    pub(crate) fn text(&self, now: &Now) -> String {
        let counts = self.counts();
        let mut text = String::new();
        let head = |text: &mut String, name: &str, kind: &str, what: &str| {
            let _infallible = writeln!(text, "# HELP {name} {what}\n# TYPE {name} {kind}");
        };
        let name = "isolate_http_requests_total";
        head(&mut text, name, "counter", "Requests that were answered.");
        for ((method, route, status), count) in &counts.requests {
            let _infallible = writeln!(
                text,
                "{name}{{method=\"{method}\",route=\"{route}\",status=\"{status}\"}} {count}"
            );
        }
        let name = "isolate_http_request_duration_seconds";
        head(&mut text, name, "histogram", "Time until an answer began.");
        for ((method, route), times) in &counts.durations {
            times.write(
                &mut text,
                name,
                &format!("method=\"{method}\",route=\"{route}\""),
            );
        }
        for (name, label, what, values) in [
            (
                "isolate_runs_total",
                "outcome",
                "Runs by how they ended.",
                &counts.runs,
            ),
            (
                "isolate_limits_total",
                "limit",
                "Runs that a limit ended.",
                &counts.limits,
            ),
            (
                "isolate_runs_refused_total",
                "reason",
                "Runs that were refused because a queue or a rate was full.",
                &counts.refused,
            ),
            (
                "isolate_commits_total",
                "outcome",
                "Runs, and parts of runs that were put away, whose changes of files were kept.",
                &counts.commits,
            ),
        ] {
            head(&mut text, name, "counter", what);
            for (value, count) in values {
                let _infallible = writeln!(text, "{name}{{{label}=\"{value}\"}} {count}");
            }
        }
        for (name, what, value) in [
            (
                "isolate_fuel_total",
                "Fuel that runs have used.",
                counts.fuel,
            ),
            (
                "isolate_runs_resumed_total",
                "Runs that went on after they had been put away.",
                counts.resumed,
            ),
        ] {
            head(&mut text, name, "counter", what);
            let _infallible = writeln!(text, "{name} {value}");
        }
        let name = "isolate_call_duration_seconds";
        head(
            &mut text,
            name,
            "histogram",
            "Time of calls of functions that have ended, without those that a run was put away for.",
        );
        for (status, times) in &counts.calls {
            times.write(&mut text, name, &format!("status=\"{status}\""));
        }
        for (name, what, times) in [
            (
                "isolate_run_duration_seconds",
                "Time of runs.",
                &counts.times,
            ),
            (
                "isolate_queue_wait_seconds",
                "Time that runs have waited for a turn.",
                &counts.waits,
            ),
        ] {
            head(&mut text, name, "histogram", what);
            times.write(&mut text, name, "");
        }
        for (name, what, value) in [
            (
                "isolate_runs_running",
                "Runs that have a turn.",
                now.running,
            ),
            (
                "isolate_runs_waiting",
                "Runs that wait for a turn.",
                now.waiting,
            ),
            (
                "isolate_sandbox_runs",
                "Places of the sandbox that are taken.",
                now.sandbox.runs,
            ),
            (
                "isolate_sandbox_waiting_for_turn",
                "Runs that wait to compute.",
                now.sandbox.waiting_for_turn,
            ),
            (
                "isolate_streams_open",
                "Streams of events that are open.",
                now.streams,
            ),
            (
                "isolate_workspaces_open",
                "Workspaces that are kept open.",
                now.workspaces_open,
            ),
        ] {
            head(&mut text, name, "gauge", what);
            let _infallible = writeln!(text, "{name} {value}");
        }
        let mut before = "";
        for SourceCounter {
            name,
            kind,
            what,
            count,
        } in &now.source
        {
            let whole = format!("isolate_{name}_total");
            if *name != before {
                head(&mut text, &whole, "counter", what);
            }
            before = name;
            let label = kind.map_or_else(String::new, |kind| format!("{{kind=\"{kind}\"}}"));
            let _infallible = writeln!(text, "{whole}{label} {count}");
        }
        text
    }
}
