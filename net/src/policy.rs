//! The policy for requests of programs.

mod path;
mod rule;

use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use http::{HeaderName, HeaderValue, Method};
use isolate_host::Secrets;
use url::{Host, Url};

use crate::address::{Network, is_public};
use crate::resolve::{Resolve, SystemResolver};

pub(crate) use rule::Rule;

/// The maximum of the limit on responses: the value of a function has at most 64 MiB.
const RESPONSE_BYTES_CEILING: usize = 60 << 20;

/// The maximum of the limit on redirects, from the fetch standard.
const REDIRECTS_CEILING: usize = 20;

/// The requests that programs may send, the credentials that are added to them, and limits. A new
/// policy allows nothing.
///
/// ```
/// use isolate_net::FetchPolicy;
///
/// let mut policy = FetchPolicy::new();
/// policy
///     .allow("https://api.github.com/repos/**")?
///     .allow("GET https://example.com")?
///     .inject("https://api.github.com", "Authorization", "Bearer secret")?
///     .response_bytes_max(1 << 20);
/// # Ok::<(), isolate_net::PolicyError>(())
/// ```
#[derive(Clone)]
pub struct FetchPolicy {
    rules: Vec<Rule>,
    injected: Vec<Injected>,
    pub(crate) secrets: Secrets,
    private: Vec<Network>,
    pub(crate) resolver: Arc<dyn Resolve>,
    pub(crate) bounds: Bounds,
}

/// A header that the policy adds to requests.
#[derive(Clone)]
struct Injected {
    to: Rule,
    name: HeaderName,
    value: HeaderValue,
}

/// The limits of a policy.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub(crate) request_bytes_max: usize,
    pub(crate) response_bytes_max: usize,
    pub(crate) timeout: Duration,
    pub(crate) redirects_max: usize,
    pub(crate) requests_max: usize,
    pub(crate) concurrent_max: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            request_bytes_max: 8 << 20,
            response_bytes_max: 8 << 20,
            timeout: Duration::from_secs(10),
            redirects_max: 10,
            requests_max: 100,
            concurrent_max: 8,
        }
    }
}

/// A rule, origin, header or network that is not valid. The message quotes it and shows a valid form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PolicyError(String);

impl Default for FetchPolicy {
    fn default() -> Self {
        Self {
            rules: Vec::new(),
            injected: Vec::new(),
            secrets: Secrets::default(),
            private: Vec::new(),
            resolver: Arc::new(SystemResolver),
            bounds: Bounds::default(),
        }
    }
}

impl FetchPolicy {
    /// Creates a policy that allows nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Allows requests: `[METHOD[,METHOD] ]ORIGIN[/PATH]`.
    ///
    /// Without methods, GET, HEAD, POST, PUT, PATCH, DELETE and OPTIONS are allowed; without a path,
    /// all paths. In a path `*` matches any characters within a segment and `**` any number of
    /// segments, including none. A path that ends in `/` allows everything below it. The host may
    /// be `*.example.com`, which matches all subdomains, or `*`.
    ///
    /// A path is allowed only if every interpretation by a server matches: encoded slashes and dots
    /// are also tried as plain ones.
    ///
    /// A rule for a literal address or for `localhost` allows that address as well. All other hosts
    /// are reached only at public addresses: see [`Self::allow_private`].
    ///
    /// # Errors
    ///
    /// [`PolicyError`] if the rule is not valid. The policy is then unchanged.
    pub fn allow(&mut self, line: &str) -> Result<&mut Self, PolicyError> {
        self.rules.push(Rule::parse(line).map_err(PolicyError)?);
        Ok(self)
    }

    /// Allows everything below a URL. If the URL is not from a trusted source, a literal address in
    /// it must be public.
    pub(crate) fn allow_below(&mut self, url: &Url, is_trusted: bool) -> Result<(), String> {
        self.rules.push(Rule::below(url, is_trusted)?);
        Ok(())
    }

    /// Whether the policy has a rule.
    #[must_use]
    pub fn allows_anything(&self) -> bool {
        !self.rules.is_empty()
    }

    /// The rules, one per line, as they appear in messages.
    pub fn allowed(&self) -> impl Iterator<Item = String> {
        self.rules.iter().map(ToString::to_string)
    }

    /// Adds a header to every request to an origin, such as a credential that programs must not see.
    /// It replaces a header of the same name from the program.
    ///
    /// `origin` has the form of [`Self::allow`] without methods. It does not allow requests by
    /// itself. The value is never sent to another origin, even after a redirect. Responses and errors
    /// that contain the value have `[hidden]` in its place: see [`Secrets`].
    ///
    /// # Errors
    ///
    /// [`PolicyError`] if the origin is not valid or is `*`, or if the header is not valid or is set
    /// by the connection. The error never contains the value.
    pub fn inject(
        &mut self,
        origin: &str,
        name: &str,
        value: &str,
    ) -> Result<&mut Self, PolicyError> {
        let to = Rule::parse(origin).map_err(PolicyError)?;
        if to.is_of_all_hosts() || to.has_methods() {
            return Err(PolicyError(format!(
                "{origin:?} is not an origin for the header {name:?}: name one, such as https://api.example.com"
            )));
        }
        let header = HeaderName::from_bytes(name.trim().as_bytes()).ok();
        let header = header.filter(|name| crate::headers::fault_of_injected(name).is_none());
        let Some(header) = header else {
            return Err(PolicyError(format!(
                "the header {name:?} cannot be added: it is not a valid name, or the connection sets it"
            )));
        };
        let value = value.trim();
        let Ok(mut kept) = HeaderValue::from_str(value) else {
            return Err(PolicyError(format!(
                "the value of the header {name:?} cannot be sent: it contains a line break or another control character"
            )));
        };
        if value.is_empty() {
            return Err(PolicyError(format!("the header {name:?} has no value")));
        }
        kept.set_sensitive(true);
        self.secrets.add(value);
        self.injected.push(Injected {
            to,
            name: header,
            value: kept,
        });
        Ok(self)
    }

    /// Adds a header from one line, `ORIGIN=NAME: VALUE`. `${NAME}` is replaced by the variable of
    /// that name, such as an environment variable:
    /// `https://api.github.com=Authorization: Bearer ${GITHUB_TOKEN}`.
    ///
    /// # Errors
    ///
    /// Those of [`Self::inject`], and a variable without a value. The error never contains a value.
    pub fn inject_line(
        &mut self,
        line: &str,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<&mut Self, PolicyError> {
        // The value may be a secret: the message quotes the line up to it.
        let parts = line.split_once('=').and_then(|(origin, header)| {
            let (name, value) = header.split_once(':')?;
            Some((origin, name, value))
        });
        let Some((origin, name, value)) = parts else {
            let shown = line.split(['=', ':']).next().unwrap_or_default();
            return Err(PolicyError(format!(
                "the header that begins with {shown:?} is not valid: write it as https://api.example.com=Authorization: Bearer ${{API_TOKEN}}"
            )));
        };
        let mut filled = String::new();
        let mut rest = value;
        while let Some((before, after)) = rest.split_once("${") {
            filled.push_str(before);
            let Some((variable_name, after)) = after.split_once('}') else {
                return Err(PolicyError(format!(
                    "the header {name:?} of {origin:?} has a `${{` without its `}}`"
                )));
            };
            let found = variable(variable_name).filter(|value| !value.trim().is_empty());
            let Some(found) = found else {
                return Err(PolicyError(format!(
                    "the header {name:?} of {origin:?} needs the variable {variable_name}, which has no value"
                )));
            };
            self.secrets.add(found.trim());
            filled.push_str(found.trim());
            rest = after;
        }
        filled.push_str(rest);
        self.inject(origin, name, &filled)
    }

    /// Allows a network that is not public, for hosts that are allowed: `10.0.0.0/8`, `127.0.0.1`,
    /// `fd00::/8`.
    ///
    /// # Errors
    ///
    /// [`PolicyError`] if the text is neither an address nor a network.
    pub fn allow_private(&mut self, network: &str) -> Result<&mut Self, PolicyError> {
        self.private
            .push(network.trim().parse().map_err(PolicyError)?);
        Ok(self)
    }

    /// Sets the resolver of host names. Default: that of the machine. Its addresses are checked too,
    /// and connections go to the checked addresses.
    pub fn resolver(&mut self, resolver: impl Resolve + 'static) -> &mut Self {
        self.resolver = Arc::new(resolver);
        self
    }

    /// The maximum size of a request with its headers, in bytes. A request of exactly this size is
    /// sent. Default: 8 MiB.
    pub const fn request_bytes_max(&mut self, bytes: usize) -> &mut Self {
        self.bounds.request_bytes_max = bytes;
        self
    }

    /// The maximum size of a response with its headers, in bytes. A larger response fails the call;
    /// no more than this is held in memory. Default: 8 MiB; at most 60 MiB.
    pub fn response_bytes_max(&mut self, bytes: usize) -> &mut Self {
        self.bounds.response_bytes_max = bytes.min(RESPONSE_BYTES_CEILING);
        self
    }

    /// The time limit of a call, including redirects and the whole response. The wait for a slot does
    /// not count. Default: 10 s.
    pub const fn timeout(&mut self, timeout: Duration) -> &mut Self {
        self.bounds.timeout = timeout;
        self
    }

    /// The maximum number of redirects of one call. Default: 10; at most 20.
    pub fn redirects_max(&mut self, redirects: usize) -> &mut Self {
        self.bounds.redirects_max = redirects.min(REDIRECTS_CEILING);
        self
    }

    /// The maximum number of requests of one run, including redirects. Default: 100.
    pub const fn requests_max(&mut self, requests: usize) -> &mut Self {
        self.bounds.requests_max = requests;
        self
    }

    /// The maximum number of concurrent calls of one run. Further calls wait. Default: 8; at least
    /// 1.
    pub fn concurrent_max(&mut self, calls: usize) -> &mut Self {
        self.bounds.concurrent_max = calls.max(1);
        self
    }

    /// Why a request may not be sent.
    pub(crate) fn refusal(&self, method: &Method, url: &Url) -> Option<String> {
        if !matches!(url.scheme(), "http" | "https") {
            return Some(format!(
                "only http and https can be fetched, but {} is neither: files are read with state.readFile(path)",
                told(url)
            ));
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Some(format!(
                "{} contains a user name or a password: leave them out",
                told(url)
            ));
        }
        let rules = self.rules.iter().filter(|rule| rule.is_of_origin(url));
        let mut rules = rules.filter(|rule| rule.has_method(method)).peekable();
        let is_of_method = rules.peek().is_some();
        if rules.any(|rule| rule.has_path(url)) {
            return self.refused_literal(url);
        }
        let is_of_origin = self.rules.iter().any(|rule| rule.is_of_origin(url));
        let has_lower_case = method
            .as_str()
            .bytes()
            .any(|byte| byte.is_ascii_lowercase());
        let what = match (is_of_method, is_of_origin, has_lower_case) {
            (true, ..) => "its path is not allowed",
            (false, true, true) => "its method is not allowed, or must be in capitals",
            (false, true, false) => "its method is not allowed",
            (false, false, _) => "its origin is not allowed",
        };
        let mut allowed = self.allowed().collect::<Vec<_>>().join(", ");
        if allowed.is_empty() {
            allowed.push_str("nothing");
        }
        Some(format!(
            "{method} {} cannot be fetched: {what} in this run. Allowed: {allowed}",
            told(url)
        ))
    }

    /// Whether a method is allowed at some path of this origin.
    pub(crate) fn has_method(&self, method: &Method, url: &Url) -> bool {
        self.rules
            .iter()
            .any(|rule| rule.is_of_origin(url) && rule.has_method(method) && rule.has_path(url))
    }

    /// Why a literal address may not be connected to. The resolver does not check it.
    fn refused_literal(&self, url: &Url) -> Option<String> {
        let address = match url.host()? {
            Host::Ipv4(address) => IpAddr::V4(address),
            Host::Ipv6(address) => IpAddr::V6(address),
            Host::Domain(_) => return None,
        };
        let is_named = self
            .rules
            .iter()
            .any(|rule| rule.is_of_origin(url) && url.host().is_some_and(|host| rule.names(&host)));
        let is_allowed = is_named || self.is_allowed_address(address);
        (!is_allowed).then(|| {
            format!(
                "{} cannot be fetched: its address is not on the public internet",
                told(url)
            )
        })
    }

    /// Whether any host may resolve to this address.
    pub(crate) fn is_allowed_address(&self, address: IpAddr) -> bool {
        is_public(address) || self.private.iter().any(|network| network.contains(address))
    }

    /// Whether a rule names this host, which is the local machine.
    pub(crate) fn names_localhost(&self, host: &str) -> bool {
        (host == "localhost" || host.ends_with(".localhost"))
            && self
                .rules
                .iter()
                .any(|rule| rule.names(&Host::Domain(host)))
    }

    /// The headers that are added to a request to this URL.
    pub(crate) fn injected_for(
        &self,
        url: &Url,
    ) -> impl Iterator<Item = (&HeaderName, &HeaderValue)> {
        self.injected
            .iter()
            .filter(|injected| injected.to.is_of_origin(url) && injected.to.has_path(url))
            .map(|injected| (&injected.name, &injected.value))
    }
}

/// Does not print the values of headers.
impl fmt::Debug for FetchPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FetchPolicy")
            .field("allowed", &self.allowed().collect::<Vec<_>>())
            .field("bounds", &self.bounds)
            .finish_non_exhaustive()
    }
}

/// A URL for messages and records: without user, query and fragment, which may contain secrets.
pub(crate) fn told(url: &Url) -> String {
    let mut text = match url.origin() {
        url::Origin::Tuple(..) => url.origin().ascii_serialization(),
        url::Origin::Opaque(_) => {
            let text = url.as_str();
            let end = text.char_indices().nth(60).map_or(text.len(), |(at, _)| at);
            return text[..end].to_owned();
        }
    };
    text.push_str(url.path());
    if url.query().is_some() {
        text.push_str("?…");
    }
    match text.char_indices().nth(300) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}
