//! One request, from its check to the last byte of its response.

use std::error::Error as StdError;
use std::io;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use http::header::{
    ACCEPT, AUTHORIZATION, CONTENT_ENCODING, CONTENT_LANGUAGE, CONTENT_LOCATION, CONTENT_TYPE,
    COOKIE, LOCATION, USER_AGENT,
};
use http::{HeaderMap, HeaderValue, Method, StatusCode};
use url::Url;

use crate::checked::{AddressError, Checked};
use crate::headers;
use crate::policy::{FetchPolicy, told};
use crate::runs::Requests;

/// The default `User-Agent`: some servers refuse requests without one.
const AGENT: HeaderValue = HeaderValue::from_static("isolate");

/// How redirects are handled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Redirect {
    /// Redirects are followed.
    Follow,
    /// A redirect is an error.
    Error,
    /// A redirect is returned as the response.
    Manual,
}

/// A request of a program.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) method: Method,
    pub(crate) url: Url,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Option<Vec<u8>>,
    pub(crate) redirect: Redirect,
    /// A time limit, if shorter than that of the policy.
    pub(crate) timeout: Option<Duration>,
}

/// A response for a program.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) url: Url,
    pub(crate) status: StatusCode,
    /// Each character of a value is one byte.
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
    pub(crate) is_redirected: bool,
}

/// Why a request failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) code: &'static str,
    pub(crate) message: String,
}

impl Failure {
    pub(crate) fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
        }
    }
}

/// The code of a call that exceeded its own time limit, shorter than the policy's.
pub(crate) const CODE_OF_SIGNAL: &str = "ESIGNALTIMEOUT";

/// Sends requests within one policy.
pub(crate) struct Client {
    pub(crate) policy: Arc<FetchPolicy>,
    http: OnceLock<Result<reqwest::Client, String>>,
}

impl Client {
    pub(crate) fn new(policy: FetchPolicy) -> Self {
        Self {
            policy: Arc::new(policy),
            http: OnceLock::new(),
        }
    }

    /// The HTTP client, which reads the certificates of the machine when it is created.
    fn http(&self) -> Result<&reqwest::Client, Failure> {
        let http = self.http.get_or_init(|| {
            // A provider that the process has already is as good.
            let _ = rustls::crypto::ring::default_provider().install_default();
            let checked = Checked {
                policy: Arc::clone(&self.policy),
            };
            reqwest::Client::builder()
                .no_proxy()
                // Other users of the client in the same build may have switched these on.
                .no_gzip()
                .no_brotli()
                .no_deflate()
                .no_zstd()
                .http1_only()
                .referer(false)
                .redirect(reqwest::redirect::Policy::none())
                .retry(reqwest::retry::never())
                .dns_resolver(checked)
                .build()
                .map_err(|cause| innermost(&cause))
        });
        let fault = |cause: &String| {
            Failure::new("EIO", format!("the HTTP client cannot be set up: {cause}"))
        };
        http.as_ref().map_err(fault)
    }

    /// Sends a request, follows redirects, and reads the response.
    pub(crate) async fn send(
        &self,
        request: Request,
        requests: &Requests,
    ) -> Result<Response, Failure> {
        let bounds = &self.policy.bounds;
        let (limit, is_of_signal) = match request.timeout {
            Some(given) if given < bounds.timeout => (given, true),
            _ => (bounds.timeout, false),
        };
        let what = format!("{} {}", request.method, told(&request.url));
        match tokio::time::timeout(limit, self.send_all(request, requests)).await {
            Ok(result) => result,
            Err(_) if is_of_signal => Err(Failure::new(
                CODE_OF_SIGNAL,
                "The operation was aborted due to timeout",
            )),
            Err(_) => Err(Failure::new(
                "ETIMEDOUT",
                format!("{what} was not answered within {} ms", limit.as_millis()),
            )),
        }
    }

    async fn send_all(&self, request: Request, requests: &Requests) -> Result<Response, Failure> {
        let Request {
            mut method,
            mut url,
            headers: given,
            mut body,
            redirect,
            timeout: _,
        } = request;
        url.set_fragment(None);
        self.check(&method, &url)?;
        let has_method = |method: &Method| self.policy.has_method(method, &url);
        let mut own = headers::of_program(&given, has_method)
            .map_err(|message| Failure::new("EINVAL", message))?;
        let mut redirects = 0;
        loop {
            let response = self
                .send_one(&method, &url, &own, body.as_ref(), requests)
                .await?;
            let target = match redirect {
                Redirect::Manual => None,
                Redirect::Follow | Redirect::Error => target_of(&response, &url)?,
            };
            let Some(mut target) = target else {
                return self.read(response, &method, url, redirects > 0).await;
            };
            if redirect == Redirect::Error {
                return Err(Failure::new(
                    "EREDIRECT",
                    format!(
                        "{method} {} redirects, but `redirect: \"error\"` was given",
                        told(&url)
                    ),
                ));
            }
            redirects += 1;
            if redirects > self.policy.bounds.redirects_max {
                return Err(Failure::new(
                    "EREDIRECT",
                    format!(
                        "{method} {} redirects more than {} times in a row",
                        told(&url),
                        self.policy.bounds.redirects_max
                    ),
                ));
            }
            if becomes_get(response.status(), &method) {
                method = Method::GET;
                body = None;
                for name in [
                    CONTENT_ENCODING,
                    CONTENT_LANGUAGE,
                    CONTENT_LOCATION,
                    CONTENT_TYPE,
                ] {
                    own.remove(name);
                }
            }
            if target.origin() != url.origin() {
                own.remove(AUTHORIZATION);
                own.remove(COOKIE);
            }
            target.set_fragment(None);
            self.check(&method, &target).map_err(|mut failure| {
                failure.message = format!("{} redirects: {}", told(&url), failure.message);
                failure
            })?;
            // A header may select a method that is allowed where it came from, and not here.
            headers::of_program(&given, |method| self.policy.has_method(method, &target)).map_err(
                |message| Failure::new("EACCES", format!("{} redirects: {message}", told(&url))),
            )?;
            url = target;
        }
    }

    fn check(&self, method: &Method, url: &Url) -> Result<(), Failure> {
        match self.policy.refusal(method, url) {
            Some(refusal) => Err(Failure::new("EACCES", refusal)),
            None => Ok(()),
        }
    }

    /// Sends one request whose URL was checked.
    async fn send_one(
        &self,
        method: &Method,
        url: &Url,
        own: &HeaderMap,
        body: Option<&Vec<u8>>,
        requests: &Requests,
    ) -> Result<reqwest::Response, Failure> {
        let bounds = &self.policy.bounds;
        if !requests.count(bounds.requests_max) {
            return Err(Failure::new(
                "ELIMIT",
                format!(
                    "{method} {} was not sent: a run may send {} requests, including redirects",
                    told(url),
                    bounds.requests_max
                ),
            ));
        }
        let mut headers = own.clone();
        headers.entry(USER_AGENT).or_insert(AGENT);
        headers
            .entry(ACCEPT)
            .or_insert(HeaderValue::from_static("*/*"));
        for (name, value) in self.policy.injected_for(url) {
            headers.insert(name, value.clone());
        }
        let bytes = url.as_str().len() + headers::weight(&headers) + body.map_or(0, Vec::len);
        if bytes > bounds.request_bytes_max {
            return Err(Failure::new(
                "E2BIG",
                format!(
                    "{method} {} has {bytes} bytes, but a request may have {}: send less at once",
                    told(url),
                    bounds.request_bytes_max
                ),
            ));
        }
        let mut request = self
            .http()?
            .request(method.clone(), url.clone())
            .headers(headers);
        if let Some(body) = body {
            request = request.body(body.clone());
        }
        request
            .send()
            .await
            .map_err(|error| failed(&error, method, url))
    }

    /// Reads a response up to its limit.
    async fn read(
        &self,
        mut response: reqwest::Response,
        method: &Method,
        url: Url,
        is_redirected: bool,
    ) -> Result<Response, Failure> {
        let bytes_max = self.policy.bounds.response_bytes_max;
        let too_much = || {
            Failure::new(
                "E2BIG",
                format!(
                    "the answer of {method} {} has more than {bytes_max} bytes: ask for less, such as one page or fewer fields",
                    told(&url)
                ),
            )
        };
        let mut bytes = headers::weight(response.headers());
        let announced = match *method {
            Method::HEAD => 0,
            _ => response.content_length().unwrap_or(0),
        };
        if (bytes as u64).saturating_add(announced) > bytes_max as u64 {
            return Err(too_much());
        }
        let mut body = Vec::new();
        let failed = |error: reqwest::Error| failed(&error, method, &url);
        while let Some(chunk) = response.chunk().await.map_err(failed)? {
            bytes += chunk.len();
            if bytes > bytes_max {
                return Err(too_much());
            }
            body.extend_from_slice(&chunk);
        }
        let headers = response.headers().iter().map(|(name, value)| {
            let value = value.as_bytes().iter().map(|byte| char::from(*byte));
            (name.as_str().to_owned(), value.collect())
        });
        Ok(Response {
            status: response.status(),
            headers: headers.collect(),
            url,
            body,
            is_redirected,
        })
    }
}

/// The target of a redirect, if the response is one.
fn target_of(response: &reqwest::Response, url: &Url) -> Result<Option<Url>, Failure> {
    let leads = matches!(response.status().as_u16(), 301 | 302 | 303 | 307 | 308);
    let Some(location) = response.headers().get(LOCATION).filter(|_| leads) else {
        return Ok(None);
    };
    let location = String::from_utf8_lossy(location.as_bytes());
    match url.join(&location) {
        Ok(target) => Ok(Some(target)),
        Err(_) => Err(Failure::new(
            "EREDIRECT",
            format!("{} redirects to an invalid URL", told(url)),
        )),
    }
}

/// Whether a redirected request is sent as GET without its body, by the fetch standard.
fn becomes_get(status: StatusCode, method: &Method) -> bool {
    match status.as_u16() {
        301 | 302 => *method == Method::POST,
        303 => *method != Method::GET && *method != Method::HEAD,
        _ => false,
    }
}

/// The error of a failed request.
fn failed(error: &reqwest::Error, method: &Method, url: &Url) -> Failure {
    let host = url.host_str().unwrap_or_default();
    let (code, reason) = causes(error)
        .find_map(|cause| known(cause, host))
        .unwrap_or_else(|| {
            let what = match error.is_connect() {
                true => "the connection failed",
                false => "the response is not HTTP or ended too early",
            };
            ("EPROTO", format!("{what} ({})", innermost(error)))
        });
    Failure::new(code, format!("{method} {} failed: {reason}", told(url)))
}

/// The code and the reason of a cause, unless the causes of that say more.
fn known(cause: &(dyn StdError + 'static), host: &str) -> Option<(&'static str, String)> {
    let insecure = |tls: &rustls::Error| ("EPROTO", format!("no secure connection: {tls}"));
    if let Some(tls) = cause.downcast_ref::<rustls::Error>() {
        return Some(insecure(tls));
    }
    if let Some(error) = cause.downcast_ref::<AddressError>() {
        return Some(match error {
            AddressError::NotFound => ("ENOTFOUND", format!("the host {host} was not found")),
            AddressError::NotPublic => (
                "EACCES",
                format!("{host} has no address on the public internet"),
            ),
        });
    }
    let io = cause.downcast_ref::<io::Error>()?;
    let (code, reason) = match io.kind() {
        io::ErrorKind::ConnectionRefused => ("ECONNREFUSED", "nothing listens there"),
        io::ErrorKind::ConnectionReset | io::ErrorKind::BrokenPipe => {
            ("ECONNRESET", "the server closed the connection")
        }
        io::ErrorKind::UnexpectedEof => (
            "ECONNRESET",
            "the server closed the connection before the end",
        ),
        io::ErrorKind::HostUnreachable | io::ErrorKind::NetworkUnreachable => {
            ("EHOSTUNREACH", "there is no route to the host")
        }
        _ => return io.get_ref()?.downcast_ref().map(insecure),
    };
    Some((code, reason.to_owned()))
}

/// An error and its causes, the outermost first.
fn causes<'e>(
    error: &'e (dyn StdError + 'static),
) -> impl Iterator<Item = &'e (dyn StdError + 'static)> {
    std::iter::successors(Some(error), |error| StdError::source(*error))
}

/// The text of the innermost cause of an error.
fn innermost(error: &(dyn StdError + 'static)) -> String {
    let text = causes(error)
        .last()
        .map(ToString::to_string)
        .unwrap_or_default();
    text.chars().take(200).collect()
}
