//! The space that a workspace takes: pages of the database, and the log beside it.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rusqlite::Connection;
use rusqlite::config::DbConfig;

use super::reserve::Reserve;
use super::uri::uri;
use super::{LOCK_WAIT, Store, unsigned};
use crate::error::{Error, ErrorKind, Result};

/// The log is cut to this size when it starts anew. It is also what a full disk leaves to write in.
pub(super) const LOG_BYTES_KEPT: u64 = 16 << 20;
/// A log beyond this is written back and cut at the end of a run, not only when it starts anew.
const LOG_BYTES_MAX: u64 = 24 << 20;
/// A log of more is written back when a copy is closed: the next one to open it would read all of it.
const LOG_BYTES_LEFT: u64 = 1 << 20;
/// A checkpoint syncs twice, so one per 16 MiB of log and not per 4.
pub(super) const AUTO_CHECKPOINT: &str = "PRAGMA wal_autocheckpoint = 4000";
/// Free pages below this are kept for the next call.
const FREE_BYTES_KEPT: u64 = 1 << 20;
/// Most bytes that one commit gives back: 2 MiB take about as long as one barrier.
const COMMIT_BYTES_MAX: u64 = 2 << 20;
/// Most bytes that history makes room for on a full disk after something was removed: those of a log.
const NEED_BYTES_MAX: u64 = LOG_BYTES_KEPT;
/// Most bytes that one transaction gives back on a full disk, where the reserve has to hold its log.
const NEED_STEP_BYTES: u64 = 256 << 10;
/// A disk with less room than this is taken for a full one: what an ordinary call writes to the log.
const TIGHT_BYTES: u64 = 256 << 10;
/// Most bytes that are given back when a connection is closed.
const CLOSE_BYTES_MAX: u64 = 512 << 20;
/// Most bytes that one transaction of closing gives back: others wait for it.
const CLOSE_STEP_BYTES: u64 = 16 << 20;

/// What the database consists of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pages {
    /// All of it, as the open transaction sees it.
    pub(crate) all: u64,
    /// Pages that hold nothing.
    pub(crate) free: u64,
    /// Bytes of a page.
    pub(crate) bytes: u64,
}

impl Pages {
    /// Bytes of all pages.
    pub(crate) fn all_bytes(self) -> u64 {
        self.all.saturating_mul(self.bytes)
    }

    /// Bytes of the pages that hold something.
    pub(crate) fn used_bytes(self) -> u64 {
        self.all
            .saturating_sub(self.free)
            .saturating_mul(self.bytes)
    }

    /// Whether so much is free that some of it is to be given back: a quarter, and 1 MiB.
    fn is_loose(self) -> bool {
        self.free > self.all / 4 && self.free * self.bytes > FREE_BYTES_KEPT
    }
}

/// The file that SQLite keeps the log of a database in.
pub(super) fn log_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push("-wal");
    PathBuf::from(name)
}

impl Store {
    fn number(&self, sql: &str) -> Result<u64> {
        self.row(sql, [], |row| unsigned(row, 0))?
            .ok_or_else(|| Error::corrupt("no number of pages"))
    }

    pub(crate) fn pages(&self) -> Result<Pages> {
        Ok(Pages {
            all: self.number("PRAGMA page_count")?,
            free: self.number("PRAGMA freelist_count")?,
            bytes: self.page_bytes()?,
        })
    }

    /// The bytes of the whole database.
    pub(crate) fn all_bytes(&self) -> Result<u64> {
        let pages = self.number("PRAGMA page_count")?;
        Ok(pages.saturating_mul(self.page_bytes()?))
    }

    /// The size of a page, which stays what it is.
    fn page_bytes(&self) -> Result<u64> {
        if self.page_bytes.get() == 0 {
            // The least that SQLite has: nothing is divided by zero.
            self.page_bytes
                .set(self.number("PRAGMA page_size")?.max(512));
        }
        Ok(self.page_bytes.get())
    }

    /// Makes SQLite refuse to let the database grow beyond a size. One that is larger may shrink.
    pub(crate) fn set_bytes_max(&self, bytes_max: u64) -> Result<()> {
        self.set_pages_max(bytes_max / self.page_bytes()?)
    }

    /// The same in pages.
    pub(crate) fn set_pages_max(&self, pages_max: u64) -> Result<()> {
        // The largest that SQLite knows.
        let pages_max = pages_max.clamp(1, 4_294_967_294);
        self.pages_max.set(pages_max);
        let sql = format!("PRAGMA max_page_count = {pages_max}");
        self.each(&sql, [], |_| Ok(()))
    }

    /// Gives some free pages back when there are many, and cuts a log that has become long, between
    /// transactions. What fails is tried again after the next run.
    pub(crate) fn give_back_some(&self) {
        let _disarmed = self.interrupt().disarm();
        if self.read_only || !self.is_idle() {
            return;
        }
        if self.has_released.get() {
            return self.restore_reserve();
        }
        let Ok(pages) = self.pages() else { return };
        let cut = pages.is_loose() && self.give_back(COMMIT_BYTES_MAX).unwrap_or(false);
        if cut || self.log_bytes() > LOG_BYTES_MAX {
            self.cut_log();
        }
        self.keep_reserve(pages);
    }

    /// Gives the reserve the size that fits a database of this size.
    pub(crate) fn keep_reserve(&self, pages: Pages) {
        if let (Some(reserve), false) = (&self.reserve, self.has_released.get()) {
            reserve.keep(pages.all_bytes());
        }
    }

    /// Releases the reserve if the disk has less room left than it takes. Returns whether it did. Until the
    /// reserve is restored the log is not written back, which might take all of that room.
    pub(crate) fn release_reserve(&self) -> bool {
        let is_released = !self.read_only
            && self
                .reserve
                .as_ref()
                .is_some_and(|reserve| reserve.is_needed() && reserve.release());
        if is_released {
            self.has_released.set(true);
            let _ = self.each("PRAGMA wal_autocheckpoint = 0", [], |_| Ok(()));
        }
        is_released
    }

    /// Whether the reserve has been released.
    pub(crate) fn has_released(&self) -> bool {
        self.has_released.get()
    }

    /// How much the database should hold at most, so that a full disk gets some room and the log can
    /// be written back without making the file longer.
    pub(crate) fn bytes_in_need(&self) -> Result<u64> {
        let used = self.pages()?.used_bytes();
        Ok(used
            .saturating_sub(NEED_BYTES_MAX)
            .min(self.database_bytes()))
    }

    /// By how much writing the log back makes the file of the database longer.
    fn growth(&self, pages: Pages) -> u64 {
        pages.all_bytes().saturating_sub(self.database_bytes())
    }

    /// Makes the reserve anew, of what removing has left of it and has given back.
    fn restore_reserve(&self) {
        let longer = |pages: Pages| self.growth(pages);
        let Ok(mut pages) = self.pages() else { return };
        // Pages at the end that are not needed need not be written back. It costs some of the log, so
        // only where it helps.
        if longer(pages).saturating_sub(pages.free * pages.bytes) <= NEED_STEP_BYTES * 2 {
            let _ = self.vacuum(longer(pages) / pages.bytes);
            pages = self.pages().unwrap_or(pages);
        }
        // Writing the log back may make the database longer. When the disk has no room for that, it
        // would take what is left of the reserve and not come to an end.
        if let Some(reserve) = &self.reserve
            && (longer(pages) == 0 || reserve.has_room(longer(pages)))
        {
            self.cut_log();
            for _ in 0..NEED_BYTES_MAX / NEED_STEP_BYTES {
                if !self.vacuum(NEED_STEP_BYTES / pages.bytes).unwrap_or(false) {
                    break;
                }
                self.cut_log();
            }
        }
        self.has_released.set(false);
        if let Some(reserve) = &self.reserve {
            // The log may still hold more than the database, and has to be written back some day.
            reserve.keep(pages.all_bytes().max(self.log_bytes()));
        }
        let _ = self.each(AUTO_CHECKPOINT, [], |_| Ok(()));
    }

    /// Says how long closing may give pages back; none is as long as it takes.
    pub(crate) fn set_time_to_close(&self, time: Option<Duration>) {
        self.time_to_close.set(time);
    }

    /// From now on, closing does not write a small log back, which waits for the disk: whoever opens the file next
    /// reads it. What the disk has not got of it when the machine fails was not on the disk before either.
    pub(crate) fn leave_log_at_close(&self) {
        self.leaves_log.set(true);
    }

    /// Leaves the log, if that was asked for.
    pub(super) fn leave_log(&self) {
        if self.leaves_log.get() && self.log_bytes() <= LOG_BYTES_LEFT {
            let config = DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE;
            // Otherwise closing takes longer.
            let _ = self.handle().conn.set_db_config(config, true);
        }
    }

    /// Gives free pages back while there are many, within the time that closing may take.
    pub(super) fn give_back_at_close(&self) {
        if self.read_only || !self.is_idle() || self.memory.is_some() {
            return;
        }
        if self.has_released.get() {
            self.give_back_some();
        }
        let _disarmed = self.interrupt().disarm();
        // Nobody waits for others at the end.
        if self.handle().conn.busy_timeout(Duration::ZERO).is_err() {
            return;
        }
        let started = Instant::now();
        let in_time = || {
            self.time_to_close
                .get()
                .is_none_or(|time| started.elapsed() < time)
        };
        let mut left = CLOSE_BYTES_MAX;
        let mut is_cut = false;
        while left > 0 && in_time() && self.give_back(CLOSE_STEP_BYTES).unwrap_or(false) {
            is_cut = true;
            left = left.saturating_sub(CLOSE_STEP_BYTES);
            if self.log_bytes() > LOG_BYTES_KEPT {
                self.cut_log();
            }
        }
        if is_cut {
            self.cut_log();
            if let Ok(pages) = self.pages() {
                self.keep_reserve(pages);
            }
        }
    }

    /// Gives at most `bytes_max` bytes back, if many are free. Returns whether it did.
    fn give_back(&self, bytes_max: u64) -> Result<bool> {
        let pages = self.pages()?;
        if !pages.is_loose() {
            return Ok(false);
        }
        // A few pages stay free, which the next call needs in any case.
        let spare = pages.free.saturating_sub(FREE_BYTES_KEPT / 2 / pages.bytes);
        self.vacuum(spare.min(bytes_max / pages.bytes))
    }

    /// Gives at most so many bytes of free pages back, those that the next calls might need as well, and
    /// writes the log back. Returns whether there are more.
    pub(crate) fn give_back_step(&self, bytes_max: u64) -> Result<bool> {
        let pages = self.pages()?;
        if pages.free == 0 {
            return Ok(false);
        }
        let is_given = self.vacuum(bytes_max / pages.bytes)?;
        self.cut_log();
        Ok(is_given)
    }

    /// Gives at most `count` free pages back. Returns whether it did.
    fn vacuum(&self, count: u64) -> Result<bool> {
        let before = self.pages()?;
        if count == 0 || before.free == 0 {
            return Ok(false);
        }
        // Each row that this steps over is a page.
        self.each(&format!("PRAGMA incremental_vacuum({count})"), [], |_| {
            Ok(())
        })?;
        Ok(self.pages()?.all < before.all)
    }

    /// Writes one state of the database to a new file, without its free pages. `VACUUM INTO` reads in
    /// one transaction, in which others may write; the backup of SQLite would copy free pages too, with
    /// what was removed and what is damaged.
    pub(crate) fn copy_to(&self, path: &Path) -> Result<()> {
        let name = match (&self.memory, path.to_str()) {
            // What is in memory would be copied to memory.
            (Some(_), _) => format!("{}?vfs=unix", uri(path)),
            (None, Some(path)) => path.to_owned(),
            (None, None) => {
                return Err(
                    Error::new(ErrorKind::Invalid).with_detail("the path of the copy is not UTF-8")
                );
            }
        };
        self.run("VACUUM INTO ?1", [name]).map(drop)
    }

    /// The database and the files that SQLite and the reserve keep beside it.
    pub(crate) fn files_on_disk(&self) -> Vec<PathBuf> {
        let path = self.handle().conn.path().filter(|_| self.memory.is_none());
        let Some(path) = path.filter(|path| !path.is_empty()) else {
            return Vec::new();
        };
        ["", "-wal", "-shm", "-journal", "-reserve"]
            .map(|end| PathBuf::from(format!("{path}{end}")))
            .into()
    }

    /// The size of the file of the database as it is; 0 for what is in memory.
    fn database_bytes(&self) -> u64 {
        let path = self.handle().conn.path().filter(|_| self.memory.is_none());
        let found = path.map(std::fs::metadata);
        found.and_then(Result::ok).map_or(0, |file| file.len())
    }

    /// The size of the log; 0 for what is in memory.
    pub(crate) fn log_bytes(&self) -> u64 {
        let found = self.log.as_ref().map(std::fs::metadata);
        found.and_then(Result::ok).map_or(0, |file| file.len())
    }

    /// Writes the log back into the database and makes it empty, so that both files become as
    /// short as they can. Without waiting for readers: the log then stays, and the next call tries.
    pub(crate) fn cut_log(&self) {
        // What fails is tried again as well.
        let _ = self.checkpoint_log("TRUNCATE");
    }

    /// Writes the log back, so that it starts anew and what comes next needs no more of the disk. Where
    /// the database would grow beyond what the disk has room for, nothing is begun.
    pub(crate) fn reuse_log(&self) -> LogReuse {
        let Some(reserve) = self.reserve.as_ref().filter(|_| !self.read_only) else {
            return LogReuse::Impossible;
        };
        if !self.is_idle() || self.log_bytes() == 0 {
            return LogReuse::Impossible;
        }
        let Ok(pages) = self.pages() else {
            return LogReuse::Impossible;
        };
        let growth = self.growth(pages);
        if growth > 0 && !reserve.has_room(growth) {
            return LogReuse::Lacks(growth);
        }
        match self.checkpoint_log("RESTART") {
            Ok(true) => LogReuse::Done,
            Ok(false) => LogReuse::Held,
            // A limit of file sizes is met by the database alone.
            Err(error) if error.kind() == ErrorKind::NoSpace => {
                LogReuse::TooLong(pages.all_bytes())
            }
            Err(_) => LogReuse::Impossible,
        }
    }

    /// The same before a transaction that the caller cannot begin again, where the disk may be full.
    pub(crate) fn reuse_log_if_tight(&self) {
        let is_tight = self.is_tight.take() && self.log_bytes() > 0;
        let has_room = |reserve: &Reserve| reserve.has_room(TIGHT_BYTES);
        if is_tight && !self.reserve.as_ref().is_none_or(has_room) {
            self.reuse_log();
        }
    }

    /// Returns whether all of the log is in the database, and no connection reads it.
    fn checkpoint_log(&self, mode: &str) -> Result<bool> {
        if self.log.is_none() {
            return Ok(false);
        }
        let _disarmed = self.interrupt().disarm();
        let conn = &self.handle().conn;
        let mut done = Ok(None);
        if conn.busy_timeout(Duration::ZERO).is_ok() {
            let sql = format!("PRAGMA wal_checkpoint({mode})");
            done = self.row(&sql, [], |row| row.get::<i64>(0));
        }
        // Without this others would get `Busy` at once.
        let _ = conn.busy_timeout(LOCK_WAIT);
        // The first column says whether others were in the way.
        Ok(done? == Some(0))
    }
}

/// What came of [`Store::reuse_log`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LogReuse {
    /// The log starts anew.
    Done,
    /// The database would grow by so many bytes, for which there is no room.
    Lacks(u64),
    /// The database would have so many bytes, more than a file may have.
    TooLong(u64),
    /// Another connection reads an older state.
    Held,
    /// There is no log, or nothing can be said of it now.
    Impossible,
}

/// Makes an empty database one that can give pages back. Must be the first thing in the
/// transaction that makes the tables: it takes effect before the first page is written.
pub(super) fn make_shrinkable(conn: &Connection) -> Result<()> {
    conn.execute_batch("PRAGMA auto_vacuum = INCREMENTAL")
        .map_err(Error::sqlite)
}
