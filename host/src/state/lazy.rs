//! Texts that stay outside until the program reads them.
//!
//! The result of a change tells of every file what it holds now and how that differs from before.
//! Programs mostly look at a few of these texts, or at none, so the guest gets numbers, and asks
//! for a text when it is touched. What it gets then is what was true when the call was made.

use std::sync::Arc;

use isolate_protocol::ErrorCode;
use isolate_protocol::wire::Encoder;
use isolate_vfs::ops::diff::{LINES_MAX, binary_notice, unified};

use super::content::Content;
use super::{Call, Fault};

/// Bytes of all texts that one run may keep outside: 256 MiB, which is 10,000 files of 12 KiB
/// before and after.
const KEPT_BYTES_MAX: usize = 256 << 20;

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

/// A text that the program may ask for.
#[derive(Debug)]
enum Kept {
    Content(Arc<str>),
    Diff(Change),
}

/// The texts of one run; the number of one is its place.
#[derive(Debug, Default)]
pub(crate) struct Lazies {
    kept: Vec<Kept>,
    bytes: usize,
}

impl Lazies {
    /// Writes a text, if there is one with this number.
    pub(crate) fn fetch(&self, id: u32, out: &mut Encoder) -> bool {
        match self.kept.get(id as usize) {
            None => return false,
            Some(Kept::Content(text)) => out.string(text),
            Some(Kept::Diff(change)) => out.string(&change.diff()),
        }
        true
    }

    fn has_room(&self, bytes: usize, texts: usize) -> bool {
        self.bytes.saturating_add(bytes) <= KEPT_BYTES_MAX
            && u32::try_from(self.kept.len().saturating_add(texts)).is_ok()
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
        // What holds the texts counts too: a file may be empty.
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
    /// Refuses changes whose texts cannot be told, before they are made for good.
    pub(super) fn check_changes<'c>(
        &self,
        changes: impl Iterator<Item = &'c Change>,
    ) -> Result<(), Fault> {
        let (mut bytes, mut texts) = (0_usize, 0);
        for change in changes {
            self.check_diff(change)
                .map_err(|fault| fault.in_batch(&format!("\"{}\"", change.label)))?;
            bytes = bytes.saturating_add(change.bytes());
            texts += 2;
        }
        if !self.lazy.has_room(bytes, texts) {
            let text = format!(
                "the files before and after, with those of earlier batches of this run, are larger \
                 than {} MiB; nothing was written; narrow the pattern, or change fewer files in a run",
                KEPT_BYTES_MAX >> 20
            );
            return Err(self.error(ErrorCode::TooBig, &text));
        }
        Ok(())
    }

    /// Refuses a change whose diff cannot be computed.
    pub(super) fn check_diff(&self, change: &Change) -> Result<(), Fault> {
        if change.has_diff() {
            return Ok(());
        }
        let text = format!("content too large for diff (max {LINES_MAX} lines)");
        Err(self.error_at(ErrorCode::FileTooLarge, &text, &change.label))
    }

    /// Writes one text, which stays outside if it is long and there is room.
    pub(super) fn put_text(&mut self, text: Arc<str>) {
        if text.len() <= INLINE_BYTES_MAX || !self.lazy.has_room(text.len(), 1) {
            self.out.string(&text);
            return;
        }
        self.lazy.bytes += text.len();
        let id = self.lazy.keep(Kept::Content(text));
        self.out.lazy(id);
    }

    /// Writes the members `content` and `diff` of one of `files` results. They stay outside if
    /// they are long or many, and if there is room: a batch has checked that there is.
    pub(super) fn put_change(&mut self, change: Change, files: usize) {
        let is_lazy = (files > INLINE_FILES_MAX || !change.is_short())
            && self.lazy.has_room(change.bytes(), 2);
        let is_same = change.is_same();
        self.out.string("content");
        if is_lazy {
            self.lazy.bytes += change.bytes();
            let id = self.lazy.keep(Kept::Content(Arc::clone(&change.after)));
            self.out.lazy(id);
        } else {
            self.out.string(&change.after);
        }
        self.out.string("diff");
        if is_same {
            self.out.string("");
        } else if is_lazy {
            let id = self.lazy.keep(Kept::Diff(change));
            self.out.lazy(id);
        } else {
            self.out.string(&change.diff());
        }
    }
}
