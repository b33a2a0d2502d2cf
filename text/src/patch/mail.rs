//! Where the mails of `git format-patch` begin, of which each is a patch of its own.

/// Whether a line is the first one of a mail: `From HASH Mon Sep 17 00:00:00 2001`.
pub(super) fn begins(line: &str) -> bool {
    let hash = line.strip_prefix("From ").and_then(|rest| rest.get(..40));
    let is_hash = hash.is_some_and(|hash| hash.bytes().all(|byte| byte.is_ascii_hexdigit()));
    is_hash && line.ends_with(" Mon Sep 17 00:00:00 2001")
}

/// Whether a line ends the words of a mail.
pub(super) fn ends_words(line: &str) -> bool {
    line == "---" || line.starts_with("diff --git ")
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_mail_begins_with_a_hash() {
        let hash = "0123456789abcdef0123456789abcdef01234567";
        let begins = |line: String| super::begins(&line);
        assert!(begins(format!("From {hash} Mon Sep 17 00:00:00 2001")));
        assert!(!begins(format!("From {hash} to the end")));
        assert!(!begins("From here Mon Sep 17 00:00:00 2001".to_owned()));
        assert!(!begins("From 0123 Mon Sep 17 00:00:00 2001".to_owned()));
    }
}
