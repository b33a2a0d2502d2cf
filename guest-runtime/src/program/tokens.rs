//! The words and signs of a text, without what is quoted or commented.

use super::scan::{
    end_of_expression, end_of_line, end_of_name, end_of_quoted, is_name_part, may_start_expression,
};

/// A word, a sign, or a text in quotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'a> {
    /// The byte at which it starts.
    pub(super) at: usize,
    pub(super) text: &'a str,
}

/// Signs of several characters, the longer ones first.
const SIGNS: &[&str] = &[
    ">>>=", "...", "===", "!==", "**=", "<<=", ">>=", ">>>", "&&=", "||=", "??=", "=>", "==", "!=",
    "<=", ">=", "&&", "||", "??", "?.", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=",
    "<<", ">>", "**",
];

/// Takes a text apart; it has been parsed, or is no program.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::new();
    // Brackets that are open around code in templates.
    let mut templates = Vec::new();
    let mut depth = 0usize;
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        let rest = &text[at..];
        let byte = bytes[at];
        at = match byte {
            b'"' | b'\'' => end_of_quoted(bytes, at, byte) + 1,
            _ if rest.starts_with("//") => {
                at = end_of_line(bytes, at);
                continue;
            }
            _ if rest.starts_with("/*") => {
                at = rest.find("*/").map_or(bytes.len(), |end| at + end + 2);
                continue;
            }
            b'/' if may_start_expression(text, at) => {
                end_of_expression(bytes, at).map_or(at + 1, |end| end + 1)
            }
            b'`' => end_of_template(bytes, at + 1, depth, &mut templates),
            b'}' if templates.last() == Some(&depth) => {
                templates.pop();
                end_of_template(bytes, at + 1, depth, &mut templates)
            }
            b'{' => {
                depth += 1;
                at + 1
            }
            b'}' => {
                depth = depth.saturating_sub(1);
                at + 1
            }
            byte if is_name_part(byte) => end_of_name(bytes, at),
            byte if byte.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            _ => {
                let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign));
                at + sign.map_or(1, |sign| sign.len())
            }
        }
        .min(bytes.len());
        let end = text.ceil_char_boundary(at);
        tokens.push(Token {
            at: start,
            text: &text[start..end],
        });
        at = end;
    }
    tokens
}

/// Behind the text of a template: where it ends, or where code begins in it.
fn end_of_template(bytes: &[u8], mut at: usize, depth: usize, templates: &mut Vec<usize>) -> usize {
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 1,
            b'`' => return at + 1,
            b'$' if bytes.get(at + 1) == Some(&b'{') => {
                templates.push(depth);
                return at + 2;
            }
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::tokens;

    #[test]
    fn quotes_and_comments_are_no_code() {
        let texts = |text| {
            tokens(text)
                .iter()
                .map(|token| token.text)
                .collect::<Vec<_>>()
        };
        assert_eq!(texts("a?.b // c\n/* d */ 'e f'"), ["a", "?.", "b", "'e f'"]);
        assert_eq!(
            texts("`x ${a + {b}} y` / 2"),
            ["`x ${", "a", "+", "{", "b", "}", "} y`", "/", "2"]
        );
        assert_eq!(
            texts("x = /[/(]/.test(y)"),
            ["x", "=", "/[/(]/", ".", "test", "(", "y", ")"]
        );
        assert_eq!(texts("'open"), ["'open"]);
    }
}
