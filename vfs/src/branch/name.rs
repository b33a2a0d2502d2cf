//! Names of branches.

use isolate_text::lines::shown;

use crate::error::{Error, ErrorKind, Result};
use crate::txn::MAIN;

/// Longest name, in bytes.
const NAME_BYTES_MAX: usize = 80;
/// Most names that an error lists.
const LISTED_MAX: usize = 20;

/// Refuses a text that is no name of a branch.
pub(super) fn check_name(name: &str) -> Result<()> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | '/');
    let is_name = !name.is_empty()
        && name.len() <= NAME_BYTES_MAX
        && name.chars().all(is_plain)
        && name.split('/').all(|part| part.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_'))
        && !name.contains("..")
        // A number is that of a run.
        && name.contains(|c: char| !c.is_ascii_digit());
    if is_name {
        return Ok(());
    }
    Err(Error::new(ErrorKind::Invalid).with_detail(format!(
        "{} is no name of a branch: use letters, digits, '-', '_', '.' and '/', at most {NAME_BYTES_MAX}, not digits alone, \
         each part beginning with a letter, a digit or '_'",
        shown(name)
    )))
}

/// What there is instead of a name, the nearest names first.
pub(super) fn listed(wanted: &str, names: &[String]) -> String {
    let mut names: Vec<&str> = names.iter().map(String::as_str).collect();
    names.push(MAIN);
    names.sort_by_cached_key(|name| (strsim::osa_distance(wanted, name), (*name).to_owned()));
    let more = names.len().saturating_sub(LISTED_MAX);
    names.truncate(LISTED_MAX);
    let mut text = format!("there are: {}", names.join(", "));
    if more > 0 {
        text.push_str(&format!(", and {more} more"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain() {
        for name in ["a", "try-1", "agents/2.b", "_x", "7b", &"n".repeat(80)] {
            assert!(check_name(name).is_ok(), "{name}");
        }
        for name in [
            "",
            "7",
            "123",
            ".",
            "..",
            "a..b",
            "/a",
            "a/",
            "a//b",
            "-a",
            "a/-b",
            "a b",
            "ä",
            "a\n",
            &"n".repeat(81),
        ] {
            assert_eq!(
                check_name(name).unwrap_err().kind(),
                ErrorKind::Invalid,
                "{name:?}"
            );
        }
    }

    #[test]
    fn the_nearest_names_come_first() {
        let names = ["other".to_owned(), "atempt".to_owned()];
        assert_eq!(listed("attempt", &names), "there are: atempt, other, main");
        let many: Vec<String> = (0..30).map(|number| format!("n{number}")).collect();
        assert!(listed("n7", &many).starts_with("there are: n7, "));
        assert!(listed("n7", &many).ends_with(", and 11 more"));
    }
}
