//! The task that carries out the effects of the protocol for one copy.
//!
//! It has a connection of its own, by which the entries of others are taken in. Transactions of other
//! connections wait in their publishers: one at a time is executed, so that nothing else writes to the
//! file while it is.

mod effects;
mod fetched;

pub(crate) use fetched::nothing;

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use isolate_ledger::log::Log;
use isolate_ledger::{Answer, Config, Effect, Event, JobId, Machine, Outcome, Stop, Stored};
use isolate_vfs::{Error, ErrorKind, Result, Tree};
use tokio::sync::mpsc::{UnboundedReceiver, WeakUnboundedSender};

use crate::body::Body;
use crate::cache::Slot;
use crate::names::Names;
use crate::place::Place;
use crate::publisher::{Message, Reply};
use crate::replica::Shown;
use fetched::Ahead;

/// A transaction, or a refresh, on its way.
enum Job {
    /// It waits for its turn.
    Queued(Reply<()>),
    /// It is executed by its connection.
    Running,
    /// It waits for its entry, which may be in the log as soon as it was sent.
    Publishing {
        body: Body,
        reply: Reply<Vec<u8>>,
        was_sent: bool,
    },
    /// It has changed nothing, and waits for whether what it read holds.
    Reading(Reply<()>),
    /// It only wants the copy to have what the log had then.
    Fresh(Reply<()>, Instant),
}

/// The driver of one copy.
pub(crate) struct Driver {
    machine: Machine,
    config: Config,
    instance: u128,
    log: Log,
    names: Names,
    tree: Tree,
    /// Keeps the file for this process.
    slot: Slot,
    messages: UnboundedReceiver<Message>,
    /// For answers of tasks of its own.
    own: WeakUnboundedSender<Message>,
    /// Messages that came while it waited for another one.
    later: VecDeque<Message>,
    jobs: HashMap<JobId, Job>,
    next_job: Arc<dyn Fn() -> JobId + Send + Sync>,
    effects: VecDeque<Effect>,
    /// The entries of the last answer of the log.
    fetched: BTreeMap<u64, Stored>,
    /// What was asked for beside a snapshot, because it is wanted next.
    ahead: Option<Ahead>,
    /// Entries that are to be applied next, together.
    to_apply: Vec<u64>,
    /// When what is to be applied was all that there was.
    caught_up: Option<Instant>,
    makes_snapshot: bool,
    /// Whether there is no workspace: the log has no entry, or was left by a removal.
    is_absent: Arc<AtomicBool>,
    /// Whether who has opened the copy knows whether there is a workspace.
    is_settled: bool,
    shown: Arc<Shown>,
    /// Requests without an answer since the last one with.
    failures: u32,
    /// What the store has said last.
    trouble: Option<String>,
    /// Why nothing is done any more.
    fatal: Option<(ErrorKind, String)>,
    /// When what is known of the log was asked for.
    asked: Instant,
}

impl Driver {
    pub(crate) fn new(
        (config, instance): (Config, u128),
        (log, names): (Log, Names),
        (tree, slot, place): (Tree, Slot, Option<Place>),
        (messages, own): (UnboundedReceiver<Message>, WeakUnboundedSender<Message>),
        (is_absent, shown, next_job): (
            Arc<AtomicBool>,
            Arc<Shown>,
            Arc<dyn Fn() -> JobId + Send + Sync>,
        ),
    ) -> Self {
        // One transaction of one connection is one entry.
        let config = Config { batch: 1, ..config };
        Self {
            machine: machine(&config, instance, place),
            config,
            instance,
            log,
            names,
            tree,
            slot,
            messages,
            own,
            later: VecDeque::new(),
            jobs: HashMap::new(),
            next_job,
            effects: VecDeque::new(),
            fetched: BTreeMap::new(),
            ahead: None,
            to_apply: Vec::new(),
            caught_up: None,
            makes_snapshot: false,
            is_absent,
            is_settled: false,
            shown,
            failures: 0,
            trouble: None,
            fatal: None,
            asked: Instant::now(),
        }
    }

    /// Works until nobody can ask any more.
    pub(crate) async fn run(mut self) {
        loop {
            while let Some(effect) = self.effects.pop_front() {
                self.carry_out(effect).await;
            }
            let message = match self.later.pop_front() {
                Some(message) => Some(message),
                None => self.messages.recv().await,
            };
            match message {
                Some(message) => self.take(message),
                None => return,
            }
        }
    }

    fn event(&mut self, event: Event) {
        let mut effects = Vec::new();
        self.machine.on_event(event, &mut effects);
        self.effects.extend(effects);
    }

    fn submit(&mut self, id: JobId, job: Job) {
        if let Some((kind, text)) = &self.fatal {
            return job.fail(*kind, text);
        }
        self.jobs.insert(id, job);
        self.event(Event::Submitted {
            job: id,
            stale: false,
        });
    }

    fn take(&mut self, message: Message) {
        match message {
            Message::Begin { job, reply } => self.submit(job, Job::Queued(reply)),
            Message::Publish { job, body, reply } => {
                let large = body.pack.is_some();
                let publishing = Job::Publishing {
                    body,
                    reply,
                    was_sent: false,
                };
                if self.runs(job, publishing) {
                    self.event(Event::Executed(Outcome::Wrote { large }));
                }
            }
            Message::Unchanged { job, reply } => {
                if self.runs(job, Job::Reading(reply)) {
                    self.event(Event::Executed(Outcome::Read));
                }
            }
            // It was given up: what it was answered, if anything, it has taken note of.
            Message::End { job, .. } => {
                if let Some(Job::Running) = self.jobs.remove(&job) {
                    self.event(Event::Executed(Outcome::Dropped));
                }
            }
            Message::Refresh(reply) => self.look_aside(reply),
            Message::Behind(reply) => {
                let job = (self.next_job)();
                self.submit(job, Job::Fresh(reply, Instant::now()));
            }
            Message::Barrier(reply) => drop(grant(&reply, Ok(()))),
            Message::Settled => self.is_settled = true,
            Message::Snapshot => self.makes_snapshot = false,
        }
    }

    /// Notes what the transaction that is executed waits for now. Where it is another one, it is refused.
    fn runs(&mut self, job: JobId, now: Job) -> bool {
        match self.jobs.get_mut(&job) {
            Some(was @ Job::Running) => {
                *was = now;
                true
            }
            _ => {
                let unknown = "a transaction that the copy does not know of";
                let fatal = self.fatal.as_ref();
                let (kind, text) = fatal
                    .map_or((ErrorKind::Unavailable, unknown), |(kind, text)| {
                        (*kind, text.as_str())
                    });
                now.fail(kind, text);
                false
            }
        }
    }

    /// Looks whether there is a newer entry, beside what is under way: a run that is executed does not
    /// keep those waiting who only read.
    fn look_aside(&mut self, reply: Reply<()>) {
        if let Some((kind, text)) = &self.fatal {
            return Job::Fresh(reply, Instant::now()).fail(*kind, text);
        }
        let (log, own) = (self.log.clone(), self.own.clone());
        let (shown, next) = (Arc::clone(&self.shown), self.machine.head().number + 1);
        tokio::spawn(async move {
            let asked = Instant::now();
            match log.entry(next).await {
                Ok(None) => {
                    shown.set_looked(asked);
                    // Nobody waits any more where this fails.
                    let _ = reply.send(Ok(()));
                }
                // What is wrong, the protocol finds out.
                _ => match own.upgrade() {
                    Some(own) => drop(own.send(Message::Behind(reply))),
                    None => {
                        Job::Fresh(reply, asked).fail(ErrorKind::Unavailable, "the copy is closed")
                    }
                },
            }
        });
    }

    /// Waits until a transaction has ended. Returns whether it was committed.
    async fn ended(&mut self, job: JobId) -> bool {
        loop {
            match self.messages.recv().await {
                Some(Message::End {
                    job: ended,
                    is_committed,
                }) if ended == job => return is_committed,
                Some(message) => self.later.push_back(message),
                None => return false,
            }
        }
    }

    /// The transaction that is executed, or waits for what becomes of it.
    fn current(&self) -> Option<JobId> {
        let mut jobs = self.jobs.iter();
        let is_current = |job: &Job| !matches!(job, Job::Queued(_) | Job::Fresh(..));
        jobs.find_map(|(id, job)| is_current(job).then_some(*id))
    }

    /// Begins anew from what the file has.
    fn begin_again(&mut self) {
        let place = match self.tree.place() {
            Ok(place) => place.and_then(|bytes| Place::decode(&bytes)),
            Err(error) => return self.fail_all(&format!("the copy cannot be read: {error}")),
        };
        let is_absent = place.as_ref().is_none_or(|place| place.is_removed);
        self.is_absent.store(is_absent, Ordering::Release);
        self.instance = self.instance.wrapping_add(1 << 64);
        self.machine = machine(&self.config, self.instance, place);
        self.effects.clear();
        self.ahead = None;
        self.caught_up = None;
        self.to_apply.clear();
        let waiting: Vec<JobId> = self.jobs.keys().copied().collect();
        for job in waiting {
            self.event(Event::Submitted { job, stale: false });
        }
    }

    /// Tells everybody who waits that the store does not answer.
    fn fail_waiting(&mut self) {
        let (kind, text) = self.failure(&Answer::Unavailable);
        for job in std::mem::take(&mut self.jobs).into_values() {
            job.fail_stopped(kind, &text);
        }
    }

    /// The store refuses to be asked, which its operator can mend: everybody who waits is told, and who
    /// comes later asks again.
    async fn refused(&mut self, text: String) {
        self.trouble = Some(text);
        let current = self.current();
        self.fail_waiting();
        if let Some(id) = current {
            self.ended(id).await;
        }
        self.begin_again();
    }

    /// Ends for good: everybody who waits, and who asks later, is told why.
    fn fail_all(&mut self, text: &str) {
        tracing::warn!(text, "a copy of a workspace has stopped");
        self.end(ErrorKind::Unavailable, text);
    }

    fn end(&mut self, kind: ErrorKind, text: &str) {
        self.fatal = Some((kind, text.to_owned()));
        self.shown.has_ended.store(true, Ordering::Release);
        self.effects.clear();
        for job in std::mem::take(&mut self.jobs).into_values() {
            job.fail_stopped(kind, text);
        }
    }

    /// The words for an answer that is none of success.
    fn failure(&self, answer: &Answer) -> (ErrorKind, String) {
        let trouble = self
            .trouble
            .as_deref()
            .unwrap_or("the store does not answer");
        match answer {
            Answer::Done | Answer::Busy => (ErrorKind::Raced, String::new()),
            Answer::Unavailable => (ErrorKind::Unavailable, trouble.to_owned()),
            Answer::Unknown => (ErrorKind::Unclear, unclear(trouble)),
            Answer::Stopped(stop) => (ErrorKind::Unavailable, stopped(stop)),
        }
    }

    fn place(&self) -> Vec<u8> {
        let place = Place {
            head: self.machine.head(),
            unchecked: self.machine.unchecked().to_vec(),
            is_removed: false,
        };
        place.encode()
    }

    fn is_at(&self, head: isolate_ledger::Position, is_removed: bool) {
        let is_absent = is_removed || head.number == 0;
        self.is_absent.store(is_absent, Ordering::Release);
        if head.number > 0 {
            self.shown.set_head(head);
        }
    }

    /// What the store has not answered, and how long to wait before it is asked again.
    fn unclear(&mut self, text: String) {
        self.shown.unclear.fetch_add(1, Ordering::Relaxed);
        self.trouble = Some(text);
        self.failures += 1;
    }

    /// Before a request: waits, where those before had no answer.
    async fn paced(&mut self) {
        const FIRST: Duration = Duration::from_millis(20);
        const LONGEST: Duration = Duration::from_secs(5);
        if let Some(power) = self.failures.checked_sub(1) {
            tokio::time::sleep((FIRST * (1 << power.min(10))).min(LONGEST)).await;
        }
        self.asked = Instant::now();
    }
}

fn machine(config: &Config, instance: u128, place: Option<Place>) -> Machine {
    let (head, unchecked) = match place {
        Some(place) => (Some(place.head), place.unchecked),
        None => (None, Vec::new()),
    };
    Machine::new(config.clone(), instance, head, unchecked)
}

fn unclear(why: &str) -> String {
    format!("it is not known whether the change was made: {why}")
}

fn stopped(stop: &Stop) -> String {
    match stop {
        Stop::RolledBack { number } => format!(
            "its log no longer has entry {number}, which this host has seen: it was emptied or taken back to an \
             earlier state, and is not continued. Restore it, or remove the copies of all hosts to begin with what is there"
        ),
        Stop::Tampered { number } => format!(
            "entry {number} of its log is another one than before: it was changed, and is not continued"
        ),
        Stop::Collected { number } => format!(
            "entry {number} of its log was collected, and no snapshot has what it said: the log is not whole"
        ),
    }
}

impl Job {
    /// Answers with an error, where what became of an entry that was sent is not known.
    fn fail_stopped(self, kind: ErrorKind, text: &str) {
        match self {
            Self::Publishing { was_sent: true, .. } => {
                self.fail(ErrorKind::Unclear, &unclear(text));
            }
            _ => self.fail(kind, text),
        }
    }

    /// Answers with an error. Where nobody waits any more, nobody is told.
    fn fail(self, kind: ErrorKind, text: &str) {
        let error = match text {
            "" => Error::new(kind),
            text => Error::new(kind).with_detail(text),
        };
        match self {
            Self::Running => {}
            Self::Publishing { reply, .. } => drop(reply.send(Err(error))),
            Self::Queued(reply) | Self::Reading(reply) | Self::Fresh(reply, _) => {
                drop(reply.send(Err(error)));
            }
        }
    }
}

/// Says yes to who waits. Returns whether somebody does.
fn grant<T>(reply: &Reply<T>, value: Result<T>) -> bool {
    reply.send(value).is_ok()
}
