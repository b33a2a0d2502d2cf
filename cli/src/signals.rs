//! Signals: what ends a run from outside, and what must not end it.

use isolate_host::CancelToken;

#[cfg(unix)]
pub(crate) use unix::{Interruption, keep_at_file_limit};

/// Makes writes beyond a limit of file sizes fail, as on a full disk, where the system would end
/// the process.
#[cfg(not(unix))]
pub(crate) fn keep_at_file_limit() {}

/// Nothing is listened to here.
#[cfg(not(unix))]
pub(crate) struct Interruption;

#[cfg(not(unix))]
impl Interruption {
    pub(crate) fn listen(_: &CancelToken) -> Self {
        Self
    }

    pub(crate) fn listen_with(_: impl Fn() + Send + 'static) -> Self {
        Self
    }

    pub(crate) fn exit_code(&self) -> Option<u8> {
        None
    }
}

#[cfg(unix)]
mod unix {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    use signal_hook::iterator::Signals;

    use super::CancelToken;

    /// Makes writes beyond a limit of file sizes fail, as on a full disk, where the system would
    /// end the process.
    pub(crate) fn keep_at_file_limit() {
        // Where it cannot be registered the process ends at the limit, as before.
        let _ = signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
    }

    /// What has ended a run from outside.
    pub(crate) struct Interruption {
        /// The first signal that came; 0 before.
        signal: Arc<AtomicI32>,
    }

    impl Interruption {
        /// Cancels the runs of a token at the first SIGINT, SIGTERM or SIGHUP; a second one ends
        /// the process at once.
        pub(crate) fn listen(token: &CancelToken) -> Self {
            let token = token.clone();
            Self::listen_with(move || token.cancel())
        }

        /// The same with what is to be done at the first signal.
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

        /// What the process exits with when a signal has ended the run; from now on the next one
        /// ends the process.
        pub(crate) fn exit_code(&self) -> Option<u8> {
            match self.signal.swap(i32::MAX, Ordering::AcqRel) {
                0 => None,
                number => Some(code_of(number)),
            }
        }
    }

    /// What a shell answers for a process that a signal has ended.
    fn code_of(signal: i32) -> u8 {
        u8::try_from(128 + signal).unwrap_or(u8::MAX)
    }
}
