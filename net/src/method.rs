//! HTTP methods.

use http::Method;

/// Methods that address proxies or return the request, including its credentials.
const METHODS_REFUSED: [&str; 3] = ["CONNECT", "TRACE", "TRACK"];

/// Parses a method and refuses those that are never allowed.
pub(crate) fn parse_method(name: &str) -> Result<Method, String> {
    if METHODS_REFUSED
        .iter()
        .any(|refused| refused.eq_ignore_ascii_case(name))
    {
        return Err(format!("the method {name} is never allowed"));
    }
    let is_token = !name.is_empty()
        && name.len() <= 32
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte));
    match Method::from_bytes(name.as_bytes()) {
        Ok(method) if is_token => Ok(method),
        _ => Err(format!("{name:?} is not a method")),
    }
}
