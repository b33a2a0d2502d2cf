//! What native functions of one runtime share, kept in the engine's context.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use boa_engine::builtins::promise::ResolvingFunctions;
use boa_engine::object::builtins::JsFunction;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsObject, JsSymbol, JsValue};
use icu_collator::Collator;
use isolate_protocol::wire::message::{Namespace, Process};
use rand_xoshiro::Xoshiro256StarStar;
use rand_xoshiro::rand_core::SeedableRng as _;

use crate::Host;
use crate::clock::VirtualClock;
use crate::exit::Exit;
use crate::jobs::Jobs;
use crate::loaded::Modules;
use crate::program::Positions;

/// Rejected promises that nobody has handled, at most; the rest go unreported.
const UNHANDLED_MAX: usize = 16;

/// A call that the host has not answered yet.
pub(crate) struct Pending {
    pub(crate) resolvers: ResolvingFunctions,
    /// The name of the method or function.
    pub(crate) callee: String,
    /// Made where the call was, so that an error points there; its message is set later.
    pub(crate) error: JsObject,
}

/// Functions of the engine, taken before a program could replace them.
#[derive(Clone)]
pub(crate) struct Originals {
    pub(crate) object_keys: JsFunction,
    pub(crate) function_to_string: JsFunction,
    pub(crate) json_stringify: JsFunction,
    pub(crate) json_parse: JsFunction,
    pub(crate) is_raw_json: JsFunction,
    pub(crate) is_array: JsFunction,
    pub(crate) regexp_to_string: JsFunction,
    pub(crate) date_to_iso_string: JsFunction,
}

/// What the console remembers.
#[derive(Debug, Default)]
pub(crate) struct ConsoleState {
    pub(crate) groups: usize,
    pub(crate) counts: BTreeMap<String, u64>,
    pub(crate) timers: BTreeMap<String, f64>,
}

/// The accessor of members with one key whose text the host keeps until it is read.
#[derive(Clone)]
pub(crate) struct LazyMember {
    pub(crate) key: PropertyKey,
    pub(crate) symbol: JsSymbol,
    pub(crate) getter: JsFunction,
    pub(crate) setter: JsFunction,
}

/// The shared state.
pub(crate) struct Shared {
    pub(crate) host: Box<dyn Host>,
    /// Reused for requests.
    pub(crate) request: Cell<Vec<u8>>,
    pub(crate) pending: RefCell<BTreeMap<u32, Pending>>,
    pub(crate) clock: Rc<VirtualClock>,
    pub(crate) jobs: Rc<Jobs>,
    pub(crate) random: RefCell<Xoshiro256StarStar>,
    pub(crate) console: RefCell<ConsoleState>,
    pub(crate) log_entry_bytes_max: Cell<usize>,
    /// Bytes of the largest file.
    pub(crate) file_bytes_max: Cell<u64>,
    /// Whether `eval` and the constructors of functions are refused.
    pub(crate) refuses_code_from_text: Cell<bool>,
    pub(crate) positions: RefCell<Positions>,
    pub(crate) originals: RefCell<Option<Originals>>,
    /// Gives what the console shows of a URL and its parameters.
    /// The name under which objects keep how they show themselves, and what asks them.
    pub(crate) custom_inspect: RefCell<Option<(JsSymbol, JsFunction)>>,
    pub(crate) describe: RefCell<Option<JsFunction>>,
    /// The usual `Error.prepareStackTrace`, and what makes a frame for another.
    pub(crate) prepare_stack: RefCell<Option<(JsFunction, JsFunction)>>,
    /// Whether a program's `Error.prepareStackTrace` runs.
    pub(crate) is_preparing: Cell<bool>,
    /// Makes a `DOMException` of a name and a message.
    pub(crate) exception: RefCell<Option<JsFunction>>,
    /// Compares any two texts as people sort them, once it was asked for.
    pub(crate) collator: OnceCell<Option<Collator>>,
    /// Lists whose `toLocaleString` is under way.
    pub(crate) writing: RefCell<Vec<JsObject>>,
    /// Promises already fulfilled with `undefined`, `null`, `false`, `true`, by wire tag.
    pub(crate) settled: RefCell<Vec<JsValue>>,
    /// Accessors of members that are fetched when they are read, one for each key.
    pub(crate) lazy: RefCell<Vec<LazyMember>>,
    /// The globals `CSV`, `TOML`, `XML`, `YAML`.
    pub(crate) formats: RefCell<Vec<JsObject>>,
    /// Gives the exports of a package of a format by its name.
    pub(crate) packages: RefCell<Option<JsFunction>>,
    /// `state.replaceInFile` with a function as replacement.
    pub(crate) replacer: RefCell<Option<JsFunction>>,
    /// `state.rows`.
    pub(crate) rows: RefCell<Option<JsFunction>>,
    /// The functions of the embedder, by namespace.
    pub(crate) namespaces: RefCell<Vec<Namespace>>,
    /// Helpers of the classes of the web, which are made when a program first names one.
    pub(crate) web: RefCell<Option<JsObject>>,
    /// What descriptions of files inherit from.
    pub(crate) entry_prototype: RefCell<Option<JsObject>>,
    /// Lines of which something was said before the program ran.
    pub(crate) told_lines: RefCell<Vec<u32>>,
    /// What was said of promises that were taken for their results.
    pub(crate) promise_notes: RefCell<Vec<String>>,
    /// Modules that the program imports.
    pub(crate) modules: Modules,
    /// Lines of timers that nothing waits for.
    pub(crate) timer_lines: RefCell<Vec<u32>>,
    /// What timers inherit from: those of `setTimeout`, and those of `setImmediate`.
    pub(crate) timer_prototypes: RefCell<Option<(JsObject, JsObject)>>,
    /// How the program has said that it ends.
    pub(crate) exit: Exit,
    /// Whether `state.exec` is there.
    pub(crate) has_exec: Cell<bool>,
    /// What a command has given to it that runs it.
    pub(crate) process: RefCell<Option<Process>>,
    unhandled: RefCell<Vec<JsObject>>,
}

impl Shared {
    pub(crate) fn new(host: Box<dyn Host>, clock: Rc<VirtualClock>, jobs: Rc<Jobs>) -> Self {
        Self {
            host,
            request: Cell::default(),
            pending: RefCell::default(),
            clock,
            jobs,
            random: RefCell::new(Xoshiro256StarStar::seed_from_u64(0)),
            console: RefCell::default(),
            log_entry_bytes_max: Cell::new(usize::MAX),
            file_bytes_max: Cell::new(u64::MAX),
            refuses_code_from_text: Cell::new(false),
            positions: RefCell::default(),
            originals: RefCell::default(),
            custom_inspect: RefCell::default(),
            describe: RefCell::default(),
            prepare_stack: RefCell::default(),
            is_preparing: Cell::default(),
            exception: RefCell::default(),
            collator: OnceCell::new(),
            writing: RefCell::default(),
            settled: RefCell::default(),
            lazy: RefCell::default(),
            formats: RefCell::default(),
            packages: RefCell::default(),
            replacer: RefCell::default(),
            rows: RefCell::default(),
            namespaces: RefCell::default(),
            web: RefCell::default(),
            entry_prototype: RefCell::default(),
            told_lines: RefCell::default(),
            promise_notes: RefCell::default(),
            modules: Modules::default(),
            timer_lines: RefCell::default(),
            timer_prototypes: RefCell::default(),
            exit: Exit::default(),
            has_exec: Cell::default(),
            process: RefCell::default(),
            unhandled: RefCell::default(),
        }
    }

    /// The shared state of this context.
    pub(crate) fn of(context: &Context) -> Rc<Self> {
        let shared: &Rc<Self> = context
            .get_data()
            .expect("a runtime puts it there before any function can be called");
        Rc::clone(shared)
    }

    /// The engine's own functions.
    pub(crate) fn originals(&self) -> Originals {
        self.originals
            .borrow()
            .clone()
            .expect("a runtime sets them before any function can be called")
    }

    /// The directory that relative paths of Node's modules begin at, if it is not the root.
    pub(crate) fn directory(&self) -> Option<String> {
        let process = self.process.borrow();
        let directory = process.as_ref().map(|process| process.directory.clone());
        directory.filter(|directory| directory.len() > 1)
    }

    /// Notes that a promise was rejected while nobody handled it.
    pub(crate) fn rejected(&self, promise: JsObject) {
        let mut unhandled = self.unhandled.borrow_mut();
        if unhandled.len() < UNHANDLED_MAX {
            unhandled.push(promise);
        }
    }

    /// Notes that a rejected promise is handled after all.
    pub(crate) fn handled(&self, promise: &JsObject) {
        let mut unhandled = self.unhandled.borrow_mut();
        if let Some(at) = unhandled
            .iter()
            .rposition(|other| JsObject::equals(other, promise))
        {
            unhandled.remove(at);
        }
    }

    /// Rejected promises that nobody has handled so far.
    pub(crate) fn take_unhandled(&self) -> Vec<JsObject> {
        std::mem::take(&mut self.unhandled.borrow_mut())
    }
}
