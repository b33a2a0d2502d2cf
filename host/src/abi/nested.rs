//! A run within the run of a guest, which waits for it in its call.

use isolate_protocol::StateError;
use isolate_protocol::limits::MESSAGE_BYTES_MAX;
use isolate_protocol::wire::Encoder;
use isolate_protocol::wire::message::{encode_error, reply, request};
use wasmtime::{Caller, Memory, Val};

use super::outer::{Entered, Nesting, Outer};
use super::stack::Depth;
use super::{Guest, Host, slice, write_reply};
use crate::limits::Limit;
use crate::nested::{Asked, Ended, answered, asked, no_room};
use crate::stop::Stop;

/// Whether a request asks for a run within the run.
pub(super) fn is_asked(message: &[u8]) -> bool {
    matches!(message.first(), Some(&(request::EXEC | request::PROGRAM)))
}

/// As [`call`](super::call::call), for such a request.
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
        Ok(Ok((asked, outer))) => host.within(asked, &outer).await,
        Ok(Err(error)) => Ok(refusal(&error)),
        Err(stop) => Err(stop),
    };
    let message = replied.map_err(|stop| host.stop_for(stop))?;
    write_reply(caller, memory, message).await
}

/// Takes the fuel back that the guest was given and has not used: the run within it may use it.
fn give_fuel_back(caller: &mut Caller<'_, Host>) -> wasmtime::Result<()> {
    let Some(exports) = caller.data().exports.clone() else {
        return Ok(());
    };
    let balance = exports.fuel.get(&mut *caller).i64().unwrap_or(0);
    exports.fuel.set(&mut *caller, Val::I64(0))?;
    caller.data_mut().fuel.give_back(balance);
    Ok(())
}

fn refusal(error: &StateError) -> Vec<u8> {
    let mut out = Encoder::new();
    out.u8(reply::ERROR);
    encode_error(error, &mut out);
    out.into_bytes()
}

impl Host {
    /// Counts the call, and reads it.
    fn begun_within(&mut self, message: &[u8]) -> Result<Result<(Asked, Outer), StateError>, Stop> {
        self.fuel.check()?;
        self.state.counts_call(message.len())?;
        let read = asked(message, self.nesting.may(&self.state.within));
        let read = read.map_err(|unread| match unread {
            crate::decode::Unread::Halted => Stop::Halted,
            crate::decode::Unread::Malformed(_) => Stop::Hostile("a request that cannot be read"),
        })?;
        match (read, &self.nesting) {
            (Ok(asked), Nesting::Open(outer)) => Ok(Ok((asked, (**outer).clone()))),
            (Err(error), _) => Ok(Err(error)),
            (Ok(_), _) => Err(Stop::Hostile("a run within one that has none")),
        }
    }

    /// Runs it, and gives the reply.
    async fn within(&mut self, mut asked: Asked, outer: &Outer) -> Result<Vec<u8>, Stop> {
        let failed = |cause: String| Stop::Trapped(cause);
        let Some(entered) = Entered::of(&outer.guests) else {
            return Ok(refusal(&no_room(&asked)));
        };
        let template = outer.template(&asked);
        let template = template.map_err(|error| failed(error.to_string()))?;
        let beginning = outer.beginning(&mut asked, &mut self.state.within);
        self.depth.note();
        let inner = self.lend(asked.is_program());
        let mut guest = match Guest::or_host(template, template.image.as_ref(), inner) {
            Ok(guest) => guest,
            Err((error, inner)) => {
                self.take_back(*inner, 0);
                return Err(failed(error.to_string()));
            }
        };
        let step = guest.start(beginning).await;
        let step = step.map_err(|trap| guest.stopped(&trap));
        let is_stack_used_up = step == Err(Stop::Limit(Limit::Stack));
        guest.give_back_stack(is_stack_used_up).await;
        let balance = guest.balance();
        let (stdout, stderr) = self.take_back(guest.into_host(), balance);
        drop(entered);
        let ended = Ended {
            step: step?,
            stdout,
            stderr,
        };
        let mut out = Encoder::new();
        answered(&asked, ended, &mut out)?;
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
        let mut state = self.state.lend();
        if is_program {
            state.divert_log();
        }
        let mut inner = Self {
            state,
            stop: None,
            memory: self.memory.within(),
            fuel: self.fuel.lend(),
            is_over: false,
            exports: None,
            inbox: None,
            waits: std::mem::take(&mut self.waits),
            depth: Depth::within(self.depth),
            answer_bytes: 0,
            reply: Vec::new(),
            nesting: Nesting::Inner,
        };
        inner.state.is_within = true;
        inner
    }

    /// Takes it back from a guest whose counter of fuel has this balance, with what its program has printed.
    fn take_back(&mut self, inner: Self, balance: i64) -> (Vec<u8>, Vec<u8>) {
        self.state = inner.state;
        self.state.is_within = false;
        self.fuel = inner.fuel;
        self.fuel.give_back(balance);
        self.waits = inner.waits;
        self.memory.add_within(&inner.memory);
        self.state.restore_log()
    }

    /// Goes on with a worker where the thread has other work.
    async fn moves_on(&mut self) -> Result<(), Stop> {
        match self.waits.is_in_passing() {
            true => self.goes_elsewhere().await,
            false => Ok(()),
        }
    }
}
