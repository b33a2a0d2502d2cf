//! Opening a workspace file, which is recognised before anything is written.

use std::io::Read as _;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rusqlite::backup::{Backup, StepResult};
use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::{Connection, OpenFlags};

use super::interrupt::Interrupt;
use super::name::check_name;
use super::reserve::Reserve;
use super::schema::{FORMAT, Format, NEW_IDENTITY};
use super::uri::uri;
use super::{Handle, LOCK_WAIT, Store, int, migrate, space};
use crate::error::{Error, ErrorKind, Result, system_reason};
use crate::outside::ContentSource;
use crate::retention::Retention;

/// "isol": marks a file as ours.
const APPLICATION_ID: u32 = 0x6973_6f6c;
/// "iVFS": marked the files of development builds.
const DEVELOPMENT_ID: u32 = 0x6956_4653;
/// About 90 different statements exist; evicting one costs a compilation.
const STATEMENTS_CACHED: usize = 192;

/// Longest text and longest bytes in a row, far beyond what any row of ours has: a prepared file may
/// hold values of a gigabyte, which would be in memory as soon as they are looked at.
const VALUE_BYTES_MAX: i32 = 1 << 20;

/// Time between two attempts to open a file that another process is about to make.
const OPEN_RETRY: Duration = Duration::from_millis(5);

/// A workspace in memory, for as long as one clone of it or one tree over it lives.
#[derive(Clone)]
pub struct MemoryStore {
    name: Arc<str>,
    /// A connection while no tree has one: the memory lives as long as something is connected.
    parked: Arc<Mutex<Option<Handle>>>,
    /// Where bytes are that are not stored; none if all are.
    source: Option<Arc<dyn ContentSource>>,
}

impl std::fmt::Debug for MemoryStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MemoryStore").finish_non_exhaustive()
    }
}

impl MemoryStore {
    /// Makes an empty workspace in memory.
    ///
    /// # Errors
    /// `Storage` when SQLite cannot allocate it.
    pub fn new() -> Result<Self> {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name: Arc<str> = format!("file:/isolate-{number}?vfs=memdb").into();
        let mut handle = connect_memory(&name)?;
        copy_template(&mut handle.conn)?;
        Ok(Self {
            name,
            parked: Arc::new(Mutex::new(Some(handle))),
            source: None,
        })
    }

    /// Makes an empty workspace in memory that may be [seeded](crate::Tree::seed) with files whose bytes
    /// are elsewhere.
    ///
    /// # Errors
    /// As [`MemoryStore::new`].
    pub fn over(source: Arc<dyn ContentSource>) -> Result<Self> {
        Ok(Self {
            source: Some(source),
            ..Self::new()?
        })
    }

    /// A name that no other workspace in memory of this process has.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn source(&self) -> Option<&dyn ContentSource> {
        self.source.as_deref()
    }

    fn take(&self) -> Option<Handle> {
        self.lock().take()
    }

    /// Keeps the connection of a tree that is dropped for the next one.
    pub(super) fn park(&self, handle: Handle) {
        handle.interrupt.clear();
        if !handle.conn.is_autocommit() {
            // In memory there is nothing that a rollback could fail at.
            let _ = handle.conn.execute_batch("ROLLBACK");
        }
        self.lock().get_or_insert(handle);
    }

    fn lock(&self) -> MutexGuard<'_, Option<Handle>> {
        self.parked.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Writes the empty schema into memory, page by page: one workspace a process makes it by SQL.
fn copy_template(to: &mut Connection) -> Result<()> {
    static TEMPLATE: Mutex<Option<Connection>> = Mutex::new(None);
    let mut template = TEMPLATE.lock().unwrap_or_else(PoisonError::into_inner);
    let from = match template.take() {
        Some(conn) => conn,
        None => {
            let conn = Connection::open_in_memory().map_err(Error::sqlite)?;
            prepare(&conn, &FORMAT, true, LOCK_WAIT)?;
            conn
        }
    };
    let copied = Backup::new(&from, to).and_then(|backup| backup.step(-1));
    *template = Some(from);
    match copied.map_err(Error::sqlite)? {
        StepResult::Done => Ok(()),
        StepResult::Busy | StepResult::Locked => Err(Error::new(ErrorKind::Busy).with_detail(
            "workspace is busy: the empty workspace that it is copied from is in use",
        )),
        _ => Err(Error::new(ErrorKind::Storage)
            .with_detail("storage failed: SQLite has not copied all of an empty workspace")),
    }
}

pub(super) fn open_flags(write: bool) -> OpenFlags {
    let access = if write {
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE
    } else {
        OpenFlags::SQLITE_OPEN_READ_ONLY
    };
    // One thread at a time uses a connection, which the types ensure: no mutex is needed.
    access | OpenFlags::SQLITE_OPEN_NO_MUTEX
}

fn connect(name: impl AsRef<Path>, flags: OpenFlags) -> Result<Handle> {
    let mut conn = configured(name.as_ref(), flags).map_err(Error::sqlite)?;
    let interrupt = Interrupt::watch(&mut conn)?;
    Ok(Handle {
        conn,
        interrupt,
        is_older: false,
    })
}

pub(super) fn configured(name: &Path, flags: OpenFlags) -> rusqlite::Result<Connection> {
    let conn = Connection::open_with_flags(name, flags)?;
    // The file may come from anybody: nothing in it may run.
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false)?;
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false)?;
    // Without it, a statement whose plan looked at a bound value is compiled anew for every use.
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    conn.set_limit(Limit::SQLITE_LIMIT_LENGTH, VALUE_BYTES_MAX)?;
    conn.set_prepared_statement_cache_capacity(STATEMENTS_CACHED);
    Ok(conn)
}

fn connect_memory(name: &str) -> Result<Handle> {
    let handle = connect(name, open_flags(true) | OpenFlags::SQLITE_OPEN_URI)?;
    batch(
        &handle.conn,
        "PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY; PRAGMA temp_store = MEMORY;",
    )?;
    Ok(handle)
}

fn batch(conn: &Connection, sql: &str) -> Result<()> {
    conn.execute_batch(sql).map_err(Error::sqlite)
}

/// Makes an empty file that only its user can read. SQLite gives the files beside it the same
/// permissions. Where this fails, so does opening the file, which says why.
fn make_private(path: &Path) {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let _made = options.open(path);
}

/// What the first bytes of a file say.
enum Header {
    Empty,
    Ours,
}

/// Reads the first 100 bytes without SQLite, which might write to a file that is not ours.
fn read_header(path: &Path, format: &Format) -> Result<Header> {
    check_kind(path)?;
    let mut file = match std::fs::File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Header::Empty),
        Err(error) => {
            return Err(Error::new(ErrorKind::Storage).with_detail(format!(
                "cannot open the workspace file: {}",
                system_reason(&error)
            )));
        }
    };
    let mut header = [0_u8; 100];
    let mut filled = 0;
    while filled < header.len() {
        let count = file.read(&mut header[filled..]).map_err(|error| {
            Error::new(ErrorKind::Storage).with_detail(format!(
                "cannot read the workspace file: {}",
                system_reason(&error)
            ))
        })?;
        if count == 0 {
            break;
        }
        filled += count;
    }
    if filled == 0 || header == [0; 100] && has_journal(path) {
        return Ok(Header::Empty);
    }
    let word = |at: usize| {
        u32::from_be_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]])
    };
    if filled < header.len() || !header.starts_with(b"SQLite format 3\0") {
        return Err(Error::new(ErrorKind::Foreign));
    }
    check_application(word(68))?;
    format.steps_from(word(60))?;
    Ok(Header::Ours)
}

/// Refuses files of other programs, and those of development builds, whose formats are not read.
fn check_application(id: u32) -> Result<()> {
    match id {
        APPLICATION_ID => Ok(()),
        DEVELOPMENT_ID => Err(Error::new(ErrorKind::Outdated)),
        _ => Err(Error::new(ErrorKind::Foreign)),
    }
}

/// Whether a change to a file that begins with zeros was never ended: after a power failure while
/// it was being made, a workspace may hold anything but its first bytes. SQLite empties it again.
fn has_journal(path: &Path) -> bool {
    let mut journal = path.as_os_str().to_owned();
    journal.push("-journal");
    std::fs::metadata(journal).is_ok_and(|journal| journal.len() > 0)
}

/// Refuses what is no regular file before it is opened: opening a pipe waits for a writer.
fn check_kind(path: &Path) -> Result<()> {
    let Ok(metadata) = std::fs::metadata(path) else {
        // What there is to say of it, opening it says.
        return Ok(());
    };
    let kind = metadata.file_type();
    if kind.is_file() {
        return Ok(());
    }
    let what = if kind.is_dir() {
        "a directory"
    } else {
        special(kind)
    };
    Err(Error::new(ErrorKind::Foreign).with_detail(format!(
        "{what} is not a workspace, which is a regular file"
    )))
}

#[cfg(unix)]
fn special(kind: std::fs::FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt as _;
    if kind.is_fifo() {
        "a named pipe"
    } else if kind.is_socket() {
        "a socket"
    } else {
        "a device"
    }
}

#[cfg(not(unix))]
fn special(_: std::fs::FileType) -> &'static str {
    "a special file"
}

pub(crate) fn open_file(path: &Path, write: bool, busy_timeout: Duration) -> Result<Store> {
    open_file_as(&FORMAT, path, write, busy_timeout)
}

/// The same with another format, for tests of migrations.
pub(super) fn open_file_as(
    format: &Format,
    path: &Path,
    write: bool,
    busy_timeout: Duration,
) -> Result<Store> {
    check_name(path)?;
    let header = read_header(path, format)?;
    if matches!(header, Header::Empty) && !write {
        return Err(Error::new(ErrorKind::NotFound).with_detail("no such workspace file"));
    }
    if !path.exists() {
        make_private(path);
    }
    let open = || {
        open_handle(
            connect(path, open_flags(write))?,
            format,
            write,
            busy_timeout,
        )
    };
    let started = Instant::now();
    let handle = loop {
        let mut opened = open();
        if matches!(&opened, Err(error) if matches!(error.kind(), ErrorKind::Storage | ErrorKind::NoSpace))
        {
            // The index of the log needs a file of 32 KiB, for which a full disk has no room.
            let real = path.canonicalize();
            let reserve = Reserve::of(real.as_deref().unwrap_or(path));
            opened = reserve.lend(open).unwrap_or(opened);
        }
        match opened {
            // The log of a workspace needs a file beside it, which cannot be made where nothing can
            // be written.
            Err(error)
                if !write && matches!(error.kind(), ErrorKind::NotFound | ErrorKind::ReadOnly) =>
            {
                break open_handle(connect_immutable(path)?, format, write, busy_timeout)?;
            }
            // Another process makes the file or sets its mode, for which SQLite does not always
            // wait by itself.
            Err(error) if error.kind() == ErrorKind::Busy && started.elapsed() < busy_timeout => {
                std::thread::sleep(OPEN_RETRY);
            }
            opened => break opened?,
        }
    };
    Ok(Store::new(handle, !write, None, busy_timeout))
}

/// Sets a connection to a file up, and checks what it holds.
fn open_handle(
    mut handle: Handle,
    format: &Format,
    write: bool,
    busy_timeout: Duration,
) -> Result<Handle> {
    let conn = &handle.conn;
    conn.busy_timeout(LOCK_WAIT).map_err(Error::sqlite)?;
    let is_readonly = conn.is_readonly(rusqlite::MAIN_DB);
    if write && is_readonly.map_err(Error::sqlite)? {
        return Err(
            Error::new(ErrorKind::ReadOnly).with_detail("the workspace file cannot be written")
        );
    }
    let log_kept = format!("PRAGMA journal_size_limit = {}", space::LOG_BYTES_KEPT);
    for setting in [space::AUTO_CHECKPOINT, &log_kept] {
        conn.query_row(setting, [], |_| Ok(()))
            .map_err(Error::sqlite)?;
    }
    batch(
        conn,
        "PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16384; PRAGMA temp_store = MEMORY;",
    )?;
    let is_older = prepare(conn, format, write, busy_timeout)?;
    if write && pragma_text(conn, "PRAGMA journal_mode")? != "wal" {
        // Only after the schema is in place: the header of the file itself then says whose it is.
        pragma_text(conn, "PRAGMA journal_mode = WAL")?;
    }
    handle.is_older = is_older;
    Ok(handle)
}

/// Opens a file that nobody can be writing to, without a lock and without its log.
///
/// A workspace that is open for writing elsewhere has a log that is not empty. Its changes would be
/// missing, so the file is refused.
fn connect_immutable(path: &Path) -> Result<Handle> {
    if std::fs::metadata(space::log_of(path)).is_ok_and(|log| log.len() > 0) {
        return Err(Error::new(ErrorKind::Storage).with_detail(
            "the workspace has changes in its log (the file named -wal), which cannot be read where \
             nothing can be written: copy both files to another folder",
        ));
    }
    let name = format!("{}?immutable=1", uri(path));
    connect(name, open_flags(false) | OpenFlags::SQLITE_OPEN_URI)
}

pub(crate) fn open_memory(memory: &MemoryStore, busy_timeout: Duration) -> Result<Store> {
    let handle = match memory.take() {
        Some(handle) => handle,
        None => {
            let handle = connect_memory(&memory.name)?;
            FORMAT.check(&handle.conn, FORMAT.version())?;
            handle
        }
    };
    handle
        .conn
        .busy_timeout(busy_timeout)
        .map_err(Error::sqlite)?;
    Ok(Store::new(
        handle,
        false,
        Some(memory.clone()),
        busy_timeout,
    ))
}

fn pragma_text(conn: &Connection, sql: &str) -> Result<String> {
    conn.query_row(sql, [], |row| row.get(0))
        .map_err(Error::sqlite)
}

fn pragma_int(conn: &Connection, sql: &str) -> Result<i64> {
    conn.query_row(sql, [], |row| row.get(0))
        .map_err(Error::sqlite)
}

/// Checks the schema, creates it in an empty file, and migrates an older one. Returns whether the file
/// has an older version still, because it is only read.
fn prepare(
    conn: &Connection,
    format: &Format,
    write: bool,
    busy_timeout: Duration,
) -> Result<bool> {
    if is_empty(conn)? {
        if !write {
            return Err(Error::new(ErrorKind::Foreign));
        }
        // Not EXCLUSIVE, which would write the first page before its kind can be chosen.
        batch(conn, "BEGIN")?;
        let created = space::make_shrinkable(conn).and_then(|()| create(conn, format));
        batch(
            conn,
            if created.is_ok() {
                "COMMIT"
            } else {
                "ROLLBACK"
            },
        )?;
        created?;
    }
    // In one transaction: another process may be bringing the file up to date.
    batch(conn, "BEGIN")?;
    let version = check(conn, format);
    batch(conn, "ROLLBACK")?;
    let Some(step) = format.steps_from(version?)?.first() else {
        return Ok(false);
    };
    if !write {
        batch(conn, step.views)?;
        return Ok(true);
    }
    migrate::migrate(conn, format, busy_timeout)?;
    conn.busy_timeout(LOCK_WAIT).map_err(Error::sqlite)?;
    Ok(false)
}

/// Checks that the file is a workspace with the schema of its version, and returns the version.
fn check(conn: &Connection, format: &Format) -> Result<u32> {
    let application = pragma_int(conn, "PRAGMA application_id")?;
    // A negative one is none of ours.
    check_application(u32::try_from(application).unwrap_or_default())?;
    let version = pragma_int(conn, "PRAGMA user_version")?;
    let version = u32::try_from(version).map_err(|_| Error::corrupt("schema version"))?;
    format.check(conn, version)?;
    Ok(version)
}

fn is_empty(conn: &Connection) -> Result<bool> {
    Ok(pragma_int(conn, "PRAGMA application_id")? == 0
        && pragma_int(conn, "SELECT count(*) FROM sqlite_schema")? == 0)
}

fn create(conn: &Connection, format: &Format) -> Result<()> {
    // Another process may have been faster.
    if !is_empty(conn)? {
        return Ok(());
    }
    batch(conn, format.tables())?;
    let retention = Retention::new();
    batch(
        conn,
        &format!(
            "INSERT INTO state VALUES (1, 0, 0, 0, 2, 0, 0);
         INSERT INTO node VALUES (0, '', 1, 1, {}, 0, 0, NULL, NULL);
         INSERT INTO retention VALUES (1, {}, {}, {}, 0);
         {NEW_IDENTITY};
         PRAGMA application_id = {APPLICATION_ID};
         PRAGMA user_version = {};",
            0o755,
            int(retention.runs_max),
            retention.age_max_ms(),
            int(retention.bytes_max),
            format.version()
        ),
    )
}
