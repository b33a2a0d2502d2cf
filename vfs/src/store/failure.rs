//! What an error of SQLite means for a connection, and what is remembered of it.

use super::{LogReuse, Store};
use crate::error::{Error, ErrorKind};
use crate::quota;

/// Pages that a statement may have added before it failed and was undone: far more than a row has.
const PAGES_UNDONE: u64 = 64;

/// How an error begins where not even removing has found room.
const WITHOUT_ROOM: &str = "no space left on the disk, and removing something needs some too";
/// What the index of the log takes beside the database, in KiB.
const LOG_INDEX_KIB: u64 = 32;

/// Why a statement failed, for the calls after one that made SQLite undo the whole transaction.
#[derive(Debug, Clone)]
pub(crate) struct Failure {
    pub(crate) kind: ErrorKind,
    pub(crate) reason: String,
}

impl Store {
    /// The meaning of an error of SQLite, which is remembered.
    pub(crate) fn noted(&self, error: rusqlite::Error) -> Error {
        let mut error = Error::sqlite(error);
        if error.kind() == ErrorKind::NoSpace {
            // SQLite reports the bound of the database as a full disk.
            match self.bound_reached() {
                Some(bytes) => error = error.with_detail(quota::database_is_full(bytes)),
                None => self.is_tight.set(true),
            }
        }
        self.remember(error)
    }

    /// Keeps why a statement failed.
    pub(super) fn remember(&self, error: Error) -> Error {
        self.failure.replace(Some(Failure {
            kind: error.kind(),
            reason: error.reason().to_owned(),
        }));
        error
    }

    /// The last failure since the last question.
    pub(crate) fn take_failure(&self) -> Option<Failure> {
        self.failure.take()
    }

    /// The bound of the database in bytes, if that is what leaves no space.
    fn bound_reached(&self) -> Option<u64> {
        let conn = &self.handle().conn;
        let number = |sql| conn.query_row(sql, [], |row| row.get::<_, u32>(0));
        let pages = number("PRAGMA page_count").map(u64::from).ok()?;
        let most = self.pages_max.get();
        if most == 0 || pages.saturating_add(PAGES_UNDONE) < most {
            return None;
        }
        Some(most.saturating_mul(self.page_bytes.get()))
    }

    /// What is said where not even removing has found room on the disk.
    pub(crate) fn explained_without_room(&self, error: Error) -> Error {
        if error.kind() != ErrorKind::NoSpace || !self.is_tight.get() {
            return error;
        }
        let detail = match self.reuse_log() {
            LogReuse::TooLong(bytes) => format!(
                "the workspace file cannot grow, and removing something needs that: raise the limit of file sizes (ulimit -f) to {} KiB, and try again",
                bytes.div_ceil(1024)
            ),
            LogReuse::Lacks(bytes) => format!(
                "{WITHOUT_ROOM}: free {} KiB outside of the workspace, and try again",
                bytes.div_ceil(1024) + LOG_INDEX_KIB
            ),
            LogReuse::Held => format!(
                "{WITHOUT_ROOM}: another connection reads an older state of the workspace, so try again when that has ended, or free some of the disk outside of the workspace"
            ),
            LogReuse::Done | LogReuse::Impossible => format!(
                "{WITHOUT_ROOM}: try again, remove less at once, free some of the disk outside of the workspace, or raise a limit of file sizes (ulimit -f)"
            ),
        };
        error.with_detail(detail)
    }
}
