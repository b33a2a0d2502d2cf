//! Keys of the environment, which are in no message: `ISOLATE_IMAGE_KEY` seals runs that wait, `ISOLATE_STORE_KEY`
//! what is in a store. With `_FILE` behind, a variable names a file that has the key.

use std::path::PathBuf;

use crate::input::{self, Bound};

/// The key of runs that wait, if there is one. An error is a message for the user.
pub(crate) fn of_waiting_runs() -> Result<Option<[u8; 32]>, String> {
    named("ISOLATE_IMAGE_KEY")
}

/// The key of what is in a store, if there is one. An error is a message for the user.
pub(crate) fn of_store() -> Result<Option<[u8; 32]>, String> {
    named("ISOLATE_STORE_KEY")
}

fn named(name: &str) -> Result<Option<[u8; 32]>, String> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let file = format!("{name}_FILE");
    let (text, from) = match (set(name), set(&file)) {
        (None, None) => return Ok(None),
        (Some(_), Some(_)) => return Err(format!("both {name} and {file} are set: unset one")),
        (Some(text), None) => (text.to_string_lossy().into_owned(), name),
        (None, Some(path)) => {
            let text = input::file(&PathBuf::from(path), Bound::TEXT)
                .map_err(|error| format!("{file}: {error}"))?;
            (text, file.as_str())
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
