//! Searching files.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::time::Instant;

use isolate_text::search::{Budget, Context, LineMatch, Matcher, Next};
use isolate_text::{VPath, budget, detect, lossy};

use crate::access::Access;
use crate::error::OpError;
use crate::reading::{PassedOver, Read, ReadBounds};

/// Work for each byte of a file with [`Work::PerFile`], in scanned bytes.
const WORK_PER_BYTE: u64 = 64;
/// The least work for a file with [`Work::PerFile`], in scanned bytes.
const WORK_MIN: u64 = 1 << 20;

/// How files are searched, and how much.
#[derive(Debug, Clone)]
pub struct SearchOptions {
    /// Lines around each match.
    pub context: Context,
    /// What happens to files that are not text.
    pub not_text: WithoutText,
    /// Bytes that are read.
    pub bounds: ReadBounds,
    /// The time after which no other file is searched.
    pub deadline: Option<Instant>,
    /// What matching may cost.
    pub work: Work,
}

/// What a search does with files that are not text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WithoutText {
    /// Their bytes are searched, with U+FFFD for what is not UTF-8.
    Decode,
    /// They are passed over.
    PassOver,
}

/// What the matching of a search may cost.
#[derive(Debug, Clone)]
pub enum Work {
    /// One budget for all files.
    Shared(Budget),
    /// For each file some work for each of its bytes. The sink bounds what is found.
    PerFile,
}

/// Receives what a search finds. An error ends the search, which returns it.
pub trait Sink {
    /// A match; matches come in the order of files and lines.
    fn found(&mut self, path: &VPath, found: LineMatch<'_>) -> Result<Next, OpError>;

    /// The end of a file. `Break` ends the search.
    fn searched(&mut self, file: &Searched<'_>) -> Result<ControlFlow<()>, OpError>;

    /// A file that was not searched.
    fn passed_over(&mut self, path: &VPath, reason: PassedOver) -> Result<(), OpError>;
}

/// A file that was searched.
#[derive(Debug)]
pub struct Searched<'f> {
    /// The file.
    pub path: &'f VPath,
    /// What it holds.
    pub bytes: &'f [u8],
    /// The text that was searched.
    pub text: &'f str,
    /// Whether the bytes are UTF-8.
    pub is_utf8: bool,
}

/// How a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended<'f> {
    /// With the last file.
    AtTheEnd,
    /// Where the sink wanted it.
    BySink,
    /// Before this file, because of the deadline.
    ByDeadline(&'f VPath),
    /// Before this file, because of [`ReadBounds::bytes_max`].
    ByBytes(&'f VPath),
}

/// Searches files one by one, and gives the sink each match. The matcher is one for
/// [`Scope::Lines`](isolate_text::search::Scope::Lines).
///
/// # Errors
/// As reading the files, unless that is a reason to pass one over; those of the sink; and what the
/// bounds do not allow.
pub fn search<'f>(
    access: &Access<'_>,
    files: impl IntoIterator<Item = &'f VPath>,
    matcher: &Matcher,
    mut options: SearchOptions,
    sink: &mut dyn Sink,
) -> Result<Ended<'f>, OpError> {
    access.tree.snapshot(|_| {
        for path in files {
            access.rules.check()?;
            if options.deadline.is_some_and(|at| Instant::now() >= at) {
                return Ok(Ended::ByDeadline(path));
            }
            // The sink may charge what it keeps, so that only what is read here is released.
            let scratch = budget::scratch();
            let bytes = match options.bounds.read(access, path)? {
                Read::Bytes(bytes) => bytes,
                Read::PassedOver(reason) => {
                    sink.passed_over(path, reason)?;
                    continue;
                }
                Read::Full => return Ok(Ended::ByBytes(path)),
            };
            let text = match options.not_text {
                WithoutText::Decode => lossy(&bytes)?,
                WithoutText::PassOver => match detect::text_of(path.as_str(), &bytes) {
                    Ok(text) => Cow::Borrowed(text),
                    Err(reason) => {
                        sink.passed_over(path, PassedOver::NotText(reason))?;
                        continue;
                    }
                },
            };
            let charged = usize::try_from(scratch.charged()).unwrap_or(usize::MAX);
            scratch.keep();
            let file = Searched {
                path,
                bytes: &bytes,
                text: &text,
                is_utf8: matches!(text, Cow::Borrowed(_)),
            };
            let flow = search_one(
                access,
                &file,
                matcher,
                &mut options.work,
                &options.context,
                sink,
            )?;
            drop(text);
            drop(bytes);
            budget::release(charged);
            if flow.is_break() {
                return Ok(Ended::BySink);
            }
        }
        Ok(Ended::AtTheEnd)
    })
}

fn search_one(
    access: &Access<'_>,
    file: &Searched<'_>,
    matcher: &Matcher,
    work: &mut Work,
    context: &Context,
    sink: &mut dyn Sink,
) -> Result<ControlFlow<()>, OpError> {
    let bytes = file.text.len() as u64;
    let mut own = Budget {
        scan_bytes: bytes.saturating_mul(WORK_PER_BYTE).max(WORK_MIN),
        matches: u64::MAX,
        result_bytes: u64::MAX,
    };
    let budget = match work {
        Work::Shared(budget) => budget,
        Work::PerFile => &mut own,
    };
    let mut failed = None;
    let searched = matcher.each_in_lines(file.text, context, budget, |found| {
        let checked = access.rules.check();
        let next = checked.and_then(|()| sink.found(file.path, found));
        next.unwrap_or_else(|error| {
            failed = Some(error);
            Next::End
        })
    });
    match failed {
        Some(error) => return Err(error),
        None => searched.map_err(|error| OpError::search(error, Some(file.path)))?,
    }
    sink.searched(file)
}
