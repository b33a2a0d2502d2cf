//! Digests in lower-case hexadecimal, whole or piece by piece.

use std::fmt;
use std::str::FromStr;

use md5::{Digest, Md5};
use sha1::Sha1;
use sha2::{Sha256, Sha512};

/// A digest algorithm.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Algorithm {
    /// MD5; not for security.
    Md5,
    /// SHA-1; not for security.
    Sha1,
    /// SHA-256.
    #[default]
    Sha256,
    /// SHA-512.
    Sha512,
}

impl FromStr for Algorithm {
    type Err = UnknownAlgorithm;

    /// Reads `md5`, `sha1`, `sha256` or `sha512`, in any case.
    fn from_str(name: &str) -> Result<Self, UnknownAlgorithm> {
        let named = [
            ("md5", Self::Md5),
            ("sha1", Self::Sha1),
            ("sha256", Self::Sha256),
            ("sha512", Self::Sha512),
        ];
        let found = named
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name));
        found
            .map(|&(_, algorithm)| algorithm)
            .ok_or_else(|| UnknownAlgorithm {
                name: name.chars().take(40).collect(),
            })
    }
}

/// A name that is not an algorithm.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("Digest method not supported: '{name}'; use md5, sha1, sha256 or sha512")]
pub struct UnknownAlgorithm {
    name: String,
}

/// A digest under construction.
#[derive(Clone)]
pub struct Hasher(State);

#[derive(Clone)]
enum State {
    Md5(Md5),
    Sha1(Sha1),
    Sha256(Sha256),
    Sha512(Sha512),
}

impl Hasher {
    /// Starts with no bytes.
    #[must_use]
    pub fn new(algorithm: Algorithm) -> Self {
        Self(match algorithm {
            Algorithm::Md5 => State::Md5(Md5::new()),
            Algorithm::Sha1 => State::Sha1(Sha1::new()),
            Algorithm::Sha256 => State::Sha256(Sha256::new()),
            Algorithm::Sha512 => State::Sha512(Sha512::new()),
        })
    }

    /// Adds bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        match &mut self.0 {
            State::Md5(state) => state.update(bytes),
            State::Sha1(state) => state.update(bytes),
            State::Sha256(state) => state.update(bytes),
            State::Sha512(state) => state.update(bytes),
        }
    }

    /// The digest of all bytes added.
    #[must_use]
    pub fn finish(self) -> String {
        match self.0 {
            State::Md5(state) => hex(&state.finalize()),
            State::Sha1(state) => hex(&state.finalize()),
            State::Sha256(state) => hex(&state.finalize()),
            State::Sha512(state) => hex(&state.finalize()),
        }
    }
}

impl fmt::Debug for Hasher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hasher").finish_non_exhaustive()
    }
}

/// The digest of bytes.
#[must_use]
pub fn hash(algorithm: Algorithm, bytes: &[u8]) -> String {
    let mut hasher = Hasher::new(algorithm);
    hasher.update(bytes);
    hasher.finish()
}

fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |value: u8| char::from(DIGITS[usize::from(value & 15)]);
    bytes
        .iter()
        .flat_map(|&byte| [digit(byte >> 4), digit(byte)])
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn known_digests() {
        let check = |name: &str, text: &str, digest: &str| {
            let algorithm = name.parse().expect("a known name");
            assert_eq!(hash(algorithm, text.as_bytes()), digest);
        };
        check("md5", "", "d41d8cd98f00b204e9800998ecf8427e");
        check("md5", "hello world\n", "6f5902ac237024bdd0c176cb93063dc4");
        check(
            "sha1",
            &"0123456789abcdef".repeat(8_192),
            "ff8f2a8cb49dcc4e9f60d1385b39a79a9339fb1b",
        );
        check(
            "SHA256",
            "hello world\n",
            "a948904f2f0f479b8f8197694b30184b0d2ed1c1cd2a1ec0fb85d299a192a447",
        );
        assert_eq!(hash(Algorithm::Sha512, b"").len(), 128);
        assert_eq!(Algorithm::default(), Algorithm::Sha256);
    }

    #[test]
    fn unknown_names_are_refused() {
        let error = "crc32".parse::<Algorithm>().expect_err("unknown");
        assert_eq!(
            error.to_string(),
            "Digest method not supported: 'crc32'; use md5, sha1, sha256 or sha512"
        );
    }

    proptest! {
        #[test]
        fn pieces_do_not_matter(data in proptest::collection::vec(any::<u8>(), 0..300), cut in 0_usize..300) {
            for algorithm in [Algorithm::Md5, Algorithm::Sha1, Algorithm::Sha256, Algorithm::Sha512] {
                let (head, tail) = data.split_at(cut.min(data.len()));
                let mut hasher = Hasher::new(algorithm);
                hasher.update(head);
                hasher.update(tail);
                prop_assert_eq!(hasher.finish(), hash(algorithm, &data));
            }
        }
    }
}
