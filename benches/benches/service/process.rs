//! This program again, in another role, and what the system says of it.

use std::cell::RefCell;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use crate::roles::ROLE;

/// Ticks of the processor time in a second, on every Linux.
const TICKS: f64 = 100.0;

/// A process that ends with this.
pub(crate) struct Process {
    child: Child,
    pipes: RefCell<(ChildStdin, BufReader<ChildStdout>)>,
    id: u32,
    address: Option<SocketAddr>,
}

impl Process {
    pub(crate) fn start(role: &str, folder: &Path) -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .env(ROLE, role)
            .arg(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let to = child.stdin.take().unwrap();
        let mut from = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        from.read_line(&mut line).unwrap();
        Self {
            id: child.id(),
            address: line.trim().parse().ok(),
            pipes: RefCell::new((to, from)),
            child,
        }
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address.unwrap()
    }

    /// Asks for so many runs, and waits until they are done.
    pub(crate) fn asks(&self, runs: usize) {
        let (to, from) = &mut *self.pipes.borrow_mut();
        writeln!(to, "{runs}").unwrap();
        let mut line = String::new();
        from.read_line(&mut line).unwrap();
        assert_eq!(line.trim(), "done");
    }

    fn file(&self, name: &str) -> String {
        std::fs::read_to_string(format!("/proc/{}/{name}", self.id)).unwrap()
    }

    pub(crate) fn processor_time(&self) -> Duration {
        let text = self.file("stat");
        // The name of the program may have spaces.
        let (_, fields) = text.rsplit_once(')').unwrap();
        let ticks = fields.split_whitespace().skip(11).take(2);
        let ticks: u64 = ticks.map(|field| field.parse::<u64>().unwrap()).sum();
        Duration::from_secs_f64(ticks as f64 / TICKS)
    }

    /// Bytes in a line of the status.
    fn status(&self, name: &str) -> u64 {
        let text = self.file("status");
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        let kibibytes = line.unwrap().trim().trim_end_matches(" kB");
        kibibytes.parse::<u64>().unwrap() * 1024
    }

    pub(crate) fn memory(&self) -> u64 {
        self.status("VmRSS:")
    }

    pub(crate) fn peak_memory(&self) -> u64 {
        self.status("VmHWM:")
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The number of a process, of which other threads ask the system.
#[derive(Clone, Copy)]
pub(crate) struct Seen(u32);

impl Process {
    pub(crate) const fn seen(&self) -> Seen {
        Seen(self.id)
    }
}

impl Seen {
    pub(crate) fn descriptors(self) -> usize {
        let open = std::fs::read_dir(format!("/proc/{}/fd", self.0));
        open.map_or(0, Iterator::count)
    }
}
