//! Answers the guest's requests: the host's side of `state`.

mod answers;
mod archive;
mod args;
mod content;
mod diff;
mod directories;
mod edit;
mod encoding;
mod files;
mod functions;
mod hash;
mod hints;
mod history;
mod json;
mod lazy;
mod memory;
mod merges;
mod notes;
mod outline;
mod parts;
mod patch;
mod paths;
mod search;
mod trees;

use isolate_protocol::wire::message::{Level, encode_error, reply, request};
use isolate_protocol::wire::{DecodeError, Decoder, Encoder};
use isolate_protocol::{
    Arguments, Called, Effect, ErrorCode, METHODS, MORE, Method, StateError, bind,
};
use isolate_vfs::budget::{self, Budget};
use isolate_vfs::{OpenRun, RunId, Tree};

use crate::functions::{Allowance, Functions, Pending, Records};
use crate::limits::Limits;
use crate::outcome::{Limit, LogEntry, LogsDropped};
use crate::stop::Stop;
use crate::workspace::WorkspaceTree;

use hints::Hints;
use lazy::Lazies;
pub(crate) use memory::weight_of_step;
use memory::{Grown, Weight};

type Handler = fn(&mut Call<'_>) -> Result<(), Fault>;

/// One handler for each row of [`METHODS`], then for each of [`MORE`], in the same order.
const HANDLERS: &[(&str, Handler)] = &[
    ("readFile", files::read_file),
    ("readFileBytes", files::read_file_bytes),
    ("writeFile", files::write_file),
    ("writeFileBytes", files::write_file_bytes),
    ("appendFile", files::append_file),
    ("readJson", json::read_json),
    ("writeJson", json::write_json),
    ("queryJson", json::query_json),
    ("updateJson", json::update_json),
    ("exists", directories::exists),
    ("stat", directories::stat),
    ("lstat", directories::lstat),
    ("mkdir", directories::mkdir),
    ("readdir", directories::readdir),
    ("readdirWithFileTypes", directories::readdir_with_file_types),
    ("find", trees::find),
    ("walkTree", trees::walk_tree),
    ("summarizeTree", trees::summarize_tree),
    ("searchText", search::search_text),
    ("searchFiles", search::search_files),
    ("replaceInFile", search::replace_in_file),
    ("replaceInFiles", search::replace_in_files),
    ("rm", paths::rm),
    ("cp", paths::cp),
    ("mv", paths::mv),
    ("symlink", paths::symlink),
    ("readlink", paths::readlink),
    ("realpath", paths::realpath),
    ("resolvePath", paths::resolve_path),
    ("glob", trees::glob),
    ("diff", diff::diff),
    ("diffContent", diff::diff_content),
    ("removeTree", paths::remove_tree),
    ("copyTree", paths::copy_tree),
    ("moveTree", paths::move_tree),
    ("createArchive", archive::create_archive),
    ("listArchive", archive::list_archive),
    ("extractArchive", archive::extract_archive),
    ("compressFile", archive::compress_file),
    ("decompressFile", archive::decompress_file),
    ("hashFile", hash::hash_file),
    ("detectFile", hash::detect_file),
    ("planEdits", edit::plan_edits),
    ("applyEditPlan", edit::apply_edit_plan),
    ("applyEdits", edit::apply_edits),
    ("access", directories::access),
    ("touch", files::touch),
    ("chmod", directories::chmod),
    ("utimes", directories::utimes),
    ("listFiles", trees::list_files),
    ("matchesForReplacement", search::matches_for_replacement),
    ("isFile", directories::is_file),
    ("isDirectory", directories::is_directory),
    ("applyPatch", patch::apply_patch),
    ("outline", outline::outline),
    ("undo", history::undo),
    ("history", history::history),
    ("checkpoint", history::checkpoint),
    ("restore", history::restore),
];

const _: () = {
    assert!(
        HANDLERS.len() == METHODS.len() + MORE.len(),
        "one handler for each row"
    );
    let mut row = 0;
    while row < HANDLERS.len() {
        let name = if row < METHODS.len() {
            METHODS[row].name
        } else {
            MORE[row - METHODS.len()].name
        };
        assert!(
            is_same(HANDLERS[row].0.as_bytes(), name.as_bytes()),
            "handlers stand in the order of the table"
        );
        row += 1;
    }
};

const fn is_same(left: &[u8], right: &[u8]) -> bool {
    if left.len() != right.len() {
        return false;
    }
    let mut at = 0;
    while at < left.len() {
        if left[at] != right[at] {
            return false;
        }
        at += 1;
    }
    true
}

/// What a call ends with when it does not answer.
#[derive(Debug)]
pub(crate) enum Fault {
    /// The program catches it.
    Error(StateError),
    /// The run is over.
    Stop(Stop),
}

impl From<Stop> for Fault {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

/// A filesystem error on its way to becoming a [`Fault`], which needs the method's name.
#[derive(Debug)]
enum Trouble {
    Vfs(isolate_vfs::Error),
    Fault(Fault),
}

impl From<isolate_vfs::Error> for Trouble {
    fn from(error: isolate_vfs::Error) -> Self {
        Self::Vfs(error)
    }
}

impl From<isolate_vfs::PathError> for Trouble {
    fn from(error: isolate_vfs::PathError) -> Self {
        Self::Vfs(error.into())
    }
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// Codes of what the storage fails with, as opposed to what a program asks wrongly.
const STORAGE: [ErrorCode; 4] = [
    ErrorCode::NoSpace,
    ErrorCode::Io,
    ErrorCode::Busy,
    ErrorCode::ReadOnly,
];

/// Notes of one run, at most.
const NOTES_MAX: usize = 20;

/// Counts what a run uses of the host, and refuses before the work is done.
#[derive(Debug)]
pub(crate) struct Meter {
    pub(crate) host_calls: u64,
    pub(crate) bytes_read: u64,
    pub(crate) bytes_written: u64,
    host_calls_max: u64,
    io_bytes_max: u64,
}

impl Meter {
    fn call(&mut self) -> Result<(), Stop> {
        if self.host_calls == self.host_calls_max {
            return Err(Stop::Limit(Limit::HostCalls));
        }
        self.host_calls += 1;
        Ok(())
    }

    /// Bytes that the run may still read.
    fn bytes_left(&self) -> u64 {
        self.io_bytes_max.saturating_sub(self.bytes_read)
    }

    fn read(&mut self, bytes: u64) -> Result<(), Stop> {
        Self::add(&mut self.bytes_read, bytes, self.io_bytes_max)
    }

    fn write(&mut self, bytes: usize) -> Result<(), Stop> {
        Self::add(&mut self.bytes_written, bytes as u64, self.io_bytes_max)
    }

    fn add(counter: &mut u64, bytes: u64, bytes_max: u64) -> Result<(), Stop> {
        let total = counter.saturating_add(bytes);
        if total > bytes_max {
            return Err(Stop::Limit(Limit::Io));
        }
        *counter = total;
        Ok(())
    }
}

/// What a program logged, within its bounds.
#[derive(Debug)]
pub(crate) struct Log {
    pub(crate) entries: Vec<LogEntry>,
    pub(crate) dropped: LogsDropped,
    bytes: u64,
    /// Text of the entries.
    bytes_kept: u64,
    bytes_max: u64,
    entries_max: usize,
}

impl Log {
    fn add(&mut self, level: Level, text: String) {
        let bytes = text.len() as u64;
        if self.entries.len() == self.entries_max || self.bytes + bytes > self.bytes_max {
            // Once one is dropped all later ones are, so that what is kept has no gaps.
            self.bytes = self.bytes_max;
            self.dropped.entries += 1;
            self.dropped.bytes += bytes;
            return;
        }
        self.bytes += bytes;
        self.bytes_kept += bytes;
        self.entries.push(LogEntry { level, text });
    }
}

/// Everything behind the wall that a run can reach.
pub(crate) struct Door {
    pub(crate) tree: OpenRun<WorkspaceTree>,
    pub(crate) meter: Meter,
    pub(crate) log: Log,
    pub(crate) pending: Vec<Pending>,
    /// What the host may hold for the run.
    pub(crate) budget: Budget,
    grown: Grown,
    /// Whether the call that is answered may change files.
    is_changing: bool,
    pub(crate) lazy: Lazies,
    /// Notes that the log has already.
    notes: Vec<String>,
    hints: Hints,
    /// Operations that this run has taken back.
    undone: Vec<RunId>,
    /// Codes of errors of the storage that calls have answered, each once.
    pub(crate) storage_errors: Vec<ErrorCode>,
    functions: Functions,
    pub(crate) records: Records,
    /// Whether the program has ended, so that no call begins any more.
    pub(crate) has_ended: bool,
    allowance: Allowance,
    next_id: u32,
    is_read_only: bool,
}

impl Door {
    pub(crate) fn new(
        tree: OpenRun<WorkspaceTree>,
        functions: Functions,
        limits: &Limits,
        is_read_only: bool,
        allowance: Allowance,
    ) -> Self {
        let grown = Grown::of(&tree);
        Self {
            tree,
            budget: memory::budget_of(limits),
            grown,
            is_changing: false,
            meter: Meter {
                host_calls: 0,
                bytes_read: 0,
                bytes_written: 0,
                host_calls_max: limits.host_calls,
                io_bytes_max: limits.io_bytes,
            },
            log: Log {
                entries: Vec::new(),
                dropped: LogsDropped::default(),
                bytes: 0,
                bytes_kept: 0,
                bytes_max: u64::from(limits.log_bytes),
                entries_max: limits.log_entries as usize,
            },
            pending: Vec::new(),
            lazy: Lazies::within(limits),
            notes: Vec::new(),
            hints: Hints::default(),
            undone: Vec::new(),
            storage_errors: Vec::new(),
            functions,
            records: Records::default(),
            has_ended: false,
            allowance,
            next_id: 0,
            is_read_only,
        }
    }

    /// Answers one request; the reply goes to `out`.
    pub(crate) fn answer(&mut self, request: &[u8], out: &mut Encoder) -> Result<(), Stop> {
        let mut decoder = Decoder::new(request);
        let weight = memory::weight_of_request(request);
        let charged = match weight.bytes {
            0 => Ok(()),
            bytes => budget::charge(bytes),
        };
        let answered = match charged {
            Err(exhausted) => Err(exhausted.into()),
            Ok(()) => self
                .answer_decoded(&mut decoder, weight, out)
                .unwrap_or(Err(Stop::Hostile("a request that cannot be read"))),
        };
        // First: work that had to stop for memory does not say so.
        self.settle()?;
        answered
    }

    fn answer_decoded(
        &mut self,
        decoder: &mut Decoder<'_>,
        weight: Weight,
        out: &mut Encoder,
    ) -> Result<Result<(), Stop>, DecodeError> {
        match decoder.u8()? {
            request::STATE => {
                let number = decoder.u16()?;
                let count = decoder.u8()?;
                let mut values = Vec::with_capacity(usize::from(count));
                for _ in 0..count {
                    match decoder.value() {
                        Ok(value) => values.push(value),
                        Err(DecodeError::TooDeep) => {
                            let text =
                                format!("an argument is a value that is {}", DecodeError::TooDeep);
                            refuse(&StateError::argument(text), out);
                            return Ok(Ok(()));
                        }
                        Err(other) => return Err(other),
                    }
                }
                decoder.finish()?;
                let called =
                    Called::from_wire(number).ok_or(DecodeError::UnknownTag(request::STATE))?;
                Ok(self.state(called, values, weight, out))
            }
            request::LOG => {
                let level = decoder.u8()?;
                let level = Level::from_wire(level).ok_or(DecodeError::UnknownTag(level))?;
                let mut text = decoder.string()?;
                let left_out = decoder.u32()?;
                if left_out > 0 {
                    text.push_str(&format!("… [{left_out} more bytes left out]"));
                }
                self.log.add(level, text);
                out.u8(reply::VALUE);
                out.undefined();
                Ok(Ok(()))
            }
            request::FUNCTION => {
                let name = decoder.string()?;
                let value = decoder.value()?;
                decoder.finish()?;
                Ok(self.function(&name, value, weight, out))
            }
            request::FETCH => {
                let id = decoder.u32()?;
                decoder.finish()?;
                Ok(self.fetch(id, out))
            }
            other => Err(DecodeError::UnknownTag(other)),
        }
    }

    fn state(
        &mut self,
        called: Called,
        values: Vec<isolate_protocol::Value>,
        weight: Weight,
        out: &mut Encoder,
    ) -> Result<(), Stop> {
        let Called { row, method, alias } = called;
        let handler = HANDLERS[row].1;
        let _span = tracing::trace_span!("call", method = method.name).entered();
        self.meter.call()?;
        self.is_changing = method.effect == Effect::Write;
        let start = out.len();
        let result =
            bind(method, alias, values)
                .map_err(Fault::Error)
                .and_then(|Arguments(values)| {
                    if method.effect == Effect::Write && self.is_read_only {
                        let text = "this run may only read";
                        return Err(Fault::Error(StateError::plain(
                            ErrorCode::ReadOnly,
                            text,
                            method.name,
                        )));
                    }
                    out.u8(reply::VALUE);
                    let is_declared = answers::are_declared(method, &values);
                    let mut call = Call {
                        request: weight,
                        charged_reply: out.len(),
                        method,
                        values,
                        tree: &self.tree,
                        meter: &mut self.meter,
                        lazy: &mut self.lazy,
                        notes: Notes {
                            told: &mut self.notes,
                            log: &mut self.log,
                        },
                        hints: &mut self.hints,
                        undone: &mut self.undone,
                        out,
                    };
                    call.note_other_system();
                    handler(&mut call).map_err(|fault| call.hinted(fault))?;
                    if is_declared {
                        answers::check(method, &out.as_bytes()[start..]);
                    }
                    Ok(())
                });
        match result {
            Ok(()) => Ok(()),
            Err(Fault::Stop(stop)) => Err(stop),
            Err(Fault::Error(error)) => {
                if STORAGE.contains(&error.code) && !self.storage_errors.contains(&error.code) {
                    self.storage_errors.push(error.code);
                }
                out.truncate(start);
                refuse(&error, out);
                Ok(())
            }
        }
    }

    /// Answers with a text that an earlier answer left outside.
    fn fetch(&mut self, id: u32, out: &mut Encoder) -> Result<(), Stop> {
        self.meter.call()?;
        let start = out.len();
        out.u8(reply::VALUE);
        if !self.lazy.fetch(id, out)? {
            out.truncate(start);
            refuse(&StateError::argument("there is no such text"), out);
        }
        Ok(())
    }
}

fn refuse(error: &StateError, out: &mut Encoder) {
    out.u8(reply::ERROR);
    encode_error(error, out);
}

/// One call of a `state` method on its way through its handler.
pub(crate) struct Call<'a> {
    /// The memory of its arguments, where it is much.
    request: Weight,
    /// How much of the reply is charged.
    charged_reply: usize,
    method: &'static Method,
    values: Vec<isolate_protocol::Value>,
    tree: &'a Tree,
    meter: &'a mut Meter,
    lazy: &'a mut Lazies,
    notes: Notes<'a>,
    hints: &'a mut Hints,
    undone: &'a mut Vec<RunId>,
    out: &'a mut Encoder,
}

/// Where notes go.
struct Notes<'a> {
    told: &'a mut Vec<String>,
    log: &'a mut Log,
}

impl Call<'_> {
    /// What a program sees of a filesystem error.
    fn fault(&self, trouble: impl Into<Trouble>) -> Fault {
        match trouble.into() {
            Trouble::Fault(fault) => fault,
            Trouble::Vfs(error) => vfs_fault(&error, self.method.name),
        }
    }

    /// Tells the program's reader something, once in a run.
    fn note(&mut self, text: String) {
        let Notes { told, log } = &mut self.notes;
        if told.len() < NOTES_MAX && !told.contains(&text) {
            log.add(Level::Warn, format!("note: {text}"));
            told.push(text);
        }
    }

    fn error(&self, code: ErrorCode, text: &str) -> Fault {
        Fault::Error(StateError::plain(code, text, self.method.name))
    }

    fn error_at(&self, code: ErrorCode, text: &str, path: &str) -> Fault {
        Fault::Error(StateError::at_path(code, text, self.method.name, path))
    }

    /// A void answer.
    fn done(&mut self) {
        self.out.undefined();
    }
}

/// The one place where the filesystem's errors become the program's.
fn vfs_fault(error: &isolate_vfs::Error, method: &str) -> Fault {
    use isolate_vfs::ErrorKind as Kind;
    let code = match error.kind() {
        Kind::NotFound => ErrorCode::NotFound,
        Kind::Exists => ErrorCode::Exists,
        Kind::IsDirectory => ErrorCode::IsDirectory,
        Kind::NotDirectory => ErrorCode::NotDirectory,
        Kind::NotEmpty => ErrorCode::NotEmpty,
        Kind::Invalid => ErrorCode::Invalid,
        Kind::NotPermitted | Kind::ApprovalNeeded => ErrorCode::NotPermitted,
        Kind::Loop => ErrorCode::Loop,
        Kind::NameTooLong => ErrorCode::NameTooLong,
        Kind::FileTooLarge => ErrorCode::FileTooLarge,
        Kind::NoSpace => ErrorCode::NoSpace,
        Kind::TooLarge => ErrorCode::TooBig,
        Kind::Stale => ErrorCode::Stale,
        Kind::Busy => ErrorCode::Busy,
        Kind::ReadOnly => ErrorCode::ReadOnly,
        // The run's time is over, or nobody waits for it: nothing that the program does can
        // change that.
        Kind::Deadline => return Fault::Stop(Stop::Halted),
        Kind::OutOfMemory => return Fault::Stop(Stop::Limit(Limit::HostMemory)),
        Kind::Corrupt | Kind::Foreign | Kind::Newer | Kind::Storage => ErrorCode::Io,
        _ => ErrorCode::Io,
    };
    Fault::Error(match error.path() {
        Some(path) => StateError::at_path(code, error.reason(), method, path.as_str()),
        None => StateError::plain(code, error.reason(), method),
    })
}
