//! Names of files that SQLite takes with options.

use std::path::Path;

/// The name of a file as SQLite takes it where it may have options.
pub(super) fn uri(path: &Path) -> String {
    let mut name = "file:".to_owned();
    for byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' => {
                name.push(char::from(*byte));
            }
            byte => name.push_str(&format!("%{byte:02x}")),
        }
    }
    name
}
