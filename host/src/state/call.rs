//! One call.

use isolate_protocol::wire::Encoder;
use isolate_protocol::wire::message::Level;
use isolate_protocol::{Method, Value};
use isolate_vfs::{RunId, Tree};

use super::hints::Hints;
use super::lazy::Lazies;
use super::log::Log;
use super::memory::Weight;
use super::meter::Meter;

/// Notes of one run, at most.
const NOTES_MAX: usize = 20;

/// One call of a `state` method, for its handler.
pub(crate) struct Call<'a> {
    /// The memory of its arguments, where it is much.
    pub(super) request: Weight,
    /// How much of the reply is charged.
    pub(super) charged_reply: usize,
    pub(super) method: &'static Method,
    pub(super) values: Vec<Value>,
    pub(super) tree: &'a Tree,
    pub(super) meter: &'a mut Meter,
    pub(super) lazy: &'a mut Lazies,
    pub(super) notes: Notes<'a>,
    pub(super) hints: &'a mut Hints,
    pub(super) undone: &'a mut Vec<RunId>,
    pub(super) out: &'a mut Encoder,
}

/// Where notes go.
pub(super) struct Notes<'a> {
    pub(super) told: &'a mut Vec<String>,
    pub(super) log: &'a mut Log,
}

impl Call<'_> {
    /// Tells the program's reader something, once in a run.
    pub(super) fn note(&mut self, text: String) {
        let Notes { told, log } = &mut self.notes;
        if told.len() < NOTES_MAX && !told.contains(&text) {
            log.add(Level::Warn, format!("note: {text}"));
            told.push(text);
        }
    }

    /// A void answer.
    pub(super) fn done(&mut self) {
        self.out.undefined();
    }
}
