//! The key that seals runs that wait: `ISOLATE_IMAGE_KEY`, or the file that `ISOLATE_IMAGE_KEY_FILE` names.
//!
//! It is in no message.

use std::path::PathBuf;

use crate::input::{self, Bound};

const KEY: &str = "ISOLATE_IMAGE_KEY";
const KEY_FILE: &str = "ISOLATE_IMAGE_KEY_FILE";

/// The key, if there is one. An error is a message for the user.
pub(crate) fn of_environment() -> Result<Option<[u8; 32]>, String> {
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    let (text, from) = match (set(KEY), set(KEY_FILE)) {
        (None, None) => return Ok(None),
        (Some(_), Some(_)) => return Err(format!("both {KEY} and {KEY_FILE} are set: unset one")),
        (Some(text), None) => (text.to_string_lossy().into_owned(), KEY),
        (None, Some(path)) => {
            let text = input::file(&PathBuf::from(path), Bound::TEXT)
                .map_err(|error| format!("{KEY_FILE}: {error}"))?;
            (text, KEY_FILE)
        }
    };
    match key(text.trim()) {
        Some(key) => Ok(Some(key)),
        None => Err(format!(
            "{from} is no key: it has 64 hexadecimal digits, such as `openssl rand -hex 32` makes"
        )),
    }
}

fn key(digits: &str) -> Option<[u8; 32]> {
    let digits: Option<Vec<u8>> = digits
        .chars()
        .map(|digit| digit.to_digit(16).and_then(|digit| digit.try_into().ok()))
        .collect();
    let digits = digits?;
    let bytes: Vec<u8> = digits
        .chunks_exact(2)
        .map(|pair| pair[0] << 4 | pair[1])
        .collect();
    match digits.len() {
        64 => bytes.try_into().ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::key;

    #[test]
    fn a_key_has_64_digits() {
        let read = key(&"0Fa1".repeat(16)).unwrap();
        assert_eq!(read[..4], [0x0f, 0xa1, 0x0f, 0xa1]);
        for wrong in [
            String::new(),
            "0".repeat(63),
            "0".repeat(66),
            "g".repeat(64),
            "ä".repeat(64),
        ] {
            assert_eq!(key(&wrong), None, "{wrong}");
        }
    }
}
