//! Texts that stay in the host until the program reads them.
//!
//! The result of a change has the new content and a diff of every file. Most programs read few of
//! these texts, so the guest gets numbers and asks for a text when it is used. It then gets the text
//! of the time of the call.

use std::sync::Arc;

use isolate_protocol::wire::Encoder;
use isolate_protocol::{ErrorCode, StateError};
use isolate_text::budget::{self, Exhausted};
use isolate_text::diff::{LINES_MAX, binary_notice, unified};

use super::content::Content;
use super::memory::reply_bytes;
use super::{Call, Fault};
use crate::limits::Limits;

/// Files of a batch whose texts go to the guest at once, if they are short.
const INLINE_FILES_MAX: usize = 16;

/// Bytes of one file, before and after together, that are short.
const INLINE_BYTES_MAX: usize = 1 << 10;

/// A file before and after a change.
#[derive(Debug)]
pub(super) struct Change {
    /// The path as the program gave it, for the labels of the diff.
    pub(super) label: Arc<str>,
    pub(super) before: Content,
    pub(super) after: Arc<str>,
}

/// The memory of the changes of a batch so far.
#[derive(Debug, Default)]
pub(super) struct Batch {
    bytes: usize,
    texts: usize,
}

/// A text that the program may ask for.
#[derive(Debug)]
enum Kept {
    Content(Arc<str>),
    Diff(Change),
}

/// The texts of one run; the number of a text is its index.
#[derive(Debug)]
pub(crate) struct Lazies {
    kept: Vec<Kept>,
    bytes: usize,
    bytes_max: usize,
}

impl Lazies {
    /// Keeps at most half of the memory of the host: the texts still have to be read, compared and
    /// returned.
    pub(crate) fn within(limits: &Limits) -> Self {
        Self {
            kept: Vec::new(),
            bytes: 0,
            bytes_max: usize::try_from(limits.host_memory_bytes / 2).unwrap_or(usize::MAX),
        }
    }

    /// The memory of the texts.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes as u64
    }

    /// Bytes that may be kept.
    pub(super) const fn bytes_max(&self) -> usize {
        self.bytes_max
    }

    /// Writes a text, if there is one with this number.
    pub(crate) fn fetch(&self, id: u32, out: &mut Encoder) -> Result<bool, Exhausted> {
        match self.kept.get(id as usize) {
            None => return Ok(false),
            Some(Kept::Content(text)) => {
                budget::charge(reply_bytes(text))?;
                out.string(text);
            }
            Some(Kept::Diff(change)) => {
                let text = change.diff();
                budget::charge(reply_bytes(&text))?;
                out.string(&text);
            }
        }
        Ok(true)
    }

    fn has_room(&self, bytes: usize, texts: usize) -> bool {
        self.bytes.saturating_add(bytes) <= self.bytes_max
            && u32::try_from(self.kept.len().saturating_add(texts)).is_ok()
    }

    /// Refuses one more change of a batch whose texts cannot be kept with the others.
    pub(super) fn check_room(
        &self,
        batch: &mut Batch,
        change: &Change,
        method: &str,
    ) -> Result<(), Fault> {
        batch.bytes = batch.bytes.saturating_add(change.bytes());
        batch.texts += 2;
        if self.has_room(batch.bytes, batch.texts) {
            return Ok(());
        }
        let text = format!(
            "the files before and after, with those of earlier batches of this run, are larger than \
             {} MiB; nothing was written; narrow the pattern, or change fewer files in a run",
            self.bytes_max >> 20
        );
        Err(Fault::Error(StateError::plain(
            ErrorCode::TooBig,
            &text,
            method,
        )))
    }

    fn keep(&mut self, text: Kept) -> u32 {
        let id = u32::try_from(self.kept.len()).expect("the count of kept texts is checked");
        self.kept.push(text);
        id
    }
}

impl Change {
    fn is_same(&self) -> bool {
        self.before.equals(&self.after)
    }

    fn bytes(&self) -> usize {
        // The entry itself counts too: a file may be empty.
        let texts = if self.is_same() { 0 } else { self.before.len() };
        texts + self.after.len() + 256
    }

    fn is_short(&self) -> bool {
        self.before.len() + self.after.len() <= INLINE_BYTES_MAX
    }

    /// Whether its diff can be computed.
    fn has_diff(&self) -> bool {
        let fits = |text: &str| {
            text.len() < LINES_MAX || text.bytes().filter(|&byte| byte == b'\n').count() < LINES_MAX
        };
        self.is_same() || fits(self.before.text().unwrap_or_default()) && fits(&self.after)
    }

    fn diff(&self) -> String {
        match self.before.text() {
            Some(before) => {
                unified(before, &self.after, &self.label, &self.label).unwrap_or_default()
            }
            None => binary_notice(&self.label, &self.label),
        }
    }
}

impl Call<'_> {
    /// Refuses changes whose texts cannot be returned, before they are committed.
    pub(super) fn check_changes<'c>(
        &self,
        changes: impl Iterator<Item = &'c Change>,
    ) -> Result<(), Fault> {
        let mut batch = Batch::default();
        for change in changes {
            self.check_diff(change)
                .map_err(|fault| fault.in_batch(&format!("\"{}\"", change.label)))?;
            self.check_room(&mut batch, change)?;
        }
        Ok(())
    }

    /// Refuses one more change of a batch whose texts cannot be kept with the others.
    pub(super) fn check_room(&self, batch: &mut Batch, change: &Change) -> Result<(), Fault> {
        self.lazy.check_room(batch, change, self.method.name)
    }

    /// Refuses a change whose diff cannot be computed.
    pub(super) fn check_diff(&self, change: &Change) -> Result<(), Fault> {
        if change.has_diff() {
            return Ok(());
        }
        let text = format!("content too large for diff (max {LINES_MAX} lines)");
        Err(self.error_at(ErrorCode::FileTooLarge, &text, &change.label))
    }

    /// Writes one text, which stays in the host if it is long and there is room.
    pub(super) fn put_text(&mut self, text: Arc<str>) -> Result<(), Fault> {
        if text.len() <= INLINE_BYTES_MAX || !self.lazy.has_room(text.len(), 1) {
            return self.put_string(&text);
        }
        self.lazy.bytes += text.len();
        let id = self.lazy.keep(Kept::Content(text));
        self.out.lazy(id);
        Ok(())
    }

    /// Writes the members `content` and `diff` of one of `files` results. They stay in the host if
    /// they are long or many, and if there is room: a batch has checked that there is.
    pub(super) fn put_change(&mut self, change: Change, files: usize) -> Result<(), Fault> {
        let is_lazy = (files > INLINE_FILES_MAX || !change.is_short())
            && self.lazy.has_room(change.bytes(), 2);
        let is_same = change.is_same();
        self.out.string("content");
        if is_lazy {
            self.lazy.bytes += change.bytes();
            let id = self.lazy.keep(Kept::Content(Arc::clone(&change.after)));
            self.out.lazy(id);
        } else {
            self.put_string(&change.after)?;
        }
        self.out.string("diff");
        if is_same {
            self.out.string("");
        } else if is_lazy {
            let id = self.lazy.keep(Kept::Diff(change));
            self.out.lazy(id);
        } else {
            self.put_string(&change.diff())?;
        }
        self.told()
    }
}
