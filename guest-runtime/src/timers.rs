//! Timers that wait, in virtual time.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use boa_engine::object::builtins::JsFunction;
use boa_engine::{Context, JsData, JsObject, JsResult, JsValue};
use boa_gc::{Finalize, Trace};

/// Most timers that may wait at once: a program with more has lost count.
pub(crate) const TIMERS_MAX: usize = 10_000;

/// What a timer keeps from ending while it waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hold {
    /// Any program.
    Program,
    /// A program whose own code still waits for something, which this timer may end.
    Wait,
    /// Nothing.
    Nothing,
}

/// Which kind of timer it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Timeout,
    Interval,
    Immediate,
}

/// What a timer is apart from what it calls.
#[derive(Debug)]
pub(crate) struct Setting {
    pub(crate) kind: Kind,
    pub(crate) delay_nanos: u64,
    /// The line that set it, where nothing in the program waits for it.
    pub(crate) line: Option<u32>,
}

/// The inside of an object that a function such as `setTimeout` gives.
#[derive(Trace, Finalize, JsData)]
pub(crate) struct Timer {
    callback: JsFunction,
    args: Vec<JsValue>,
    /// What [`Context::carried`] was where it was set, and is again when it calls.
    carried: JsValue,
    #[unsafe_ignore_trace]
    id: u32,
    #[unsafe_ignore_trace]
    setting: Setting,
    #[unsafe_ignore_trace]
    hold: Hold,
    /// When it calls, if it waits.
    #[unsafe_ignore_trace]
    due_nanos: Option<u64>,
    /// Whether it was cleared, and will not wait again.
    #[unsafe_ignore_trace]
    is_cleared: bool,
}

/// The timers of a program.
#[derive(Default)]
pub(crate) struct Timers {
    /// By the time at which they call, and those of one time by the order in which they were made.
    waiting: RefCell<BTreeMap<(u64, u32), JsObject>>,
    last_id: Cell<u32>,
    /// How many of them keep any program, and one that waits, from ending.
    holding: Cell<usize>,
    passing: Cell<usize>,
}

impl Timers {
    /// Makes the inside of a timer that does not wait yet.
    pub(crate) fn make(
        &self,
        callback: JsFunction,
        args: Vec<JsValue>,
        carried: JsValue,
        setting: Setting,
    ) -> Timer {
        let id = self.last_id.get() + 1;
        self.last_id.set(id);
        Timer {
            callback,
            args,
            carried,
            id,
            setting,
            hold: Hold::Program,
            due_nanos: None,
            is_cleared: false,
        }
    }

    /// Lets a timer wait from `now_nanos` on, also one that waits already; not one that was cleared.
    /// Returns whether there is room for it.
    pub(crate) fn arm(&self, object: &JsObject, now_nanos: u64) -> bool {
        self.disarm(object);
        let Some(mut timer) = object.downcast_mut::<Timer>() else {
            return true;
        };
        if timer.is_cleared {
            return true;
        }
        let mut waiting = self.waiting.borrow_mut();
        if waiting.len() >= TIMERS_MAX {
            return false;
        }
        let due = now_nanos.saturating_add(timer.setting.delay_nanos);
        timer.due_nanos = Some(due);
        waiting.insert((due, timer.id), object.clone());
        self.count(timer.hold, 1);
        true
    }

    /// Lets a timer wait no longer.
    fn disarm(&self, object: &JsObject) {
        let Some(mut timer) = object.downcast_mut::<Timer>() else {
            return;
        };
        if let Some(due) = timer.due_nanos.take() {
            self.waiting.borrow_mut().remove(&(due, timer.id));
            self.count(timer.hold, -1);
        }
    }

    /// Lets a timer never wait again.
    pub(crate) fn clear(&self, object: &JsObject) {
        self.disarm(object);
        if let Some(mut timer) = object.downcast_mut::<Timer>() {
            timer.is_cleared = true;
        }
    }

    /// The timer with this number, if it waits.
    pub(crate) fn by_id(&self, id: u32) -> Option<JsObject> {
        let waiting = self.waiting.borrow();
        let found = waiting.iter().find(|((_, waiting), _)| *waiting == id);
        found.map(|(_, object)| object.clone())
    }

    /// Sets what a timer keeps from ending.
    pub(crate) fn hold(&self, object: &JsObject, hold: Hold) {
        if let Some(mut timer) = object.downcast_mut::<Timer>() {
            if timer.due_nanos.is_some() {
                self.count(timer.hold, -1);
                self.count(hold, 1);
            }
            timer.hold = hold;
        }
    }

    fn count(&self, hold: Hold, change: isize) {
        let counter = match hold {
            Hold::Program => &self.holding,
            Hold::Wait => &self.passing,
            Hold::Nothing => return,
        };
        counter.set(counter.get().saturating_add_signed(change));
    }

    /// Lines of timers that keep a program from ending, each once.
    pub(crate) fn lines(&self) -> Vec<u32> {
        let waiting = self.waiting.borrow();
        let timers = waiting
            .values()
            .filter_map(|object| object.downcast_ref::<Timer>());
        let mut lines: Vec<u32> = timers
            .filter(|timer| timer.hold == Hold::Program)
            .filter_map(|timer| timer.setting.line)
            .collect();
        lines.sort_unstable();
        lines.dedup();
        lines
    }

    /// Forgets all that waits.
    pub(crate) fn forget(&self) {
        self.waiting.borrow_mut().clear();
        self.holding.set(0);
        self.passing.set(0);
    }

    /// Whether a timer waits that keeps the program from ending.
    pub(crate) fn hold_the_program(&self) -> bool {
        self.holding.get() > 0
    }

    /// Calls the timer that is due first, after moving the time on by `advance_to`, if one of them
    /// keeps the program from ending. `is_waiting` says whether the program's own code waits.
    ///
    /// Returns whether one was called.
    pub(crate) fn run_next(
        &self,
        is_waiting: bool,
        advance_to: impl FnOnce(u64),
        context: &mut Context,
    ) -> JsResult<bool> {
        if self.holding.get() == 0 && !(is_waiting && self.passing.get() > 0) {
            return Ok(false);
        }
        let first = self
            .waiting
            .borrow()
            .first_key_value()
            .map(|(key, object)| (key.0, object.clone()));
        let Some((due, object)) = first else {
            return Ok(false);
        };
        advance_to(due);
        self.disarm(&object);
        let (callback, args, carried, kind) = {
            let Some(timer) = object.downcast_ref::<Timer>() else {
                return Ok(true);
            };
            (
                timer.callback.clone(),
                timer.args.clone(),
                timer.carried.clone(),
                timer.setting.kind,
            )
        };
        let before = context.carry(carried);
        let called = callback.call(&object.clone().into(), &args, context);
        context.carry(before);
        let is_waiting_again = object
            .downcast_ref::<Timer>()
            .is_some_and(|timer| timer.due_nanos.is_some());
        if kind == Kind::Interval && !is_waiting_again {
            self.arm(&object, due);
        }
        called.map(|_| true)
    }
}

impl Timer {
    pub(crate) fn id(&self) -> u32 {
        self.id
    }

    pub(crate) fn kind(&self) -> Kind {
        self.setting.kind
    }

    /// When it calls, if it waits.
    pub(crate) fn due_nanos(&self) -> Option<u64> {
        self.due_nanos
    }

    /// Whether it keeps programs from ending when it waits.
    pub(crate) fn has_ref(&self) -> bool {
        // What has run or was cleared is over for an immediate, and may be set again for the others.
        let is_over = self.setting.kind == Kind::Immediate && self.due_nanos.is_none();
        self.hold == Hold::Program && !is_over
    }
}
