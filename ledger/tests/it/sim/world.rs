//! Time, the network, and what happens to hosts.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use isolate_ledger::collect::{Settings, plan};
use isolate_ledger::{Append, Config, Event, JobId, Position, Variant};

use super::chance::Chance;
use super::check::Clients;
use super::host::{Ask, Disk, Host};
use super::replica::{CELLS, Claim, HARM, Program, Replica};
use super::store::{Reply, Request, Store};

/// When clients stop asking and faults stop.
const END: u64 = 20_000;
/// When all has to be quiet.
const QUIET: u64 = 400_000;
/// How long a snapshot is there before what it covers is collected.
const AGE: u64 = 1500;
/// Events of one world; more is a machine that turns in circles.
const EVENTS: usize = 400_000;

#[derive(Debug)]
enum Happening {
    Submit {
        host: usize,
        job: JobId,
        program: Program,
    },
    Arrives {
        host: usize,
        process: u64,
        request: Request,
        answers: Answers,
    },
    Replied {
        host: usize,
        process: u64,
        reply: Reply,
    },
    Called {
        host: usize,
        process: u64,
        job: JobId,
        arguments: u64,
    },
    Kill {
        host: usize,
        loses_disk: bool,
    },
    Start {
        host: usize,
    },
    Pause {
        host: usize,
        until: u64,
    },
    Poll {
        host: usize,
    },
    Collect {
        host: usize,
    },
    RollBack,
    Tamper,
}

/// What becomes of the answer of a request.
#[derive(Clone, Copy, Debug)]
enum Answers {
    After(u64),
    Never,
}

struct Place {
    host: Option<Host>,
    /// Counts its processes: what was sent to an earlier one is lost.
    process: u64,
    paused_until: u64,
    disk: Option<Disk>,
    /// Where its copy was when the store lost that.
    lost: Option<Position>,
}

pub(crate) struct World {
    chance: Chance,
    now: u64,
    order: u64,
    due: BinaryHeap<Reverse<(u64, u64)>>,
    happenings: BTreeMap<u64, Happening>,
    pub(super) store: Store,
    places: Vec<Place>,
    pub(super) clients: Clients,
    config: Config,
    variant: Option<Variant>,
    /// Of a hundred requests, so many fare badly.
    faults: u64,
    instances: u128,
    /// Whether somebody changed what is stored.
    hostile: bool,
}

impl World {
    pub(crate) fn new(seed: u64, variant: Option<Variant>) -> Self {
        let mut chance = Chance::new(seed);
        let config = Config {
            batch: chance.within(1, 4) as usize,
            attempts: chance.within(3, 12) as u32,
            patience: chance.within(1, 5) as u32,
            snapshot_every: chance.within(2, 8),
            check_every: chance.within(2, 6) as usize,
            window: 4,
            expected: None,
        };
        let faults = [0, 5, 15, 30][chance.below(4) as usize];
        let mut world = Self {
            now: 0,
            order: 0,
            due: BinaryHeap::new(),
            happenings: BTreeMap::new(),
            store: Store {
                variant,
                ..Store::default()
            },
            places: Vec::new(),
            clients: Clients::default(),
            config,
            variant,
            faults,
            instances: 0,
            hostile: false,
            chance,
        };
        world.prepare();
        world.prepare_harm();
        world
    }

    fn prepare(&mut self) {
        let hosts = self.chance.within(2, 4) as usize;
        for host in 0..hosts {
            self.places.push(Place {
                host: None,
                process: 0,
                paused_until: 0,
                disk: None,
                lost: None,
            });
            self.at(0, Happening::Start { host });
        }
        let span = [2000, END][self.chance.below(2) as usize];
        for number in 1..=self.chance.within(10, 50) {
            let time = self.chance.below(span);
            let program = self.program(number);
            let copies = match program {
                // One key or one suspended run, asked for at several hosts.
                Program::Effects {
                    claim: Claim::Key(_) | Claim::Suspended(_),
                    ..
                } => self.chance.within(1, 3),
                _ => 1,
            };
            for copy in 0..copies {
                let host = self.chance.below(hosts as u64) as usize;
                let job = JobId(u128::from(number * 10 + copy));
                let time = time + self.chance.below(60) * copy;
                self.at(time, Happening::Submit { host, job, program });
            }
        }
        for _ in 0..self.chance.below(8) {
            let time = self.chance.below(END);
            let host = self.chance.below(hosts as u64) as usize;
            let happening = match self.chance.below(3) {
                0 => Happening::Pause {
                    host,
                    until: time + self.chance.within(100, 6000),
                },
                _ => Happening::Kill {
                    host,
                    loses_disk: self.chance.percent(30),
                },
            };
            self.at(time, happening);
        }
        for _ in 0..self.chance.below(12) {
            let (time, host) = (
                self.chance.below(END),
                self.chance.below(hosts as u64) as usize,
            );
            self.at(time, Happening::Collect { host });
            let (time, host) = (
                self.chance.below(END),
                self.chance.below(hosts as u64) as usize,
            );
            self.at(time, Happening::Poll { host });
        }
    }

    /// In some worlds somebody changes what is stored.
    fn prepare_harm(&mut self) {
        let time = self.chance.below(END);
        match self.chance.below(16) {
            0 => self.at(time, Happening::RollBack),
            1 => self.at(time, Happening::Tamper),
            _ => {}
        }
    }

    fn program(&mut self, number: u64) -> Program {
        let cell = |chance: &mut Chance| chance.below(CELLS as u64) as usize;
        let (one, other) = (cell(&mut self.chance), cell(&mut self.chance));
        match self.chance.below(10) {
            0..3 => Program::Add {
                cell: one,
                by: number,
            },
            3 => Program::Move {
                from: one,
                to: other,
            },
            4 | 5 => Program::Read { cell: one },
            6 => Program::Large { cell: one },
            _ => Program::Effects {
                claim: match self.chance.below(3) {
                    0 => Claim::Run(number),
                    1 => Claim::Key(number),
                    _ => Claim::Suspended(number),
                },
                cell: one,
                calls: self.chance.within(1, 2) as usize,
            },
        }
    }

    fn at(&mut self, time: u64, happening: Happening) {
        self.order += 1;
        self.due.push(Reverse((time, self.order)));
        self.happenings.insert(self.order, happening);
    }

    /// Runs to the end. What goes wrong first, if anything does.
    pub(crate) fn run(mut self) -> Option<String> {
        let mut events = 0;
        let mut is_healed = false;
        loop {
            let next = self.due.peek().map(|Reverse((time, _))| *time);
            if !is_healed && next.is_none_or(|time| time > END) {
                self.heal();
                is_healed = true;
                continue;
            }
            let Some(Reverse((time, order))) = self.due.pop() else {
                break;
            };
            self.now = time;
            events += 1;
            if events > EVENTS || time > QUIET {
                return Some("the world does not come to rest".to_owned());
            }
            let happening = self.happenings.remove(&order).expect("it is due once");
            self.happens(happening);
            if let Some(fault) = self.clients.fault.take().filter(|_| !self.hostile) {
                return Some(fault);
            }
        }
        self.at_rest()
    }

    /// Nothing fails any more, and all hosts are there.
    fn heal(&mut self) {
        self.faults = 0;
        self.now = self.now.max(END);
        for host in 0..self.places.len() {
            self.places[host].paused_until = 0;
            if self.places[host].host.is_none() {
                self.at(self.now, Happening::Start { host });
            }
            for wait in [10_000, 20_000] {
                self.at(self.now + wait, Happening::Poll { host });
            }
        }
    }

    fn happens(&mut self, happening: Happening) {
        // What comes to a host that is paused waits there.
        let place = match &happening {
            Happening::Submit { host, .. }
            | Happening::Replied { host, .. }
            | Happening::Called { host, .. }
            | Happening::Poll { host }
            | Happening::Collect { host } => Some(*host),
            _ => None,
        };
        if let Some(host) = place
            && self.places[host].paused_until > self.now
        {
            let until = self.places[host].paused_until;
            return self.at(until, happening);
        }
        match happening {
            Happening::Submit { host, job, program } => {
                let Some(there) = self.places[host].host.as_mut() else {
                    return;
                };
                self.clients.submitted(job, program);
                let asks = there.submit(job, program);
                self.carry_out(host, asks);
            }
            Happening::Arrives {
                host,
                process,
                request,
                answers,
            } => {
                let reply = self.store.apply(&request, self.now);
                if let Answers::After(delay) = answers {
                    self.at(
                        self.now + delay,
                        Happening::Replied {
                            host,
                            process,
                            reply,
                        },
                    );
                }
            }
            Happening::Replied {
                host,
                process,
                reply,
            } => {
                let place = &mut self.places[host];
                let Some(there) = place.host.as_mut().filter(|_| place.process == process) else {
                    return;
                };
                let asks = there.replied(reply);
                self.carry_out(host, asks);
            }
            Happening::Called {
                host,
                process,
                job,
                arguments,
            } => {
                let place = &mut self.places[host];
                let Some(there) = place.host.as_mut().filter(|_| place.process == process) else {
                    return;
                };
                let answer = arguments.wrapping_mul(17).wrapping_add(3);
                let asks = there.called(job, arguments, answer);
                self.carry_out(host, asks);
            }
            Happening::Kill { host, loses_disk } => {
                let place = &mut self.places[host];
                place.process += 1;
                place.paused_until = 0;
                if let Some(there) = place.host.take() {
                    place.disk = there.disk().filter(|_| !loses_disk);
                    place.lost = place.lost.filter(|_| !loses_disk);
                }
                let wait = self.chance.within(1, 800);
                self.at(self.now + wait, Happening::Start { host });
            }
            Happening::Start { host } => self.start(host),
            Happening::Pause { host, until } => self.places[host].paused_until = until,
            Happening::Poll { host } => self.poll(host),
            Happening::Collect { host } => self.collect(host),
            Happening::RollBack => self.roll_back(),
            Happening::Tamper => self.tamper(),
        }
    }

    /// The operator of the store puts back an older state. Every host that has a newer copy must
    /// notice.
    fn roll_back(&mut self) {
        let head = self
            .store
            .entries
            .last_key_value()
            .map_or(0, |(number, _)| *number);
        if head == 0 {
            return;
        }
        let number = self.chance.below(head);
        self.store.roll_back_to(number);
        self.hostile = true;
        for place in &mut self.places {
            let there = place.host.as_ref().map(|there| there.machine.head());
            let disk = place.disk.as_ref().map(|disk| disk.copy.position);
            place.lost = there.or(disk).filter(|copy| copy.number > number);
        }
    }

    /// Somebody changes an entry that is not the last one.
    fn tamper(&mut self) {
        let head = self
            .store
            .entries
            .last_key_value()
            .map_or(0, |(number, _)| *number);
        if head > 1 {
            let number = self.chance.within(1, head - 1);
            self.store.tamper(number);
            self.hostile = true;
        }
    }

    fn start(&mut self, host: usize) {
        if self.places[host].host.is_some() {
            return;
        }
        self.instances += 1;
        let disk = self.places[host].disk.take();
        let there = Host::new(self.config.clone(), self.instances, disk, self.variant);
        self.places[host].host = Some(there);
        self.poll(host);
    }

    fn poll(&mut self, host: usize) {
        if let Some(there) = self.places[host].host.as_mut() {
            let asks = there.drive(Event::Poll);
            self.carry_out(host, asks);
        }
    }

    fn collect(&mut self, host: usize) {
        let Some(there) = &self.places[host].host else {
            return;
        };
        let settings = Settings {
            age_ms: AGE,
            keep_bytes: 0,
            variant: self.variant,
        };
        let removals = plan(
            &self.store.listing(self.now),
            there.machine.head().number,
            &settings,
        );
        for removal in removals {
            self.send(host, Request::Remove(removal));
        }
    }

    fn carry_out(&mut self, host: usize, asks: Vec<Ask>) {
        for ask in asks {
            match ask {
                Ask::Send(request) => self.send(host, request),
                Ask::Call { job, arguments } => {
                    let there = self.places[host].host.as_ref().expect("it asks");
                    if let Some(running) = there.running.get(&job) {
                        self.clients.called(job, running);
                    }
                    let wait = match self.chance.percent(20) {
                        true => self.chance.within(100, 3000),
                        false => self.chance.within(1, 100),
                    };
                    let process = self.places[host].process;
                    self.at(
                        self.now + wait,
                        Happening::Called {
                            host,
                            process,
                            job,
                            arguments,
                        },
                    );
                }
                Ask::Answer {
                    job,
                    answer,
                    result,
                    position,
                } => {
                    self.clients.answered(job, &answer, result, position);
                }
            }
        }
    }

    /// Sends a request over a network that does as it likes.
    fn send(&mut self, host: usize, request: Request) {
        let process = self.places[host].process;
        let (there, back) = (self.chance.within(1, 25), self.chance.within(1, 25));
        let arrives = |request: Request, answers| Happening::Arrives {
            host,
            process,
            request,
            answers,
        };
        let replied = |reply| Happening::Replied {
            host,
            process,
            reply,
        };
        if !self.chance.percent(self.faults) {
            let answers = Answers::After(back);
            return self.at(self.now + there, arrives(request, answers));
        }
        let unclear = replied(request.unclear());
        let late = self.chance.within(50, 6000);
        match self.chance.below(7) {
            // Lost on the way.
            0 => self.at(self.now + there, unclear),
            // Done, and the answer lost.
            1 => {
                self.at(self.now + there, arrives(request, Answers::Never));
                self.at(self.now + there + back, unclear);
            }
            // Given up, and done later.
            2 => {
                self.at(self.now + there + back, unclear);
                self.at(self.now + late, arrives(request, Answers::Never));
            }
            // Done twice.
            3 => {
                self.at(self.now + late, arrives(request.clone(), Answers::Never));
                self.at(self.now + there, arrives(request, Answers::After(back)));
            }
            // In conflict with another one, and neither done.
            4 => {
                let reply = match request {
                    Request::Append(_) => Reply::Appended(Append::Exists),
                    other => other.unclear(),
                };
                self.at(self.now + there + back, replied(reply));
            }
            // Done, and asked once more by the client's library, which is told that it is there.
            5 => {
                let reply = match &request {
                    Request::Append(_) => Reply::Appended(Append::Exists),
                    other => other.unclear(),
                };
                self.at(self.now + there, arrives(request, Answers::Never));
                self.at(self.now + there + back, replied(reply));
            }
            // Slow.
            _ => self.at(self.now + late, arrives(request, Answers::After(back))),
        }
    }

    /// What holds when all is quiet.
    fn at_rest(&mut self) -> Option<String> {
        if self.hostile {
            return self.after_harm();
        }
        let mut truth = Replica::default();
        if let Err(fault) = self.clients.compare(&self.store, &mut truth) {
            return Some(fault);
        }
        let hosts = self.places.iter().enumerate().filter_map(|(host, place)| {
            let there = place.host.as_ref()?;
            Some((
                format!("host {host}"),
                there.machine.stopped().cloned(),
                there.copy.clone(),
            ))
        });
        let mut hosts: Vec<_> = hosts.collect();
        let mut fresh = Host::new(self.config.clone(), u128::MAX, None, None);
        let mut asks = fresh.drive(Event::Poll);
        while let Some(ask) = asks.pop() {
            if let Ask::Send(request) = ask {
                let reply = self.store.apply(&request, self.now);
                asks.extend(fresh.replied(reply));
            }
        }
        hosts.push((
            "a fresh host".to_owned(),
            fresh.machine.stopped().cloned(),
            fresh.copy.clone(),
        ));
        for (name, stopped, copy) in hosts {
            if let Some(stop) = stopped {
                return Some(format!("{name} has stopped: {stop:?}"));
            }
            if copy.as_ref() != Some(&truth) {
                return Some(format!("{name} has {copy:?}, and the log has {truth:?}"));
            }
        }
        // An older snapshot may have come late, after what it names was collected: nobody reads it.
        let newest = self.store.snapshots.last_key_value();
        let newest = newest.map(|(_, (replica, _))| replica);
        for replica in newest.into_iter().chain([&truth]) {
            for cell in &replica.cells {
                let Some(name) = cell.pack else { continue };
                let has = self.store.packs.get(&name);
                if !has.is_some_and(|values| values.contains(&cell.value)) {
                    let number = replica.position.number;
                    return Some(format!("{name:?} of {number} is not there: {has:?}"));
                }
            }
        }
        None
    }

    /// What holds when all is quiet, and what is stored was changed: nobody goes on from it who could
    /// know.
    fn after_harm(&mut self) -> Option<String> {
        let mut original = Replica::default();
        let is_whole = self.clients.compare(&self.store, &mut original).is_ok();
        for (host, place) in self.places.iter().enumerate() {
            let Some(there) = &place.host else { continue };
            let stopped = there.machine.stopped().is_some();
            // A create that came late may have brought the entry back.
            let has = |place: &Position| {
                let stored = self.store.entries.get(&place.number);
                stored.is_some_and(|stored| stored.header().position() == *place)
            };
            if place.lost.is_some_and(|place| !has(&place)) && !stopped {
                return Some(format!(
                    "host {host} goes on although the log was rolled back"
                ));
            }
            let harmed = there
                .copy
                .as_ref()
                .is_some_and(|copy| copy.cells[0].value == HARM);
            if is_whole && harmed && !stopped {
                return Some(format!(
                    "host {host} goes on with an entry that was changed"
                ));
            }
        }
        None
    }
}
