//! Names of objects.

/// Bytes of a name at most: less than every store allows, with room for a prefix.
const NAME_BYTES: usize = 512;

/// Parts of a name at most: Azure allows 63 where blobs lie in folders.
const NAME_PARTS: usize = 32;

/// Checks the name of an object: ASCII letters, digits, `-`, `_`, `.` and `/`, 1 to 512 bytes, 1 to
/// 32 parts between `/`, none of them empty, and none that ends with `.`, which Azure removes.
///
/// # Errors
/// Says what is wrong with it.
pub fn check_name(name: &str) -> Result<(), &'static str> {
    check_prefix(name)?;
    if name.split('/').any(str::is_empty) {
        return Err("a part of the name is empty");
    }
    if name.split('/').any(|part| part.ends_with('.')) {
        return Err("a part of the name ends with `.`");
    }
    if name.split('/').count() > NAME_PARTS {
        return Err("the name has more than 32 parts");
    }
    Ok(())
}

/// Checks what names may begin with, as for [`Objects::list`](super::Objects::list): the characters
/// of names, up to 512 of them; it may be empty, and end anywhere.
///
/// # Errors
/// Says what is wrong with it.
pub fn check_prefix(prefix: &str) -> Result<(), &'static str> {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./".contains(&byte);
    if prefix.len() > NAME_BYTES {
        return Err("the name is longer than 512 bytes");
    }
    if !prefix.bytes().all(is_allowed) {
        return Err("the name has another character than letters, digits, `-`, `_`, `.` and `/`");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{check_name, check_prefix};

    #[test]
    fn names_are_checked() {
        for name in ["a", "log/0-1_2.x", "a/b/c", ".a/..b"] {
            assert_eq!(check_name(name), Ok(()), "{name}");
        }
        for name in [
            "", "/a", "a/", "a//b", "a/../b", ".", "a./b", "a b", "ä", "a\n",
        ] {
            assert!(check_name(name).is_err(), "{name}");
        }
        assert!(check_name(&"a".repeat(512)).is_ok());
        assert!(check_name(&"a".repeat(513)).is_err());
        assert!(check_name(&["a"; 32].join("/")).is_ok());
        assert!(check_name(&["a"; 33].join("/")).is_err());
    }

    #[test]
    fn prefixes_are_beginnings_of_names() {
        for prefix in ["", "a", "a/", "a/b."] {
            assert_eq!(check_prefix(prefix), Ok(()), "{prefix}");
        }
        assert!(check_prefix("a b").is_err());
        assert!(check_prefix(&"a".repeat(513)).is_err());
    }
}
