//! A program that a command runs steps aside, so that the command goes on: with what the program has
//! printed, and for what it reads.
//!
//! Its stack stays as it is meanwhile. What is one run's (the tree, the fuel, the turn to write) has one
//! of the two at each time, and is handed over by way of a [`Link`].

use std::collections::BTreeMap;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::Poll;

use isolate_protocol::wire::Encoder;
use isolate_protocol::wire::message::{Step, reply};
use isolate_protocol::{ErrorCode, StateError};
use isolate_text::budget;
use wasmtime::{Caller, Memory};

use super::outer::Entered;
use super::within::{give_fuel_back, refusal};
use super::{Guest, Host, Waits, slice, write_reply};
use crate::fuel::Fuel;
use crate::lent::Lent;
use crate::lock::locked;
use crate::nested::Wants;
use crate::state::HostState;
use crate::stop::Stop;

/// What is one run's.
pub(super) struct Parts {
    pub(super) state: Lent<HostState>,
    pub(super) fuel: Fuel,
    pub(super) waits: Waits,
    /// How deep the stack is of the one that waits.
    pub(super) outer_bytes: usize,
}

/// What a run hands to a program within it, and back.
#[derive(Default)]
pub(super) struct Link(Mutex<Handed>);

#[derive(Default)]
enum Handed {
    #[default]
    Nothing,
    Outwards(Parts, Wants),
    Inwards(Parts, Vec<u8>),
}

impl Link {
    fn put(&self, handed: Handed) {
        *locked(&self.0) = handed;
    }

    fn outwards(&self) -> Option<(Parts, Wants)> {
        let mut handed = locked(&self.0);
        match std::mem::take(&mut *handed) {
            Handed::Outwards(parts, wants) => Some((parts, wants)),
            other => {
                *handed = other;
                None
            }
        }
    }

    fn inwards(&self) -> Option<(Parts, Vec<u8>)> {
        let mut handed = locked(&self.0);
        match std::mem::take(&mut *handed) {
            Handed::Inwards(parts, input) => Some((parts, input)),
            other => {
                *handed = other;
                None
            }
        }
    }
}

/// How a run within another has ended.
pub(super) struct Ran {
    pub(super) step: Result<Step, Stop>,
    pub(super) host: Host,
    /// What its counter of fuel is at.
    pub(super) balance: i64,
}

/// Runs to its end what a guest begins with.
pub(super) async fn ran(mut guest: Guest, beginning: super::Beginning) -> Ran {
    use crate::limits::Limit;
    let step = guest.start(beginning).await;
    let step = step.map_err(|trap| guest.stopped(&trap));
    let is_stack_used_up = step == Err(Stop::Limit(Limit::Stack));
    guest.give_back_stack(is_stack_used_up).await;
    let balance = guest.balance();
    Ran {
        step,
        host: guest.into_host(),
        balance,
    }
}

/// A program that goes on piece by piece.
pub(super) struct Program {
    runs: Mutex<Pin<Box<dyn Future<Output = Ran> + Send>>>,
    link: Arc<Link>,
    _entered: Entered,
}

/// How far a program has come.
pub(super) enum Come {
    Ended(Box<Ran>),
    Aside(Parts, Wants),
}

impl Program {
    pub(super) fn new(guest: Guest, beginning: super::Beginning, entered: Entered) -> Self {
        let link = guest.store.data().link.clone().unwrap_or_default();
        Self {
            runs: Mutex::new(Box::pin(ran(guest, beginning))),
            link,
            _entered: entered,
        }
    }

    /// Gives it what it goes on with.
    pub(super) fn hand(&self, parts: Parts, input: Vec<u8>) {
        self.link.put(Handed::Inwards(parts, input));
    }

    /// Lets it go on until it steps aside or ends.
    pub(super) async fn comes(&mut self) -> Come {
        poll_fn(|context| {
            let runs = self
                .runs
                .get_mut()
                .unwrap_or_else(|broken| broken.into_inner());
            if let Poll::Ready(ran) = runs.as_mut().poll(context) {
                return Poll::Ready(Come::Ended(Box::new(ran)));
            }
            match self.link.outwards() {
                Some((parts, wants)) => Poll::Ready(Come::Aside(parts, wants)),
                None => Poll::Pending,
            }
        })
        .await
    }
}

/// The programs within a run that have stepped aside, by their numbers.
#[derive(Default)]
pub(super) struct Programs {
    pub(super) aside: BTreeMap<u32, Program>,
    last: u32,
}

impl Programs {
    /// A number for one more.
    pub(super) const fn next_number(&mut self) -> u32 {
        self.last = self.last.wrapping_add(1);
        self.last
    }
}

/// As [`call`](super::call::call), for what a program prints that a command runs.
pub(super) async fn printed(
    mut caller: Caller<'_, Host>,
    memory: Memory,
    request: (u32, u32),
) -> wasmtime::Result<u32> {
    caller.data().check_running()?;
    let (bytes, host) = memory.data_and_store_mut(&mut caller);
    let reply = host.answer(bytes, request)?;
    give_fuel_back(&mut caller)?;
    let host = caller.data_mut();
    let went = host.steps_aside(Wants::Nothing).await;
    went.map_err(|stop| host.stop_for(stop))?;
    write_reply(caller, memory, reply).await
}

/// As [`call`](super::call::call), for what such a program reads from its standard input.
pub(super) async fn read(
    mut caller: Caller<'_, Host>,
    memory: Memory,
    (pointer, length): (u32, u32),
) -> wasmtime::Result<u32> {
    caller.data().check_running()?;
    let (bytes, host) = memory.data_and_store_mut(&mut caller);
    let counted = match slice(bytes, pointer, length) {
        Some(request) => host.state.counts_call(request.len()),
        None => Err(Stop::Hostile("a request outside of its memory")),
    };
    counted.map_err(|stop| host.stop_for(stop))?;
    give_fuel_back(&mut caller)?;
    let host = caller.data_mut();
    let read = host.steps_aside(Wants::Input).await;
    let reply = read.and_then(|input| host.input_reply(input));
    let reply = reply.map_err(|stop| host.stop_for(stop))?;
    write_reply(caller, memory, reply).await
}

impl Host {
    /// Whether this is a program that can step aside.
    pub(super) const fn steps(&self) -> bool {
        self.link.is_some()
    }

    /// Lets the run around go on, until that lets this one go on with an input. None where the run cannot
    /// keep its stack: then it goes on at once.
    async fn steps_aside(&mut self, wants: Wants) -> Result<Option<Vec<u8>>, Stop> {
        let Some(link) = self.link.clone() else {
            return Ok(None);
        };
        self.depth.note();
        let held = self.waits.hold(self.depth.own_bytes());
        let Some(_held) = held else {
            return Ok(None);
        };
        let parts = Parts {
            state: self.state.lend(),
            fuel: self.fuel.lend(),
            waits: std::mem::take(&mut self.waits),
            outer_bytes: 0,
        };
        link.put(Handed::Outwards(parts, wants));
        let (parts, input) = poll_fn(|_| match link.inwards() {
            Some(inwards) => Poll::Ready(inwards),
            None => Poll::Pending,
        })
        .await;
        self.state = parts.state;
        self.fuel = parts.fuel;
        self.waits = parts.waits;
        self.depth.set_outer(parts.outer_bytes);
        self.fuel.check()?;
        Ok(Some(input))
    }

    fn input_reply(&mut self, input: Option<Vec<u8>>) -> Result<Vec<u8>, Stop> {
        let Some(input) = input else {
            let text = "standard input: too many runs with deep stacks wait now: try again later";
            return Ok(refusal(&StateError {
                code: ErrorCode::Busy,
                is_argument_error: false,
                message: text.to_owned(),
                path: None,
            }));
        };
        budget::charge(input.len())?;
        let mut out = Encoder::new();
        out.u8(reply::VALUE);
        out.bytes(&input);
        drop(input);
        self.state.settles()?;
        Ok(out.into_bytes())
    }
}
