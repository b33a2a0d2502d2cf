//! A run within the run of a guest, which waits for it in its call.

use std::sync::Arc;

use isolate_protocol::StateError;
use isolate_protocol::limits::MESSAGE_BYTES_MAX;
use isolate_protocol::wire::message::{reply, request};
use isolate_protocol::wire::shell::{GoOn, Printed};
use isolate_protocol::wire::{Decoder, Encoder};
use isolate_text::budget;
use wasmtime::{Caller, Memory};

use super::aside::{Come, Parts, Program, Programs, Ran, ran};
use super::outer::{Entered, Lasts, Nesting, Outer};
use super::stack::Depth;
use super::within::{give_fuel_back, refusal};
use super::{Guest, Host, slice, write_reply};
use crate::limits::Limit;
use crate::nested::{Asked, Ended, answered, aside, asked, ended, no_room, wants_all};
use crate::stop::Stop;

/// Programs of one command that have stepped aside, at most. What is begun beyond runs to its end at once.
const PROGRAMS_ASIDE_MAX: usize = 16;

/// As [`call`](super::call::call), for a request for such a run, or for one that goes on.
pub(super) async fn call(
    mut caller: Caller<'_, Host>,
    memory: Memory,
    (pointer, length): (u32, u32),
) -> wasmtime::Result<u32> {
    let host = caller.data_mut();
    let moved = host.moves_on().await;
    moved.map_err(|stop| host.stop_for(stop))?;
    let (bytes, host) = memory.data_and_store_mut(&mut caller);
    host.check_running()?;
    let begun = match slice(bytes, pointer, length) {
        None => Err(Stop::Hostile("a request outside of its memory")),
        Some(message) => host.begun_within(message),
    };
    if matches!(begun, Ok(Ok(_))) {
        give_fuel_back(&mut caller)?;
    }
    let host = caller.data_mut();
    let replied = match begun {
        Ok(Ok(Wanted::Begins(asked, outer))) => host.within(asked, &outer).await,
        Ok(Ok(Wanted::GoesOn(number, program, input))) => {
            program.hand(host.parts(), input);
            host.comes(number, program).await
        }
        Ok(Ok(Wanted::Ends)) => Ok(nothing()),
        Ok(Err(error)) => Ok(refusal(&error)),
        Err(stop) => Err(stop),
    };
    let message = replied.map_err(|stop| host.stop_for(stop))?;
    write_reply(caller, memory, message).await
}

/// What a guest wants of a run within its own.
enum Wanted {
    Begins(Asked, Outer),
    GoesOn(u32, Program, Vec<u8>),
    /// It is over already: it was dropped.
    Ends,
}

fn nothing() -> Vec<u8> {
    let mut out = Encoder::new();
    out.u8(reply::VALUE);
    out.undefined();
    out.into_bytes()
}

impl Host {
    /// Counts the call, and reads it.
    fn begun_within(&mut self, message: &[u8]) -> Result<Result<Wanted, StateError>, Stop> {
        self.fuel.check()?;
        if message.first() == Some(&request::GO_ON) {
            return self.wanted_next(&message[1..]).map(Ok);
        }
        self.state.counts_call(message.len())?;
        let read = asked(message, self.nesting.may(&self.state.within));
        let read = read.map_err(|unread| match unread {
            crate::decode::Unread::Halted => Stop::Halted,
            crate::decode::Unread::Malformed(_) => Stop::Hostile("a request that cannot be read"),
        })?;
        match (read, &self.nesting) {
            (Ok(asked), Nesting::Open(outer)) => Ok(Ok(Wanted::Begins(asked, (**outer).clone()))),
            (Err(error), _) => Ok(Err(error)),
            (Ok(_), _) => Err(Stop::Hostile("a run within one that has none")),
        }
    }

    /// What becomes of a program that has stepped aside. It has counted what it has called.
    fn wanted_next(&mut self, message: &[u8]) -> Result<Wanted, Stop> {
        budget::charge(message.len())?;
        let goes_on = GoOn::decode(&mut Decoder::new(message));
        let GoOn { program, input } =
            goes_on.map_err(|_| Stop::Hostile("a request that cannot be read"))?;
        let aside = self.programs.aside.remove(&program);
        let aside = aside.ok_or(Stop::Hostile("a program that has not stepped aside"))?;
        match input {
            Some(input) => Ok(Wanted::GoesOn(program, aside, input)),
            None => {
                drop(aside);
                self.settles_texts();
                Ok(Wanted::Ends)
            }
        }
    }

    /// Runs it, and gives the reply.
    async fn within(&mut self, mut asked: Asked, outer: &Outer) -> Result<Vec<u8>, Stop> {
        let failed = |cause: String| Stop::Trapped(cause);
        let lasts = match asked.steps_aside() {
            true => Lasts::Long,
            false => Lasts::Call,
        };
        let is_one_too_many =
            lasts == Lasts::Long && self.programs.aside.len() >= PROGRAMS_ASIDE_MAX;
        let entered = match is_one_too_many {
            true => None,
            false => Entered::of(&outer.guests, lasts),
        };
        let Some(entered) = entered else {
            return match lasts {
                Lasts::Call => Ok(refusal(&no_room(&asked))),
                Lasts::Long => self.replied(wants_all),
            };
        };
        let template = outer.template(&asked);
        let template = template.map_err(|error| failed(error.to_string()))?;
        let beginning = outer.beginning(&mut asked, &mut self.state.within);
        self.depth.note();
        let mut inner = self.lend(asked.is_program());
        inner.link = (lasts == Lasts::Long).then(Arc::default);
        let guest = match Guest::or_host(template, template.image.as_ref(), inner) {
            Ok(guest) => guest,
            Err((error, inner)) => {
                self.take_back(*inner, 0);
                return Err(failed(error.to_string()));
            }
        };
        if lasts == Lasts::Long {
            let number = self.programs.next_number();
            return self
                .comes(number, Program::new(guest, beginning, entered))
                .await;
        }
        let Ran {
            step,
            host: inner,
            balance,
        } = ran(guest, beginning).await;
        let printed = self.take_back(inner, balance);
        drop(entered);
        let ended = Ended {
            step: step?,
            printed,
        };
        self.replied(|out| answered(&asked, ended, out))
    }

    /// Lets a program go on until it steps aside or ends, and gives the reply.
    async fn comes(&mut self, number: u32, mut program: Program) -> Result<Vec<u8>, Stop> {
        match program.comes().await {
            Come::Aside(parts, wants) => {
                let printed = self.take_parts(parts);
                self.programs.aside.insert(number, program);
                self.replied(|out| aside(number, wants, printed, out))
            }
            Come::Ended(ran) => {
                let printed = self.take_back(ran.host, ran.balance);
                drop(program);
                let step = ran.step?;
                self.replied(|out| ended(Ended { step, printed }, out))
            }
        }
    }

    fn replied(
        &mut self,
        write: impl FnOnce(&mut Encoder) -> Result<(), Stop>,
    ) -> Result<Vec<u8>, Stop> {
        let mut out = Encoder::new();
        write(&mut out)?;
        self.fuel.check()?;
        self.state.settles()?;
        // What is larger than a message may be is more than the host may hold.
        if out.len() > MESSAGE_BYTES_MAX {
            return Err(Stop::Limit(Limit::HostMemory));
        }
        Ok(out.into_bytes())
    }

    /// The data of a guest within this one, with all that is one run's.
    fn lend(&mut self, is_program: bool) -> Self {
        let Parts {
            mut state,
            fuel,
            waits,
            ..
        } = self.parts_of(is_program);
        state.is_within = true;
        Self {
            state,
            stop: None,
            memory: self.memory.within(),
            fuel,
            is_over: false,
            exports: None,
            inbox: None,
            waits,
            depth: Depth::within(self.depth),
            answer_bytes: 0,
            reply: Vec::new(),
            nesting: Nesting::Inner,
            programs: Programs::default(),
            link: None,
        }
    }

    /// What a program within this one goes on with.
    fn parts(&mut self) -> Parts {
        self.depth.note();
        let mut parts = self.parts_of(true);
        parts.state.is_within = true;
        parts
    }

    fn parts_of(&mut self, is_program: bool) -> Parts {
        let mut state = self.state.lend();
        if is_program {
            state.divert_log();
        }
        Parts {
            state,
            fuel: self.fuel.lend(),
            waits: std::mem::take(&mut self.waits),
            outer_bytes: self.depth.bytes(),
        }
    }

    /// Takes it back from a guest whose counter of fuel has this balance, with what its program has printed.
    fn take_back(&mut self, inner: Self, balance: i64) -> Vec<Printed> {
        let mut fuel = inner.fuel;
        fuel.give_back(balance);
        self.memory.add_within(&inner.memory);
        let printed = self.take_parts(Parts {
            state: inner.state,
            fuel,
            waits: inner.waits,
            outer_bytes: 0,
        });
        self.settles_texts();
        printed
    }

    /// Takes them back, with what the program has printed.
    fn take_parts(&mut self, parts: Parts) -> Vec<Printed> {
        self.state = parts.state;
        self.state.is_within = false;
        self.fuel = parts.fuel;
        self.waits = parts.waits;
        self.state.restore_log()
    }

    /// Drops the texts of programs within the run, once there are none.
    fn settles_texts(&mut self) {
        if self.programs.aside.is_empty() {
            self.state.forget_texts_within();
        }
    }

    /// Goes on with a worker where the thread has other work.
    async fn moves_on(&mut self) -> Result<(), Stop> {
        match self.waits.is_in_passing() {
            true => self.goes_elsewhere().await,
            false => Ok(()),
        }
    }
}
