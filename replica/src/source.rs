//! The workspaces of a store, for a process that serves many of them.

use std::sync::Arc;

use isolate_host::{Error, SourceCounter, WorkspaceCopy, WorkspaceSource};

use crate::store::Store;

impl WorkspaceSource for Store {
    fn open(&self, name: &str, makes: bool) -> Result<Option<WorkspaceCopy>, Error> {
        let copy = match makes {
            true => Some(self.make(name)?),
            false => self.find(name)?,
        };
        Ok(copy.map(|copy| WorkspaceCopy {
            file: copy.path().to_owned(),
            publishers: Arc::new(copy),
        }))
    }

    fn remove(&self, name: &str) -> Result<bool, Error> {
        self.remove(name)
    }

    fn names(&self, after: &str, most: usize) -> Result<Vec<String>, Error> {
        self.names(after, most)
    }

    fn counters(&self) -> Vec<SourceCounter> {
        let (metrics, requests) = (self.metrics(), self.requests());
        let of = |name, what, count| SourceCounter {
            name,
            kind: None,
            what,
            count,
        };
        let request = |kind, count| SourceCounter {
            name: "store_requests",
            kind: Some(kind),
            what: "Requests to the store, by kind.",
            count,
        };
        vec![
            of(
                "store_entries",
                "Entries that this host has appended.",
                metrics.appended,
            ),
            of(
                "store_applied",
                "Entries of other hosts that this one has taken in.",
                metrics.applied,
            ),
            of(
                "store_races",
                "Transactions that another host was faster than.",
                metrics.raced,
            ),
            of(
                "store_snapshots",
                "Snapshots that this host has stored.",
                metrics.snapshots,
            ),
            of(
                "store_unclear",
                "Requests that ended without an answer that says what has become of them.",
                metrics.unclear,
            ),
            request("create", requests.creates),
            request("put", requests.puts),
            request("get", requests.gets),
            request("list", requests.lists),
            request("delete", requests.deletes),
            of(
                "store_failed_requests",
                "Requests to the store that failed.",
                requests.failed,
            ),
            of(
                "store_sent_bytes",
                "Bytes sent to the store.",
                requests.bytes_sent,
            ),
            of(
                "store_received_bytes",
                "Bytes received from the store.",
                requests.bytes_received,
            ),
        ]
    }
}
