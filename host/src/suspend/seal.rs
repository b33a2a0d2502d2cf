//! Sealing what is kept of a run that waits with a key of the embedder.
//!
//! ```text
//! sealed = 24 random bytes, then the ciphertext and the tag of XChaCha20-Poly1305
//! ```
//!
//! The workspace, the run and the item are associated data, so that no sealed bytes pass for others.

use std::borrow::Cow;
use std::fmt;
use std::io;
use std::sync::Arc;

use chacha20poly1305::aead::{Aead as _, Payload};
use chacha20poly1305::{KeyInit as _, XChaCha20Poly1305, XNonce};
use isolate_text::hash::{Algorithm, hash};
use isolate_vfs::RunId;

const NONCE_BYTES: usize = 24;

/// A key, which is never shown.
#[derive(Clone)]
pub(crate) struct ImageKey(Arc<[u8; 32]>);

impl fmt::Debug for ImageKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ImageKey").finish_non_exhaustive()
    }
}

/// What is kept apart of a run.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Item {
    State,
    Memory,
}

impl Item {
    const fn name(self) -> &'static str {
        match self {
            Self::State => "state",
            Self::Memory => "memory",
        }
    }
}

/// What sealed bytes are of.
#[derive(Clone, Copy, Debug)]
struct Sealed<'a> {
    workspace: &'a [u8],
    run: RunId,
    item: Item,
}

impl Sealed<'_> {
    fn associated(self) -> Vec<u8> {
        let mut data = b"isolate run that waits 1\0".to_vec();
        data.extend_from_slice(self.workspace);
        data.extend_from_slice(&i64::from(self.run).to_le_bytes());
        data.extend_from_slice(self.item.name().as_bytes());
        data
    }
}

impl ImageKey {
    pub(crate) fn new(key: [u8; 32]) -> Self {
        Self(Arc::new(key))
    }

    /// A name by which a wrong key is known, from which the key does not follow.
    pub(crate) fn name(&self) -> String {
        let named = [b"isolate name of a key\0".as_slice(), self.0.as_slice()].concat();
        let mut name = hash(Algorithm::Sha256, &named);
        name.truncate(16);
        name
    }

    fn cipher(&self) -> XChaCha20Poly1305 {
        XChaCha20Poly1305::new((&*self.0).into())
    }

    fn seal(&self, of: Sealed<'_>, bytes: &[u8]) -> io::Result<Vec<u8>> {
        let mut nonce = [0; NONCE_BYTES];
        getrandom::fill(&mut nonce).map_err(io::Error::other)?;
        let payload = Payload {
            msg: bytes,
            aad: &of.associated(),
        };
        let sealed = self.cipher().encrypt(&XNonce::from(nonce), payload);
        let sealed = sealed.map_err(|_| io::Error::from(io::ErrorKind::FileTooLarge))?;
        Ok([&nonce, &*sealed].concat())
    }

    /// The bytes that were sealed, unless they or what they are of were changed.
    fn open(&self, of: Sealed<'_>, sealed: &[u8]) -> io::Result<Vec<u8>> {
        let damaged = || io::Error::from(io::ErrorKind::InvalidData);
        let (nonce, sealed) = sealed
            .split_first_chunk::<NONCE_BYTES>()
            .ok_or_else(damaged)?;
        let payload = Payload {
            msg: sealed,
            aad: &of.associated(),
        };
        let opened = self.cipher().decrypt(&XNonce::from(*nonce), payload);
        opened.map_err(|_| damaged())
    }
}

/// The seal of what is kept of a run: there is none without a key.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seal<'a> {
    pub(crate) key: Option<&'a ImageKey>,
    /// The identity of the workspace.
    pub(crate) workspace: &'a [u8],
    pub(crate) run: RunId,
}

impl Seal<'_> {
    const fn of(&self, item: Item) -> Sealed<'_> {
        Sealed {
            workspace: self.workspace,
            run: self.run,
            item,
        }
    }

    /// The bytes as they are kept.
    pub(super) fn sealed(&self, item: Item, bytes: &[u8]) -> isolate_vfs::Result<Vec<u8>> {
        let Some(key) = self.key else {
            return Ok(bytes.to_vec());
        };
        key.seal(self.of(item), bytes).map_err(|cause| {
            isolate_vfs::Error::new(isolate_vfs::ErrorKind::Storage)
                .with_detail(format!("the memory of the run cannot be sealed: {cause}"))
        })
    }

    /// What was kept, as it was: `is_sealed` says whether it is under a key.
    pub(crate) fn opened<'b>(
        &self,
        is_sealed: bool,
        item: Item,
        bytes: &'b [u8],
    ) -> io::Result<Cow<'b, [u8]>> {
        match (is_sealed, self.key) {
            (false, _) => Ok(bytes.into()),
            (true, Some(key)) => key.open(self.of(item), bytes).map(Into::into),
            (true, None) => Err(io::Error::from(io::ErrorKind::InvalidData)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sealed_bytes_are_opened_where_they_belong_and_nowhere_else() {
        let key = ImageKey::new([7; 32]);
        let of = Sealed {
            workspace: b"workspace",
            run: RunId::from(3),
            item: Item::State,
        };
        let sealed = key.seal(of, b"the memory").unwrap();
        assert_eq!(key.open(of, &sealed).unwrap(), b"the memory");
        // The nonce is another each time.
        assert_ne!(key.seal(of, b"the memory").unwrap(), sealed);
        let others = [
            Sealed {
                workspace: b"another",
                ..of
            },
            Sealed {
                run: RunId::from(4),
                ..of
            },
            Sealed {
                item: Item::Memory,
                ..of
            },
        ];
        for other in others {
            assert!(key.open(other, &sealed).is_err(), "{other:?}");
        }
        assert!(ImageKey::new([8; 32]).open(of, &sealed).is_err());
        for at in 0..sealed.len() {
            let mut changed = sealed.clone();
            changed[at] ^= 1;
            assert!(key.open(of, &changed).is_err(), "{at}");
            assert!(key.open(of, &sealed[..at]).is_err(), "{at}");
        }
    }

    #[test]
    fn a_key_is_never_shown() {
        let key = ImageKey::new([0xab; 32]);
        assert_eq!(format!("{key:?}"), "ImageKey { .. }");
        assert_eq!(key.name().len(), 16);
        assert_ne!(key.name(), ImageKey::new([0xac; 32]).name());
        assert!(!key.name().contains("abab"));
    }
}
