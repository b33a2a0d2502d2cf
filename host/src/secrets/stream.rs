//! Hiding credentials in a text that arrives in pieces.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use super::{BYTES_MIN, Forms, HIDDEN};

/// Hides the credentials of a text that comes piece by piece, however it is divided:
/// [`Secrets::stream`](super::Secrets::stream) makes one for each text.
///
/// What may be the beginning of a credential is held until what follows shows whether it is.
///
/// ```
/// use isolate_host::Secrets;
///
/// let mut secrets = Secrets::new();
/// secrets.add("0123456789");
/// let mut stream = secrets.stream();
/// assert_eq!(stream.push("the token 0123"), "the token ");
/// assert_eq!(stream.push("456789, and 01"), "[hidden], and ");
/// assert_eq!(stream.finish(), "01");
/// ```
pub struct SecretStream {
    forms: Option<Arc<Forms>>,
    /// The end of the text, which may belong to a credential.
    held: String,
    /// How much of that has been released.
    released: usize,
}

impl fmt::Debug for SecretStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SecretStream").finish_non_exhaustive()
    }
}

impl SecretStream {
    pub(super) const fn new(forms: Option<Arc<Forms>>) -> Self {
        Self {
            forms,
            held: String::new(),
            released: 0,
        }
    }

    /// Adds a piece. Returns the text that is known to be safe, with credentials replaced.
    pub fn push(&mut self, piece: &str) -> String {
        let Some(forms) = &self.forms else {
            return piece.to_owned();
        };
        self.held.push_str(piece);
        let bytes = self.held.as_bytes();
        let open = forms.beginning_at_end(bytes);
        let mut found = forms.find(bytes);
        // A match that reaches into the open end may still grow.
        let growing = found.iter().position(|range| range.end > open);
        let until = match growing {
            Some(at) => found[at].start.min(open),
            None => open,
        };
        found.truncate(growing.unwrap_or(found.len()));
        let told = self.shown(until, &found);
        self.held.drain(..until);
        self.released = self.released.saturating_sub(until);
        told
    }

    /// Returns the held text if it is too short to reveal a credential, so that other output can follow
    /// it. If it is the beginning of a credential, the rest will be replaced.
    pub fn release(&mut self) -> String {
        if self.held.len() >= BYTES_MIN {
            return String::new();
        }
        let held = self.held[self.released..].to_owned();
        self.released = self.held.len();
        held
    }

    /// Ends the text. Returns what was held, with credentials replaced, and also the beginning of one
    /// that has at least 8 bytes.
    pub fn finish(&mut self) -> String {
        let Some(forms) = &self.forms else {
            return String::new();
        };
        let bytes = self.held.as_bytes();
        let mut found = forms.find(bytes);
        let mut open = forms.beginning_at_end(bytes);
        if bytes.len() - open >= BYTES_MIN {
            while let Some(last) = found.pop_if(|last| last.end > open) {
                open = open.min(last.start);
            }
            found.push(open..bytes.len());
        }
        let told = self.shown(bytes.len(), &found);
        self.held.clear();
        self.released = 0;
        told
    }

    /// What is held, up to a place and without what was released, with some ranges of it replaced.
    fn shown(&self, until: usize, hidden: &[Range<usize>]) -> String {
        let mut told = String::new();
        let mut from = self.released;
        for range in hidden {
            told.push_str(self.held.get(from..range.start).unwrap_or_default());
            told.push_str(HIDDEN);
            from = range.end;
        }
        told.push_str(self.held.get(from..until).unwrap_or_default());
        told
    }
}

impl Forms {
    /// Where the longest end of some bytes begins that is the beginning of a form, and not all of it;
    /// their length if there is none.
    fn beginning_at_end(&self, bytes: &[u8]) -> usize {
        let longest = self.all.iter().map(Vec::len).max().unwrap_or(0);
        let first = (bytes.len() + 1).saturating_sub(longest);
        let begins_one = |end: &[u8]| {
            let mut forms = self.all.iter();
            forms.any(|form| form.len() > end.len() && form.starts_with(end))
        };
        (first..bytes.len())
            .find(|at| begins_one(&bytes[*at..]))
            .unwrap_or(bytes.len())
    }
}

#[cfg(test)]
mod tests {
    use crate::Secrets;

    fn secrets() -> Secrets {
        let mut secrets = Secrets::new();
        for value in [
            "Bearer tök\"en/12 34",
            "first-half",
            "half-of-a-longer-one",
            "aaaaaaaa",
        ] {
            secrets.add(value);
        }
        secrets
    }

    const TEXTS: [&str; 7] = [
        "",
        "é Bearer tök\"en/12 34, tök\"en/12 34 and tök\\\"en\\/12 34 é",
        "?a=t%C3%B6k%22en%2F12+34&b=first-half",
        "first-half-of-a-longer-one first-hal first-halff",
        "aaaaaaaaaaaa aaaaaaa baaaaaaaab",
        "Bearer first-half-of-a-longer-on.",
        "dMO2ayJlbi8xMiAzNA== aGFsZi1vZi1hLWxvbmdlci1vbmU",
    ];

    #[test]
    fn a_text_in_two_pieces_is_hidden_as_in_one() {
        let secrets = secrets();
        for text in TEXTS {
            let whole = secrets.hide_text(text);
            for (at, _) in text.char_indices() {
                let mut stream = secrets.stream();
                let mut told = stream.push(&text[..at]);
                assert!(whole.starts_with(&told), "{text} at {at}: {told}");
                told.push_str(&stream.push(&text[at..]));
                told.push_str(&stream.finish());
                assert_eq!(told, whole, "{text} at {at}");
            }
        }
    }

    #[test]
    fn a_text_letter_by_letter_is_hidden_as_in_one_piece() {
        let secrets = secrets();
        for text in TEXTS {
            let mut stream = secrets.stream();
            let mut told = String::new();
            for letter in text.chars() {
                told.push_str(&stream.push(&letter.to_string()));
            }
            told.push_str(&stream.finish());
            assert_eq!(told, secrets.hide_text(text));
        }
    }

    #[test]
    fn what_is_released_still_counts() {
        for (first, released, rest, told) in [
            ("a first-", "first-", "half b", "[hidden] b"),
            ("a first-", "first-", "class b", "class b"),
            ("a first-ha", "", "lf b", "[hidden] b"),
            // The first nine bytes of one, at the end.
            ("a f", "f", "irst-hal", "[hidden]"),
        ] {
            let mut stream = secrets().stream();
            assert_eq!(stream.push(first), "a ");
            assert_eq!(stream.release(), released, "{first}");
            assert_eq!(stream.release(), "", "only once");
            let mut all = stream.push(rest);
            all.push_str(&stream.finish());
            assert_eq!(all, told, "{first}{rest}");
        }
    }

    #[test]
    fn the_beginning_of_a_credential_is_not_left_at_the_end() {
        for (text, told) in [
            ("a half-of", "a half-of"),
            ("a half-of-", "a [hidden]"),
            ("a half-of-a-longer-on", "a [hidden]"),
            ("a first-half-of-a", "a [hidden]"),
        ] {
            let mut stream = secrets().stream();
            let mut all = stream.push(text);
            all.push_str(&stream.finish());
            assert_eq!(all, told, "{text}");
        }
    }
}
