//! The search of what is too large to be held: in blocks of whole lines.
//!
//! A block is searched by itself, so that only what lines have in common has to be carried on: how many there
//! were, and whether a zero byte has shown that they are none of text.

use std::io::{self, Write as _};

use grep_searcher::BinaryDetection;

use super::options::{Coding, Kind, Options};
use super::search::Search;

/// Bytes of a block at least.
pub(super) const BLOCK_BYTES: usize = 64 << 10;

/// Whether a search can be done in blocks: what it prints of a line follows from that alone.
pub(super) fn fit(options: &Options, kind: Kind) -> bool {
    let needs_all = options.multiline
        || options.passthru
        || options.stats
        || options.byte_offset
        || options.stop_on_nonmatch
        || options.color
        || options.heading == Some(true);
    !needs_all
        && options.context() == (0, 0)
        && kind != Kind::Json
        && matches!(options.encoding, Coding::Auto)
}

/// Whether text begins as that of UTF-16, which is searched as a whole.
pub(super) fn is_of_other_coding(begin: &[u8]) -> bool {
    begin.starts_with(b"\xff\xfe") || begin.starts_with(b"\xfe\xff")
}

/// What a search in blocks carries on.
pub(super) struct Blocks<'o> {
    options: &'o Options,
    shown: String,
    with_filename: bool,
    binary: BinaryDetection,
    /// What is left of a line.
    rest: Vec<u8>,
    offset: u64,
    /// Where the first zero byte is.
    zero_at: Option<u64>,
    lines_left: Option<u64>,
    count: u64,
    is_first: bool,
    is_over: bool,
}

impl<'o> Blocks<'o> {
    pub(super) fn new(
        options: &'o Options,
        shown: &str,
        with_filename: bool,
        binary: BinaryDetection,
    ) -> Self {
        Self {
            options,
            shown: shown.to_owned(),
            with_filename,
            binary,
            rest: Vec::new(),
            offset: 0,
            zero_at: None,
            lines_left: options.max_count,
            count: 0,
            is_first: true,
            is_over: false,
        }
    }

    /// Whether nothing more is searched.
    pub(super) const fn is_over(&self) -> bool {
        self.is_over
    }

    /// Whether there was a match so far that lets the command succeed.
    pub(super) fn has_match(&self, kind: Kind) -> bool {
        self.count > 0 && kind != Kind::FilesWithoutMatch
    }

    /// Takes the next bytes, and searches the whole lines.
    pub(super) fn feed(&mut self, search: &mut Search, bytes: &[u8]) -> io::Result<()> {
        self.rest.extend_from_slice(bytes);
        let end = if self.options.null_data { 0 } else { b'\n' };
        if self.rest.len() < BLOCK_BYTES {
            return Ok(());
        }
        // A line in a file that is none of text ends at a zero byte, too.
        let is_converted = self.binary.convert_byte().is_some();
        let ends = |byte: &u8| *byte == end || is_converted && *byte == 0;
        let Some(last) = self.rest.iter().rposition(ends) else {
            return Ok(());
        };
        let rest = self.rest.split_off(last + 1);
        let block = std::mem::replace(&mut self.rest, rest);
        self.search(search, block)
    }

    /// The end of the file: searches what is left, and prints what sums up. Returns whether there was a match.
    pub(super) fn finish(&mut self, search: &mut Search) -> io::Result<bool> {
        if !self.is_over && !self.rest.is_empty() {
            let block = std::mem::take(&mut self.rest);
            self.search(search, block)?;
        }
        let has_match = self.count > 0;
        let is_without = search.kind == Kind::FilesWithoutMatch;
        if !self.options.quiet {
            match search.kind {
                Kind::FilesWithMatches if has_match => search.print_path(&self.shown)?,
                Kind::FilesWithoutMatch if !has_match => search.print_path(&self.shown)?,
                Kind::Count | Kind::CountMatches if has_match || self.options.include_zero => {
                    let count = self.count;
                    if self.with_filename {
                        let end = if self.options.null { "\0" } else { ":" };
                        write!(search.out(), "{}{end}", self.shown)?;
                    }
                    writeln!(search.out(), "{count}")?;
                }
                _ => {}
            }
        }
        search.out().lines_before = 0;
        Ok(has_match != is_without)
    }

    fn search(&mut self, search: &mut Search, mut block: Vec<u8>) -> io::Result<()> {
        if std::mem::take(&mut self.is_first) && block.starts_with(b"\xef\xbb\xbf") {
            block.drain(..3);
            self.offset += 3;
        }
        let (length, mut lines) = (block.len() as u64, 0);
        let zero = match self.binary == BinaryDetection::none() {
            true => None,
            false => block.iter().position(|byte| *byte == 0),
        };
        if let Some(zero) = zero {
            let at = *self.zero_at.get_or_insert(self.offset + zero as u64);
            if self.binary.quit_byte().is_some() {
                self.is_over = true;
                return self.stopped(search, at);
            }
            for byte in &mut block {
                if *byte == 0 {
                    *byte = b'\n';
                }
            }
        }
        if search.numbers_lines() {
            let end = if self.options.null_data { 0 } else { b'\n' };
            lines = block.iter().filter(|byte| **byte == end).count() as u64;
        }
        let is_printed = search.kind == Kind::Standard && !self.options.quiet;
        if is_printed && self.zero_at.is_none() {
            self.print(search, &block)?;
        } else {
            self.sum(search, &block, is_printed)?;
        }
        search.out().lines_before += lines;
        self.offset += length;
        Ok(())
    }

    fn limit(&self, search: &mut Search) {
        if let Some(left) = self.lines_left {
            search.stop_at(self.options, left);
        }
    }

    fn print(&mut self, search: &mut Search, block: &[u8]) -> io::Result<()> {
        self.limit(search);
        let searched = search.whole(&self.shown, BinaryDetection::none(), block, true)?;
        self.count += searched.lines.max(u64::from(searched.has_match));
        if let Some(left) = &mut self.lines_left {
            *left = left.saturating_sub(searched.lines);
            self.is_over = *left == 0;
        }
        Ok(())
    }

    fn sum(&mut self, search: &mut Search, block: &[u8], is_printed: bool) -> io::Result<()> {
        let is_counted = matches!(search.kind, Kind::Count | Kind::CountMatches);
        let stops = self.options.quiet || !is_counted;
        let by_match = search.kind == Kind::CountMatches && !self.options.invert;
        self.limit(search);
        let count = search.counted(block, by_match, stops)?;
        self.count += count;
        if let Some(left) = &mut self.lines_left {
            *left = left.saturating_sub(count);
            self.is_over = *left == 0;
        }
        if stops && count > 0 {
            self.is_over = true;
            if let (true, Some(at)) = (is_printed, self.zero_at) {
                let shown = match self.with_filename {
                    true => format!("{}: ", self.shown),
                    false => String::new(),
                };
                let out = search.out();
                writeln!(
                    out,
                    "{shown}binary file matches (found \"\\0\" byte around offset {at})"
                )?;
            }
        }
        Ok(())
    }

    /// The end of a search at a zero byte.
    fn stopped(&mut self, search: &mut Search, at: u64) -> io::Result<()> {
        let has_match = self.count > 0;
        if search.kind != Kind::Standard || self.options.quiet {
            // What is none of text has no matches.
            self.count = 0;
        } else if has_match {
            let shown = match self.with_filename {
                true => format!("{}: ", self.shown),
                false => String::new(),
            };
            let out = search.out();
            writeln!(
                out,
                "{shown}WARNING: stopped searching binary file after match (found \"\\0\" byte around offset {at})"
            )?;
        }
        Ok(())
    }
}
