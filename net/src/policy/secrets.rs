//! Hides credentials in responses.

use std::borrow::Cow;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use memchr::memmem;

/// The text that replaces a credential.
const HIDDEN: &[u8] = b"[hidden]";

/// The minimum size of a hidden secret in bytes: a shorter one would occur by chance.
const SECRET_BYTES_MIN: usize = 8;

/// The forms in which a response could contain the credentials.
#[derive(Clone, Default)]
pub(crate) struct Secrets {
    /// The longest first, so that no part of a longer form remains.
    forms: Vec<Vec<u8>>,
}

impl Secrets {
    /// Adds the value of a header, or a part of it.
    pub(super) fn add(&mut self, value: &str) {
        self.add_text(value);
        let Some((scheme, rest)) = value.split_once(' ') else {
            return;
        };
        let rest = rest.trim();
        self.add_text(rest);
        if !scheme.eq_ignore_ascii_case("basic") {
            return;
        }
        let decoded = STANDARD.decode(rest).ok();
        let Some(decoded) = decoded.and_then(|bytes| String::from_utf8(bytes).ok()) else {
            return;
        };
        self.add_text(&decoded);
        if let Some((_, password)) = decoded.split_once(':') {
            self.add_text(password);
        }
    }

    fn add_text(&mut self, text: &str) {
        let json = serde_json::Value::from(text).to_string();
        let json = json.trim_matches('"').to_owned();
        let form: String = url::form_urlencoded::byte_serialize(text.as_bytes()).collect();
        let percent = form.replace('+', "%20");
        for form in [text.to_owned(), json, form, percent] {
            let form = form.into_bytes();
            if form.len() >= SECRET_BYTES_MIN && !self.forms.contains(&form) {
                self.forms.push(form);
            }
        }
        self.forms.sort_by_key(|form| std::cmp::Reverse(form.len()));
    }

    /// The bytes with all secrets replaced.
    pub(crate) fn hide<'a>(&self, bytes: &'a [u8]) -> Cow<'a, [u8]> {
        let mut kept = Cow::Borrowed(bytes);
        for form in &self.forms {
            let finder = memmem::Finder::new(form);
            let mut found = finder.find_iter(&kept).peekable();
            if found.peek().is_none() {
                continue;
            }
            let mut hidden = Vec::with_capacity(kept.len());
            let mut from = 0;
            for at in found {
                hidden.extend_from_slice(&kept[from..at]);
                hidden.extend_from_slice(HIDDEN);
                from = at + form.len();
            }
            hidden.extend_from_slice(&kept[from..]);
            kept = Cow::Owned(hidden);
        }
        kept
    }

    /// The text with all secrets replaced.
    pub(crate) fn hide_text(&self, text: &str) -> String {
        String::from_utf8_lossy(&self.hide(text.as_bytes())).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::Secrets;

    #[test]
    fn every_form_of_a_secret_is_hidden() {
        let mut secrets = Secrets::default();
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
            ("?a=to%22ken%2F12+34&b", "?a=[hidden]&b"),
            ("?a=to%22ken%2F12%2034&b", "?a=[hidden]&b"),
            ("YW5uOnBhc3Mgd29yZCE=", "[hidden]"),
            ("ann:pass word!", "[hidden]"),
            ("pass word! and pass word!", "[hidden] and [hidden]"),
            ("short", "short"),
            ("nothing", "nothing"),
        ] {
            assert_eq!(secrets.hide_text(text), hidden, "{text}");
        }
    }
}
