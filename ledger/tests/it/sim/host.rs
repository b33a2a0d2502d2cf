//! A host: the machine, its copy, and its open transaction.

use std::collections::BTreeMap;

use isolate_ledger::{
    Answer, Config, Effect, Entry, Event, Fetched, Hash, Header, JobId, Loaded, Machine, Outcome,
    PackName, Position, Stored, Variant,
};

use super::replica::{Claim, Open, Program, Replica, Running, decode};
use super::store::{Reply, Request};

/// What a host asks of the world around it.
#[derive(Debug)]
pub(crate) enum Ask {
    Send(Request),
    Call {
        job: JobId,
        arguments: u64,
    },
    Answer {
        job: JobId,
        answer: Answer,
        result: u64,
        position: u64,
    },
}

/// What is on a host's disk: it outlives the process.
#[derive(Clone, Debug)]
pub(crate) struct Disk {
    pub(crate) copy: Replica,
    unchecked: Vec<Position>,
}

#[derive(Clone, Debug)]
pub(crate) struct Host {
    pub(crate) machine: Machine,
    pub(crate) copy: Option<Replica>,
    unchecked: Vec<Position>,
    open: Option<Open>,
    pub(crate) running: BTreeMap<JobId, Running>,
    fetched: Vec<Stored>,
    /// The pack of the entry that is being created.
    pack: Option<PackName>,
    variant: Option<Variant>,
}

impl Host {
    pub(crate) fn new(
        config: Config,
        instance: u128,
        disk: Option<Disk>,
        variant: Option<Variant>,
    ) -> Self {
        let (copy, unchecked) =
            disk.map_or((None, Vec::new()), |disk| (Some(disk.copy), disk.unchecked));
        let place = copy.as_ref().map(|replica| replica.position);
        Self {
            machine: Machine::new(config, instance, place, unchecked.clone()).broken(variant),
            copy,
            unchecked,
            open: None,
            running: BTreeMap::new(),
            fetched: Vec::new(),
            pack: None,
            variant,
        }
    }

    /// What is left of it when it is killed.
    pub(crate) fn disk(self) -> Option<Disk> {
        let unchecked = self.unchecked;
        self.copy.map(|copy| Disk { copy, unchecked })
    }

    pub(crate) fn submit(&mut self, job: JobId, program: Program) -> Vec<Ask> {
        let running = Running {
            program,
            answers: Vec::new(),
            calls_with: 0,
            result: 0,
        };
        self.running.insert(job, running);
        self.drive(Event::Submitted { job, stale: false })
    }

    pub(crate) fn called(&mut self, job: JobId, arguments: u64, answer: u64) -> Vec<Ask> {
        if let Some(running) = self.running.get_mut(&job) {
            running.answers.push((arguments, answer));
        }
        self.drive(Event::Called(job))
    }

    pub(crate) fn replied(&mut self, reply: Reply) -> Vec<Ask> {
        let event = match reply {
            Reply::Loaded(loaded, replica) => {
                match (loaded, replica) {
                    (Loaded::At(_), Some(replica)) => {
                        self.copy = Some(*replica);
                        self.unchecked = self.machine.unchecked().to_vec();
                    }
                    (Loaded::Absent, _) if self.copy.is_none() => {
                        self.copy = Some(Replica::default());
                    }
                    _ => {}
                }
                Event::Loaded(loaded)
            }
            Reply::Fetched(fetched, stored) => {
                if matches!(fetched, Fetched::Entries(_)) {
                    self.fetched = stored;
                }
                Event::Fetched(fetched)
            }
            Reply::Checked(found) => Event::Checked(found),
            Reply::Uploaded(is_stored) => Event::Uploaded(is_stored),
            Reply::Appended(append) => Event::Appended(append),
            Reply::Nothing => return Vec::new(),
        };
        self.drive(event)
    }

    /// Takes in an event, and carries out what follows from it here.
    pub(crate) fn drive(&mut self, event: Event) -> Vec<Ask> {
        let mut asks = Vec::new();
        let mut events = vec![event];
        while let Some(event) = events.pop() {
            let mut effects = Vec::new();
            self.machine.on_event(event, &mut effects);
            for effect in effects {
                events.extend(self.carry_out(effect, &mut asks));
            }
        }
        asks
    }

    fn carry_out(&mut self, effect: Effect, asks: &mut Vec<Ask>) -> Option<Event> {
        match effect {
            Effect::Load => asks.push(Ask::Send(Request::Load)),
            Effect::Fetch { from, count } => {
                asks.push(Ask::Send(Request::Fetch { from, count }));
            }
            Effect::Check { numbers } => asks.push(Ask::Send(Request::Check(numbers))),
            Effect::Apply { number } => {
                let is_it = |stored: &&Stored| stored.header().number == number;
                let Some(Stored::Entry(entry)) = self.fetched.iter().find(is_it).cloned() else {
                    panic!("entry {number} was not fetched");
                };
                self.take_over(&entry.header, &entry.body);
            }
            Effect::Execute { job } => {
                let open = self.open.get_or_insert_with(|| {
                    Open::new(
                        self.copy
                            .clone()
                            .expect("a machine that executes has a copy"),
                    )
                });
                let before = open.clone();
                let running = self.running.get_mut(&job).unwrap();
                let skips = self.variant == Some(Variant::ResumeWithoutClaim);
                let skips = |claim: Claim| skips && matches!(claim, Claim::Suspended(_));
                let outcome = open.execute(job, running, skips);
                if outcome == Outcome::Calls {
                    *open = before;
                }
                return Some(Event::Executed(outcome));
            }
            Effect::Upload(name) => {
                let values = self.open.as_ref().unwrap().large();
                asks.push(Ask::Send(Request::Upload(name, values)));
            }
            Effect::Append {
                number,
                previous,
                author,
                parts,
                pack,
            } => {
                self.pack = pack;
                let body = self.open.as_ref().unwrap().body(pack);
                let header = Header {
                    number,
                    previous,
                    author,
                    parts,
                    has_pack: pack.is_some(),
                    body_size: body.len() as u64,
                    body: Hash::of(&body),
                };
                asks.push(Ask::Send(Request::Append(Box::new(Entry { header, body }))));
            }
            Effect::Commit(place) => {
                let open = self.open.take().unwrap();
                let copy = self.copy.as_mut().unwrap();
                for op in decode(&open.body(self.pack)) {
                    copy.apply(op);
                }
                copy.position = place;
                self.unchecked = self.machine.unchecked().to_vec();
            }
            Effect::Rollback => self.roll_back(),
            Effect::Call { job } => {
                let arguments = self.running[&job].calls_with;
                asks.push(Ask::Call { job, arguments });
            }
            Effect::Answer { job, answer } => {
                let running = self.running.get(&job);
                let result = running.map_or(0, |running| running.result);
                let position = self.machine.head().number;
                asks.push(Ask::Answer {
                    job,
                    answer,
                    result,
                    position,
                });
            }
            Effect::Snapshot(place) => {
                let mut replica = match (&self.open, self.variant) {
                    (Some(open), Some(Variant::SnapshotOfOpenBatch)) => open.replica.clone(),
                    _ => self.copy.clone().unwrap(),
                };
                replica.position = place;
                asks.push(Ask::Send(Request::Snapshot(Box::new(replica))));
            }
        }
        None
    }

    fn take_over(&mut self, header: &Header, body: &[u8]) {
        if self.variant == Some(Variant::CommitBeforeAppend) {
            self.keep_open();
        }
        let copy = self.copy.as_mut().unwrap();
        for op in decode(body) {
            copy.apply(op);
        }
        copy.position = header.position();
        self.unchecked = self.machine.unchecked().to_vec();
    }

    /// What a copy has that was committed before its entry was won.
    fn keep_open(&mut self) {
        if let Some(open) = self.open.take() {
            self.copy = Some(open.replica);
        }
    }

    fn roll_back(&mut self) {
        self.open = None;
        if self.variant == Some(Variant::AnswersForgotten) {
            for running in self.running.values_mut() {
                running.answers.clear();
            }
        }
    }
}
