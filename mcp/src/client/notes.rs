//! Diagnostics of a server for errors: its standard error, output that was not a message, and how
//! its process ended.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use isolate_host::Secrets;
use tokio::sync::watch;

/// The number of bytes of standard error that are kept.
pub(super) const STDERR_BYTES_MAX: usize = 8 << 10;

/// The maximum size of standard error in an error for programs, in bytes.
const STDERR_SHOWN_MAX: usize = 1 << 10;

/// The maximum length of a line that is not a message, in characters.
const NONSENSE_CHARS_MAX: usize = 200;

/// How long an error waits for the last output of a server that is ending.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// The diagnostics of one server process or HTTP connection.
#[derive(Debug)]
pub(super) struct Notes {
    inner: Mutex<Inner>,
    /// How the process ended; `None` while it runs, and always for HTTP.
    end: watch::Sender<Option<String>>,
    /// Whether standard error is closed.
    is_quiet: watch::Sender<bool>,
    is_process: bool,
    secrets: Secrets,
}

#[derive(Debug, Default)]
struct Inner {
    stderr: VecDeque<u8>,
    is_cut: bool,
    nonsense: Option<String>,
    fault: Option<String>,
}

impl Notes {
    /// Notes whose texts never contain any of `secrets`.
    pub(super) fn new(is_process: bool, secrets: Secrets) -> Self {
        Self {
            inner: Mutex::default(),
            end: watch::channel(None).0,
            is_quiet: watch::channel(!is_process).0,
            is_process,
            secrets,
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn add_stderr(&self, bytes: &[u8]) {
        let mut inner = self.lock();
        inner.stderr.extend(bytes);
        let extra = inner.stderr.len().saturating_sub(STDERR_BYTES_MAX);
        if extra > 0 {
            inner.stderr.drain(..extra);
            inner.is_cut = true;
        }
    }

    pub(super) fn stderr_ended(&self) {
        self.is_quiet.send_replace(true);
    }

    /// Records a line that is not a message. The last one is kept.
    pub(super) fn add_nonsense(&self, line: &[u8]) {
        let text = String::from_utf8_lossy(&line[..line.len().min(NONSENSE_CHARS_MAX * 4)]);
        let text: String = text.chars().take(NONSENSE_CHARS_MAX).collect();
        self.lock().nonsense = Some(text);
    }

    /// Records why the connection was closed. The first reason is kept.
    pub(super) fn add_fault(&self, fault: String) {
        self.lock().fault.get_or_insert(fault);
    }

    /// Records that the process has ended.
    pub(super) fn ended(&self, how: String) {
        self.end.send_replace(Some(how));
    }

    /// Waits until the process has ended.
    pub(super) async fn wait_end(&self) {
        if self.is_process {
            let _ = self.end.subscribe().wait_for(Option::is_some).await;
        }
    }

    /// The last 8 KiB of standard error.
    pub(super) fn stderr(&self) -> String {
        let inner = self.lock();
        let (front, back) = inner.stderr.as_slices();
        let bytes = [front, back].concat();
        let text = String::from_utf8_lossy(&bytes);
        // A cut may have left a part of a character or of a line.
        let text = match inner.is_cut {
            true => text.split_once('\n').map_or(&*text, |(_, rest)| rest),
            false => &text,
        };
        self.redacted(&printable(text))
    }

    /// The diagnostics as the end of an error message: why the connection ended, output that was
    /// not a message, and the end of standard error.
    pub(super) async fn summary(&self, has_ended: bool) -> String {
        if has_ended && self.is_process {
            let quiet = async {
                self.wait_end().await;
                let _ = self.is_quiet.subscribe().wait_for(|quiet| *quiet).await;
            };
            let _ = tokio::time::timeout(LAST_WORDS, quiet).await;
        }
        let mut text = String::new();
        let (fault, nonsense) = {
            let inner = self.lock();
            (inner.fault.clone(), inner.nonsense.clone())
        };
        if let Some(fault) = fault {
            text.push_str(&format!(". {fault}"));
        } else if let (true, Some(end)) = (has_ended, self.end.borrow().as_ref()) {
            text.push_str(&format!(". It ended with {end}"));
        }
        if let Some(nonsense) = nonsense {
            text.push_str(&format!(
                ". Its last line that was no message: {:?}",
                self.redacted(&nonsense)
            ));
        }
        let stderr = self.stderr();
        let stderr = stderr.trim();
        if !stderr.is_empty() {
            let from = stderr.len().saturating_sub(STDERR_SHOWN_MAX);
            let last = &stderr[stderr.ceil_char_boundary(from)..];
            text.push_str(&format!(". Its standard error ends with:\n{last}"));
        }
        text
    }

    /// A text without the secrets.
    pub(super) fn redacted(&self, text: &str) -> String {
        self.secrets.hide_text(text)
    }
}

/// A text without control characters, except line feeds and tabs.
fn printable(text: &str) -> String {
    text.chars()
        .filter(|&character| !character.is_control() || matches!(character, '\n' | '\t'))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{Notes, STDERR_BYTES_MAX, Secrets};

    #[test]
    fn the_last_part_of_standard_error_is_kept() {
        let notes = Notes::new(true, Secrets::new());
        for line in 0..5_000 {
            notes.add_stderr(format!("line {line}\n").as_bytes());
        }
        let text = notes.stderr();
        assert!(text.len() <= STDERR_BYTES_MAX, "{}", text.len());
        assert!(text.starts_with("line "), "{}", &text[..20]);
        assert!(text.ends_with("line 4999\n"));
    }

    #[tokio::test]
    async fn secrets_are_not_reported() {
        let mut secrets = Secrets::new();
        for secret in ["tok", "token-1234"] {
            secrets.add(secret);
        }
        let notes = Notes::new(true, secrets);
        notes.add_stderr(b"bad token-1234, tok\x1b[0m\n");
        notes.add_nonsense(b"using token-1234");
        let text = notes.summary(false).await;
        assert!(!text.contains("token-1234"), "{text}");
        assert!(text.contains("bad [hidden], tok[0m"), "{text}");
        assert!(text.contains("using [hidden]"), "{text}");
    }
}
