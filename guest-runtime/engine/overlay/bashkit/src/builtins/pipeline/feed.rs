//! Items of xargs, read from input that arrives in pieces: a command is there as soon as it has enough.

use std::collections::VecDeque;
use std::sync::Arc;

use super::{XargsBuilder, XargsOptions};
use crate::builtins::{Context, StdinStream, cut_utf8};
use crate::error::Result;

/// Where a word stands.
#[derive(PartialEq, Clone, Copy)]
enum State {
    Space,
    Word,
    Quote(char),
    Backslash,
}

/// The input of xargs, and the commands that are made of it.
pub(super) struct Feed {
    opts: Arc<XargsOptions>,
    builder: XargsBuilder,
    /// Input that was there before the command began, and then what comes.
    bytes: Vec<u8>,
    more: Option<StdinStream>,
    state: State,
    word: String,
    /// Whether it has a pair of quotes: then it may be empty.
    is_quoted: bool,
    /// Whether the word is the first of its line.
    is_first: bool,
    last: char,
    lines: usize,
    /// Whether no more is read.
    is_over: bool,
    error: Option<String>,
    made: usize,
}

fn is_blank(c: char) -> bool {
    c == ' ' || c == '\t'
}

fn is_space(c: char) -> bool {
    is_blank(c) || c == '\n'
}

/// Of a word what is before the first zero byte, as in C.
fn c_string(word: &str) -> String {
    word.split('\0').next().unwrap_or("").to_string()
}

fn unmatched(quote: char) -> String {
    let kind = if quote == '"' { "double" } else { "single" };
    format!(
        "unmatched {kind} quote; by default quotes are special to xargs unless you use the -0 option"
    )
}

impl Feed {
    pub(super) fn new(opts: XargsOptions, bytes: Vec<u8>, more: Option<StdinStream>) -> Self {
        let opts = Arc::new(opts);
        let builder = XargsBuilder::new(Arc::clone(&opts));
        // With -I GNU builds each command only once an item arrives, so an
        // over-long template fails per item and empty input still succeeds.
        let is_too_long = opts.replace_str.is_none() && builder.initial_chars > opts.max_chars;
        Self {
            builder,
            bytes,
            more,
            state: State::Space,
            word: String::new(),
            is_quoted: false,
            is_first: true,
            last: '\0',
            lines: 0,
            is_over: is_too_long,
            error: is_too_long.then(|| "argument list too long".to_string()),
            made: usize::from(is_too_long),
            opts,
        }
    }

    /// Of the input that the options name.
    pub(super) async fn of(ctx: &Context<'_>, opts: XargsOptions) -> Self {
        let bytes = match opts.arg_file.as_deref() {
            None | Some("-") => {
                let bytes = ctx.stdin.map(|stdin| stdin.as_bytes().to_vec());
                return Self::new(opts, bytes.unwrap_or_default(), ctx.stdin_stream());
            }
            // A directory or unreadable file yields no items, as GNU's
            // read error leaves the input empty.
            Some(file) => {
                let path = crate::builtins::resolve_path(ctx.cwd, file);
                ctx.fs.read_file(&path).await.unwrap_or_default()
            }
        };
        Self::new(opts, bytes, None)
    }

    pub(super) fn options(&self) -> &XargsOptions {
        &self.opts
    }

    /// What has stopped the reading, once all commands are made.
    pub(super) fn take_error(&mut self) -> Option<String> {
        self.error.take()
    }

    /// Reads nothing more, and makes no more commands.
    pub(super) fn stop(&mut self) {
        self.is_over = true;
        self.builder.commands.clear();
        self.builder.cur.clear();
        self.made = self.made.max(1);
    }

    /// The next commands; none at the end.
    pub(super) async fn next(&mut self) -> Result<VecDeque<Vec<String>>> {
        while self.builder.commands.is_empty() {
            if self.is_over {
                self.finish();
                break;
            }
            self.read().await?;
        }
        self.made += self.builder.commands.len();
        Ok(std::mem::take(&mut self.builder.commands).into())
    }

    /// Reads one piece of the input.
    async fn read(&mut self) -> Result<()> {
        let mut is_end = false;
        if self.bytes.is_empty() || cut_utf8(&self.bytes) == 0 {
            let more = match &self.more {
                Some(more) => more.read().await?,
                None => Vec::new(),
            };
            is_end = more.is_empty();
            self.bytes.extend_from_slice(&more);
        }
        let whole = match is_end {
            true => self.bytes.len(),
            false => cut_utf8(&self.bytes),
        };
        let rest = self.bytes.split_off(whole);
        let piece = std::mem::replace(&mut self.bytes, rest);
        let text = crate::raw::decode(&piece);
        let mut read = text.chars().try_for_each(|c| match self.is_over {
            true => Ok(()),
            false => self.feed(c),
        });
        if read.is_ok() && is_end && !self.is_over {
            read = self.end();
        }
        if let Err(error) = read {
            self.error = Some(error);
            self.is_over = true;
        }
        self.is_over |= is_end;
        Ok(())
    }

    fn is_end_word(&self, word: &str) -> bool {
        self.opts.eof_str.as_deref() == Some(word)
    }

    /// An item is complete: insert (-I) or append, then honour -L.
    fn take(&mut self, item: String) -> std::result::Result<(), String> {
        if self.opts.replace_str.is_some() {
            self.builder.insert(&item)?;
        } else {
            self.builder.push(item)?;
        }
        if self.opts.max_lines > 0 && self.lines >= self.opts.max_lines {
            self.builder.exec();
            self.lines = 0;
        }
        Ok(())
    }

    fn feed(&mut self, c: char) -> std::result::Result<(), String> {
        if let Some(delimiter) = self.opts.delimiter {
            // GNU `read_string`: every delimiter ends an item, even empty.
            if c != delimiter {
                self.word.push(c);
                return Ok(());
            }
            self.lines += 1;
            let item = std::mem::take(&mut self.word);
            return self.take(item);
        }
        // GNU `read_line` state machine.
        let before = std::mem::replace(&mut self.last, c);
        if self.state == State::Space {
            if is_space(c) {
                return Ok(());
            }
            self.state = State::Word;
        }
        match self.state {
            State::Word => {
                if c == '\n' {
                    return self.line_end(before);
                }
                if self.opts.replace_str.is_none() && is_space(c) {
                    let word = c_string(&std::mem::take(&mut self.word));
                    if self.is_end_word(&word) {
                        self.is_over = true;
                        return Ok(());
                    }
                    self.state = State::Space;
                    self.is_quoted = false;
                    self.is_first = false;
                    // Pushed mid-line: no -L check until the line ends.
                    return self.builder.push(word);
                }
                match c {
                    '\\' => {
                        self.state = State::Backslash;
                        return Ok(());
                    }
                    '\'' | '"' => {
                        self.is_quoted = true;
                        self.state = State::Quote(c);
                        return Ok(());
                    }
                    _ => {}
                }
            }
            State::Quote(quote) if c == '\n' => return Err(unmatched(quote)),
            State::Quote(quote) if c == quote => {
                self.state = State::Word;
                return Ok(());
            }
            State::Backslash => self.state = State::Word,
            State::Quote(_) | State::Space => {}
        }
        self.word.push(c);
        Ok(())
    }

    fn line_end(&mut self, before: char) -> std::result::Result<(), String> {
        if !is_blank(before) {
            self.lines += 1;
        }
        self.state = State::Space;
        if self.word.is_empty() && !std::mem::take(&mut self.is_quoted) {
            return Ok(());
        }
        self.is_quoted = false;
        self.is_first = true;
        let word = c_string(&std::mem::take(&mut self.word));
        if self.is_end_word(&word) {
            self.is_over = true;
            return Ok(());
        }
        self.take(word)
    }

    /// The end of the input.
    fn end(&mut self) -> std::result::Result<(), String> {
        if self.word.is_empty() && !self.is_quoted {
            return Ok(());
        }
        let word = std::mem::take(&mut self.word);
        if self.opts.delimiter.is_some() {
            self.lines += 1;
            return self.take(word);
        }
        if let State::Quote(quote) = self.state {
            return Err(unmatched(quote));
        }
        let word = c_string(&word);
        if self.is_first && self.is_end_word(&word) {
            return Ok(());
        }
        self.take(word)
    }

    /// GNU runs pending arguments, and runs once on empty input unless -r.
    fn finish(&mut self) {
        let is_pending = !self.builder.cur.is_empty();
        let runs_once = self.made == 0 && !self.opts.no_run_if_empty && self.error.is_none();
        if self.opts.replace_str.is_none() && (is_pending || runs_once) {
            self.builder.exec();
        }
    }
}
