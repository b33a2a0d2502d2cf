//! The protocol of one host for one workspace, as a function of events to effects.
//!
//! Whoever drives it carries out each effect in the order given, and answers with the event that
//! the effect names. At most one effect of the main line is under way ([`Effect::Load`],
//! [`Effect::Fetch`], [`Effect::Check`], [`Effect::Execute`], [`Effect::Upload`], [`Effect::Append`]); calls of
//! functions go on beside it. Runs are executed in one open transaction of the local copy, which is
//! the batch; it is committed when its entry is won, and rolled back otherwise.

mod append;
mod follow;
mod open;

use std::collections::{BTreeMap, VecDeque};

use crate::entry::JOBS_MAX;
use crate::variant::Variant;
use crate::{Author, Hash, Header, JobId, Part, Position};

/// Settings of a [`Machine`].
#[derive(Clone, Debug)]
pub struct Config {
    /// Runs of one entry at most: 1 to 4,096, and the nearest of these for any other number.
    pub batch: usize,
    /// How often a run is repeated that lost its number, before it is answered
    /// [`Answer::Busy`]. A run that called functions is repeated until it ends.
    pub attempts: u32,
    /// How often a request without a clear outcome is repeated before the machine gives up:
    /// [`Answer::Unknown`] where an entry may have been made, [`Answer::Unavailable`] otherwise.
    pub patience: u32,
    /// A snapshot is made after each entry whose number is a multiple of this; never with 0.
    pub snapshot_every: u64,
    /// After it made or took in entries so often, the host looks whether the log still has those
    /// before them. 0 is 1.
    pub check_every: usize,
    /// Entries asked for at once while catching up, at most. 0 is 1.
    pub window: u64,
    /// A place that the log has to have: `--expect-head`.
    pub expected: Option<Position>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            batch: 64,
            attempts: 15,
            patience: 8,
            snapshot_every: 256,
            check_every: 64,
            window: 64,
            expected: None,
        }
    }
}

/// A pack of contents that are too large for an entry.
///
/// It is named by the entry that it is made for, so that it is known to be needed or not as soon as
/// that number is decided, whatever the clocks say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PackName {
    /// The number that the entry tries to win.
    pub number: u64,
    /// Who makes the entry.
    pub author: Author,
}

/// What has happened.
#[derive(Clone, Debug)]
pub enum Event {
    /// A run is to be executed. `stale` allows one that only reads to be answered from the copy.
    Submitted {
        /// Its name.
        job: JobId,
        /// Whether the copy is new enough for it.
        stale: bool,
    },
    /// Nobody wants a run any more: it is not executed again, and not answered.
    Withdrawn(JobId),
    /// If there is nothing else to do: look whether the log still has the head, and what follows.
    Poll,
    /// The answer to [`Effect::Load`].
    Loaded(Loaded),
    /// The answer to [`Effect::Fetch`].
    Fetched(Fetched),
    /// The answer to [`Effect::Check`]: what the log has at each number, or nothing where that
    /// could not be learnt.
    Checked(Option<Vec<Option<Hash>>>),
    /// The answer to [`Effect::Execute`].
    Executed(Outcome),
    /// The answer to [`Effect::Upload`]: whether the pack is stored.
    Uploaded(bool),
    /// The answer to [`Effect::Append`].
    Appended(Append),
    /// The answer to [`Effect::Call`]: the answer of the function is recorded.
    Called(JobId),
}

/// The newest snapshot, which replaced the local copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loaded {
    /// It is of this place.
    At(Position),
    /// There is none.
    Absent,
    /// It could not be learnt.
    Unclear,
}

/// Entries that were asked for.
#[derive(Clone, Debug)]
pub enum Fetched {
    /// Those found, from the first number asked for and without a gap; none if the first is absent.
    Entries(Vec<Fetch>),
    /// It could not be learnt.
    Unclear,
}

/// An entry that was found.
#[derive(Clone, Debug)]
pub struct Fetch {
    /// Its header.
    pub header: Header,
    /// Whether its body was collected.
    pub is_stub: bool,
}

/// How the execution of a run went on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It ended and changed the copy; `large` if contents have to go into a pack.
    Wrote {
        /// Whether a pack is needed.
        large: bool,
    },
    /// It ended and changed nothing.
    Read,
    /// It must not go on without a claim, which is now in the transaction instead of its changes.
    Claims,
    /// It calls a function, and its claim is in the log. Its changes are rolled back.
    Calls,
    /// It was given up and is not answered. Nothing of it is in the transaction.
    Dropped,
}

/// How a create ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Append {
    /// The entry was created; this is its hash.
    Created(Hash),
    /// The store says that the number is taken, or that two creates were in conflict.
    Exists,
    /// It may have been created, or not.
    Unclear,
    /// The store says that it did not create it, and that asking again does not help.
    Refused,
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Replace the local copy by the newest snapshot.
    Load,
    /// Look for entries.
    Fetch {
        /// The first number.
        from: u64,
        /// How many at most.
        count: u64,
    },
    /// Look which entries the log has at these numbers.
    Check {
        /// The numbers, in ascending order.
        numbers: Vec<u64>,
    },
    /// Apply an entry of the last [`Event::Fetched`] to the copy.
    Apply {
        /// Its number.
        number: u64,
    },
    /// Execute a run in the open transaction, with the answers of functions that are recorded.
    Execute {
        /// Its name.
        job: JobId,
    },
    /// Store the pack of the transaction.
    Upload(PackName),
    /// Create the entry of the transaction, if its number is free. Repeated with the same bytes.
    Append {
        /// Its number.
        number: u64,
        /// The hash of its predecessor.
        previous: Hash,
        /// Who makes it.
        author: Author,
        /// What it says of runs.
        parts: Vec<Part>,
        /// The pack that it needs.
        pack: Option<PackName>,
    },
    /// Commit the transaction: its entry is in the log.
    Commit(Position),
    /// Roll the transaction back.
    Rollback,
    /// Call the function that the run asked for, record its answer, and say [`Event::Called`].
    Call {
        /// The run.
        job: JobId,
    },
    /// Tell the client.
    Answer {
        /// The run.
        job: JobId,
        /// What became of it.
        answer: Answer,
    },
    /// Make a snapshot of the copy, which is at this place.
    Snapshot(Position),
}

/// What became of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Its result holds, and what it changed is in the log.
    Done,
    /// It lost too many races. It changed nothing.
    Busy,
    /// The store did not answer. It changed nothing.
    Unavailable,
    /// The store did not say whether its entry was created: it may take effect, or not.
    Unknown,
    /// The machine has stopped. It changed nothing.
    Stopped(Stop),
}

/// Why a machine stopped for good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The log no longer has an entry that this host has seen: it was emptied or rolled back.
    RolledBack {
        /// The number of the entry.
        number: u64,
    },
    /// An entry has another hash than its successor, or this host, knows of it.
    Tampered {
        /// The number of the entry.
        number: u64,
    },
    /// An entry was collected, and no snapshot covers it.
    Collected {
        /// The number of the entry.
        number: u64,
    },
}

/// A run on its way.
#[derive(Clone, Debug)]
struct Job {
    id: JobId,
    stale: bool,
    attempts: u32,
    is_claimed: bool,
}

/// What a run in the open transaction has come to.
#[derive(Clone, Debug)]
struct Member {
    job: Job,
    outcome: Outcome,
}

/// The entry that is being created.
#[derive(Clone, Debug)]
struct Pending {
    number: u64,
    author: Author,
    pack: Option<PackName>,
    /// Requests without a clear outcome so far.
    unclear: u32,
}

/// What the main line waits for.
#[derive(Clone, Debug)]
enum Phase {
    /// Nothing was asked for yet.
    New,
    /// What the log has at places where this host knows what it has to have.
    Checking { places: Vec<Position>, unclear: u32 },
    /// The newest snapshot.
    Loading { unclear: u32 },
    /// Entries after the head.
    Following { count: u64, unclear: u32 },
    /// Nothing.
    Idle,
    /// A run.
    Executing(Job),
    /// The pack of the entry.
    Uploading(Pending),
    /// The create of the entry.
    Appending(Pending),
    /// A look at the number of the entry: whose is it?
    Deciding(Pending),
    /// A look at the head, for runs that only read.
    Looking { unclear: u32 },
    /// Nothing ever again.
    Stopped(Stop),
}

/// The protocol of one host for one workspace.
#[derive(Clone, Debug)]
pub struct Machine {
    config: Config,
    instance: u128,
    sequence: u64,
    head: Position,
    has_copy: bool,
    /// Whether the place that the log has to have was found in it.
    is_expected: bool,
    /// Where this host was when it made or took in its last entries: a log that was rolled back, and
    /// that a host then went on with, has a gap there.
    unchecked: Vec<Position>,
    phase: Phase,
    queue: VecDeque<Job>,
    batch: Vec<Member>,
    calling: BTreeMap<JobId, Job>,
    #[cfg(feature = "variants")]
    variant: Option<Variant>,
}

impl Machine {
    /// A host that begins, with the place of its local copy, if it has one, and what was
    /// [unchecked](Self::unchecked) when that was committed.
    ///
    /// `instance` is a random number, another one at each start of a process.
    #[must_use]
    pub fn new(
        mut config: Config,
        instance: u128,
        copy: Option<Position>,
        unchecked: Vec<Position>,
    ) -> Self {
        config.batch = config.batch.clamp(1, JOBS_MAX);
        config.check_every = config.check_every.max(1);
        config.window = config.window.max(1);
        Self {
            is_expected: config.expected.is_none(),
            config,
            instance,
            sequence: 0,
            head: copy.unwrap_or(Position::START),
            has_copy: copy.is_some(),
            unchecked,
            phase: Phase::New,
            queue: VecDeque::new(),
            batch: Vec::new(),
            calling: BTreeMap::new(),
            #[cfg(feature = "variants")]
            variant: None,
        }
    }

    /// The same, without one of its steps.
    #[cfg(feature = "variants")]
    #[must_use]
    pub fn broken(mut self, variant: Option<Variant>) -> Self {
        self.variant = variant;
        self
    }

    /// The place of the local copy.
    #[must_use]
    pub fn head(&self) -> Position {
        self.head
    }

    /// Places that were not compared with the log since this host made entries after them. They are
    /// kept with the copy whenever that changes: [`Effect::Commit`], [`Effect::Apply`] and
    /// [`Effect::Load`].
    #[must_use]
    pub fn unchecked(&self) -> &[Position] {
        &self.unchecked
    }

    /// Why the machine has stopped, if it has.
    #[must_use]
    pub fn stopped(&self) -> Option<&Stop> {
        match &self.phase {
            Phase::Stopped(stop) => Some(stop),
            _ => None,
        }
    }

    /// Whether nothing is under way, queued or awaited.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        matches!(self.phase, Phase::Idle | Phase::Stopped(_))
            && self.queue.is_empty()
            && self.calling.is_empty()
    }

    /// Takes in what has happened; what is to be done is appended to `effects`, in order.
    pub fn on_event(&mut self, event: Event, effects: &mut Vec<Effect>) {
        if let Phase::Stopped(stop) = &self.phase {
            if let Event::Submitted { job, .. } = event {
                let answer = Answer::Stopped(stop.clone());
                effects.push(Effect::Answer { job, answer });
            }
            return;
        }
        match event {
            Event::Submitted { job, stale } => {
                self.queue.push_back(Job {
                    id: job,
                    stale,
                    attempts: 0,
                    is_claimed: false,
                });
                self.wake(effects);
            }
            Event::Withdrawn(id) => self.queue.retain(|job| job.id != id || job.is_claimed),
            Event::Poll => match self.phase {
                Phase::Idle => self.check(effects),
                _ => self.wake(effects),
            },
            Event::Called(id) => {
                if let Some(job) = self.calling.remove(&id) {
                    self.queue.push_back(job);
                    self.wake(effects);
                }
            }
            Event::Loaded(loaded) => self.loaded(loaded, effects),
            Event::Fetched(fetched) => self.fetched(fetched, effects),
            Event::Checked(found) => self.checked(found, effects),
            Event::Executed(outcome) => self.executed(outcome, effects),
            Event::Uploaded(is_stored) => self.uploaded(is_stored, effects),
            Event::Appended(append) => self.appended(append, effects),
        }
    }

    /// Begins, or goes on if nothing is under way.
    fn wake(&mut self, effects: &mut Vec<Effect>) {
        match self.phase {
            Phase::New => self.open(effects),
            Phase::Idle => self.next(effects),
            _ => {}
        }
    }

    fn fetched(&mut self, fetched: Fetched, effects: &mut Vec<Effect>) {
        match self.phase.clone() {
            Phase::Following { count, unclear } => self.followed(count, unclear, &fetched, effects),
            Phase::Deciding(pending) => self.decided(pending, &fetched, effects),
            Phase::Looking { unclear } => self.looked(unclear, &fetched, effects),
            _ => {}
        }
    }

    /// Executes the next run, or ends the batch.
    fn next(&mut self, effects: &mut Vec<Effect>) {
        if self.batch.is_empty() && self.unchecked.len() >= self.config.check_every {
            return self.check(effects);
        }
        let room = self.batch.len() < self.config.batch;
        match if room { self.queue.pop_front() } else { None } {
            Some(job) => {
                let id = job.id;
                self.phase = Phase::Executing(job);
                effects.push(Effect::Execute { job: id });
            }
            None if self.batch.is_empty() => self.phase = Phase::Idle,
            None => self.seal(effects),
        }
    }

    fn executed(&mut self, outcome: Outcome, effects: &mut Vec<Effect>) {
        let Phase::Executing(job) = std::mem::replace(&mut self.phase, Phase::Idle) else {
            return;
        };
        if outcome == Outcome::Dropped {
            return self.next(effects);
        }
        if outcome == Outcome::Calls {
            effects.push(Effect::Call { job: job.id });
            self.calling.insert(job.id, job);
            if self.batch.is_empty() {
                // Nothing is left of the transaction, and entries of others may come first.
                effects.push(Effect::Rollback);
            }
        } else {
            if self.breaks(Variant::EffectBeforeClaim) && outcome == Outcome::Claims {
                effects.push(Effect::Call { job: job.id });
            }
            self.batch.push(Member { job, outcome });
        }
        self.next(effects);
    }

    /// Stops for good: what is under way is rolled back, and every run answered.
    fn stop(&mut self, stop: Stop, effects: &mut Vec<Effect>) {
        if !self.batch.is_empty() {
            effects.push(Effect::Rollback);
        }
        let members = std::mem::take(&mut self.batch);
        let jobs = members.into_iter().map(|member| member.job);
        let calling = std::mem::take(&mut self.calling).into_values();
        for job in jobs.chain(self.queue.drain(..)).chain(calling) {
            let answer = Answer::Stopped(stop.clone());
            effects.push(Effect::Answer {
                job: job.id,
                answer,
            });
        }
        self.phase = Phase::Stopped(stop);
    }

    #[cfg(feature = "variants")]
    fn breaks(&self, variant: Variant) -> bool {
        self.variant == Some(variant)
    }

    #[cfg(not(feature = "variants"))]
    #[expect(clippy::unused_self, reason = "it is the one above")]
    const fn breaks(&self, _: Variant) -> bool {
        false
    }
}
