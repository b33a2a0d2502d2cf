//! The mark of an answer that is not whole.

pub(crate) use isolate_text::lines::head;
use serde_json::{Map, Value as Json};

/// The part of a reply that was omitted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cut {
    /// Which bound was reached: `lines`, `bytes`, `entries`, `limit`, `scanBytes`, `deadline`.
    pub(crate) limit: &'static str,
    /// The unit of the counts: `lines`, `bytes`, `entries`, `matches`.
    pub(crate) unit: &'static str,
    pub(crate) shown: u64,
    /// How many more there are, where that is known.
    pub(crate) omitted: Option<u64>,
    /// How to get the rest.
    pub(crate) next: String,
}

impl Cut {
    /// The mark of a list of which `omitted` entries are not shown, if there are any.
    pub(crate) fn of_list(
        unit: &'static str,
        shown: usize,
        omitted: u64,
        next: impl Into<String>,
    ) -> Option<Self> {
        (omitted > 0).then(|| Self {
            limit: "entries",
            unit,
            shown: shown as u64,
            omitted: Some(omitted),
            next: next.into(),
        })
    }

    /// The mark in the trusted part of a reply.
    pub(crate) fn mark(&self) -> String {
        let Self { unit, shown, .. } = self;
        let rest = match self.omitted {
            Some(omitted) => format!("{omitted} more {unit} left out"),
            None => format!("more {unit} left out"),
        };
        format!("[cut: {shown} {unit} shown, {rest}; {}]", self.next)
    }

    /// The same for programs.
    pub(crate) fn put(&self, facts: &mut Map<String, Json>) {
        facts.insert("truncated".to_owned(), true.into());
        facts.insert("limitHit".to_owned(), self.limit.into());
        if let Some(omitted) = self.omitted {
            let mut unit = self.unit.to_owned();
            if let Some(first) = unit.get_mut(..1) {
                first.make_ascii_uppercase();
            }
            facts.insert(format!("omitted{unit}"), omitted.into());
        }
        facts.insert("notice".to_owned(), self.mark().into());
    }
}

/// The longest end of a text that has at most so many bytes and begins between characters.
pub(crate) fn tail(text: &str, bytes_max: usize) -> &str {
    &text[text.ceil_char_boundary(text.len().saturating_sub(bytes_max))..]
}

/// Keeps the beginning and more of the end, where errors are reported. Returns the text and the
/// number of omitted bytes.
pub(crate) fn middle(text: &str, bytes_max: usize, head_bytes: usize) -> (String, usize) {
    if text.len() <= bytes_max {
        return (text.to_owned(), 0);
    }
    let first = head(text, head_bytes.min(bytes_max / 4));
    let last = tail(text, bytes_max - first.len());
    let omitted = text.len() - first.len() - last.len();
    (
        format!("{first}\n[cut: {omitted} bytes left out here]\n{last}"),
        omitted,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_fall_between_characters() {
        assert_eq!(tail("éa", 2), "a");
        assert_eq!(tail("éa", 3), "éa");
    }

    #[test]
    fn the_end_counts_more_than_the_beginning() {
        assert_eq!(middle("0123456789", 10, 2), ("0123456789".to_owned(), 0));
        let (text, omitted) = middle("0123456789ab", 11, 2);
        assert_eq!(text, "01\n[cut: 1 bytes left out here]\n3456789ab");
        assert_eq!(omitted, 1);
    }
}
