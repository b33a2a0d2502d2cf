//! Expressions of sed as calls of `replaceInFiles`.

/// `s/search/replacement/flags`.
pub(super) struct Substitution<'t> {
    search: &'t str,
    replacement: &'t str,
    /// All matches of a line, not the first alone.
    is_global: bool,
    ignores_case: bool,
}

impl<'t> Substitution<'t> {
    pub(super) fn parse(text: &'t str) -> Option<Self> {
        let rest = text.strip_prefix('s')?;
        let mark = rest.chars().next().filter(|c| "/|#,@".contains(*c))?;
        let mut parts = rest[mark.len_utf8()..].split(mark);
        let (search, replacement, flags) = (parts.next()?, parts.next()?, parts.next()?);
        let is_whole = parts.next().is_none() && flags.chars().all(|c| "giI".contains(c));
        (is_whole && !search.is_empty()).then_some(Self {
            search,
            replacement,
            is_global: flags.contains('g'),
            ignores_case: flags.contains(['i', 'I']),
        })
    }

    /// The pattern and the replacement as JavaScript writes them; `None` where sed has what
    /// JavaScript lacks. Without `-E`, brackets and some signs are operators behind `\` alone.
    pub(super) fn as_javascript(&self, is_extended: bool) -> Option<(String, String)> {
        // A line's first match is what follows the fewest characters of it.
        let leads = !self.is_global && !self.search.starts_with('^');
        let before = u32::from(leads);
        // `$&` would have these characters too.
        let whole = leads.then_some(before + 1);
        let groups_before = before + u32::from(leads);
        let pattern = pattern(self.search, is_extended, groups_before)?;
        let replacement = replacement(self.replacement, groups_before, whole)?;
        let mut flags = "g".to_owned();
        flags.extend(self.ignores_case.then_some('i'));
        flags.extend((leads || self.search.contains(['^', '$'])).then_some('m'));
        Some(if leads {
            (
                format!("/^(.*?)({pattern})/{flags}"),
                format!("$1{replacement}"),
            )
        } else {
            (format!("/{pattern}/{flags}"), replacement)
        })
    }
}

fn pattern(search: &str, is_extended: bool, groups_before: u32) -> Option<String> {
    let mut text = String::new();
    let mut rest = search.chars();
    while let Some(letter) = rest.next() {
        match letter {
            '[' => {
                let end = rest.as_str().find(']')?;
                let class = &rest.as_str()[..end];
                // These mean something else in JavaScript.
                if class.is_empty() || class == "^" || class.contains(['[', '\\', '/']) {
                    return None;
                }
                text.push_str(&format!("[{class}]"));
                rest = rest.as_str()[end + 1..].chars();
            }
            '/' => text.push_str("\\/"),
            '\\' => match rest.next()? {
                sign @ ('(' | ')' | '{' | '}' | '+' | '?' | '|') if !is_extended => text.push(sign),
                '<' | '>' => text.push_str("\\b"),
                digit @ '1'..='9' => {
                    text.push_str(&format!("\\{}", digit.to_digit(10)? + groups_before));
                }
                sign => text.extend(['\\', sign]),
            },
            sign @ ('(' | ')' | '{' | '}' | '+' | '?' | '|') if !is_extended => {
                text.extend(['\\', sign]);
            }
            letter => text.push(letter),
        }
    }
    Some(text)
}

/// The replacement, where `whole` is the group of all that is found, if it is one.
fn replacement(replacement: &str, groups_before: u32, whole: Option<u32>) -> Option<String> {
    let mut text = String::new();
    let mut rest = replacement.chars();
    while let Some(letter) = rest.next() {
        match letter {
            '$' => text.push_str("$$"),
            '&' => match whole {
                Some(group) => text.push_str(&format!("${group}")),
                None => text.push_str("$&"),
            },
            '\\' => match rest.next()? {
                digit @ '1'..='9' => {
                    text.push_str(&format!("${}", digit.to_digit(10)? + groups_before));
                }
                'n' => text.push('\n'),
                letter if letter.is_alphabetic() => return None,
                sign => text.push(sign),
            },
            letter => text.push(letter),
        }
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::Substitution;

    fn check(text: &str, is_extended: bool, expected: Option<(&str, &str)>) {
        let found = Substitution::parse(text).and_then(|found| found.as_javascript(is_extended));
        let found = found
            .as_ref()
            .map(|(search, new)| (search.as_str(), new.as_str()));
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn expressions_of_sed_become_patterns() {
        check("s/a/b/g", false, Some(("/a/g", "b")));
        check("s/a/b$/", false, Some(("/^(.*?)(a)/gm", "$1b$$")));
        check("s/^a/b/I", false, Some(("/^a/gim", "b")));
        check("s|/x|/y|g", false, Some(("/\\/x/g", "/y")));
        check("s/f(x)/g\\(&\\)/g", false, Some(("/f\\(x\\)/g", "g($&)")));
        check(
            "s/\\(a+\\)/\\1/",
            false,
            Some(("/^(.*?)((a\\+))/gm", "$1$3")),
        );
        check("s/(a+)/\\1/g", true, Some(("/(a+)/g", "$1")));
        check(
            "s/[^a-z]*/<&>/",
            false,
            Some(("/^(.*?)([^a-z]*)/gm", "$1<$2>")),
        );
        check("s/[[:digit:]]//g", false, None);
        check("s/a/\\U&/g", false, None);
    }
}
