//! Authentication over HTTP.

use std::fmt;
use std::sync::Arc;

use http::HeaderMap;

/// The minimum size of a token in bytes: shorter ones could be guessed.
const TOKEN_BYTES_MIN: usize = 16;
/// The maximum size of a token in bytes: all HTTP servers accept a header of this size.
const TOKEN_BYTES_MAX: usize = 4 << 10;

/// A secret that clients send as `Authorization: Bearer …`. `Debug` does not print it.
#[derive(Clone)]
pub struct Token {
    text: String,
}

/// Why a text is not a valid token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenError {
    reason: String,
}

impl fmt::Display for TokenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for TokenError {}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

impl Token {
    /// A token of 16 to 4,096 characters. White space around it is removed.
    ///
    /// # Errors
    /// The text is shorter or longer, or contains characters that are not visible ASCII.
    pub fn new(text: &str) -> Result<Self, TokenError> {
        let text = text.trim();
        let way = "make one with `openssl rand -hex 32`";
        let reason = if text.len() < TOKEN_BYTES_MIN {
            format!(
                "the token has {} characters, at least {TOKEN_BYTES_MIN} are needed; {way}",
                text.len()
            )
        } else if text.len() > TOKEN_BYTES_MAX {
            format!("the token has more than {TOKEN_BYTES_MAX} characters; {way}")
        } else if !text.bytes().all(|byte| byte.is_ascii_graphic()) {
            format!("the token holds characters that are not visible ASCII; {way}")
        } else {
            return Ok(Self {
                text: text.to_owned(),
            });
        };
        Err(TokenError { reason })
    }

    /// Whether a text is the token. Compares in constant time.
    fn is(&self, given: &str) -> bool {
        let (own, given) = (self.text.as_bytes(), given.as_bytes());
        let mut differs = u8::from(own.len() != given.len());
        for (index, byte) in own.iter().enumerate() {
            let other = given.get(index).copied().unwrap_or(0);
            differs = std::hint::black_box(differs | (byte ^ other));
        }
        differs == 0
    }
}

/// Who may use a server over HTTP.
#[derive(Clone, Default)]
#[non_exhaustive]
pub enum Access {
    /// Everyone who can reach the address. Refused if other machines can reach it.
    #[default]
    Open,
    /// Clients that send this token.
    Token(Token),
    /// Clients that send a token which a function of the embedder accepts, such as an access token
    /// of an authorization server. The function must not block.
    Checked(Arc<dyn Fn(&str) -> bool + Send + Sync>),
}

impl fmt::Debug for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Open => "Open",
            Self::Token(_) => "Token(…)",
            Self::Checked(_) => "Checked(…)",
        })
    }
}

impl Access {
    /// Whether the headers of a request are accepted.
    pub(super) fn admits(&self, headers: &HeaderMap) -> bool {
        if matches!(self, Self::Open) {
            return true;
        }
        let mut values = headers.get_all(http::header::AUTHORIZATION).iter();
        // If there are two, a proxy may have checked the other one.
        let (Some(value), None) = (values.next(), values.next()) else {
            return false;
        };
        let given = value.to_str().ok().and_then(|value| {
            let (scheme, token) = value.split_once(' ')?;
            scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
        });
        match (self, given) {
            (Self::Token(token), Some(given)) => token.is(given),
            (Self::Checked(check), Some(given)) => check(given),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(value: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(http::header::AUTHORIZATION, value.parse().unwrap());
        headers
    }

    #[test]
    fn only_the_exact_token_is_accepted() {
        let secret = "0123456789abcdef0123";
        let access = Access::Token(Token::new(&format!(" {secret}\n")).unwrap());
        assert!(access.admits(&headers(&format!("Bearer {secret}"))));
        assert!(access.admits(&headers(&format!("bearer  {secret}"))));
        for wrong in [
            "Bearer",
            "Bearer ",
            "Bearer 0123456789abcdef012",
            "Bearer 0123456789abcdef01234",
            "Bearer 0123456789abcdef0124",
            "Basic 0123456789abcdef0123",
            "0123456789abcdef0123",
        ] {
            assert!(!access.admits(&headers(wrong)), "{wrong}");
        }
        assert!(!access.admits(&HeaderMap::new()));
        let mut twice = headers(&format!("Bearer {secret}"));
        twice.append(http::header::AUTHORIZATION, "Bearer x".parse().unwrap());
        assert!(!access.admits(&twice));
        assert!(Access::Open.admits(&HeaderMap::new()));
        let checked = Access::Checked(Arc::new(|token| token == "abc"));
        assert!(checked.admits(&headers("Bearer abc")) && !checked.admits(&headers("Bearer abd")));
    }

    #[test]
    fn a_weak_token_is_refused_and_none_is_printed() {
        let short = Token::new("secret").unwrap_err().to_string();
        assert!(
            short.contains("6 characters") && short.contains("openssl"),
            "{short}"
        );
        assert!(!short.contains("secret"));
        assert!(Token::new(&"x".repeat(5_000)).is_err());
        assert!(Token::new("has spaces in it, so it is none").is_err());
        let token = Token::new("0123456789abcdef").unwrap();
        assert!(!format!("{:?} {:?}", token, Access::Token(token.clone())).contains("0123"));
    }
}
