//! Retries of what the kernel refuses temporarily.
//!
//! A memfd cannot be sealed while the kernel holds one of its pages, as it does for a moment when it
//! compacts memory.

use std::error::Error;
use std::io;
use std::time::Duration;

/// Attempts before the refusal counts: a second in all.
const ATTEMPTS: u32 = 200;

const PAUSE: Duration = Duration::from_millis(5);

/// Repeats an attempt while its error says that something is busy.
pub(crate) fn retried<T, E>(
    mut attempt: impl FnMut() -> Result<T, E>,
    is_busy: impl Fn(&E) -> bool,
) -> Result<T, E> {
    for _ in 1..ATTEMPTS {
        match attempt() {
            Err(error) if is_busy(&error) => std::thread::sleep(PAUSE),
            done => return done,
        }
    }
    attempt()
}

/// Whether an error or one of its sources is that something is busy.
pub(crate) fn is_busy(error: &(dyn Error + 'static)) -> bool {
    is_of(error, io::ErrorKind::ResourceBusy)
}

/// Whether an error or one of its sources is that a file exceeds the limit of the process.
pub(crate) fn is_too_large(error: &(dyn Error + 'static)) -> bool {
    is_of(error, io::ErrorKind::FileTooLarge)
}

fn is_of(error: &(dyn Error + 'static), kind: io::ErrorKind) -> bool {
    let mut cause = Some(error);
    while let Some(error) = cause {
        let io = error.downcast_ref::<io::Error>();
        if io.is_some_and(|error| error.kind() == kind) {
            return true;
        }
        cause = error.source();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_busy_is_tried_again_and_nothing_else() {
        let busy = || io::Error::from(io::ErrorKind::ResourceBusy);
        let mut left = 3;
        let done = retried(
            || {
                left -= 1;
                if left > 0 { Err(busy()) } else { Ok(left) }
            },
            |error: &io::Error| is_busy(error),
        );
        assert_eq!(done.unwrap(), 0);
        let mut attempts = 0;
        let refused: Result<(), io::Error> = retried(
            || {
                attempts += 1;
                Err(io::Error::other("no"))
            },
            |error| is_busy(error),
        );
        assert_eq!(
            (refused.unwrap_err().to_string(), attempts),
            ("no".to_owned(), 1)
        );
    }
}
