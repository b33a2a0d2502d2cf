//! Credentials, which are removed from everything that leaves a sandbox.

mod stream;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use aho_corasick::{AhoCorasick, MatchKind};
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use isolate_protocol::{Text, Value};
use serde_json::Value as Json;

pub use stream::SecretStream;

/// The text that replaces a credential.
const HIDDEN: &str = "[hidden]";

/// The minimum size of a credential that is hidden, in bytes: a shorter one would occur by chance.
const BYTES_MIN: usize = 8;

/// Credentials that are replaced by `[hidden]` wherever a text could carry them out: answers and errors
/// of functions, notes and the record of a run, descriptions.
///
/// A credential is found as it is, as JSON escapes it, percent-encoded, and in base64, also as a part of
/// a longer text in base64. Of `Bearer TOKEN` the token is a credential too, and of `Basic …` the user
/// with the password, and the password. Those of fewer than 8 bytes are not hidden, since they would
/// occur by chance. A server can return its credential in another form: give credentials only to servers
/// that you trust with them.
///
/// ```
/// use isolate_host::Secrets;
///
/// let mut secrets = Secrets::new();
/// secrets.add("Bearer 0123456789");
/// assert_eq!(secrets.hide_text("no token 0123456789"), "no token [hidden]");
/// ```
#[derive(Clone, Default)]
pub struct Secrets {
    /// None without a credential.
    forms: Option<Arc<Forms>>,
}

/// The forms of all credentials.
struct Forms {
    all: BTreeSet<Vec<u8>>,
    finder: AhoCorasick,
}

impl Forms {
    fn new(all: BTreeSet<Vec<u8>>) -> Self {
        let finder = AhoCorasick::builder()
            .match_kind(MatchKind::Standard)
            .build(&all)
            .expect("credentials have far less than the 2 GiB that an automaton can have");
        Self { all, finder }
    }

    /// Where they are in bytes, in order. Those that overlap are one, so that no part of any remains.
    fn find(&self, bytes: &[u8]) -> Vec<Range<usize>> {
        let mut found: Vec<Range<usize>> = Vec::new();
        // In the order of their ends.
        for form in self.finder.find_overlapping_iter(bytes) {
            let mut start = form.start();
            while let Some(last) = found.pop_if(|last| last.end > start) {
                start = start.min(last.start);
            }
            found.push(start..form.end());
        }
        found
    }
}

impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Secrets").finish_non_exhaustive()
    }
}

impl Secrets {
    /// None.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.forms.is_none()
    }

    /// Adds a credential: a token, a password, or the value of a header.
    pub fn add(&mut self, value: &str) {
        let mut texts = vec![value.to_owned()];
        if let Some((scheme, rest)) = value.split_once(' ') {
            let rest = rest.trim();
            texts.push(rest.to_owned());
            if scheme.eq_ignore_ascii_case("basic")
                && let Ok(decoded) = STANDARD.decode(rest)
                && let Ok(decoded) = String::from_utf8(decoded)
            {
                texts.extend(
                    decoded
                        .split_once(':')
                        .map(|(_, password)| password.to_owned()),
                );
                texts.push(decoded);
            }
        }
        self.add_forms(
            texts
                .iter()
                .filter(|text| text.len() >= BYTES_MIN)
                .flat_map(|text| forms(text)),
        );
    }

    /// Adds those of others.
    pub fn extend(&mut self, others: &Self) {
        if let Some(others) = &others.forms {
            self.add_forms(others.all.iter().cloned());
        }
    }

    fn add_forms(&mut self, more: impl Iterator<Item = Vec<u8>>) {
        let known = self
            .forms
            .iter()
            .flat_map(|forms| forms.all.iter().cloned());
        let all: BTreeSet<Vec<u8>> = known.chain(more).collect();
        self.forms = (!all.is_empty()).then(|| Arc::new(Forms::new(all)));
    }

    /// The bytes with all credentials replaced.
    #[must_use]
    pub fn hide<'a>(&self, bytes: &'a [u8]) -> Cow<'a, [u8]> {
        match &self.forms {
            Some(forms) => replaced(bytes, &forms.find(bytes)),
            None => bytes.into(),
        }
    }

    /// Hides the credentials of a text that comes piece by piece.
    #[must_use]
    pub fn stream(&self) -> SecretStream {
        SecretStream::new(self.forms.clone())
    }

    /// The text with all credentials replaced.
    #[must_use]
    pub fn hide_text(&self, text: &str) -> String {
        String::from_utf8_lossy(&self.hide(text.as_bytes())).into_owned()
    }

    /// Replaces all credentials in a text.
    pub fn hide_in(&self, text: &mut String) {
        if let Cow::Owned(hidden) = self.hide(text.as_bytes()) {
            *text = String::from_utf8_lossy(&hidden).into_owned();
        }
    }

    /// Replaces all credentials in an answer.
    pub(crate) fn hide_in_value(&self, value: &mut Value) {
        if self.is_empty() {
            return;
        }
        match value {
            Value::String(text) => self.hide_in_units(text),
            Value::Bytes(bytes) => {
                if let Cow::Owned(hidden) = self.hide(bytes) {
                    *bytes = hidden;
                }
            }
            Value::Array(items) | Value::Set(items) => {
                items.iter_mut().for_each(|item| self.hide_in_value(item));
            }
            Value::Object(members) => {
                for (key, member) in members {
                    self.hide_in_units(key);
                    self.hide_in_value(member);
                }
            }
            Value::Map(entries) => {
                for (key, entry) in entries {
                    self.hide_in_value(key);
                    self.hide_in_value(entry);
                }
            }
            Value::BigInt(text)
            | Value::Function(text)
            | Value::Symbol(text)
            | Value::JsonNumber(text)
            | Value::Reference(text) => self.hide_in(text),
            Value::RegExp { source, flags } => {
                self.hide_in(source);
                self.hide_in(flags);
            }
            Value::Error {
                name,
                message,
                stack,
                ..
            } => [name, message, stack]
                .into_iter()
                .for_each(|text| self.hide_in(text)),
            Value::Undefined
            | Value::Null
            | Value::Boolean(_)
            | Value::Number(_)
            | Value::Date(_)
            | Value::Cut { .. } => {}
        }
    }

    /// A credential has no lone surrogate, so the units are given up where their text has one.
    fn hide_in_units(&self, text: &mut Text) {
        if let Cow::Owned(hidden) = self.hide(text.text.as_bytes()) {
            text.text = String::from_utf8_lossy(&hidden).into_owned();
            text.ill_formed = None;
        }
    }

    /// Replaces all credentials in a document, in names of members too.
    pub fn hide_in_json(&self, json: &mut Json) {
        match json {
            Json::String(text) => self.hide_in(text),
            Json::Array(items) => items.iter_mut().for_each(|item| self.hide_in_json(item)),
            Json::Object(members) => {
                let hidden = std::mem::take(members)
                    .into_iter()
                    .map(|(mut key, mut member)| {
                        self.hide_in(&mut key);
                        self.hide_in_json(&mut member);
                        (key, member)
                    });
                *members = hidden.collect();
            }
            Json::Null | Json::Bool(_) | Json::Number(_) => {}
        }
    }
}

/// The bytes without some ranges of them, each of which becomes [`HIDDEN`].
fn replaced<'a>(bytes: &'a [u8], ranges: &[Range<usize>]) -> Cow<'a, [u8]> {
    if ranges.is_empty() {
        return bytes.into();
    }
    let mut hidden = Vec::with_capacity(bytes.len());
    let mut from = 0;
    for range in ranges {
        hidden.extend_from_slice(&bytes[from..range.start]);
        hidden.extend_from_slice(HIDDEN.as_bytes());
        from = range.end;
    }
    hidden.extend_from_slice(&bytes[from..]);
    hidden.into()
}

/// The forms in which a text could contain a credential.
fn forms(text: &str) -> Vec<Vec<u8>> {
    let json = Json::from(text).to_string();
    let json = json[1..json.len() - 1].to_owned();
    let mut forms = vec![text.to_owned(), json.replace('/', "\\/"), json];
    // What a URL leaves as it is: as forms encode it, and as JavaScript does.
    for plain in ["*-._", "-_.!~*'()"] {
        let upper = percent(text, plain);
        forms.push(upper.replace("%20", "+"));
        forms.push(lower_escapes(&upper));
        forms.push(upper);
    }
    let mut forms: Vec<Vec<u8>> = forms.into_iter().map(String::into_bytes).collect();
    // In base64 a part of a text looks different at each of three places.
    for before in 0..3 {
        let mut whole = vec![0; before];
        whole.extend_from_slice(text.as_bytes());
        let first = (before * 8).div_ceil(6);
        let last = whole.len() * 8 / 6;
        for alphabet in [
            STANDARD_NO_PAD.encode(&whole),
            URL_SAFE_NO_PAD.encode(&whole),
        ] {
            forms.push(alphabet.as_bytes()[first..last].to_vec());
        }
    }
    forms
}

/// A text with all bytes percent-encoded but letters, digits and those that stay as they are.
fn percent(text: &str, plain: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        match byte.is_ascii_alphanumeric() || plain.as_bytes().contains(&byte) {
            true => out.push(char::from(byte)),
            false => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

/// The same with lower-case escapes.
fn lower_escapes(text: &str) -> String {
    let mut parts = text.split('%');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (escape, rest) = part.split_at(2);
        out.push('%');
        out.push_str(&escape.to_ascii_lowercase());
        out.push_str(rest);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_a_secret_is_hidden() {
        let mut secrets = Secrets::new();
        secrets.add("Bearer to\"ken/12 34");
        // `ann:pass word!`
        secrets.add("Basic YW5uOnBhc3Mgd29yZCE=");
        secrets.add("short");
        for (text, hidden) in [
            (
                "Authorization: Bearer to\"ken/12 34.",
                "Authorization: [hidden].",
            ),
            ("token to\"ken/12 34", "token [hidden]"),
            (r#"{"a":"Bearer to\"ken/12 34"}"#, r#"{"a":"[hidden]"}"#),
            (r#"{"a":"to\"ken\/12 34"}"#, r#"{"a":"[hidden]"}"#),
            ("?a=to%22ken%2F12+34&b", "?a=[hidden]&b"),
            ("?a=to%22ken%2F12%2034&b", "?a=[hidden]&b"),
            ("?a=to%22ken%2f12%2034&b", "?a=[hidden]&b"),
            ("YW5uOnBhc3Mgd29yZCE=", "[hidden]"),
            ("ann:pass word!", "[hidden]"),
            ("pass word! and pass word!", "[hidden] and [hidden]"),
            ("pass%20word! and pass%20word%21", "[hidden] and [hidden]"),
            ("short", "short"),
            ("nothing", "nothing"),
        ] {
            assert_eq!(secrets.hide_text(text), hidden, "{text}");
        }
    }

    /// Whichever of two that overlap were chosen, a part of the other one would remain.
    #[test]
    fn no_part_of_credentials_that_overlap_remains() {
        let mut secrets = Secrets::new();
        secrets.add("first-half");
        secrets.add("half-of-a-longer-one");
        secrets.add("aaaaaaaa");
        for (text, hidden) in [
            ("a first-half-of-a-longer-one b", "a [hidden] b"),
            ("half-of-a-longer-one first-half", "[hidden] [hidden]"),
            ("first-halffirst-half", "[hidden][hidden]"),
            ("xaaaaaaaaaaax", "x[hidden]x"),
        ] {
            assert_eq!(secrets.hide_text(text), hidden, "{text}");
        }
    }

    /// A credential is found in base64 at any offset of the encoded text.
    #[test]
    fn no_part_of_a_text_in_base64_carries_a_secret_out() {
        let mut secrets = Secrets::new();
        secrets.add("s3cret/+?token");
        for before in 0..7 {
            for after in 0..4 {
                let text = format!("{}s3cret/+?token{}", "b".repeat(before), "a".repeat(after));
                for encoded in [STANDARD.encode(&text), URL_SAFE_NO_PAD.encode(&text)] {
                    let hidden = secrets.hide_text(&encoded);
                    assert!(hidden.contains(HIDDEN), "{before} {after}: {hidden}");
                    // What is left is less than two letters at each end.
                    assert!(
                        hidden.len() <= HIDDEN.len() + encoded.len() - 17,
                        "{hidden}"
                    );
                }
            }
        }
    }

    #[test]
    fn values_are_searched_at_every_depth() {
        let mut secrets = Secrets::new();
        secrets.add("0123456789");
        let token = || Value::from("a 0123456789 b");
        let hidden = || Value::from("a [hidden] b");
        let mut value = Value::Array(vec![
            Value::Object(vec![
                ("k".into(), token()),
                ("0123456789".into(), Value::Null),
            ]),
            Value::Map(vec![(token(), Value::Set(vec![token()]))]),
            Value::Bytes(b"0123456789".to_vec()),
        ]);
        secrets.hide_in_value(&mut value);
        let expected = Value::Array(vec![
            Value::Object(vec![
                ("k".into(), hidden()),
                ("[hidden]".into(), Value::Null),
            ]),
            Value::Map(vec![(hidden(), Value::Set(vec![hidden()]))]),
            Value::Bytes(b"[hidden]".to_vec()),
        ]);
        assert_eq!(value, expected);
        let mut json = serde_json::json!({ "0123456789": ["0123456789"] });
        secrets.hide_in_json(&mut json);
        assert_eq!(json, serde_json::json!({ "[hidden]": ["[hidden]"] }));
    }
}
