//! The boundary to WebAssembly: the only code that reads and writes guest memory.
//!
//! The guest is assumed to be hostile: every pointer and length that it passes is checked against
//! its memory, every message is decoded with bounds, and a guest that breaks the protocol ends its
//! own run and nothing else.

mod call;
mod meter;
mod nested;
mod outer;
mod stack;
mod waits;

use std::future::{Future, ready};
use std::io::{self, Read};
use std::sync::{Arc, OnceLock};

use futures_util::FutureExt as _;
use isolate_protocol::limits::MESSAGE_BYTES_MAX;
use isolate_protocol::wire::Encoder;
use isolate_protocol::wire::message::{Library, Start, Step};
use isolate_protocol::wire::shell::{Command, Output};
use isolate_text::budget;
use wasmtime::{
    AsContextMut, Caller, Engine, Extern, ExternType, Global, Instance, InstancePre, Linker,
    Memory, Module, ModuleExport, Store, Trap, TypedFunc, Val, WasmParams,
};

use crate::busy;
use crate::decode::{self, Unread};
use crate::error::Error;
use crate::fuel::Fuel;
use crate::image::{Image, Installed};
use crate::kept::{self, Keeper};
use crate::large_pages::{LargePages, forget};
use crate::lent::Lent;
use crate::limits::{Limit, Limits};
use crate::memory_difference;
use crate::messages;
use crate::state::{HostState, weight_of_step};
use crate::stop::Stop;

use call::call;
use meter::MemoryMeter;
pub(crate) use outer::{Guests, Nesting, Outer};
use stack::Depth;
pub(crate) use waits::{
    THREAD_WAIT_MAX, Waits, turn_to_write, unless_halted, unlocked, yield_once,
};

/// The module that the guest imports from.
const MODULE: &str = "isolate";

/// Every function that a guest can call. A test compares them with what the artefact imports.
#[cfg(test)]
const IMPORTS: [&str; 4] = ["call", "out_of_memory", "panicked", "refuel"];

/// Bytes of the message of a guest's panic that are kept.
const PANIC_BYTES_MAX: usize = 1 << 10;

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

/// The guest's exports, looked up by name once for all runs.
struct ExportIndices {
    memory: ModuleExport,
    alloc: ModuleExport,
    load: Option<ModuleExport>,
    place: Option<ModuleExport>,
    written: Option<ModuleExport>,
    start: ModuleExport,
    resume: ModuleExport,
    fuel: ModuleExport,
    stack_pointer: ModuleExport,
}

impl ExportIndices {
    fn new(module: &Module) -> wasmtime::Result<Self> {
        let find = |name: &str| {
            module
                .get_export_index(name)
                .ok_or_else(|| wasmtime::Error::msg(format!("the guest has no export {name}")))
        };
        Ok(Self {
            memory: find("memory")?,
            alloc: find("alloc")?,
            load: module.get_export_index("load"),
            place: module.get_export_index("place"),
            written: module.get_export_index("written"),
            start: find("start")?,
            resume: find("resume")?,
            fuel: find("fuel")?,
            stack_pointer: find("__stack_pointer")?,
        })
    }
}

/// What the instances of a sandbox are created from.
pub(crate) struct Template {
    engine: Engine,
    guest: InstancePre<Host>,
    exports: ExportIndices,
    /// The size of the guest's own initial memory.
    pub(crate) guest_bytes: u64,
    /// The memory that instances start with; `None` for the guest's own.
    pub(crate) image: Option<Arc<Image>>,
    /// A copy of that memory, once a run was put away.
    pub(crate) start: OnceLock<Vec<u8>>,
    keeper: Arc<Keeper>,
    /// Counts the instances.
    alive: Arc<()>,
}

/// Instances up to which each leaves its memory to the next one, which saves a run the price of page
/// faults. What a crowd of runs has used is given back.
const WARM_MAX: usize = 64;

impl Template {
    pub(crate) fn new(engine: Engine, module: &Module) -> wasmtime::Result<Self> {
        // Otherwise the first instance makes it, and fails where that has to be tried again.
        busy::retried(
            || module.initialize_copy_on_write_image(),
            |error| error.chain().any(busy::is_busy),
        )?;
        let exports = ExportIndices::new(module)?;
        let memory = module.get_export("memory");
        let memory = memory.as_ref().and_then(ExternType::memory);
        let guest_bytes = memory.map_or(0, |memory| memory.minimum() * memory.page_size());
        let mut linker = Linker::new(&engine);
        add_to_linker(&mut linker)?;
        let guest = linker.instantiate_pre(module)?;
        Ok(Self {
            engine,
            guest,
            exports,
            guest_bytes,
            image: None,
            start: OnceLock::new(),
            keeper: Keeper::new(usize::try_from(guest_bytes).unwrap_or(usize::MAX)),
            alive: Arc::new(()),
        })
    }

    pub(crate) fn engine(&self) -> Engine {
        self.engine.clone()
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

/// An instance with what is used of it: its exports, the functions that start and resume a program, the
/// globals of its fuel and its stack, and its image.
type Instantiated = (
    Instance,
    Exports,
    [TypedFunc<u32, u64>; 2],
    [Global; 2],
    Option<Installed>,
);

impl Guest {
    pub(crate) fn new(template: &Template, host: Host) -> wasmtime::Result<Self> {
        Self::with(template, template.image.as_ref(), host)
    }

    /// An instance that starts with this memory, or with the guest's own.
    pub(crate) fn with(
        template: &Template,
        image: Option<&Arc<Image>>,
        host: Host,
    ) -> wasmtime::Result<Self> {
        Self::or_host(template, image, host).map_err(|(error, _)| error)
    }

    /// The same, with the data back where there can be no instance.
    pub(crate) fn or_host(
        template: &Template,
        image: Option<&Arc<Image>>,
        host: Host,
    ) -> Result<Self, (wasmtime::Error, Box<Host>)> {
        let mut store = Store::new(&template.engine, host);
        store.limiter(|host| &mut host.memory);
        let parts = Self::instantiate(template, image, &mut store);
        let (instance, exports, [start, resume], [fuel, stack_pointer], installed) = match parts {
            Ok(parts) => parts,
            Err(error) => return Err((error, Box::new(store.into_data()))),
        };
        let memory_use = template.keeper.begin(&exports.memory, &mut store);
        let indices = &template.exports;
        Ok(Self {
            load: indices.load,
            place: indices.place,
            written: indices.written,
            start,
            resume,
            fuel,
            stack_pointer,
            instance,
            exports,
            installed,
            memory_use,
            store,
            alive: Arc::clone(&template.alive),
        })
    }

    fn instantiate(
        template: &Template,
        image: Option<&Arc<Image>>,
        store: &mut Store<Host>,
    ) -> wasmtime::Result<Instantiated> {
        let indices = &template.exports;
        // The module starts nothing when it is instantiated, so that this waits for nothing.
        let instance = template.guest.instantiate_async(&mut *store);
        let waits = || wasmtime::Error::msg("an instance that waits before it is started");
        let instance = instance.now_or_never().ok_or_else(waits)??;
        let start = export(&instance, store, &indices.start, Extern::into_func)?;
        let resume = export(&instance, store, &indices.resume, Extern::into_func)?;
        let alloc = export(&instance, store, &indices.alloc, Extern::into_func)?;
        let fuel = export(&instance, store, &indices.fuel, Extern::into_global)?;
        let exports = Exports {
            fuel,
            memory: export(&instance, store, &indices.memory, Extern::into_memory)?,
            alloc: alloc.typed(&*store)?,
        };
        let installed = match image {
            Some(image) => {
                store.data_mut().memory.base_bytes = Some(image.bytes());
                Some(image.install(&exports.memory, &mut *store)?)
            }
            None => None,
        };
        let large_pages = LargePages::of(&exports.memory, &*store);
        let host = store.data_mut();
        host.memory.large_pages = Some(large_pages);
        host.exports = Some(exports.clone());
        let pointer = &indices.stack_pointer;
        let pointer = export(&instance, store, pointer, Extern::into_global)?;
        let functions = [start.typed(&*store)?, resume.typed(&*store)?];
        Ok((instance, exports, functions, [fuel, pointer], installed))
    }

    /// Drops the instance and returns the data of its store.
    pub(crate) fn into_host(mut self) -> Host {
        let memory = &self.exports.memory;
        if Arc::strong_count(&self.alive) > WARM_MAX {
            forget(memory.data_mut(&mut self.store));
        }
        self.memory_use.end(memory, &mut self.store, self.installed);
        self.store.into_data()
    }

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

/// An export of an instance, which must be of this kind.
fn export<T>(
    instance: &Instance,
    store: &mut Store<Host>,
    index: &ModuleExport,
    of_kind: fn(Extern) -> Option<T>,
) -> wasmtime::Result<T> {
    let export = instance.get_module_export(store, index);
    export
        .and_then(of_kind)
        .ok_or_else(|| wasmtime::Error::msg("an export of the guest is of another kind"))
}

/// Defines what the guest imports, and nothing else.
fn add_to_linker(linker: &mut Linker<Host>) -> wasmtime::Result<()> {
    linker.func_wrap_async(MODULE, "call", |caller, (pointer, length)| {
        call(caller, (pointer, length))
    })?;
    linker.func_wrap_async(MODULE, "refuel", |caller, (balance,)| {
        refuel(caller, balance)
    })?;
    linker.func_wrap(MODULE, "out_of_memory", out_of_memory)?;
    linker.func_wrap(MODULE, "panicked", panicked)?;
    Ok(())
}

/// The import that the guest calls when its allocator has nothing left, even after a collection.
fn out_of_memory(mut caller: Caller<'_, Host>) -> wasmtime::Result<()> {
    Err(caller.data_mut().stop_for(Stop::Limit(Limit::Memory)))
}

/// The import that the guest calls when it panics, with the message.
fn panicked(mut caller: Caller<'_, Host>, pointer: u32, length: u32) -> wasmtime::Result<()> {
    let exports = caller.data().exports.clone();
    let text = exports.and_then(|exports| {
        let text = slice(exports.memory.data(&caller), pointer, length)?;
        let kept = &text[..text.len().min(PANIC_BYTES_MAX)];
        Some(String::from_utf8_lossy(kept).into_owned())
    });
    let outside = Stop::Hostile("a report outside of its memory");
    let stop = text.map_or(outside, Stop::Panicked);
    Err(caller.data_mut().stop_for(stop))
}

/// What an import returns. Most are ready at once: then the future is small, and costs little.
type Imported<'a, T> = Box<dyn Future<Output = wasmtime::Result<T>> + Send + 'a>;

/// The import that the guest calls when its fuel counter is below zero. Here a run gives its worker
/// away.
fn refuel<'a>(mut caller: Caller<'a, Host>, balance: i64) -> Imported<'a, i64> {
    let host = caller.data_mut();
    let refuelled = host.refuel(balance);
    if refuelled.is_err() || !host.is_slice_over() {
        return Box::new(ready(refuelled));
    }
    Box::new(async move {
        let host = caller.data_mut();
        host.yields().await.map_err(|stop| host.stop_for(stop))?;
        refuelled
    })
}

/// Makes the guest make room for a message, if it has less.
async fn make_room(
    store: &mut (impl AsContextMut<Data = Host> + Send),
    exports: &Exports,
    message: &[u8],
) -> wasmtime::Result<()> {
    if store.as_context().data().fits_inbox(message) {
        return Ok(());
    }
    let length = length_of(message)?;
    store.as_context_mut().data_mut().depth.set_elsewhere(true);
    let at = exports.alloc.call_async(&mut *store, length).await?;
    let mut context = store.as_context_mut();
    let host = context.data_mut();
    host.depth.set_elsewhere(false);
    host.inbox = Some((at, length));
    Ok(())
}

/// Writes a message where the guest has made room for it.
fn put(
    store: &mut impl AsContextMut<Data = Host>,
    memory: Memory,
    message: Vec<u8>,
) -> wasmtime::Result<u32> {
    let (bytes, host) = memory.data_and_store_mut(store);
    let Some((at, _)) = host.inbox else {
        return Err(wasmtime::Error::msg("a message without room for it"));
    };
    host.put(bytes, at, message)
}

fn length_of(message: &[u8]) -> wasmtime::Result<u32> {
    u32::try_from(message.len())
        .ok()
        .filter(|_| message.len() <= MESSAGE_BYTES_MAX)
        .ok_or_else(|| wasmtime::Error::msg("a message beyond its bound"))
}

fn slice(memory: &[u8], pointer: u32, length: u32) -> Option<&[u8]> {
    let from = pointer as usize;
    memory.get(from..from.checked_add(length as usize)?)
}

/// The error of an instance that cannot be set up.
pub(crate) fn instantiation_fault(cause: wasmtime::Error) -> Error {
    Error::engine("a sandbox could not be started", cause)
}

#[cfg(test)]
mod tests;

/// Writes a reply for which the guest may have to make room.
async fn write_reply(
    mut caller: Caller<'_, Host>,
    memory: Memory,
    reply: Vec<u8>,
) -> wasmtime::Result<u32> {
    if let Some(exports) = caller.data().exports.clone() {
        make_room(&mut caller, &exports, &reply).await?;
    }
    put(&mut caller, memory, reply)
}
