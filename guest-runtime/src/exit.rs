//! How a program says that it ends: `process.exit`, `process.exitCode`, and what it has for the events
//! of its end.

use std::cell::{Cell, RefCell};

use boa_engine::object::builtins::JsFunction;

/// What happens to a program as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// A rejection that nobody has handled.
    Rejection,
    /// An error that nothing has caught.
    Exception,
    /// Nothing is left to be done.
    BeforeExit,
    /// The end, behind which nothing runs.
    Exit,
}

impl Event {
    /// The event of a name that Node knows; others never happen here.
    pub(crate) fn of_name(name: &str) -> Option<Self> {
        Some(match name {
            "unhandledRejection" => Self::Rejection,
            "uncaughtException" => Self::Exception,
            "beforeExit" => Self::BeforeExit,
            "exit" => Self::Exit,
            _ => return None,
        })
    }
}

/// What a program has said.
#[derive(Default)]
pub(crate) struct Exit {
    /// The code with which it ends, unless that is nought.
    pub(crate) code: Cell<i32>,
    /// Whether it has ended itself.
    pub(crate) is_over: Cell<bool>,
    /// What is called with events.
    pub(crate) handlers: RefCell<Vec<(Event, JsFunction)>>,
}

impl Exit {
    pub(crate) fn reset(&self) {
        self.code.set(0);
        self.is_over.set(false);
        self.handlers.borrow_mut().clear();
    }

    /// What is called with an event.
    pub(crate) fn handlers_of(&self, event: Event) -> Vec<JsFunction> {
        let handlers = self.handlers.borrow();
        let of_event = handlers.iter().filter(|(known, _)| *known == event);
        of_event.map(|(_, handler)| handler.clone()).collect()
    }
}
