//! Signals: those that end a run, and those that must not.

use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use isolate_host::CancelToken;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::iterator::Signals;

/// Makes writes beyond the file size limit fail, as on a full disk, instead of ending the
/// process.
pub(crate) fn keep_at_file_limit() {
    // Where it cannot be registered the process ends at the limit, as before.
    let _ = signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
}

/// The signal that ended a run.
pub(crate) struct Interruption {
    /// The first signal received, or 0.
    signal: Arc<AtomicI32>,
}

impl Interruption {
    /// Cancels the runs of a token at the first SIGINT, SIGTERM or SIGHUP. The second one ends
    /// the process at once.
    pub(crate) fn listen(token: &CancelToken) -> Self {
        let token = token.clone();
        Self::listen_with(move || token.cancel())
    }

    /// Calls a function at the first signal.
    pub(crate) fn listen_with(at_signal: impl Fn() + Send + 'static) -> Self {
        let signal = Arc::new(AtomicI32::new(0));
        let first = Arc::clone(&signal);
        // Without handlers a signal ends the process, which loses nothing that was committed.
        if let Ok(mut signals) = Signals::new([SIGINT, SIGTERM, SIGHUP]) {
            let listener = std::thread::Builder::new().name("isolate-signals".to_owned());
            let _ = listener.spawn(move || {
                for number in signals.forever() {
                    if first.swap(number, Ordering::AcqRel) != 0 {
                        std::process::exit(i32::from(code_of(number)));
                    }
                    at_signal();
                }
            });
        }
        Self { signal }
    }

    /// The exit code if a signal ended the run. The next signal ends the process.
    pub(crate) fn exit_code(&self) -> Option<u8> {
        match self.signal.swap(i32::MAX, Ordering::AcqRel) {
            0 => None,
            number => Some(code_of(number)),
        }
    }
}

/// The exit code that a shell reports for a process ended by a signal.
fn code_of(signal: i32) -> u8 {
    u8::try_from(128 + signal).unwrap_or(u8::MAX)
}

/// SIGINT ends the command that runs, and not the process.
pub(crate) struct Interrupts {
    current: Arc<Mutex<CancelToken>>,
}

impl Interrupts {
    pub(crate) fn listen() -> Self {
        let current = Arc::new(Mutex::new(CancelToken::new()));
        let running = Arc::clone(&current);
        // Without a handler the signal ends the process, which loses nothing that was committed.
        if let Ok(mut signals) = Signals::new([SIGINT]) {
            let listener = std::thread::Builder::new().name("isolate-signals".to_owned());
            let _ = listener.spawn(move || {
                for _ in signals.forever() {
                    running
                        .lock()
                        .unwrap_or_else(PoisonError::into_inner)
                        .cancel();
                }
            });
        }
        Self { current }
    }

    /// From now on, the signal cancels the run of this token.
    pub(crate) fn cancel(&self, token: &CancelToken) {
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        *current = token.clone();
    }
}
