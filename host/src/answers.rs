//! The answers of the host that do not follow from the files: recorded with a run, and given again in
//! a replay.
//!
//! A program is a function of its text, input, seed, clock and files, and of these answers: those of
//! the embedder's functions in their order, those to questions about functions, and times of
//! directories, which the history does not have.
//!
//! Invariant: an incomplete recording says so, and a damaged one is not replayed.

mod recording;

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use isolate_protocol::wire::Encoder;
use isolate_protocol::wire::message::FunctionFault;
use isolate_protocol::{ErrorCode, Value};
use isolate_vfs::{FileKind, Timestamp};
use tokio::sync::oneshot;

use crate::cast::to_integer;
use crate::functions::{Answered, FunctionError, Functions, fault_of};
use crate::lock::locked;
use crate::mismatch::{Aspect, Mismatch};
use crate::stop::Stop;

pub(crate) use recording::{Recording, Unusable, read_result, write_result};

use recording::{Asked, Entry, REQUEST_BYTES_MAX, entry, read};

/// How the answers of a run are treated.
#[derive(Debug)]
pub(crate) enum Answers {
    /// They are computed.
    Given,
    /// They are computed and recorded.
    Recorded(Recording),
    /// They are those of an earlier run.
    Replayed(Replaying),
}

/// What a replay starts from, and the recorded answers.
#[derive(Debug)]
pub(crate) struct Script {
    pub(crate) seed: u64,
    pub(crate) now_ms: f64,
    pub(crate) branch: String,
    entries: Mutex<VecDeque<Entry>>,
    found: Mutex<Found>,
    begun: Begun,
    /// Whether the run is repeated only up to where its answers end, and it waits.
    waits_at_end: bool,
}

/// Senders that end the latest calls, in their order.
type Begun = Arc<Mutex<Vec<oneshot::Sender<()>>>>;

/// What a replay has found out.
#[derive(Debug, Clone, Default)]
pub(crate) struct Found {
    /// The first request that differs from the recorded one.
    pub(crate) difference: Option<Mismatch>,
    /// Whether it read the history.
    pub(crate) read_history: bool,
    /// Whether it searched by times of directories.
    pub(crate) searched_times: bool,
    /// Codes of errors of the storage.
    pub(crate) storage_errors: Vec<ErrorCode>,
}

impl Script {
    /// A script of a recorded run; without a recording it has no answers.
    pub(crate) fn new(
        seed: u64,
        now_ms: f64,
        branch: &str,
        recording: Option<&[u8]>,
    ) -> Result<Self, Unusable> {
        Ok(Self {
            seed,
            now_ms,
            branch: branch.to_owned(),
            entries: Mutex::new(recording.map(read).transpose()?.unwrap_or_default()),
            found: Mutex::default(),
            begun: Begun::default(),
            waits_at_end: false,
        })
    }

    /// A script of a run that waits, and of what it has recorded so far.
    pub(crate) fn of_waiting(
        seed: u64,
        now_ms: f64,
        branch: &str,
        recording: (&[u8], bool),
    ) -> Result<Self, Unusable> {
        let whole = Recording::of_kept(recording.0.to_vec(), recording.1).into_bytes();
        let mut script = Self::new(seed, now_ms, branch, whole.as_deref())?;
        script.waits_at_end = true;
        Ok(script)
    }

    /// Whether a run that waits now has come to where it is to wait.
    pub(crate) fn is_at_end(&self) -> bool {
        self.waits_at_end && locked(&self.entries).is_empty()
    }

    /// Functions with these full names that answer as the script says.
    pub(crate) fn functions(&self, names: &[String]) -> Functions {
        // The answer is there at once or never, and the recorded one is final.
        const TIMEOUT: Duration = Duration::from_secs(24 * 60 * 60);
        let mut functions = Functions::new();
        for name in names {
            let Some((namespace, name)) = name.split_once('.') else {
                continue;
            };
            let begun = Arc::clone(&self.begun);
            functions
                .namespace(namespace)
                .add_dynamic(name, move |_: Value, _| {
                    let (sender, receiver) = oneshot::channel();
                    locked(&begun).push(sender);
                    async move {
                        let _ = receiver.await;
                        Ok(Value::Undefined)
                    }
                })
                .reads()
                .timeout(TIMEOUT);
        }
        let begun = Arc::clone(&self.begun);
        functions.replace_approve(TIMEOUT, move || {
            let (sender, receiver) = oneshot::channel();
            locked(&begun).push(sender);
            Box::pin(async move {
                let _ = receiver.await;
                Ok(Answered::Value(Value::Undefined))
            })
        });
        functions
    }

    pub(crate) fn found(&self) -> MutexGuard<'_, Found> {
        locked(&self.found)
    }

    /// The next recorded entry that the replay has not reached.
    pub(crate) fn left(&self) -> Option<String> {
        locked(&self.entries).front().map(Entry::shown)
    }
}

/// A replay under way.
#[derive(Debug)]
pub(crate) struct Replaying {
    script: Arc<Script>,
    /// Senders that end the pending calls.
    pending: BTreeMap<u32, oneshot::Sender<()>>,
}

impl Replaying {
    /// Takes the next entry, which must be the expected one.
    fn next<T>(
        &self,
        replayed: &str,
        take: impl FnOnce(Entry) -> Result<T, Box<Entry>>,
    ) -> Result<T, Stop> {
        let next = locked(&self.script.entries).pop_front();
        let recorded = match next.map(take) {
            Some(Ok(taken)) => return Ok(taken),
            Some(Err(other)) => Some(other.shown()),
            None => None,
        };
        let difference = Mismatch::new(Aspect::Calls, recorded, Some(replayed.to_owned()));
        self.script.found().difference.get_or_insert(difference);
        Err(Stop::Diverged)
    }
}

/// A recorded answer to a pending call.
pub(crate) struct Recorded {
    pub(crate) id: u32,
    pub(crate) clock: Option<Timestamp>,
    pub(crate) result: Result<Value, FunctionFault>,
}

impl Answers {
    /// The answers of a run: of an earlier one, or its own, which are kept if it is recorded.
    pub(crate) fn new(script: Option<Arc<Script>>, is_recorded: bool) -> Self {
        match script {
            Some(script) => Self::Replayed(Replaying {
                script,
                pending: BTreeMap::new(),
            }),
            None if is_recorded => Self::Recorded(Recording::new()),
            None => Self::Given,
        }
    }

    pub(crate) const fn script(&self) -> Option<&Arc<Script>> {
        match self {
            Self::Replayed(replaying) => Some(&replaying.script),
            _ => None,
        }
    }

    /// Records or replays the begin of a call. Returns its recorded name in a replay.
    pub(crate) fn called(
        &mut self,
        id: u32,
        name: &str,
        request: &[u8],
    ) -> Result<Option<String>, Stop> {
        match self {
            Self::Given => Ok(None),
            Self::Recorded(recording) => {
                let asked = Asked::of(request);
                recording.add(name.len() * 2 + REQUEST_BYTES_MAX, |log| {
                    log.u8(entry::CALL);
                    log.u32(id);
                    log.string(name);
                    log.value(&asked.0);
                });
                Ok(None)
            }
            Self::Replayed(replaying) => {
                let asked = Asked::of(request);
                let replayed = format!("{name}({})", asked.shown());
                let recorded = replaying.next(&replayed, |entry| match entry {
                    Entry::Call {
                        id: recorded_id,
                        name,
                        asked: recorded,
                    } if recorded_id == id && recorded == asked => Ok(name),
                    other => Err(Box::new(other)),
                })?;
                // The function has just been called.
                if let Some(sender) = locked(&replaying.script.begun).pop() {
                    replaying.pending.insert(id, sender);
                }
                Ok(Some(recorded))
            }
        }
    }

    /// Discards the recording: an unrecorded function is called.
    pub(crate) fn withhold(&mut self) {
        if let Self::Recorded(recording) = self {
            recording.give_up(entry::WITHHELD);
        }
    }

    /// Whether an unrecorded function was called.
    pub(crate) fn is_withheld(&self) -> bool {
        matches!(self, Self::Recorded(recording) if recording.is_withheld())
    }

    /// Records the answer to a call.
    pub(crate) fn answered(&mut self, clock: Option<f64>, completion: &[u8]) {
        if let Self::Recorded(recording) = self {
            recording.add(completion.len() + 16, |log| {
                log.u8(entry::ANSWER);
                log.f64(clock.unwrap_or(f64::NAN));
                log.raw(completion);
            });
        }
    }

    /// The next answer in a replay. The call that it belongs to ends without a value.
    pub(crate) fn next_answer(&mut self) -> Result<Recorded, Stop> {
        let Self::Replayed(replaying) = self else {
            return Err(Stop::Diverged);
        };
        let is_pending = |id: u32| replaying.pending.contains_key(&id);
        let recorded = replaying.next("a wait for an answer", |entry| match entry {
            Entry::Answer { id, clock, result } if is_pending(id) => Ok(Recorded {
                id,
                clock: clock.map(|clock| Timestamp::from_millis(to_integer(clock))),
                result,
            }),
            other => Err(Box::new(other)),
        })?;
        if let Some(sender) = replaying.pending.remove(&recorded.id) {
            let _ = sender.send(());
        }
        Ok(recorded)
    }

    /// Answers a question about functions.
    pub(crate) fn reply(
        &mut self,
        request: &[u8],
        answer: impl FnOnce() -> Result<Value, FunctionError>,
    ) -> Result<Result<Value, FunctionFault>, Stop> {
        match self {
            Self::Given => Ok(answer().map_err(fault_of)),
            Self::Recorded(recording) => {
                let (asked, answer) = (Asked::of(request), answer().map_err(fault_of));
                let mut written = Encoder::new();
                written.value(&asked.0);
                write_result(&answer, &mut written);
                recording.add(written.len() + 1, |log| {
                    log.u8(entry::REPLY);
                    log.raw(written.as_bytes());
                });
                Ok(answer)
            }
            Self::Replayed(replaying) => {
                let asked = Asked::of(request);
                let replayed = format!("a question about functions: {}", asked.shown());
                replaying.next(&replayed, |entry| match entry {
                    Entry::Reply {
                        asked: recorded,
                        result,
                    } if recorded == asked => Ok(result),
                    other => Err(Box::new(other)),
                })
            }
        }
    }

    /// The time of an entry in milliseconds, as the program gets it.
    pub(crate) fn time(&mut self, kind: FileKind, time: Timestamp) -> Result<f64, Stop> {
        self.answered_time(kind, time.as_millis() as f64)
    }

    /// The same with fractions of a millisecond.
    pub(crate) fn exact_time(&mut self, kind: FileKind, time: Timestamp) -> Result<f64, Stop> {
        self.answered_time(kind, time.as_micros() as f64 / 1000.0)
    }

    fn answered_time(&mut self, kind: FileKind, time: f64) -> Result<f64, Stop> {
        match self {
            _ if kind != FileKind::Directory => Ok(time),
            Self::Given => Ok(time),
            Self::Recorded(recording) => {
                recording.add(9, |log| {
                    log.u8(entry::TIME);
                    log.f64(time);
                });
                Ok(time)
            }
            Self::Replayed(replaying) => {
                replaying.next("the time of a directory", |entry| match entry {
                    Entry::Time(time) => Ok(time),
                    other => Err(Box::new(other)),
                })
            }
        }
    }

    /// Notes that the program reads the history, which may be pruned before a replay.
    pub(crate) fn reads_history(&self) {
        if let Some(script) = self.script() {
            script.found().read_history = true;
        }
    }

    /// Notes that the program searches by times of directories, which a replay does not have.
    pub(crate) fn searches_times(&self) {
        if let Some(script) = self.script() {
            script.found().searched_times = true;
        }
    }
}
