//! A VFS of SQLite that stands between it and the files, for tests alone: it makes the N-th operation
//! fail, or writes down what a disk was told.
//!
//! It becomes the default of this process. A thread that has asked for nothing gets what the
//! ordinary VFS does; what one asks for holds for its own connections only.

use std::cell::RefCell;
use std::ffi::{c_char, c_int, c_void};
use std::mem::{align_of, size_of};
use std::sync::{Once, OnceLock};

use rusqlite::ffi;

/// What SQLite asks of files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operation {
    Read,
    Write,
    Truncate,
    Sync,
    Delete,
    MapShared,
}

/// Which operation fails, and how.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fault {
    pub(crate) operation: Operation,
    /// The code of the error.
    pub(crate) code: c_int,
    /// It is the N-th that fails.
    pub(crate) number: u64,
    /// Whether every one from then on fails.
    pub(crate) is_lasting: bool,
    /// Whether half of what is to be written is written all the same.
    pub(crate) is_short: bool,
}

/// Files of one workspace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Role {
    Main,
    Log,
    Journal,
    Other,
}

/// What a disk is told.
#[derive(Debug, Clone)]
pub(crate) enum Event {
    Write(Role, u64, Vec<u8>),
    Truncate(Role, u64),
    Delete(Role),
    Sync(Role),
}

#[derive(Default)]
struct Plan {
    fault: Option<Fault>,
    seen: u64,
    has_fired: bool,
    /// Nothing reaches the disk for the sake of a power failure: only this process looks.
    is_without_sync: bool,
    events: Option<Vec<Event>>,
}

thread_local! {
    static PLAN: RefCell<Plan> = RefCell::default();
}

/// Makes the shim the default VFS of this process.
pub(crate) fn install() {
    static ONCE: Once = Once::new();
    ONCE.call_once(register);
    PLAN.with_borrow_mut(|plan| plan.is_without_sync = true);
}

/// Makes an operation of this thread fail.
pub(crate) fn arm(fault: Fault) {
    PLAN.with_borrow_mut(|plan| {
        plan.fault = Some(fault);
        plan.seen = 0;
        plan.has_fired = false;
    });
}

/// No operation fails any more; tells whether one has.
pub(crate) fn disarm() -> bool {
    PLAN.with_borrow_mut(|plan| {
        plan.fault = None;
        plan.has_fired
    })
}

/// From now on, what this thread tells the disk is written down.
pub(crate) fn record() {
    PLAN.with_borrow_mut(|plan| plan.events = Some(Vec::new()));
}

/// How many events there are so far.
pub(crate) fn recorded() -> usize {
    PLAN.with_borrow(|plan| plan.events.as_ref().map_or(0, Vec::len))
}

/// Ends writing down.
pub(crate) fn take_record() -> Vec<Event> {
    PLAN.with_borrow_mut(|plan| plan.events.take().unwrap_or_default())
}

impl Plan {
    /// The fault, if it is this operation that fails.
    fn failing(&mut self, operation: Operation) -> Option<Fault> {
        let fault = self.fault.filter(|fault| fault.operation == operation)?;
        self.seen += 1;
        let fails = if fault.is_lasting {
            self.seen >= fault.number
        } else {
            self.seen == fault.number
        };
        self.has_fired |= fails;
        fails.then_some(fault)
    }
}

fn failing(operation: Operation) -> Option<Fault> {
    PLAN.with_borrow_mut(|plan| plan.failing(operation))
}

fn note(event: impl FnOnce() -> Event) {
    PLAN.with_borrow_mut(|plan| {
        if let Some(events) = &mut plan.events {
            events.push(event());
        }
    });
}

/// An open file: what SQLite sees of it, and behind it in the same memory the file of the ordinary VFS.
#[repr(C)]
struct File {
    base: ffi::sqlite3_file,
    role: Role,
}

/// The VFS below, which lives as long as the process.
struct Below(*mut ffi::sqlite3_vfs);

// SAFETY: a registered VFS is shared by all threads of SQLite, and is not changed here.
unsafe impl Send for Below {}
// SAFETY: as above.
unsafe impl Sync for Below {}

static BELOW: OnceLock<Below> = OnceLock::new();

fn below() -> *mut ffi::sqlite3_vfs {
    BELOW.get().expect("the shim is registered").0
}

fn register() {
    // SAFETY: a null name asks for the default VFS, which is there once SQLite is initialised, and
    // every connection of these tests is made by the bundled SQLite.
    let real = unsafe {
        ffi::sqlite3_initialize();
        ffi::sqlite3_vfs_find(std::ptr::null())
    };
    assert!(!real.is_null(), "SQLite has no VFS");
    let _ = BELOW.set(Below(real));
    // SAFETY: `real` points to a VFS that nobody unregisters. Its functions for names, time and
    // chance use nothing of the structure but the bound of a name, which the copy has.
    let mut shim = unsafe { std::ptr::read(real) };
    shim.zName = c"isolate-shim".as_ptr();
    shim.pNext = std::ptr::null_mut();
    shim.szOsFile += c_int::try_from(size_of::<File>()).unwrap();
    shim.xOpen = Some(open);
    shim.xDelete = Some(delete);
    // SAFETY: the structure is leaked, so it lives as long as SQLite may use it.
    let code = unsafe { ffi::sqlite3_vfs_register(Box::leak(Box::new(shim)), 1) };
    assert_eq!(code, ffi::SQLITE_OK);
}

/// The file of the ordinary VFS behind one of ours.
///
/// # Safety
/// `file` has to be one that [`open`] was given: `szOsFile` bytes, of which ours are the first.
unsafe fn behind(file: *mut ffi::sqlite3_file) -> *mut ffi::sqlite3_file {
    const { assert!(size_of::<File>().is_multiple_of(8) && align_of::<File>() <= 8) };
    // SAFETY: the memory has room for `File` and, after it, for the other one.
    unsafe { file.cast::<File>().add(1).cast() }
}

/// Calls a method of the file behind.
macro_rules! forward {
    ($method:ident, $file:expr $(, $argument:expr)*) => {{
        // SAFETY: SQLite calls methods on files that `open` has opened, with the arguments of its
        // contract, which are passed on as they are.
        unsafe {
            let file = behind($file);
            let methods = &*(*file).pMethods;
            (methods.$method.expect("the ordinary VFS has every method"))(file $(, $argument)*)
        }
    }};
}

fn role(file: *mut ffi::sqlite3_file) -> Role {
    // SAFETY: as in `forward!`; `open` has set the role.
    unsafe { (*file.cast::<File>()).role }
}

unsafe extern "C" fn open(
    _: *mut ffi::sqlite3_vfs,
    name: ffi::sqlite3_filename,
    file: *mut ffi::sqlite3_file,
    flags: c_int,
    out: *mut c_int,
) -> c_int {
    let role = match flags {
        flags if flags & ffi::SQLITE_OPEN_MAIN_DB != 0 => Role::Main,
        flags if flags & ffi::SQLITE_OPEN_WAL != 0 => Role::Log,
        flags if flags & ffi::SQLITE_OPEN_MAIN_JOURNAL != 0 => Role::Journal,
        _ => Role::Other,
    };
    // SAFETY: SQLite gives `szOsFile` bytes, of which this writes the first, and the ordinary VFS
    // the rest; the other arguments are passed on. Without methods SQLite does not close a file.
    unsafe {
        let ours = file.cast::<File>();
        (*ours).base.pMethods = std::ptr::null();
        (&raw mut (*ours).role).write(role);
        let real = below();
        let opened =
            ((*real).xOpen.expect("a VFS opens files"))(real, name, behind(file), flags, out);
        if !(*behind(file)).pMethods.is_null() {
            (*ours).base.pMethods = &METHODS;
        }
        opened
    }
}

unsafe extern "C" fn delete(_: *mut ffi::sqlite3_vfs, name: *const c_char, sync: c_int) -> c_int {
    if let Some(fault) = failing(Operation::Delete) {
        return fault.code;
    }
    // SAFETY: SQLite gives a text that ends in zero.
    let text = unsafe { std::ffi::CStr::from_ptr(name) }.to_string_lossy();
    if text.ends_with("-wal") {
        note(|| Event::Delete(Role::Log));
    } else if text.ends_with("-journal") {
        note(|| Event::Delete(Role::Journal));
    }
    let real = below();
    // SAFETY: the arguments are passed on.
    unsafe { ((*real).xDelete.expect("a VFS deletes files"))(real, name, sync) }
}

static METHODS: ffi::sqlite3_io_methods = ffi::sqlite3_io_methods {
    // The second version has shared memory; the third would map the file itself.
    iVersion: 2,
    xClose: Some(close),
    xRead: Some(read),
    xWrite: Some(write),
    xTruncate: Some(truncate),
    xSync: Some(sync),
    xFileSize: Some(file_size),
    xLock: Some(lock),
    xUnlock: Some(unlock),
    xCheckReservedLock: Some(check_reserved_lock),
    xFileControl: Some(file_control),
    xSectorSize: Some(sector_size),
    xDeviceCharacteristics: Some(device_characteristics),
    xShmMap: Some(shm_map),
    xShmLock: Some(shm_lock),
    xShmBarrier: Some(shm_barrier),
    xShmUnmap: Some(shm_unmap),
    xFetch: None,
    xUnfetch: None,
};

unsafe extern "C" fn close(file: *mut ffi::sqlite3_file) -> c_int {
    forward!(xClose, file)
}

unsafe extern "C" fn read(
    file: *mut ffi::sqlite3_file,
    to: *mut c_void,
    length: c_int,
    at: ffi::sqlite3_int64,
) -> c_int {
    match failing(Operation::Read) {
        Some(fault) => fault.code,
        None => forward!(xRead, file, to, length, at),
    }
}

unsafe extern "C" fn write(
    file: *mut ffi::sqlite3_file,
    from: *const c_void,
    length: c_int,
    at: ffi::sqlite3_int64,
) -> c_int {
    if let Some(fault) = failing(Operation::Write) {
        if fault.is_short {
            forward!(xWrite, file, from, length / 2, at);
        }
        return fault.code;
    }
    note(|| {
        let length = usize::try_from(length).unwrap_or(0);
        // SAFETY: SQLite gives so many bytes to write.
        let bytes = unsafe { std::slice::from_raw_parts(from.cast::<u8>(), length) };
        Event::Write(role(file), at.unsigned_abs(), bytes.to_vec())
    });
    forward!(xWrite, file, from, length, at)
}

unsafe extern "C" fn truncate(file: *mut ffi::sqlite3_file, size: ffi::sqlite3_int64) -> c_int {
    if let Some(fault) = failing(Operation::Truncate) {
        return fault.code;
    }
    note(|| Event::Truncate(role(file), size.unsigned_abs()));
    forward!(xTruncate, file, size)
}

unsafe extern "C" fn sync(file: *mut ffi::sqlite3_file, flags: c_int) -> c_int {
    if let Some(fault) = failing(Operation::Sync) {
        return fault.code;
    }
    note(|| Event::Sync(role(file)));
    if PLAN.with_borrow(|plan| plan.is_without_sync) {
        return ffi::SQLITE_OK;
    }
    forward!(xSync, file, flags)
}

unsafe extern "C" fn file_size(
    file: *mut ffi::sqlite3_file,
    size: *mut ffi::sqlite3_int64,
) -> c_int {
    forward!(xFileSize, file, size)
}

unsafe extern "C" fn lock(file: *mut ffi::sqlite3_file, level: c_int) -> c_int {
    forward!(xLock, file, level)
}

unsafe extern "C" fn unlock(file: *mut ffi::sqlite3_file, level: c_int) -> c_int {
    forward!(xUnlock, file, level)
}

unsafe extern "C" fn check_reserved_lock(file: *mut ffi::sqlite3_file, out: *mut c_int) -> c_int {
    forward!(xCheckReservedLock, file, out)
}

unsafe extern "C" fn file_control(
    file: *mut ffi::sqlite3_file,
    what: c_int,
    argument: *mut c_void,
) -> c_int {
    forward!(xFileControl, file, what, argument)
}

unsafe extern "C" fn sector_size(file: *mut ffi::sqlite3_file) -> c_int {
    forward!(xSectorSize, file)
}

unsafe extern "C" fn device_characteristics(file: *mut ffi::sqlite3_file) -> c_int {
    forward!(xDeviceCharacteristics, file)
}

unsafe extern "C" fn shm_map(
    file: *mut ffi::sqlite3_file,
    region: c_int,
    size: c_int,
    extend: c_int,
    out: *mut *mut c_void,
) -> c_int {
    match failing(Operation::MapShared) {
        Some(fault) => fault.code,
        None => forward!(xShmMap, file, region, size, extend, out),
    }
}

unsafe extern "C" fn shm_lock(
    file: *mut ffi::sqlite3_file,
    offset: c_int,
    count: c_int,
    flags: c_int,
) -> c_int {
    forward!(xShmLock, file, offset, count, flags)
}

unsafe extern "C" fn shm_barrier(file: *mut ffi::sqlite3_file) {
    forward!(xShmBarrier, file);
}

unsafe extern "C" fn shm_unmap(file: *mut ffi::sqlite3_file, delete: c_int) -> c_int {
    forward!(xShmUnmap, file, delete)
}
