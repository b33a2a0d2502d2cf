//! The hashes by which git names what files hold: SHA-1, in hexadecimal digits.

use sha1::{Digest, Sha1};

/// The hash of some bytes.
pub(super) fn of_bytes(bytes: &[u8]) -> String {
    format!("{:x}", Sha1::digest(bytes))
}

/// The name that git gives to what a file holds.
pub(super) fn of_blob(bytes: &[u8]) -> String {
    let head = format!("blob {}\0", bytes.len());
    format!(
        "{:x}",
        Sha1::new_with_prefix(head).chain_update(bytes).finalize()
    )
}

#[cfg(test)]
mod tests {
    use super::of_blob;

    #[test]
    fn names_are_those_of_git() {
        assert_eq!(of_blob(b""), "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391");
        assert_eq!(
            of_blob(b"hello\n"),
            "ce013625030ba8dba906f756967f9e9ca394464a"
        );
        assert_eq!(
            of_blob(&[b'a'; 1000]),
            "a50be72b20f0e3f078d252e8e56b11b4bec67509"
        );
    }
}
