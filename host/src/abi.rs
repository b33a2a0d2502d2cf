//! The boundary to WebAssembly: the only code that reads and writes guest memory.
//!
//! The guest is assumed to be hostile: every pointer and length that it passes is checked against
//! its memory, every message is decoded with bounds, and a guest that breaks the protocol ends its
//! own run and nothing else.

mod aside;
mod call;
mod imports;
mod instance;
mod memory;
mod meter;
mod nested;
mod outer;
mod stack;
mod template;
mod waits;
mod within;

use std::io::{self, Read};
use std::sync::Arc;

use isolate_protocol::wire::Encoder;
use isolate_protocol::wire::message::{Library, Start, Step};
use isolate_protocol::wire::shell::{Command, Output};
use isolate_text::budget;
use wasmtime::{
    Extern, Global, Instance, Memory, ModuleExport, Store, Trap, TypedFunc, Val, WasmParams,
};

use crate::decode::{self, Unread};
use crate::fuel::Fuel;
use crate::image::Installed;
use crate::kept;
use crate::lent::Lent;
use crate::limits::{Limit, Limits};
use crate::memory_difference;
use crate::messages;
use crate::state::{HostState, weight_of_step};
use crate::stop::Stop;

use aside::{Link, Programs};
use imports::Imported;
#[cfg(test)]
use imports::{IMPORTS, MODULE};
use instance::export;
pub(crate) use instance::instantiation_fault;
use memory::{length_of, make_room, put, slice, write_reply};
use meter::MemoryMeter;
pub(crate) use outer::{Guests, Lasts, Nesting, Outer};
use stack::Depth;
pub(crate) use template::Template;
pub(crate) use waits::{
    THREAD_WAIT_MAX, Waits, turn_to_write, unless_halted, unlocked, yield_once,
};

/// The data of a guest's store.
pub(crate) struct Host {
    /// Away while a run within this one has it.
    pub(crate) state: Lent<HostState>,
    /// Why the run has to stop; read after the guest has trapped.
    stop: Option<Stop>,
    pub(crate) memory: MemoryMeter,
    pub(crate) fuel: Fuel,
    /// Whether the program was stopped: its requests are refused.
    is_over: bool,
    exports: Option<Exports>,
    /// Where the guest has made room for messages, and for how many bytes.
    inbox: Option<(u32, u32)>,
    /// How the run waits in the middle of its program.
    pub(crate) waits: Waits,
    depth: Depth,
    /// Bytes of the last answer of the guest.
    pub(crate) answer_bytes: usize,
    /// Kept between calls, so that a small reply allocates nothing.
    reply: Vec<u8>,
    /// Whether another run may be within this one.
    pub(crate) nesting: Nesting,
    /// The programs within this run that have stepped aside.
    programs: Programs,
    /// By way of which this one steps aside, if it is a program that does.
    link: Option<Arc<Link>>,
}

/// What a run begins with.
pub(crate) enum Beginning {
    Program(Start),
    Command(Command),
}

impl From<Start> for Beginning {
    fn from(start: Start) -> Self {
        Self::Program(start)
    }
}

#[derive(Clone)]
struct Exports {
    memory: Memory,
    alloc: TypedFunc<u32, u32>,
    /// Its counter of fuel.
    fuel: Global,
}

/// An instance of the guest that can be started and resumed.
pub(crate) struct Guest {
    pub(crate) store: Store<Host>,
    instance: Instance,
    load: Option<ModuleExport>,
    place: Option<ModuleExport>,
    written: Option<ModuleExport>,
    start: TypedFunc<u32, u64>,
    resume: TypedFunc<u32, u64>,
    fuel: Global,
    stack_pointer: Global,
    exports: Exports,
    installed: Option<Installed>,
    memory_use: kept::Use,
    alive: Arc<()>,
}

impl Host {
    pub(crate) fn new(state: HostState, limits: &Limits, fuel: Fuel) -> Self {
        Self {
            state: Lent::new(state),
            stop: None,
            memory: MemoryMeter::new(limits),
            fuel,
            is_over: false,
            exports: None,
            inbox: None,
            waits: Waits::default(),
            depth: Depth::default(),
            answer_bytes: 0,
            reply: Vec::new(),
            nesting: Nesting::default(),
            programs: Programs::default(),
            link: None,
        }
    }

    /// Stores why the run has to stop, and returns the error that traps the guest.
    fn stop_for(&mut self, stop: Stop) -> wasmtime::Error {
        self.stop = Some(stop);
        wasmtime::Error::msg("stopped")
    }

    /// Gives the guest more fuel.
    fn refuel(&mut self, balance: i64) -> wasmtime::Result<i64> {
        self.check_running()?;
        self.state.record_when_long();
        let refuelled = self.fuel.refuel(balance);
        refuelled.map_err(|stop| self.stop_for(stop))
    }

    /// The reply to a request in the guest's memory.
    fn answer(&mut self, bytes: &[u8], request: (u32, u32)) -> wasmtime::Result<Vec<u8>> {
        let mut out = Encoder::with_buffer(std::mem::take(&mut self.reply));
        // Checked before the call and after it: a program that catches the errors of slow calls would
        // otherwise run on, and an answer that came too late must not be used.
        let answered = self.fuel.check().and_then(|()| {
            match slice(bytes, request.0, request.1) {
                None => Err(Stop::Hostile("a request outside of its memory")),
                Some(request) => self.state.answer(request, &mut out),
            }?;
            self.fuel.check()
        });
        answered.map_err(|stop| self.stop_for(stop))?;
        Ok(out.into_bytes())
    }

    /// Writes a message to the guest's memory, where there is room for it.
    fn put(&mut self, bytes: &mut [u8], at: u32, message: Vec<u8>) -> wasmtime::Result<u32> {
        /// The guest gives the room for a larger message back when it is asked for less.
        const INBOX_BYTES_MAX: usize = 1 << 20;
        /// A large message is rare, and its buffer would stay for the rest of the run.
        const KEPT_BYTES_MAX: usize = 64 << 10;
        let length = length_of(&message)?;
        let at = at as usize;
        let Some(place) = bytes.get_mut(at..at + message.len()) else {
            return Err(self.stop_for(Stop::Hostile("a buffer outside of its memory")));
        };
        place.copy_from_slice(&message);
        if message.len() > INBOX_BYTES_MAX {
            self.inbox = None;
        }
        if message.capacity() <= KEPT_BYTES_MAX {
            self.reply = message;
        }
        Ok(length)
    }

    /// Whether the guest has room for a message.
    fn fits_inbox(&self, message: &[u8]) -> bool {
        let room = self.inbox.map_or(0, |(_, room)| room as usize);
        self.inbox.is_some() && message.len() <= room
    }

    /// Fails if the program was stopped.
    fn check_running(&self) -> wasmtime::Result<()> {
        match self.is_over {
            true => Err(wasmtime::Error::msg("the program is over")),
            false => Ok(()),
        }
    }
}

impl Guest {
    /// Loads a library for the programs that are started later. Only before [`Self::start`].
    pub(crate) async fn load(&mut self, library: &Library) -> wasmtime::Result<Step> {
        let missing = || wasmtime::Error::msg("the guest has no export load");
        let index = self.load.ok_or_else(missing)?;
        let function = export(&self.instance, &mut self.store, &index, Extern::into_func)?;
        let function = function.typed(&self.store)?;
        let mut message = Encoder::new();
        library.encode(&mut message);
        self.step(&function, message.into_bytes()).await
    }

    /// The globals of an instance that waits: its counter of fuel, and its stack pointer.
    pub(crate) fn globals(&mut self) -> (i64, i32) {
        let stack_pointer = self.stack_pointer.get(&mut self.store).i32();
        (self.balance(), stack_pointer.unwrap_or(0))
    }

    /// Makes a new instance one that waited, whose memory was kept as a difference.
    pub(crate) fn put_back(
        &mut self,
        difference: &mut impl Read,
        balance: i64,
        stack_pointer: i32,
    ) -> io::Result<()> {
        let refused = |_: wasmtime::Error| io::Error::from(io::ErrorKind::OutOfMemory);
        let (memory, store) = (self.exports.memory, &mut self.store);
        memory_difference::restore(difference, |bytes| {
            let missing = bytes.saturating_sub(memory.data_size(&*store)) as u64;
            let pages = missing / memory.page_size(&*store);
            memory.grow(&mut *store, pages).map_err(refused)?;
            Ok(memory.data_mut(&mut *store))
        })?;
        let set = |global: Global, store: &mut Store<Host>, value| {
            global.set(store, value).map_err(refused)
        };
        set(self.fuel, &mut self.store, Val::I64(balance))?;
        set(self.stack_pointer, &mut self.store, Val::I32(stack_pointer))
    }

    pub(crate) fn memory(&self) -> &[u8] {
        self.exports.memory.data(&self.store)
    }

    /// Runs the program until it ends or waits, or the command until it ends.
    pub(crate) async fn start(
        &mut self,
        beginning: impl Into<Beginning>,
    ) -> wasmtime::Result<Step> {
        let mut message = Encoder::new();
        // Its input may be large, and the program may take long.
        match beginning.into() {
            Beginning::Program(start) => start.encode(&mut message),
            Beginning::Command(command) => command.encode(&mut message),
        }
        let function = self.start.clone();
        self.step(&function, message.into_bytes()).await
    }

    /// Goes on with the answer to a pending call.
    pub(crate) async fn resume(&mut self, completion: Vec<u8>) -> wasmtime::Result<Step> {
        let function = self.resume.clone();
        self.step(&function, completion).await
    }

    /// Gives memory of the stack back that the program has touched and does not need while it waits, or
    /// after its end.
    pub(crate) async fn give_back_stack(&mut self, is_used_up: bool) {
        stack::give_back(&mut self.store, is_used_up).await;
    }

    /// Checks the last fuel that was used: the guest checks its counter before it counts.
    fn settle(&mut self) -> wasmtime::Result<()> {
        let balance = self.balance();
        if balance >= 0 {
            return Ok(());
        }
        let host = self.store.data_mut();
        let settled = host.fuel.refuel(balance);
        let settled = settled.map_err(|stop| host.stop_for(stop))?;
        self.fuel.set(&mut self.store, Val::I64(settled))
    }

    /// As [`Host::stop_for`].
    pub(crate) fn stop_for(&mut self, stop: Stop) -> wasmtime::Error {
        self.store.data_mut().stop_for(stop)
    }

    /// Why a call of the guest has failed.
    pub(crate) fn stopped(&mut self, failure: &wasmtime::Error) -> Stop {
        let host = self.store.data_mut();
        if let Some(stop) = host.stop.take() {
            return stop;
        }
        let is_memory_exceeded = host.memory.is_exceeded;
        match failure.downcast_ref::<Trap>() {
            Some(Trap::StackOverflow) => Stop::Limit(Limit::Stack),
            Some(Trap::MemoryOutOfBounds) if self.is_stack_used_up() => Stop::Limit(Limit::Stack),
            // Rust aborts when its allocator fails, for example in the middle of a garbage
            // collection.
            Some(Trap::UnreachableCodeReached) if is_memory_exceeded => Stop::Limit(Limit::Memory),
            Some(trap) => Stop::Trapped(trap.to_string()),
            None => Stop::Trapped(failure.to_string()),
        }
    }

    /// Line and column at which the program was stopped, if the guest knows them. The guest was
    /// interrupted at any point: it may only read, and everything else is refused.
    pub(crate) async fn place(&mut self) -> Option<(u32, u32)> {
        let place = self.asked_at_last(self.place?, ()).await;
        place.filter(|(line, _)| *line > 0)
    }

    /// The first bytes of what a command had written to an output when it was stopped, at most so many, and
    /// how many more there are.
    pub(crate) async fn written(&mut self, output: u32, bytes_max: usize) -> Option<Output> {
        let (pointer, length) = self.asked_at_last(self.written?, output).await?;
        let all = slice(self.memory(), pointer, length)?;
        let kept = &all[..all.len().min(bytes_max)];
        budget::charge(kept.len()).ok()?;
        Some(Output {
            bytes: kept.to_vec(),
            omitted: (all.len() - kept.len()) as u64,
        })
    }

    /// What an export answers that is called when the program is over: two numbers.
    async fn asked_at_last<A: WasmParams + Sync>(
        &mut self,
        export_index: ModuleExport,
        arguments: A,
    ) -> Option<(u32, u32)> {
        /// Far more than this takes.
        const PLACE_FUEL: i64 = 10_000_000;
        let function = export(
            &self.instance,
            &mut self.store,
            &export_index,
            Extern::into_func,
        );
        let function: TypedFunc<A, u64> = function.ok()?.typed(&self.store).ok()?;
        let balance = self.balance();
        let host = self.store.data_mut();
        host.is_over = true;
        host.memory.allow_report();
        self.fuel.set(&mut self.store, Val::I64(PLACE_FUEL)).ok()?;
        let answer = function.call_async(&mut self.store, arguments).await;
        // What it used is not the program's.
        self.fuel.set(&mut self.store, Val::I64(balance)).ok()?;
        #[expect(clippy::cast_possible_truncation, reason = "two halves of 32 bits")]
        let halves = answer
            .ok()
            .map(|answer| ((answer >> 32) as u32, answer as u32));
        halves
    }

    /// Whether the guest's second stack, at the bottom of its memory, has overflowed: an address
    /// below 0 wraps around to the end of the address space.
    fn is_stack_used_up(&mut self) -> bool {
        /// A leaf function uses up to this many bytes without moving the pointer.
        const UNCLAIMED_BYTES: usize = 128;
        let pointer = self.stack_pointer.get(&mut self.store).i32().unwrap_or(0);
        let pointer = pointer.cast_unsigned() as usize;
        !(UNCLAIMED_BYTES..self.exports.memory.data_size(&self.store)).contains(&pointer)
    }

    /// Fuel that the run has used.
    pub(crate) fn fuel_used(&mut self) -> u64 {
        let balance = self.balance();
        self.store.data().fuel.used(balance)
    }

    pub(super) fn balance(&mut self) -> i64 {
        self.fuel.get(&mut self.store).i64().unwrap_or(0)
    }

    async fn step(
        &mut self,
        function: &TypedFunc<u32, u64>,
        message: Vec<u8>,
    ) -> wasmtime::Result<Step> {
        make_room(&mut self.store, &self.exports, &message).await?;
        // The guest has a copy of its own afterwards.
        let length = put(&mut self.store, self.exports.memory, message)?;
        let packed = function.call_async(&mut self.store, length).await?;
        self.settle()?;
        #[expect(clippy::cast_possible_truncation, reason = "two halves of 32 bits")]
        let (pointer, length) = ((packed >> 32) as u32, packed as u32);
        let (memory, host) = self.exports.memory.data_and_store_mut(&mut self.store);
        let answer = slice(memory, pointer, length);
        if budget::charge(weight_of_step(answer.unwrap_or_default())).is_err() {
            return Err(host.stop_for(Stop::Limit(Limit::HostMemory)));
        }
        host.answer_bytes = answer.map_or(0, <[u8]>::len);
        Err(host.stop_for(match answer.map(decode::step) {
            Some(Ok(step)) => return Ok(messages::bounded(step)),
            Some(Err(Unread::Halted)) => Stop::Halted,
            Some(Err(Unread::Malformed(_))) => Stop::Hostile("an answer that cannot be read"),
            None => Stop::Hostile("an answer outside of its memory"),
        }))
    }
}

#[cfg(test)]
mod tests;
