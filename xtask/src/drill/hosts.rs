//! The servers of a drill, which are processes.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context as _, Result};

use super::faults::ask;
use super::store::Store;
use crate::quiet;
use crate::serving::Running;

/// How often a server is started that does not: its store fails while it is probed.
const STARTS: u32 = 50;

/// The servers.
pub(super) struct Hosts {
    program: PathBuf,
    url: String,
    environment: &'static [(&'static str, &'static str)],
    folder: PathBuf,
    running: Vec<Mutex<Running>>,
    /// What those that were killed had counted.
    counted: Mutex<BTreeMap<String, u64>>,
}

impl Hosts {
    pub(super) fn start(
        program: &Path,
        store: &Store,
        folder: &Path,
        count: usize,
    ) -> Result<Self> {
        let mut hosts = Self {
            program: program.to_owned(),
            url: store.url.clone(),
            environment: store.environment,
            folder: folder.to_owned(),
            running: Vec::new(),
            counted: Mutex::default(),
        };
        for host in 0..count {
            let running = hosts.started(&format!("host-{host}"))?;
            hosts.running.push(Mutex::new(running));
        }
        Ok(hosts)
    }

    pub(super) fn count(&self) -> usize {
        self.running.len()
    }

    /// Starts a server with a folder of this name for its copies.
    fn started(&self, name: &str) -> Result<Running> {
        let mut tried = 0;
        loop {
            let mut command = Command::new(&self.program);
            command.args(["serve", "--http", "0", "--timeout", "10s"]);
            command.args(["--store", &self.url, "--cache"]);
            command.arg(self.folder.join(name));
            command.envs(self.environment.iter().copied());
            match Running::start(&mut command) {
                Err(_) if tried < STARTS => tried += 1,
                started => return started,
            }
        }
    }

    /// A server that has nothing, beside those of the drill.
    pub(super) fn fresh(&self) -> Result<Running> {
        self.started("fresh")
    }

    /// The address of a server.
    pub(super) fn address(&self, host: usize) -> String {
        let running = self.running[host].lock();
        let running = running.unwrap_or_else(PoisonError::into_inner);
        running.url.trim_start_matches("http://").to_owned()
    }

    /// Kills a server, and starts it again; its copies are lost, or not.
    pub(super) fn kill(&self, host: usize, with_copies: bool) -> Result<()> {
        self.note(&self.address(host));
        let mut running = self.running[host].lock();
        let running = running
            .as_mut()
            .map_or_else(|_| None, |running| Some(&mut **running));
        let running = running.context("a host that has panicked")?;
        running.kill();
        let name = format!("host-{host}");
        if with_copies {
            fs::remove_dir_all(self.folder.join(&name))?;
        }
        *running = self.started(&name)?;
        Ok(())
    }

    /// Stops a server for a time, after which it goes on.
    pub(super) fn stop_for(&self, host: usize, time: Duration) {
        let running = self.running[host].lock();
        let running = running.unwrap_or_else(PoisonError::into_inner);
        let id = running.id().to_string();
        for (signal, wait) in [("-STOP", time), ("-CONT", Duration::ZERO)] {
            // It may have ended.
            let _sent = quiet(&self.folder, Command::new("kill").args([signal, &id]));
            std::thread::sleep(wait);
        }
    }

    /// Adds what a server has counted.
    fn note(&self, address: &str) {
        let Ok(answer) = ask(address, "GET /metrics", &[]) else {
            return;
        };
        let mut counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        for line in answer
            .lines()
            .filter(|line| line.starts_with("isolate_store_"))
        {
            if let Some((name, count)) = line.rsplit_once(' ') {
                *counted.entry(name.to_owned()).or_default() += count.parse().unwrap_or(0);
            }
        }
    }

    /// What all have counted, as far as they could be asked before they were killed.
    pub(super) fn counters(&self) -> BTreeMap<String, u64> {
        for host in 0..self.count() {
            self.note(&self.address(host));
        }
        let counted = self.counted.lock();
        counted.unwrap_or_else(PoisonError::into_inner).clone()
    }
}
