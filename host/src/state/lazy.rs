//! Texts that remain in the host until the program reads them.
//!
//! The result of a change has the new content and a diff of every file. Most programs read few of
//! these texts, so the guest gets numbers, and fetches a text when it is used. The text is that of the
//! time of the call.

use std::sync::Arc;

use isolate_ops::{Room, TextChange};
use isolate_protocol::wire::Encoder;
use isolate_text::budget::{self, Exhausted};

use super::memory::reply_bytes;
use super::{Call, Fault};
use crate::limits::Limits;

/// Files of a batch whose texts go to the guest at once, if they are short.
const INLINE_FILES_MAX: usize = 16;

/// Bytes of one file, before and after together, that are short.
const INLINE_BYTES_MAX: usize = 1 << 10;

/// A text that the program may ask for.
#[derive(Debug)]
pub(super) enum Kept {
    Content(Arc<str>),
    Diff(TextChange),
}

/// The texts of one run; the number of a text is its index.
#[derive(Debug)]
pub(crate) struct Lazies {
    pub(super) kept: Vec<Kept>,
    pub(super) bytes: usize,
    bytes_max: usize,
}

/// How many texts were kept at some time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    count: usize,
    bytes: usize,
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

    /// How many there are, for [`Self::forget_since`].
    pub(super) const fn mark(&self) -> Mark {
        Mark {
            count: self.kept.len(),
            bytes: self.bytes,
        }
    }

    /// Drops those that were kept since: nobody can ask for them any more.
    pub(super) fn forget_since(&mut self, mark: Mark) {
        self.kept.truncate(mark.count);
        self.bytes = mark.bytes;
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

    /// What may still be kept.
    pub(super) fn room(&self) -> Room {
        let texts = u32::MAX as usize - self.kept.len();
        Room {
            bytes: self.bytes_max.saturating_sub(self.bytes),
            texts,
            bytes_max: self.bytes_max,
        }
    }

    fn has_room(&self, bytes: usize, texts: usize) -> bool {
        self.bytes.saturating_add(bytes) <= self.bytes_max
            && u32::try_from(self.kept.len().saturating_add(texts)).is_ok()
    }

    fn keep(&mut self, text: Kept) -> u32 {
        let id = u32::try_from(self.kept.len()).expect("the count of kept texts is checked");
        self.kept.push(text);
        id
    }
}

impl Call<'_> {
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
    pub(super) fn put_change(&mut self, change: TextChange, files: usize) -> Result<(), Fault> {
        let is_lazy = (files > INLINE_FILES_MAX || change.length() > INLINE_BYTES_MAX)
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
        self.charge_reply()
    }
}
