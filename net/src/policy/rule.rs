//! A rule of an allow list.

use std::fmt;

use http::Method;
use url::{Host, Url};

use super::path;
use crate::method::parse_method;

/// The methods that a rule without methods allows.
pub(super) const METHODS: [Method; 7] = [
    Method::GET,
    Method::HEAD,
    Method::POST,
    Method::PUT,
    Method::PATCH,
    Method::DELETE,
    Method::OPTIONS,
];

/// The hosts of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Hosts {
    /// One host.
    One(Host<String>),
    /// All subdomains of a host: `*.example.com`.
    Below(String),
    /// All hosts: `*`.
    All,
}

/// The segments of a path pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Pattern {
    /// As sent.
    sent: Vec<String>,
    /// As interpreted by a server that decodes them.
    decoded: Vec<String>,
}

impl Pattern {
    fn new(sent: Vec<String>) -> Option<Self> {
        let decode = |segment: &String| path::decode(segment);
        let decoded = sent.iter().map(decode).collect::<Option<_>>()?;
        Some(Self { sent, decoded })
    }

    /// Whether every interpretation of a path matches.
    fn fits(&self, path: &str) -> bool {
        path::readings(path).is_some_and(|readings| {
            readings.iter().enumerate().all(|(encoded, reading)| {
                let pattern = if encoded == 0 {
                    &self.sent
                } else {
                    &self.decoded
                };
                path::fits(pattern, reading)
            })
        })
    }
}

/// A rule: methods, an origin and paths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rule {
    /// Empty: all of [`METHODS`].
    methods: Vec<Method>,
    scheme: String,
    hosts: Hosts,
    port: u16,
    /// The pattern; `None` allows every path.
    path: Option<Pattern>,
    /// Whether the rule also allows the literal address, or that of `localhost`.
    names_its_host: bool,
    /// The text for messages.
    text: String,
}

impl Rule {
    /// Parses `[METHOD[,METHOD] ]ORIGIN[/PATH]`.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let fault = |reason: &str| {
            format!(
                "{text:?} is not a valid rule: {reason}; write it as https://api.example.com, https://api.example.com/v1/** or GET,HEAD https://api.example.com/items/*"
            )
        };
        let trimmed = text.trim();
        let (methods, target) = match trimmed.rsplit_once(char::is_whitespace) {
            Some((methods, target)) => (
                parse_methods(methods).map_err(|reason| fault(&reason))?,
                target,
            ),
            None => (Vec::new(), trimmed),
        };
        let Some((scheme, rest)) = target.split_once("://") else {
            return Err(fault("the origin has no scheme"));
        };
        let scheme = scheme.to_ascii_lowercase();
        if scheme != "https" && scheme != "http" {
            return Err(fault("the scheme must be https or http"));
        }
        let (authority, path) = match rest.find(['/', '\\', '?', '#']) {
            Some(at) => rest.split_at(at),
            None => (rest, ""),
        };
        if authority.contains('@') {
            return Err(fault(
                "an origin has no user name: give credentials as an injected header",
            ));
        }
        if path.contains(['?', '#', '\\']) {
            return Err(fault("a path has no query, no fragment and no backslash"));
        }
        let (hosts, port) = parse_authority(&scheme, authority).map_err(|reason| fault(&reason))?;
        let path = parse_path(path).map_err(|reason| fault(&reason))?;
        let mut rule = Self {
            methods,
            scheme,
            hosts,
            port,
            path,
            names_its_host: true,
            text: String::new(),
        };
        rule.text = rule.told();
        Ok(rule)
    }

    /// A rule for a URL and everything below it: the server of a document.
    pub(super) fn below(url: &Url, is_trusted: bool) -> Result<Self, String> {
        let origin = url.origin().ascii_serialization();
        let path = url.path().trim_end_matches('/');
        let mut rule = Self::parse(&origin)?;
        rule.names_its_host = is_trusted;
        if !path.is_empty() {
            let mut segments: Vec<String> = path[1..].split('/').map(str::to_owned).collect();
            segments.push("**".to_owned());
            let fault = || format!("the path of {url} is not valid");
            rule.path = Some(Pattern::new(segments).ok_or_else(fault)?);
            rule.text = rule.told();
        }
        Ok(rule)
    }

    /// Whether the origin matches that of this URL.
    pub(super) fn is_of_origin(&self, url: &Url) -> bool {
        url.scheme() == self.scheme
            && url.port_or_known_default() == Some(self.port)
            && match (&self.hosts, url.host()) {
                (Hosts::All, Some(_)) => true,
                (Hosts::One(own), Some(host)) => host == *own,
                (Hosts::Below(domain), Some(Host::Domain(host))) => {
                    let below = host.strip_suffix(domain.as_str());
                    below.is_some_and(|below| below.len() > 1 && below.ends_with('.'))
                }
                (_, Some(_) | None) => false,
            }
    }

    /// Whether the rule allows this method.
    pub(super) fn has_method(&self, method: &Method) -> bool {
        let methods = match self.methods.as_slice() {
            [] => METHODS.as_slice(),
            methods => methods,
        };
        methods.contains(method)
    }

    /// Whether the rule allows every interpretation of this path.
    pub(super) fn has_path(&self, url: &Url) -> bool {
        self.path
            .as_ref()
            .is_none_or(|pattern| pattern.fits(url.path()))
    }

    /// Whether the rule names exactly this host.
    pub(super) fn names(&self, host: &Host<&str>) -> bool {
        self.names_its_host && matches!(&self.hosts, Hosts::One(own) if host == own)
    }

    pub(super) const fn is_of_all_hosts(&self) -> bool {
        matches!(self.hosts, Hosts::All)
    }

    pub(super) const fn has_methods(&self) -> bool {
        !self.methods.is_empty()
    }

    fn told(&self) -> String {
        let methods: Vec<&str> = self.methods.iter().map(Method::as_str).collect();
        let separator = if methods.is_empty() { "" } else { " " };
        let hosts = match &self.hosts {
            Hosts::All => "*".to_owned(),
            Hosts::One(host) => host.to_string(),
            Hosts::Below(domain) => format!("*.{domain}"),
        };
        let port = match self.port {
            port if port == default_port(&self.scheme) => String::new(),
            port => format!(":{port}"),
        };
        let path = self.path.iter().flat_map(|pattern| &pattern.sent);
        let path: String = path.map(|segment| format!("/{segment}")).collect();
        let (methods, scheme) = (methods.join(","), &self.scheme);
        format!("{methods}{separator}{scheme}://{hosts}{port}{path}")
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

fn default_port(scheme: &str) -> u16 {
    if scheme == "https" { 443 } else { 80 }
}

fn parse_methods(text: &str) -> Result<Vec<Method>, String> {
    let mut methods = Vec::new();
    for name in text
        .split([',', ' ', '\t', '|'])
        .filter(|name| !name.is_empty())
    {
        let method = parse_method(&name.to_ascii_uppercase())?;
        if !methods.contains(&method) {
            methods.push(method);
        }
    }
    Ok(methods)
}

fn parse_authority(scheme: &str, authority: &str) -> Result<(Hosts, u16), String> {
    let (host, port) = match authority.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => {
            let number = port.parse().ok().filter(|number| *number != 0);
            match number.filter(|_| port.bytes().all(|byte| byte.is_ascii_digit())) {
                Some(number) => (host, number),
                None => return Err(format!("{port:?} is not a port")),
            }
        }
        _ => (authority, default_port(scheme)),
    };
    if host == "*" {
        return Ok((Hosts::All, port));
    }
    let (is_below, host) = match host.strip_prefix("*.") {
        Some(domain) => (true, domain),
        None => (false, host),
    };
    if host.is_empty() || host.contains('*') {
        return Err("a host may begin with `*.` or be `*`, and contains no other `*`".to_owned());
    }
    // As a URL is read: names in lower case and in ASCII, addresses in their usual form.
    let url = Url::parse(&format!("{scheme}://{host}/"));
    let parsed = url
        .ok()
        .and_then(|url| url.host().map(|host| host.to_owned()));
    let Some(parsed) = parsed else {
        return Err(format!("{host:?} is not a host"));
    };
    match (is_below, parsed) {
        (true, Host::Domain(domain)) => Ok((Hosts::Below(domain), port)),
        (true, _) => Err("an address has no subdomains".to_owned()),
        (false, host) => Ok((Hosts::One(host), port)),
    }
}

fn parse_path(path: &str) -> Result<Option<Pattern>, String> {
    if path.is_empty() || path == "/" || path == "/**" {
        return Ok(None);
    }
    // As a URL is written, but for the stars.
    let written = match Url::parse(&format!("https://host{path}")) {
        Ok(url) => url.path().to_owned(),
        Err(_) => return Err("the path is not valid".to_owned()),
    };
    if path::readings(&written).is_none_or(|readings| readings.len() > 2)
        || written.split('/').count() != path.split('/').count()
        || ["%2a", "%2f", "%5c"]
            .iter()
            .any(|code| written.to_ascii_lowercase().contains(code))
    {
        return Err("the path contains `.`, `..`, or an encoded `/`, `*` or `%`".to_owned());
    }
    let mut segments: Vec<String> = written[1..].split('/').map(str::to_owned).collect();
    if let Some(bad) = segments
        .iter()
        .find(|segment| segment.contains("**") && *segment != "**")
    {
        return Err(format!(
            "`**` stands for whole segments, but {bad:?} contains more"
        ));
    }
    if segments.last().is_some_and(String::is_empty) {
        segments.pop();
        segments.push("**".to_owned());
    }
    let pattern = Pattern::new(segments).ok_or_else(|| "the path is not UTF-8".to_owned())?;
    Ok(Some(pattern))
}
