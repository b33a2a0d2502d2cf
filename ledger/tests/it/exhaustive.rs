//! Small worlds, in every order of events: two hosts, a few runs, a few faults.
//!
//! Where the simulator meets most worlds by chance, this meets all of a small one.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use isolate_ledger::{Answer, Config, Event, JobId, Variant};

use crate::is_slow;
use crate::sim::check::Clients;
use crate::sim::host::{Ask, Host};
use crate::sim::replica::{Claim, Program, Replica};
use crate::sim::store::{Reply, Request, Store};

/// Something under way.
#[derive(Clone, Debug)]
enum Message {
    Request(usize, Request),
    /// A request whose sender was told that nothing is known of it.
    Late(Request),
    Reply(usize, Reply),
    Called(usize, JobId, u64),
}

#[derive(Clone, Debug)]
struct Small {
    hosts: Vec<Host>,
    store: Store,
    clients: Clients,
    under_way: Vec<Message>,
    faults: usize,
    kills: usize,
    instances: u128,
    variant: Option<Variant>,
}

fn config() -> Config {
    Config {
        batch: 2,
        attempts: 3,
        patience: 3,
        snapshot_every: 2,
        check_every: 8,
        window: 1,
        expected: None,
    }
}

impl Small {
    fn new(
        runs: &[(usize, u128, Program)],
        faults: usize,
        kills: usize,
        variant: Option<Variant>,
    ) -> Self {
        let host = |instance| Host::new(config(), instance, None, variant);
        let mut small = Self {
            hosts: vec![host(1), host(2)],
            store: Store {
                variant,
                ..Store::default()
            },
            clients: Clients::default(),
            under_way: Vec::new(),
            faults,
            kills,
            instances: 2,
            variant,
        };
        for (host, job, program) in runs {
            let job = JobId(*job);
            small.clients.submitted(job, *program);
            let asks = small.hosts[*host].submit(job, *program);
            small.carry_out(*host, asks);
        }
        small
    }

    fn carry_out(&mut self, host: usize, asks: Vec<Ask>) {
        for ask in asks {
            match ask {
                Ask::Send(request) => self.under_way.push(Message::Request(host, request)),
                Ask::Call { job, arguments } => {
                    if let Some(running) = self.hosts[host].running.get(&job) {
                        self.clients.called(job, running);
                    }
                    self.under_way.push(Message::Called(host, job, arguments));
                }
                Ask::Answer {
                    job,
                    answer,
                    result,
                    position,
                } => self.clients.answered(job, &answer, result, position),
            }
        }
    }

    /// A message arrives, and all goes well.
    fn arrives(&mut self, at: usize) {
        match self.under_way.remove(at) {
            Message::Request(host, request) => {
                let reply = self.store.apply(&request, 0);
                self.under_way.push(Message::Reply(host, reply));
            }
            Message::Late(request) => {
                self.store.apply(&request, 0);
            }
            Message::Reply(host, reply) => {
                let asks = self.hosts[host].replied(reply);
                self.carry_out(host, asks);
            }
            Message::Called(host, job, arguments) => {
                let asks = self.hosts[host].called(job, arguments, arguments + 3);
                self.carry_out(host, asks);
            }
        }
    }

    /// Every state that may follow.
    fn next(&self) -> Vec<Self> {
        let mut states = Vec::new();
        for (at, message) in self.under_way.iter().enumerate() {
            let mut well = self.clone();
            well.arrives(at);
            states.push(well);
            let Message::Request(host, request) = message else {
                continue;
            };
            if self.faults == 0 {
                continue;
            }
            let unclear = Message::Reply(*host, request.unclear());
            let mut lost = self.clone();
            lost.faults -= 1;
            lost.under_way[at] = unclear;
            let mut answer_lost = lost.clone();
            answer_lost.store.apply(request, 0);
            let mut late = lost.clone();
            late.under_way.push(Message::Late(request.clone()));
            states.extend([lost, answer_lost, late]);
        }
        if self.kills > 0 && !self.under_way.is_empty() {
            for host in 0..self.hosts.len() {
                states.push(self.killed(host));
            }
        }
        states
    }

    /// A host is killed and begins again from its disk. What it has sent goes on.
    fn killed(&self, host: usize) -> Self {
        let mut killed = self.clone();
        killed.kills -= 1;
        killed.instances += 1;
        let disk = killed.hosts[host].clone().disk();
        killed.hosts[host] = Host::new(config(), killed.instances, disk, killed.variant);
        let under_way = std::mem::take(&mut killed.under_way).into_iter();
        let under_way = under_way.filter_map(|message| match message {
            Message::Request(of, request) if of == host => Some(Message::Late(request)),
            Message::Reply(of, _) | Message::Called(of, ..) if of == host => None,
            other => Some(other),
        });
        killed.under_way = under_way.collect();
        let asks = killed.hosts[host].drive(Event::Poll);
        killed.carry_out(host, asks);
        killed
    }

    /// What does not hold.
    fn fault(&self) -> Option<String> {
        if self.clients.fault.is_some() {
            return self.clients.fault.clone();
        }
        if !self.under_way.is_empty() {
            return None;
        }
        let mut truth = Replica::default();
        if let Err(fault) = self.clients.compare(&self.store, &mut truth) {
            return Some(fault);
        }
        let mut rest = self.clone();
        for host in 0..rest.hosts.len() {
            let asks = rest.hosts[host].drive(Event::Poll);
            rest.carry_out(host, asks);
            while !rest.under_way.is_empty() {
                rest.arrives(0);
            }
            let copy = rest.hosts[host].copy.as_ref();
            if copy != Some(&truth) {
                return Some(format!(
                    "host {host} has {copy:?}, and the log has {truth:?}"
                ));
            }
        }
        None
    }
}

/// Goes through all states; how many there are, or what does not hold in one.
fn explore(start: Small) -> Result<usize, String> {
    let mut known = HashSet::new();
    let mut open = vec![start];
    while let Some(state) = open.pop() {
        let mut hasher = DefaultHasher::new();
        format!("{state:?}").hash(&mut hasher);
        if !known.insert(hasher.finish()) {
            continue;
        }
        if let Some(fault) = state.fault() {
            return Err(fault);
        }
        open.extend(state.next());
    }
    Ok(known.len())
}

fn adds() -> Vec<(usize, u128, Program)> {
    let add = Program::Add { cell: 0, by: 1 };
    vec![(0, 10, add), (1, 20, add)]
}

fn one_key() -> Vec<(usize, u128, Program)> {
    let effects = Program::Effects {
        claim: Claim::Key(1),
        cell: 0,
        calls: 1,
    };
    vec![(0, 10, effects), (1, 11, effects)]
}

fn large() -> Vec<(usize, u128, Program)> {
    let large = Program::Large { cell: 0 };
    vec![(0, 10, large), (1, 20, Program::Read { cell: 0 })]
}

#[test]
fn two_hosts_write() {
    let states = explore(Small::new(&adds(), 1, 1, None)).unwrap();
    println!("{states} states");
}

#[test]
fn two_hosts_have_one_key() {
    let states = explore(Small::new(&one_key(), 1, 0, None)).unwrap();
    println!("{states} states");
}

#[test]
fn one_host_writes_what_the_other_reads() {
    let states = explore(Small::new(&large(), 1, 1, None)).unwrap();
    println!("{states} states");
}

#[test]
fn two_faults_and_a_kill() {
    if !is_slow() {
        return;
    }
    for runs in [adds(), one_key(), large()] {
        let states = explore(Small::new(&runs, 2, 1, None)).unwrap();
        println!("{states} states");
    }
}

/// It finds what it should: variants that are broken in a small world already.
#[test]
fn broken_variants_are_found() {
    for (runs, variant) in [
        (adds(), Variant::UnclearIsLost),
        (adds(), Variant::UnclearIsWon),
        (adds(), Variant::NoLookAfterExists),
        (adds(), Variant::WinnerNotApplied),
        (one_key(), Variant::EffectBeforeClaim),
        (one_key(), Variant::EffectAfterLostClaim),
    ] {
        let found = explore(Small::new(&runs, 1, 1, Some(variant)));
        assert!(found.is_err(), "{variant:?} is not found: {found:?}");
    }
}

/// Settings that make no sense are the nearest that do: nothing turns in circles.
#[test]
fn settings_of_nothing_work() {
    let config = Config {
        batch: 0,
        check_every: 0,
        window: 0,
        snapshot_every: 0,
        patience: 0,
        ..config()
    };
    let mut host = Host::new(config, 1, None, None);
    let mut store = Store::default();
    let mut answers = 0;
    for job in 1..=3 {
        let add = Program::Add { cell: 0, by: 1 };
        let mut asks = host.submit(JobId(job), add);
        for _ in 0..20 {
            let Some(ask) = asks.pop() else { break };
            match ask {
                Ask::Send(request) => {
                    let reply = store.apply(&request, 0);
                    asks.extend(host.replied(reply));
                }
                Ask::Answer { answer, .. } => {
                    assert_eq!(answer, Answer::Done);
                    answers += 1;
                }
                Ask::Call { .. } => unreachable!("it calls nothing"),
            }
        }
    }
    assert_eq!(answers, 3);
    assert!(host.machine.is_idle());
}
