//! The objects of a workspace, encrypted by its key.
//!
//! ```text
//! "ISOE"  format (1)  nonce (24)  XChaCha20-Poly1305 of the object, with its name as associated data
//! ```
//!
//! An object is only what it was under its own name. Names, sizes and times are what the store sees.

use std::ops::Range;
use std::sync::Arc;

use chacha20poly1305::aead::{Aead as _, KeyInit as _, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use isolate_ledger::objects::{
    Created, Listed, Objects, ObjectsError, ObjectsErrorKind, ObjectsFuture,
};

/// What an object that is encrypted begins with.
const HEAD: [u8; 5] = *b"ISOE\x01";

const NONCE_BYTES: usize = 24;

/// Bytes that an encrypted object has more: the head, the nonce and the tag.
const OVERHEAD: u64 = 45;

/// The key of a workspace in a store. Without it, nothing can be read of what its log has: to delete the key
/// deletes the workspace, in all backups too.
#[derive(Clone)]
pub struct WorkspaceKey([u8; 32]);

impl WorkspaceKey {
    /// A key of 32 random bytes.
    #[must_use]
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The key of a workspace that follows from one for all, and from which none of the others follows.
    #[must_use]
    pub fn derived(all: &[u8; 32], workspace: &str) -> Self {
        let mut hasher = blake3::Hasher::new_keyed(all);
        hasher.update(b"isolate workspace key 1\0");
        hasher.update(workspace.as_bytes());
        Self(*hasher.finalize().as_bytes())
    }
}

impl std::fmt::Debug for WorkspaceKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("WorkspaceKey(…)")
    }
}

/// A store whose objects are encrypted, or are known not to be.
pub(crate) struct Sealed {
    objects: Arc<dyn Objects>,
    cipher: Option<XChaCha20Poly1305>,
}

impl Sealed {
    pub(crate) fn over(objects: Arc<dyn Objects>, key: Option<&WorkspaceKey>) -> Self {
        let cipher = key.map(|WorkspaceKey(key)| XChaCha20Poly1305::new(&(*key).into()));
        Self { objects, cipher }
    }

    fn wrong(&self, name: &str, why: &str) -> ObjectsError {
        ObjectsError::new(self.objects.name(), name, ObjectsErrorKind::Invalid, why)
    }

    fn seal(&self, name: &str, bytes: Vec<u8>) -> Result<Vec<u8>, ObjectsError> {
        let Some(cipher) = &self.cipher else {
            return Ok(bytes);
        };
        let mut nonce = [0; NONCE_BYTES];
        getrandom::fill(&mut nonce)
            .map_err(|error| self.wrong(name, &format!("the system has no randomness: {error}")))?;
        let payload = Payload {
            msg: &bytes,
            aad: name.as_bytes(),
        };
        let sealed = cipher.encrypt(&XNonce::from(nonce), payload);
        let sealed = sealed.map_err(|_| self.wrong(name, "it is too large to be encrypted"))?;
        Ok([&HEAD[..], &nonce, &sealed].concat())
    }

    fn unseal(&self, name: &str, bytes: Vec<u8>) -> Result<Vec<u8>, ObjectsError> {
        let sealed = bytes.strip_prefix(&HEAD);
        let (cipher, sealed) = match (&self.cipher, sealed) {
            (None, None) => return Ok(bytes),
            (None, Some(_)) => {
                return Err(self.wrong(
                    name,
                    "it is encrypted, and no key was given for the workspace",
                ));
            }
            (Some(_), None) => {
                return Err(self.wrong(
                    name,
                    "it is not encrypted, and a key was given for the workspace",
                ));
            }
            (Some(cipher), Some(sealed)) => (cipher, sealed),
        };
        let refused = || self.wrong(name, "the key is another one, or the object was changed");
        let (nonce, sealed) = sealed
            .split_first_chunk::<NONCE_BYTES>()
            .ok_or_else(refused)?;
        let payload = Payload {
            msg: sealed,
            aad: name.as_bytes(),
        };
        let opened = cipher.decrypt(&XNonce::from(*nonce), payload);
        opened.map_err(|_| refused())
    }
}

impl Objects for Sealed {
    fn name(&self) -> &str {
        self.objects.name()
    }

    fn create<'a>(&'a self, name: &'a str, bytes: Vec<u8>) -> ObjectsFuture<'a, Created> {
        Box::pin(async move {
            let bytes = self.seal(name, bytes)?;
            self.objects.create(name, bytes).await
        })
    }

    fn put<'a>(&'a self, name: &'a str, bytes: Vec<u8>) -> ObjectsFuture<'a, ()> {
        Box::pin(async move {
            let bytes = self.seal(name, bytes)?;
            self.objects.put(name, bytes).await
        })
    }

    fn get<'a>(
        &'a self,
        name: &'a str,
        range: Option<Range<u64>>,
    ) -> ObjectsFuture<'a, Option<Vec<u8>>> {
        Box::pin(async move {
            let Some(bytes) = self.objects.get(name, None).await? else {
                return Ok(None);
            };
            let mut bytes = self.unseal(name, bytes)?;
            if let Some(range) = range {
                let at = |at: u64| usize::try_from(at).unwrap_or(usize::MAX).min(bytes.len());
                let (from, to) = (at(range.start), at(range.end));
                bytes.truncate(to);
                bytes.drain(..from.min(to));
            }
            Ok(Some(bytes))
        })
    }

    fn list<'a>(
        &'a self,
        prefix: &'a str,
        after: Option<&'a str>,
        limit: usize,
    ) -> ObjectsFuture<'a, Vec<Listed>> {
        Box::pin(async move {
            let mut listed = self.objects.list(prefix, after, limit).await?;
            if self.cipher.is_some() {
                for object in &mut listed {
                    object.size = object.size.saturating_sub(OVERHEAD);
                }
            }
            Ok(listed)
        })
    }

    fn delete<'a>(&'a self, names: &'a [String]) -> ObjectsFuture<'a, ()> {
        self.objects.delete(names)
    }
}

#[cfg(test)]
mod tests {
    use isolate_ledger::objects::MemoryObjects;

    use super::*;

    fn sealed(key: Option<u8>) -> Sealed {
        let key = key.map(|byte| WorkspaceKey::new([byte; 32]));
        Sealed::over(Arc::new(MemoryObjects::new()), key.as_ref())
    }

    #[test]
    fn an_object_is_read_with_its_key_under_its_name() {
        let (ours, other, none) = (sealed(Some(1)), sealed(Some(2)), sealed(None));
        let bytes = ours.seal("a", b"secret".to_vec()).unwrap();
        assert!(!bytes.windows(6).any(|six| six == b"secret"));
        assert_eq!(ours.unseal("a", bytes.clone()).unwrap(), b"secret");
        assert_ne!(ours.seal("a", b"secret".to_vec()).unwrap(), bytes);
        for (refused, text) in [
            (ours.unseal("b", bytes.clone()), "the key is another one"),
            (other.unseal("a", bytes.clone()), "the key is another one"),
            (none.unseal("a", bytes.clone()), "no key was given"),
            (ours.unseal("a", b"secret".to_vec()), "it is not encrypted"),
        ] {
            assert!(refused.unwrap_err().to_string().contains(text), "{text}");
        }
        for at in HEAD.len()..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            assert!(ours.unseal("a", changed).is_err(), "{at}");
            assert!(ours.unseal("a", bytes[..at].to_vec()).is_err(), "{at}");
        }
        assert_eq!(none.unseal("a", b"plain".to_vec()).unwrap(), b"plain");
    }

    #[test]
    fn keys_that_follow_from_one_are_different() {
        let key = |all: u8, name: &str| WorkspaceKey::derived(&[all; 32], name).0;
        assert_eq!(key(1, "a"), key(1, "a"));
        assert!(key(1, "a") != key(1, "b") && key(1, "a") != key(2, "a"));
        assert!(!format!("{:?}", WorkspaceKey::new([7; 32])).contains('7'));
    }

    /// It is a store as any other.
    #[tokio::test]
    async fn an_encrypted_store_conforms() {
        isolate_ledger::objects::conformance(&sealed(Some(1)))
            .await
            .unwrap();
    }
}
