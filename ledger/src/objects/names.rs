//! Names of objects.

/// Bytes of a name at most: less than every store allows, with room for a prefix.
const NAME_BYTES: usize = 512;

/// Checks the name of an object: ASCII letters, digits, `-`, `_`, `.` and `/`, 1 to 512 bytes, no
/// empty part, and no part that is `.` or `..`.
///
/// # Errors
/// Says what is wrong with it.
pub fn check_name(name: &str) -> Result<(), &'static str> {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./".contains(&byte);
    if name.len() > NAME_BYTES {
        return Err("the name is longer than 512 bytes");
    }
    if !name.bytes().all(is_allowed) {
        return Err("the name has another character than letters, digits, `-`, `_`, `.` and `/`");
    }
    if name.split('/').any(|part| matches!(part, "" | "." | "..")) {
        return Err("a part of the name is empty, `.` or `..`");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::check_name;

    #[test]
    fn names_are_checked() {
        for name in ["a", "log/0-1_2.x", "a/b/c"] {
            assert_eq!(check_name(name), Ok(()), "{name}");
        }
        for name in ["", "/a", "a/", "a//b", "a/../b", ".", "a b", "ä", "a\n"] {
            assert!(check_name(name).is_err(), "{name}");
        }
        assert!(check_name(&"a".repeat(512)).is_ok());
        assert!(check_name(&"a".repeat(513)).is_err());
    }
}
