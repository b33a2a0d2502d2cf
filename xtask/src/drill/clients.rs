//! The clients of a drill, and what they compare at its end.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value as Json, json};

use super::faults::ask;
use super::hosts::Hosts;
use super::{Draw, Plan};

/// How long a client asks for the same.
const PATIENCE: Duration = Duration::from_secs(20);

/// Those who ask.
pub(super) struct Clients<'a> {
    pub(super) hosts: &'a Hosts,
    pub(super) workspaces: usize,
    pub(super) is_routed: bool,
    pub(super) until: Instant,
}

/// What they were told.
#[derive(Default)]
pub(super) struct Report {
    /// Lines by their workspaces, and whether they were acknowledged.
    lines: Vec<BTreeMap<String, bool>>,
    /// Times of acknowledged runs that were asked for once.
    times: Vec<Duration>,
    /// Answers that are none of success, by what they say.
    pub(super) refusals: BTreeMap<String, u64>,
}

/// What one answer says.
enum Told {
    Done,
    /// Ask again.
    Again(String),
    /// To ask again does not help.
    Never(String),
}

impl Clients<'_> {
    /// Asks until the time is over.
    pub(super) fn ask(&self, clients: usize, seed: u64) -> Report {
        let report = Mutex::new(Report {
            lines: vec![BTreeMap::new(); self.workspaces],
            ..Report::default()
        });
        std::thread::scope(|scope| {
            for client in 0..clients {
                let report = &report;
                scope.spawn(move || {
                    let mut draw = Draw(seed ^ (client as u64) << 32);
                    for number in 0.. {
                        if Instant::now() >= self.until {
                            break;
                        }
                        self.one(&format!("{client}-{number}"), &mut draw, report);
                    }
                });
            }
        });
        report.into_inner().expect("a client has panicked")
    }

    /// Adds a line, and asks again until somebody says that it is there.
    fn one(&self, line: &str, draw: &mut Draw, report: &Mutex<Report>) {
        let any =
            |draw: &mut Draw, count: usize| usize::try_from(draw.below(count as u64)).unwrap_or(0);
        let workspace = any(draw, self.workspaces);
        let mut host = match self.is_routed {
            true => workspace % self.hosts.count(),
            false => any(draw, self.hosts.count()),
        };
        let began = Instant::now();
        let mut refusals = Vec::new();
        let is_done = loop {
            match self.add(host, workspace, line) {
                Told::Done => break true,
                Told::Never(what) => {
                    refusals.push(what);
                    break false;
                }
                Told::Again(what) => refusals.push(what),
            }
            if began.elapsed() > PATIENCE {
                break false;
            }
            host = any(draw, self.hosts.count());
            std::thread::sleep(Duration::from_millis(20 + draw.below(100)));
        };
        let mut report = report.lock().expect("a client has panicked");
        report.lines[workspace].insert(line.to_owned(), is_done);
        if is_done && refusals.is_empty() {
            report.times.push(began.elapsed());
        }
        for what in refusals {
            *report.refusals.entry(what).or_default() += 1;
        }
    }

    fn add(&self, host: usize, workspace: usize, line: &str) -> Told {
        let code = format!("() => state.appendFile('/log', '{line}\\n')");
        let body = json!({ "code": code }).to_string();
        let fields = [
            ("", body.as_str()),
            ("Content-Type", "application/json"),
            ("Idempotency-Key", line),
        ];
        let what = format!("POST /v1/workspaces/{}/runs", name(workspace));
        let answer = match ask(&self.hosts.address(host), &what, &fields) {
            Ok(answer) => answer,
            // The host is dead, or was before it has answered.
            Err(_) => return Told::Again("no answer".to_owned()),
        };
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        let status = head.split(' ').nth(1).unwrap_or_default();
        let body: Json = serde_json::from_str(body).unwrap_or_default();
        match (status, body["status"].as_str()) {
            ("200", Some("ok")) => Told::Done,
            ("200", _) => match &body["error"]["code"] {
                Json::String(code) if code == "EIO" => Told::Again("EIO in a run".to_owned()),
                _ => Told::Never(body.to_string()),
            },
            ("409", _) if body["code"] == "ERUNNING" => Told::Again("it is going on".to_owned()),
            ("409", _) => Told::Never(format!("409 {}", body["code"])),
            _ => Told::Again(format!("{status} {}", body["code"])),
        }
    }
}

fn name(workspace: usize) -> String {
    format!("w{workspace}")
}

impl Report {
    pub(super) fn acknowledged(&self) -> usize {
        let all = self.lines.iter().flat_map(BTreeMap::values);
        all.filter(|is_done| **is_done).count()
    }

    pub(super) fn unanswered(&self) -> usize {
        self.lines.iter().map(BTreeMap::len).sum::<usize>() - self.acknowledged()
    }

    /// The time within which so many of 100 were answered, in milliseconds.
    pub(super) fn percentile(&self, percent: usize) -> f64 {
        let mut times = self.times.clone();
        times.sort_unstable();
        let at = (times.len() * percent / 100).min(times.len().saturating_sub(1));
        times.get(at).map_or(0.0, |time| time.as_secs_f64() * 1e3)
    }

    /// Compares what was acknowledged with what is there, on a host that has nothing of its own and on all
    /// others. Returns how many lines are there that nobody has acknowledged.
    pub(super) fn compare(&self, hosts: &Hosts, plan: &Plan) -> Result<usize> {
        let fresh = hosts.fresh()?;
        let fresh = fresh.url.trim_start_matches("http://").to_owned();
        let mut unanswered = 0;
        for workspace in 0..plan.workspaces {
            let lines = &self.lines[workspace];
            let log = read(&fresh, workspace)?;
            for host in 0..hosts.count() {
                let other = read(&hosts.address(host), workspace)?;
                ensure!(log == other, "host {host} has another {}", name(workspace));
            }
            let mut seen = BTreeSet::new();
            for line in log.lines() {
                let is_done = lines.get(line);
                ensure!(
                    is_done.is_some(),
                    "nobody has written {line} to {}",
                    name(workspace)
                );
                ensure!(seen.insert(line), "{line} is twice in {}", name(workspace));
                unanswered += usize::from(is_done == Some(&false));
            }
            for (line, is_done) in lines {
                ensure!(
                    !is_done || seen.contains(line.as_str()),
                    "{line} was acknowledged, and is not in {}",
                    name(workspace)
                );
            }
        }
        Ok(unanswered)
    }
}

/// The log of a workspace, on a host that may have to be asked again.
fn read(address: &str, workspace: usize) -> Result<String> {
    let what = format!("GET /v1/workspaces/{}/files/log", name(workspace));
    let until = Instant::now() + PATIENCE;
    loop {
        let answer = ask(address, &what, &[]);
        let status = |answer: &String| answer.split(' ').nth(1).map(str::to_owned);
        match answer.as_ref().ok().and_then(status).as_deref() {
            Some("200") => {
                let answer = answer?;
                let (_, log) = answer.split_once("\r\n\r\n").context("no body")?;
                return Ok(log.to_owned());
            }
            Some("404") => return Ok(String::new()),
            _ if Instant::now() > until => {
                return Err(anyhow::anyhow!("{what} at {address}: {answer:?}"));
            }
            _ => std::thread::sleep(Duration::from_millis(100)),
        }
    }
}
