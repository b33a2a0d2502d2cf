//! Finds the id in a message that cannot be parsed, so that the request can be answered.

use isolate_host::without_half_surrogates;
use rmcp::model::RequestId;

/// The number of bytes at the beginning of an oversized message that are searched for its id.
pub(crate) const HEAD_BYTES: usize = 1 << 10;

/// The number of bytes at its end that are searched: some write the id last.
pub(crate) const TAIL_BYTES: usize = 256;

/// What was found in a message.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Sketch {
    pub(crate) id: Option<RequestId>,
    pub(crate) has_method: bool,
}

impl Sketch {
    /// Looks through a text that need not be JSON, or that ends too early.
    pub(crate) fn of(text: &[u8]) -> Self {
        let mut found = Self::default();
        let mut depth = 0_usize;
        let mut at = 0;
        while let Some(&byte) = text.get(at) {
            let mut end = at + 1;
            match byte {
                b'"' => {
                    end = end_of_string(text, at);
                    if depth == 1
                        && let Some(value) = behind_colon(text, end)
                    {
                        found.add(&text[at..end], text, value);
                        end = value;
                    }
                }
                b'{' | b'[' => depth += 1,
                b'}' | b']' => depth = depth.saturating_sub(1),
                _ => {}
            }
            at = end;
        }
        found
    }

    fn add(&mut self, key: &[u8], text: &[u8], value: usize) {
        match key {
            b"\"method\"" => self.has_method = true,
            b"\"id\"" => {
                let end = match text.get(value) {
                    Some(b'"') => end_of_string(text, value),
                    _ => {
                        let is_end = |byte: &u8| b",}] \t\r\n".contains(byte);
                        let length = text[value..].iter().position(is_end);
                        length.map_or(text.len(), |length| value + length)
                    }
                };
                let id = without_half_surrogates(&text[value..end]);
                self.id = serde_json::from_slice(&id).ok();
            }
            _ => {}
        }
    }
}

/// The id at the end of a message, followed only by the end of the object.
pub(crate) fn id_in_tail(tail: &[u8]) -> Option<RequestId> {
    const KEY: &[u8] = b"\"id\":";
    let tail = tail.trim_ascii_end().strip_suffix(b"}")?;
    let at = tail.windows(KEY.len()).rposition(|window| window == KEY)?;
    serde_json::from_slice(&tail[at + KEY.len()..]).ok()
}

/// Adds a part of a message to its end, of which only so much is kept.
pub(crate) fn keep_tail(tail: &mut Vec<u8>, part: &[u8]) {
    tail.extend_from_slice(&part[part.len().saturating_sub(TAIL_BYTES)..]);
    let extra = tail.len().saturating_sub(TAIL_BYTES);
    tail.drain(..extra);
}

/// Behind the string that begins here.
fn end_of_string(text: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    text.len()
}

/// Where the value of a key begins that ends here.
fn behind_colon(text: &[u8], end: usize) -> Option<usize> {
    let blanks = |from: usize| {
        let rest = text[from..].iter();
        from + rest.take_while(|byte| byte.is_ascii_whitespace()).count()
    };
    let colon = blanks(end);
    (text.get(colon) == Some(&b':')).then(|| blanks(colon + 1))
}

#[cfg(test)]
mod tests {
    use rmcp::model::RequestId;

    use super::{Sketch, id_in_tail};

    fn check(text: &[u8], id: Option<RequestId>, has_method: bool) {
        let shown = String::from_utf8_lossy(text);
        assert_eq!(Sketch::of(text), Sketch { id, has_method }, "{shown}");
    }

    #[test]
    fn the_id_of_a_broken_message_is_found() {
        let seven = Some(RequestId::Number(7));
        let text = || Some(RequestId::String("a\"b".into()));
        check(
            br#"{"jsonrpc":"2.0","id":7,"method":"x","params":{"a":"\x"}}"#,
            seven.clone(),
            true,
        );
        check(
            b"{\"params\":{\"id\":1,\"t\":\"\xed\xa0\xbd\"},\"id\" : 7}",
            seven.clone(),
            false,
        );
        check(
            br#"{"method":"x","params":[[1,}],"id":"a\"b""#,
            text(),
            true,
        );
        check(
            br#"{"id":"a\"b","method":"x","params":{"t":"cut"#,
            text(),
            true,
        );
        check(br#"{"params":{"method":"x","id":7}}"#, None, false);
        check(br#"{"id":7.5,"id2":7}"#, None, false);
        check(br#"{"id":null,"method":"x" oops}"#, None, true);
        check(b"[{\"id\":7}]", None, false);
        check(b"nonsense \"id\": 7", None, false);
        check(b"", None, false);
        assert_eq!(id_in_tail(br#"x","id":7}"#), seven);
        assert_eq!(id_in_tail(br#"x","id":7"#), None);
    }
}
