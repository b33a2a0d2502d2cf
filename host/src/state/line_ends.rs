//! Queries whose line breaks are not those of a file.

use isolate_text::VPath;
use isolate_text::search::{Budget, Matcher, Scope};

use super::Call;
use super::notes::PassedOver;
use super::query::Query;

/// Files in which a query is not found, and would be if its line breaks were `\r\n`.
pub(super) struct OtherLineEnds {
    matcher: Option<Matcher>,
    budget: Budget,
    files: PassedOver,
}

impl OtherLineEnds {
    pub(super) fn of(query: &Query, scope: Scope) -> Self {
        Self {
            matcher: with_returns(&query.text, query.reading.regex)
                .and_then(|text| Matcher::new(&text, &query.reading, scope).ok()),
            budget: Budget::default(),
            files: PassedOver::default(),
        }
    }

    /// Looks at a file in which the query was not found.
    pub(super) fn look_at(&mut self, path: &VPath, text: &str) {
        if let Some(matcher) = &self.matcher
            && text.contains("\r\n")
            && matcher.finds(text, &mut self.budget).unwrap_or(false)
        {
            self.files.add(path);
        }
    }
}

/// A query with `\r\n` in place of `\n`, unless it has both or neither.
fn with_returns(text: &str, is_regex: bool) -> Option<String> {
    let has = |character: char, escape: &str| {
        text.contains(character) || is_regex && text.contains(escape)
    };
    if !has('\n', "\\n") || has('\r', "\\r") {
        return None;
    }
    Some(match is_regex {
        true => text.replace("\\n", "\\r\\n").replace('\n', "\\r\\n"),
        false => text.replace('\n', "\r\n"),
    })
}

impl Call<'_> {
    /// Notes files in which a query is not found because their lines end otherwise.
    pub(super) fn note_line_ends(&mut self, other: &OtherLineEnds) {
        let are = "whose lines end in \\r\\n, where the query has \\n";
        if let Some(files) = other.files.described_if_any(are) {
            let name = self.method.name;
            self.note(format!(
                "{name} found nothing in {files}; \\r?\\n in a regular expression is found in both"
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::with_returns;

    #[test]
    fn line_breaks_of_queries() {
        let other = |text: &str, is_regex: bool| with_returns(text, is_regex);
        assert_eq!(other("a\nb", false).as_deref(), Some("a\r\nb"));
        assert_eq!(other("a\\nb", false), None);
        assert_eq!(other("a\\nb", true).as_deref(), Some("a\\r\\nb"));
        assert_eq!(other("a\nb", true).as_deref(), Some("a\\r\\nb"));
        assert_eq!(other("a\r\nb", false), None);
        assert_eq!(other("a\\r?\\nb", true), None);
        assert_eq!(other("ab", false), None);
    }
}
