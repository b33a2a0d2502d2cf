//! The headers that programs may send.

use http::Method;
use http::header::{
    CONNECTION, CONTENT_LENGTH, EXPECT, HOST, HeaderMap, HeaderName, HeaderValue, TE, TRAILER,
    TRANSFER_ENCODING, UPGRADE,
};

use crate::method::parse_method;

/// Headers that the connection sets. Another value would make the request ambiguous.
const OF_THE_CONNECTION: &[HeaderName] = &[
    CONNECTION,
    CONTENT_LENGTH,
    EXPECT,
    HOST,
    TE,
    TRAILER,
    TRANSFER_ENCODING,
    UPGRADE,
];

/// Further such headers, which have no constant, and headers without a meaning here.
const REFUSED: &[&str] = &[
    "accept-encoding",
    "cookie2",
    "http2-settings",
    "keep-alive",
    "set-cookie",
    "set-cookie2",
    "via",
];

/// Headers with which some servers override the method of a request.
const OF_METHODS: &[&str] = &[
    "x-http-method",
    "x-http-method-override",
    "x-method-override",
];

/// Why a header can never be sent.
pub(crate) fn fault_of_injected(name: &HeaderName) -> Option<&'static str> {
    let is_of_connection =
        OF_THE_CONNECTION.contains(name) || name == "keep-alive" || name == "proxy-connection";
    is_of_connection.then_some("the connection sets it")
}

/// Checks the headers of a request of a program.
///
/// `is_allowed` returns whether a method is allowed at the URL of the request.
pub(crate) fn of_program(
    given: &[(String, String)],
    is_allowed: impl Fn(&Method) -> bool,
) -> Result<HeaderMap, String> {
    let mut headers = HeaderMap::new();
    for (name, value) in given {
        let fault = |reason: &str| {
            let shown: String = name.chars().take(60).collect();
            format!("the header {shown:?} cannot be sent: {reason}; leave it out")
        };
        let header =
            HeaderName::from_bytes(name.as_bytes()).map_err(|_| fault("it is not a valid name"))?;
        if let Some(reason) = fault_of_injected(&header) {
            return Err(fault(reason));
        }
        if header == "accept-encoding" {
            return Err(fault("responses are not decompressed"));
        }
        let is_refused = REFUSED.contains(&header.as_str())
            || header.as_str().starts_with("proxy-")
            || header.as_str().starts_with("sec-");
        if is_refused {
            return Err(fault("it is reserved for the connection and for proxies"));
        }
        if OF_METHODS.contains(&header.as_str()) {
            for method in value.split(',') {
                let method = parse_method(&method.trim().to_ascii_uppercase());
                if !method.is_ok_and(|method| is_allowed(&method)) {
                    return Err(fault("it selects a method that is not allowed there"));
                }
            }
        }
        // Each code unit of the JavaScript string is one byte here, as the standard says.
        let bytes: Option<Vec<u8>> = value
            .chars()
            .map(|character| u8::try_from(u32::from(character)).ok())
            .collect();
        let value = bytes.and_then(|bytes| HeaderValue::from_bytes(&bytes).ok());
        let value = value.ok_or_else(|| {
            fault(
                "its value contains a line break, a control character or a character beyond U+00FF",
            )
        })?;
        if headers.try_append(header, value).is_err() {
            return Err(fault("there are too many"));
        }
    }
    Ok(headers)
}

/// The size of headers on the wire, in bytes.
pub(crate) fn weight(headers: &HeaderMap) -> usize {
    // A colon, a blank and a line break.
    let of_one = |(name, value): (&HeaderName, &HeaderValue)| name.as_str().len() + value.len() + 4;
    headers.iter().map(of_one).sum()
}

#[cfg(test)]
mod tests {
    use super::of_program;
    use http::Method;

    fn fault(name: &str, value: &str) -> Option<String> {
        of_program(&[(name.to_owned(), value.to_owned())], |method| {
            method == Method::POST
        })
        .err()
    }

    #[test]
    fn headers_of_the_connection_are_refused_by_name() {
        for name in [
            "Host",
            "content-length",
            "Transfer-Encoding",
            "CONNECTION",
            "Keep-Alive",
            "TE",
            "Trailer",
            "Upgrade",
            "Expect",
            "Via",
            "Cookie2",
            "Set-Cookie",
            "Proxy-Authorization",
            "Proxy-Connection",
            "Sec-Fetch-Site",
            "Accept-Encoding",
            "HTTP2-Settings",
            "X-HTTP-Method-Override",
            "a b",
            "a:b",
            "",
            "a\r\nb",
            "é",
        ] {
            let fault = fault(name, "DELETE").unwrap_or_else(|| panic!("{name}"));
            assert!(fault.contains(&format!("{name:?}")), "{fault}");
        }
        for value in ["a\r\nHost: evil", "a\nb", "a\0b", "a\u{100}", "\u{1}"] {
            assert!(fault("x-a", value).is_some(), "{value:?}");
        }
        for (name, value) in [
            ("Accept", "application/json"),
            ("Cookie", "a=b"),
            ("X-HTTP-Method-Override", "post"),
            ("x-latin", "caf\u{e9}"),
            ("x-empty", ""),
        ] {
            assert_eq!(fault(name, value), None);
        }
    }
}
