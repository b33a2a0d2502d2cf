//! The program in arguments that are still being written.

/// The text of the member `code` in the beginning of a JSON object, as far as it is there. Half an
/// escape is left for later.
pub(crate) fn code_so_far(arguments: &str) -> String {
    let Some((_, behind)) = arguments.split_once("\"code\"") else {
        return String::new();
    };
    let Some(text) = behind
        .trim_start()
        .strip_prefix(':')
        .and_then(|rest| rest.trim_start().strip_prefix('"'))
    else {
        return String::new();
    };
    // Everything before the quote that ends it, or before an escape that is not whole.
    let bytes = text.as_bytes();
    let mut end = 0;
    while end < bytes.len() && bytes[end] != b'"' {
        let length = match (bytes[end], bytes.get(end + 1)) {
            (b'\\', Some(b'u')) => 6,
            (b'\\', _) => 2,
            _ => 1,
        };
        if end + length > bytes.len() {
            break;
        }
        end += length;
    }
    // Half of a surrogate pair is not text yet.
    while end > 0 {
        if let Some(text) = text
            .get(..end)
            .and_then(|text| serde_json::from_str(&format!("\"{text}\"")).ok())
        {
            return text;
        }
        end -= 1;
    }
    String::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_grows_with_its_arguments() {
        let arguments = r#"{ "code": "a\n\"b\" \u00e9\ud83d\ude00 é", "input": 1 }"#;
        let whole = "a\n\"b\" é😀 é";
        let mut last = String::new();
        for (end, _) in arguments.char_indices() {
            let now = code_so_far(&arguments[..end]);
            assert!(whole.starts_with(&now) && now.starts_with(&last), "{now:?}");
            last = now;
        }
        assert_eq!(last, whole);
        assert_eq!(code_so_far("{\"input\": 1"), "");
        assert_eq!(code_so_far("nonsense \"code\" more"), "");
    }
}
