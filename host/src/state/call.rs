//! One call of a method, as its handler sees it.

use std::cell::RefCell;

use isolate_ops::{Access, OpError, Rules};
use isolate_protocol::Method;
use isolate_protocol::wire::Encoder;
use isolate_protocol::wire::message::Level;
use isolate_text::VPath;
use isolate_vfs::{RunId, Tree};

use crate::answers::Answers;
use crate::held::Held;
use crate::stop::Stop;

use super::fault::Fault;
use super::hints::Hints;
use super::lazy::Lazies;
use super::log::Log;
use super::memory::Reply;
use super::meter::Meter;
use super::rounded::Rounded;

/// Notes of one run, at most.
const NOTES_MAX: usize = 20;

/// One call of a `state` method, for its handler.
pub(crate) struct Call<'a> {
    /// The memory of its arguments, if they are large.
    pub(super) request: usize,
    /// Bytes of the reply that have been charged.
    pub(super) charged_reply: usize,
    pub(super) method: &'static Method,
    pub(super) values: Held,
    pub(super) tree: &'a Tree,
    pub(super) meter: &'a mut Meter,
    pub(super) lazy: &'a mut Lazies,
    pub(super) answers: &'a mut Answers,
    pub(super) notes: Notes<'a>,
    pub(super) hints: &'a mut Hints,
    pub(super) rounded: &'a mut Rounded,
    pub(super) undone: &'a mut Vec<RunId>,
    pub(super) out: &'a mut Encoder,
}

/// The log for notes, and the notes that it has already.
pub(super) struct Notes<'a> {
    pub(super) logged: &'a mut Vec<String>,
    pub(super) log: &'a mut Log,
}

/// Counts the bytes of an operation, and stops it at a limit.
struct Counted<'m>(RefCell<&'m mut Meter>);

impl Rules for Counted<'_> {
    fn check(&self) -> Result<(), OpError> {
        Stop::check().map_err(OpError::refused)
    }

    fn before_read(&self, _: &VPath, bytes: u64) -> Result<(), OpError> {
        self.0.borrow_mut().read(bytes).map_err(OpError::refused)
    }

    fn before_write(&self, _: &VPath, bytes: u64) -> Result<(), OpError> {
        self.0.borrow_mut().write(bytes).map_err(OpError::refused)
    }
}

/// What a sink of an operation needs of a call.
pub(super) struct Parts<'c> {
    pub(super) reply: Reply<'c>,
    pub(super) lazy: &'c Lazies,
}

impl Call<'_> {
    /// Logs a note, once per run.
    pub(super) fn note(&mut self, text: String) {
        let Notes { logged, log } = &mut self.notes;
        if logged.len() < NOTES_MAX && !logged.contains(&text) {
            log.add(Level::Warn, format!("note: {text}"));
            logged.push(text);
        }
    }

    /// Does an operation on the files of this run.
    pub(super) fn operation<T>(
        &mut self,
        work: impl FnOnce(&Access<'_>) -> Result<T, OpError>,
    ) -> Result<T, Fault> {
        self.with_parts(|access, _| work(access))
    }

    /// As [`Call::operation`], with the parts of the call that the work needs.
    pub(super) fn with_parts<T>(
        &mut self,
        work: impl FnOnce(&Access<'_>, Parts<'_>) -> Result<T, OpError>,
    ) -> Result<T, Fault> {
        let rules = Counted(RefCell::new(&mut *self.meter));
        let parts = Parts {
            reply: Reply {
                out: &mut *self.out,
                charged: &mut self.charged_reply,
            },
            lazy: &*self.lazy,
        };
        Ok(work(&Access::new(self.tree, &rules), parts)?)
    }

    /// Answers with `undefined`.
    pub(super) fn done(&mut self) -> Result<(), Fault> {
        self.out.undefined();
        Ok(())
    }
}
