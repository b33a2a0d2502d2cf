//! The keys of requests, of which only digests are kept.

use std::fmt;

use isolate_text::hash::{Algorithm, hash};
use isolate_vfs::KeyDigest;

use crate::error::Error;

/// Names a request, so that it is done once, however often it is repeated:
/// [`RunOptions::idempotency_key`](fn@crate::RunOptions::idempotency_key).
///
/// It keeps no key, only a digest of it.
///
/// ```
/// use isolate_host::{IdempotencyKey, RunOptions, Sandbox, Workspace};
///
/// let folder = tempfile::tempdir()?;
/// let (sandbox, workspace) = (Sandbox::new()?, Workspace::open(folder.path().join("w.sqlite"))?);
/// let key = IdempotencyKey::new("order 17")?;
/// let options = RunOptions::new().idempotency_key(key);
/// let code = "async () => { await state.appendFile('/orders', '17\\n'); return 17; }";
/// for is_repeated in [false, true] {
///     let run = sandbox.run(&workspace, code).options(&options).blocking()?;
///     assert_eq!(run.is_repeated, is_repeated);
///     assert_eq!(run.result::<u32>()?, 17);
/// }
/// assert_eq!(workspace.tree()?.read(&"/orders".parse()?)?, b"17\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct IdempotencyKey {
    key: KeyDigest,
    /// The key of the principal.
    of_principal: KeyDigest,
}

impl IdempotencyKey {
    /// Bytes of a key.
    pub const BYTES_MAX: usize = 255;

    /// A key: any text of 1 to 255 bytes, such as a random number that belongs to the request.
    ///
    /// # Errors
    ///
    /// [`Refused`](crate::ErrorKind::Refused) for an empty or a longer text.
    pub fn new(key: impl AsRef<str>) -> Result<Self, Error> {
        let key = key.as_ref();
        match key.len() {
            1..=Self::BYTES_MAX => {
                let key = digest(key.as_bytes());
                Ok(Self {
                    key,
                    of_principal: for_principal(&key, ""),
                })
            }
            bytes => Err(Error::refused(format!(
                "an idempotency key has 1 to {} bytes, this one has {bytes}",
                Self::BYTES_MAX
            ))),
        }
    }

    /// What is kept of it.
    pub(crate) const fn digest(&self) -> &KeyDigest {
        &self.of_principal
    }

    /// Sets whose key it is: the same key of another principal is another key. Default: nobody's.
    #[must_use]
    pub fn of(mut self, principal: &str) -> Self {
        self.of_principal = for_principal(&self.key, principal);
        self
    }
}

/// Shows nothing of the key.
impl fmt::Debug for IdempotencyKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IdempotencyKey").finish_non_exhaustive()
    }
}

fn for_principal(key: &KeyDigest, principal: &str) -> KeyDigest {
    let mut text = key.to_vec();
    text.extend_from_slice(principal.as_bytes());
    digest(&text)
}

/// The SHA-256 of some bytes.
pub(crate) fn digest(bytes: &[u8]) -> KeyDigest {
    let text = hash(Algorithm::Sha256, bytes);
    let mut digest = KeyDigest::default();
    for (byte, digits) in digest.iter_mut().zip(text.as_bytes().chunks(2)) {
        let value = |digit: &u8| {
            let value = char::from(*digit).to_digit(16).unwrap_or_default();
            u8::try_from(value).unwrap_or_default()
        };
        *byte = digits
            .iter()
            .fold(0, |byte, digit| (byte << 4) | value(digit));
    }
    digest
}
