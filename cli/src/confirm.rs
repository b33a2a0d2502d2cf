//! Asks on the terminal whether the changes of a program are kept.

use std::fs::{File, OpenOptions};
use std::io::{BufRead as _, BufReader, Write as _};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use isolate_host::{CancelToken, Preview};

use crate::report;

/// How often a wait for the answer looks for a signal.
const SIGNAL_POLL: Duration = Duration::from_millis(50);

/// The terminal of the process, whatever its standard streams are.
pub(crate) struct Terminal(File);

impl Terminal {
    /// Opens the terminal; a complaint if there is none.
    pub(crate) fn open() -> Result<Self, String> {
        let opened = OpenOptions::new().read(true).write(true).open("/dev/tty");
        opened.map(Self).map_err(|_no_terminal| {
            "--confirm asks on the terminal, and this process has none: use --dry-run to see the \
             changes, or --atomic to keep all of them or none without a question"
                .to_owned()
        })
    }

    /// Shows what would change, and asks whether it is kept.
    pub(crate) fn confirms(&self, preview: &Preview<'_>, cancel: &CancelToken) -> bool {
        let shown = report::preview(preview, report::allows_colours(true));
        self.asks(&shown, "Keep these changes? [y/N] ", cancel)
    }

    /// Shows a text, and asks. A signal is a no, and so is the end of the input.
    pub(crate) fn asks(&self, shown: &str, question: &str, cancel: &CancelToken) -> bool {
        let mut terminal = &self.0;
        let question = format!("{shown}{question}");
        if terminal.write_all(question.as_bytes()).is_err() {
            return false;
        }
        match self.line(cancel) {
            Some(line) => matches!(line.trim(), "y" | "Y" | "yes" | "Yes" | "YES"),
            None => {
                let _ = terminal.write_all(b"\n");
                false
            }
        }
    }

    /// The next line. A thread waits for it, because a signal does not end the wait.
    fn line(&self, cancel: &CancelToken) -> Option<String> {
        let reader = BufReader::new(self.0.try_clone().ok()?);
        let (sender, receiver) = mpsc::channel();
        std::thread::spawn(move || {
            let mut line = String::new();
            let read = { reader }.read_line(&mut line);
            // Nobody waits any more after a signal.
            let _ = sender.send(read.ok().filter(|bytes| *bytes > 0).map(|_| line));
        });
        loop {
            match receiver.recv_timeout(SIGNAL_POLL) {
                Ok(line) => return line,
                Err(RecvTimeoutError::Timeout) if !cancel.is_cancelled() => {}
                Err(_) => return None,
            }
        }
    }
}
