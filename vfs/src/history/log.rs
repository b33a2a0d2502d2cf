//! Lists of runs.

use isolate_text::{VPath, budget};

use super::RunInfo;
use crate::clock::Timestamp;
use crate::error::Result;
use crate::run::{RunId, RunState};
use crate::store::{Row, unsigned};
use crate::tree::UNCHANGED;
use crate::txn::{ReadTxn, Tree};

/// What a run in memory takes beside its texts.
const RUN_BYTES: usize = 160;

/// Which runs [`Tree::log`] lists.
///
/// ```
/// use isolate_vfs::{LogOptions, MemoryStore, OpenOptions, RunOptions, Tree};
///
/// let tree = Tree::open_memory(&MemoryStore::new()?, &OpenOptions::new())?;
/// tree.begin(&RunOptions::new("only reads").recorded())?.commit()?;
/// let runs = tree.log(&LogOptions::new().limit(20))?;
/// assert_eq!((runs[0].label.as_str(), runs[0].paths), ("only reads", 0));
/// # Ok::<(), isolate_vfs::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct LogOptions {
    pub(crate) limit: usize,
    pub(crate) before: Option<RunId>,
    pub(crate) since: Option<Timestamp>,
    pub(crate) path: Option<VPath>,
    pub(crate) only_changing: bool,
    pub(crate) all_branches: bool,
    /// Lists runs too whose changes are kept apart until they end.
    with_apart: bool,
}

impl Default for LogOptions {
    fn default() -> Self {
        Self::new()
    }
}

impl LogOptions {
    /// The newest 100 runs.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            limit: 100,
            before: None,
            since: None,
            path: None,
            only_changing: false,
            all_branches: false,
            with_apart: false,
        }
    }

    /// Sets the most runs that are listed. Default: 100.
    #[must_use]
    pub const fn limit(mut self, limit: usize) -> Self {
        self.limit = limit;
        self
    }

    /// Lists only runs before this one. Default: none, which begins with the newest.
    #[must_use]
    pub const fn before(mut self, run: RunId) -> Self {
        self.before = Some(run);
        self
    }

    /// Lists only runs that began at this time of the machine or later. Default: none.
    #[must_use]
    pub const fn since(mut self, since: Timestamp) -> Self {
        self.since = Some(since);
        self
    }

    /// Lists only runs that changed this path or something below it. Default: none.
    #[must_use]
    pub fn path(mut self, path: VPath) -> Self {
        self.path = Some(path);
        self
    }

    /// Also lists runs that this branch does not see: those of other branches, as far as it was not
    /// made from them after the run. Default: `false`.
    #[must_use]
    pub const fn all_branches(mut self) -> Self {
        self.all_branches = true;
        self
    }

    /// Leaves out runs that are recorded and changed nothing. Default: `false`.
    #[must_use]
    pub const fn only_changing(mut self) -> Self {
        self.only_changing = true;
        self
    }
}

/// The columns of `run` that a [`RunInfo`] is read from.
macro_rules! columns {
    () => {
        "SELECT id, label, state, started_ms, finished_ms, undoes, actor, owner, status, machine_ms,
            (SELECT count(*) FROM change WHERE change.run = run.id),
            (SELECT b.name FROM branch b WHERE b.id = coalesce((SELECT h.parent FROM aside a
                JOIN branch h ON h.id = a.branch WHERE a.run = run.id), run.branch)),
            nullif(coalesce((SELECT h.parent FROM aside a JOIN branch h ON h.id = a.branch WHERE a.run = run.id),
                run.branch), 0) FROM run"
    };
}

impl Tree {
    /// The last runs that changed something, newest first.
    ///
    /// # Errors
    /// As every read: `Busy`, `Corrupt` or `Storage`.
    pub fn history(&self, limit: usize) -> Result<Vec<RunInfo>> {
        self.log(&LogOptions::new().limit(limit).only_changing())
    }

    /// Runs of the history that this branch sees, newest first.
    ///
    /// # Errors
    /// As every read: `Busy`, `Corrupt` or `Storage`.
    pub fn log(&self, options: &LogOptions) -> Result<Vec<RunInfo>> {
        let mut runs = Vec::new();
        self.each_run(options, |run| {
            runs.push(run);
            Ok(true)
        })?;
        Ok(runs)
    }

    /// Calls `read` with runs of the history that this branch sees, newest first, until it returns false or the limit is
    /// reached.
    ///
    /// # Errors
    /// As every read: `Busy`, `Corrupt` or `Storage`, and what `read` returns.
    pub fn each_run(
        &self,
        options: &LogOptions,
        read: impl FnMut(RunInfo) -> Result<bool>,
    ) -> Result<()> {
        if options.limit == 0 {
            return Ok(());
        }
        let mut options = options.clone();
        options.with_apart = !options.only_changing;
        self.snapshot(|txn| txn.read_runs(&options, read))
    }

    /// What the history says of a run; `None` if it does not have it. A run that was given another number
    /// when its changes were taken over ([`OpenRun::set_aside`](crate::OpenRun::set_aside)) is found by the
    /// old one, too.
    ///
    /// # Errors
    /// As every read: `Busy`, `Corrupt` or `Storage`.
    pub fn run_info(&self, run: RunId) -> Result<Option<RunInfo>> {
        let read = |run: i64| {
            self.store
                .row(concat!(columns!(), " WHERE id = ?1"), [run], |row| {
                    self.read_run(row)
                })
        };
        match read(run.0)? {
            None => match self.number_now(run.0)? {
                Some(now) => read(now),
                None => Ok(None),
            },
            found => Ok(found),
        }
    }

    /// How many paths a run created, changed and deleted. A file counts as changed if it was written,
    /// whether its bytes are others or not. Paths of which only the time changed do not count.
    ///
    /// # Errors
    /// As every read: `Busy`, `Corrupt` or `Storage`.
    pub fn change_counts(&self, run: RunId) -> Result<[u64; 3]> {
        let counts = self.store.row(
            "SELECT count(*) FILTER (WHERE before_kind IS NULL), count(*) FILTER (WHERE before_kind IS NOT NULL
                AND after_kind IS NOT NULL AND (before_kind <> after_kind OR before_mode <> after_mode
                OR before_content IS NOT after_content OR before_target IS NOT after_target)),
                count(*) FILTER (WHERE after_kind IS NULL)
             FROM change WHERE run = ?1",
            [run.0],
            |row| Ok([unsigned(row, 0)?, unsigned(row, 1)?, unsigned(row, 2)?]),
        )?;
        Ok(counts.unwrap_or_default())
    }

    /// The numbers of the oldest and the newest run of the history; `None` if it is empty.
    ///
    /// # Errors
    /// As every read: `Busy`, `Corrupt` or `Storage`.
    pub fn run_span(&self) -> Result<Option<(RunId, RunId)>> {
        let ends = self
            .store
            .row("SELECT min(id), max(id) FROM run", [], |row| {
                Ok((row.get::<Option<i64>>(0)?, row.get::<Option<i64>>(1)?))
            })?;
        Ok(ends.and_then(|(oldest, newest)| Some((RunId(oldest?), RunId(newest?)))))
    }

    fn read_run(&self, row: &Row<'_>) -> Result<RunInfo> {
        let label: String = row.get(1)?;
        let actor: Option<String> = row.get(6)?;
        let status: Option<String> = row.get(8)?;
        let optional = |text: &Option<String>| text.as_ref().map_or(0, String::len);
        budget::charge(label.len() + optional(&actor) + optional(&status) + RUN_BYTES)?;
        let machine_ms = row.get(9)?;
        let state = match RunState::from_code(row.get(2)?) {
            RunState::Open if self.is_interrupted(row, machine_ms)? => RunState::Interrupted,
            RunState::Suspended if self.is_of_copy(row.get(0)?)? => RunState::Interrupted,
            state => state,
        };
        Ok(RunInfo {
            id: RunId(row.get(0)?),
            label,
            actor,
            state,
            status,
            started: Timestamp::from_millis(row.get(3)?),
            machine_started: Timestamp::from_millis(machine_ms),
            finished: row.get::<Option<i64>>(4)?.map(Timestamp::from_millis),
            undoes: row.get::<Option<i64>>(5)?.map(RunId),
            paths: unsigned(row, 10)?,
            branch: row
                .get::<Option<i64>>(12)?
                .map(|_| row.get::<Option<String>>(11))
                .transpose()?
                .map(Option::unwrap_or_default),
        })
    }

    /// Whether an open run will never end.
    fn is_interrupted(&self, row: &Row<'_>, machine_ms: i64) -> Result<bool> {
        let owner: Option<String> = row.get(7)?;
        Ok(self.is_left_open(owner.as_deref(), machine_ms))
    }
}

impl ReadTxn<'_> {
    /// As [`Tree::each_run`].
    pub(super) fn read_runs(
        &self,
        options: &LogOptions,
        mut read: impl FnMut(RunInfo) -> Result<bool>,
    ) -> Result<()> {
        let mut left = options.limit;
        let hidden = if options.only_changing { UNCHANGED } else { 0 };
        if let Some(path) = &options.path {
            self.check_ending(path)?;
        }
        let seen = match options.all_branches {
            true => "true".to_owned(),
            false if options.with_apart => format!(
                "({} OR EXISTS (SELECT 1 FROM aside a JOIN branch h ON h.id = a.branch WHERE a.run = run.id AND h.parent = {}))",
                &*self.seen_runs(),
                self.branch_number().unwrap_or(0)
            ),
            false => self.seen_runs().to_owned(),
        };
        // What lies at or below a path is in one range, with a few neighbours; the path is then
        // looked for exactly.
        let near = match &options.path {
            Some(path) if !path.is_root() => {
                "EXISTS (SELECT 1 FROM change WHERE change.run = run.id AND path >= ?4 AND path < ?4 || '0')"
            }
            _ => "?4 IS NOT NULL",
        };
        let sql = format!(
            concat!(
                columns!(),
                " WHERE id < ?1 AND machine_ms >= ?2 AND mode & ?3 = 0 AND {} AND {}
                 ORDER BY id DESC"
            ),
            seen, near
        );
        self.store
            .each_while(
                &sql,
                (
                    options.before.map_or(i64::MAX, |run| run.0),
                    options.since.map_or(i64::MIN, Timestamp::as_millis),
                    hidden,
                    options.path.as_ref().map_or("/", VPath::as_str),
                ),
                |row| {
                    self.check_deadline()?;
                    if let Some(path) = &options.path
                        && !self.has_changed(RunId(row.get(0)?), path)?
                    {
                        return Ok(true);
                    }
                    let run = self.read_run(row)?;
                    left -= 1;
                    Ok(read(run)? && left > 0)
                },
            )
            .map(drop)
    }
}
