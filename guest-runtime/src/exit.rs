//! How a program says that it ends: `process.exit`, `process.exitCode`, and what is called with
//! rejections that nobody has handled.

use std::cell::{Cell, RefCell};

use boa_engine::object::builtins::JsFunction;

/// What a program has said.
#[derive(Default)]
pub(crate) struct Exit {
    /// The code with which it ends, unless that is nought.
    pub(crate) code: Cell<i32>,
    /// Whether it has ended itself.
    pub(crate) is_over: Cell<bool>,
    /// What is called with a rejection that nobody has handled, and its promise.
    pub(crate) handlers: RefCell<Vec<JsFunction>>,
}

impl Exit {
    pub(crate) fn reset(&self) {
        self.code.set(0);
        self.is_over.set(false);
        self.handlers.borrow_mut().clear();
    }
}
