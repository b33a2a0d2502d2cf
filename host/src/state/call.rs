//! One call of a method, as its handler sees it.

use isolate_protocol::wire::Encoder;
use isolate_protocol::wire::message::Level;
use isolate_protocol::{Method, Value};
use isolate_vfs::{RunId, Tree};

use crate::answers::Answers;

use super::hints::Hints;
use super::lazy::Lazies;
use super::log::Log;
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
    pub(super) values: Vec<Value>,
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
    pub(super) told: &'a mut Vec<String>,
    pub(super) log: &'a mut Log,
}

impl Call<'_> {
    /// Logs a note for whoever reads the log, once per run.
    pub(super) fn note(&mut self, text: String) {
        let Notes { told, log } = &mut self.notes;
        if told.len() < NOTES_MAX && !told.contains(&text) {
            log.add(Level::Warn, format!("note: {text}"));
            told.push(text);
        }
    }

    /// Answers with `undefined`.
    pub(super) fn done(&mut self) {
        self.out.undefined();
    }
}
