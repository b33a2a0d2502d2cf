//! Temporary names, and how it is known that nobody uses them any more.
//!
//! A name has a random number, so it belongs to one plan or process. A process that creates such names
//! holds a shared lock on the directory below which it works; one that removes those of others needs
//! exclusive locks on all directories above them. The system drops the locks of a process that is killed.

use std::ffi::OsString;
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::path::Path;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use rustix::fd::OwnedFd;
use rustix::fs::FlockOperation;

use super::{Directory, TEMPORARY};

/// How long to wait for the lock of a process that removes temporary files. Other programs lock directories
/// too, for any time.
const WAIT: Duration = Duration::from_millis(200);

/// Time between two attempts.
const PAUSE: Duration = Duration::from_millis(5);

/// A random number for temporary names.
pub(crate) fn token() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// The random number of the names that this process makes without a plan.
pub(super) fn token_of_process() -> u64 {
    static TOKEN: OnceLock<u64> = OnceLock::new();
    *TOKEN.get_or_init(token)
}

/// A temporary name.
pub(crate) fn name(token: u64, number: u64) -> OsString {
    format!("{TEMPORARY}{token:016x}-{number}").into()
}

/// Whether a name is one of [`name`].
pub(crate) fn is_name(text: &str) -> bool {
    let parts = text
        .strip_prefix(TEMPORARY)
        .and_then(|rest| rest.split_once('-'));
    parts.is_some_and(|(token, number)| {
        let is_lower_hex = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        token.len() == 16
            && token.bytes().all(is_lower_hex)
            && !number.is_empty()
            && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// A lock on a directory, until it is dropped.
#[derive(Debug)]
pub(crate) struct InUse {
    _locked: OwnedFd,
}

impl Directory {
    /// Takes the shared lock: temporary names are created below the directory. `None` where the disk has
    /// no locks, or another process has the exclusive one.
    pub(crate) fn in_use(&self) -> Option<InUse> {
        let until = Instant::now() + WAIT;
        loop {
            match self.locked(FlockOperation::NonBlockingLockShared) {
                Some(lock) => return Some(lock),
                None if Instant::now() >= until => return None,
                None => std::thread::sleep(PAUSE),
            }
        }
    }

    /// Takes the exclusive lock, if the directory is not in use.
    pub(crate) fn not_in_use(&self) -> Option<InUse> {
        self.locked(FlockOperation::NonBlockingLockExclusive)
    }

    fn locked(&self, operation: FlockOperation) -> Option<InUse> {
        // A lock belongs to the open file description, so the directory is opened again.
        let own = self.open_dir_at(Path::new(".")).ok()?.fd;
        rustix::fs::flock(&own, operation).ok()?;
        Some(InUse { _locked: own })
    }
}

#[cfg(test)]
mod tests {
    use super::{is_name, name, token};

    #[test]
    fn names_of_users_are_not_taken_for_temporary_ones() {
        let made = name(token(), 7);
        assert!(is_name(made.to_str().unwrap()));
        assert!(is_name(name(0, 0).to_str().unwrap()));
        for text in [
            "notes",
            ".isolate-tmp-",
            ".isolate-tmp-notes",
            ".isolate-tmp-w1-0",
            ".isolate-tmp-0123456789abcdef",
            ".isolate-tmp-0123456789abcdef-",
            ".isolate-tmp-0123456789ABCDEF-1",
            ".isolate-tmp-0123456789abcdef-1~",
            ".isolate-tmp-0123456789abcdef0-1",
        ] {
            assert!(!is_name(text), "{text}");
        }
        assert_ne!(token(), token());
    }
}
