//! Which names of the server and which web pages requests may come with.
//!
//! A page of another site can make a browser send requests to this machine, also under a name that the
//! site's owner points here.

use std::net::IpAddr;

use http::{HeaderMap, StatusCode, header};

use crate::problem::Problem;

/// Names of this machine.
const OWN: [&str; 3] = ["localhost", "127.0.0.1", "::1"];

/// The names and origins that are accepted.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    /// None if every name is accepted.
    hosts: Option<Vec<String>>,
    origins: Vec<String>,
}

impl Names {
    /// Those of a server that listens at an address. If it is reached at all addresses, and no name is
    /// given, it accepts all: it needs a token then.
    pub(crate) fn of(ip: IpAddr, hosts: &[String], origins: &[String]) -> Self {
        let is_any = ip.is_unspecified() && hosts.is_empty();
        let own = OWN.map(str::to_owned).into_iter().chain([ip.to_string()]);
        let given = hosts.iter().map(|host| host.to_ascii_lowercase());
        let origins = origins.iter().map(|origin| origin.to_ascii_lowercase());
        Self {
            hosts: (!is_any).then(|| own.chain(given).collect()),
            origins: origins.collect(),
        }
    }

    pub(crate) fn check(&self, headers: &HeaderMap) -> Result<(), Problem> {
        for name in [header::HOST, header::ORIGIN] {
            // A proxy in between might read the other one.
            if headers.get_all(&name).iter().count() > 1 {
                return Err(Problem::invalid(format!(
                    "there are two headers {name}: send one"
                )));
            }
        }
        let text = |name: header::HeaderName| {
            let value = headers.get(name)?;
            Some(value.to_str().unwrap_or("?").to_ascii_lowercase())
        };
        if let (Some(hosts), Some(host)) = (&self.hosts, text(header::HOST))
            && !hosts.contains(&host)
            && !hosts.iter().any(|known| known == without_port(&host))
        {
            return Err(refused(&format!(
                "the server does not answer to the name {host:?}: whoever runs it can add it with --allow-host"
            )));
        }
        let Some(origin) = text(header::ORIGIN) else {
            return Ok(());
        };
        let of_this_machine = ["http://", "https://"].iter().any(|scheme| {
            let host = origin.strip_prefix(scheme).map(without_port);
            host.is_some_and(|host| OWN.contains(&host))
        });
        match of_this_machine || self.origins.contains(&origin) {
            true => Ok(()),
            false => Err(refused(&format!(
                "pages of {origin:?} may not use the server: whoever runs it can add them with --allow-origin"
            ))),
        }
    }
}

/// A host without its port, and an address of version 6 without its brackets.
fn without_port(host: &str) -> &str {
    if let Some(rest) = host.strip_prefix('[') {
        return rest.split(']').next().unwrap_or(rest);
    }
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

fn refused(detail: &str) -> Problem {
    Problem::new(StatusCode::FORBIDDEN, "EACCES", detail)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn admits(names: &Names, host: &str, origin: &str) -> bool {
        let mut headers = HeaderMap::new();
        for (name, value) in [(header::HOST, host), (header::ORIGIN, origin)] {
            if !value.is_empty() {
                headers.insert(name, value.parse().unwrap());
            }
        }
        names.check(&headers).is_ok()
    }

    #[test]
    fn names_and_pages_of_others_are_refused() {
        let own: IpAddr = "127.0.0.1".parse().unwrap();
        let names = Names::of(
            own,
            &["api.example.com".to_owned()],
            &["https://app.example.com".to_owned()],
        );
        for (host, origin, expected) in [
            ("localhost:8931", "", true),
            ("[::1]:8931", "", true),
            ("API.example.com", "", true),
            ("api.example.com:443", "", true),
            ("evil.example.com", "", false),
            ("localhost.evil.example.com", "", false),
            ("localhost", "http://localhost:3000", true),
            ("localhost", "https://app.example.com", true),
            ("localhost", "https://evil.example.com", false),
            ("localhost", "null", false),
            ("localhost", "http://localhost.evil.example.com", false),
        ] {
            assert_eq!(admits(&names, host, origin), expected, "{host} {origin}");
        }
        let all = Names::of("0.0.0.0".parse().unwrap(), &[], &[]);
        assert!(admits(&all, "anything.example.com", ""));
        let mut twice = HeaderMap::new();
        twice.append(header::HOST, "localhost".parse().unwrap());
        twice.append(header::HOST, "localhost".parse().unwrap());
        assert!(names.check(&twice).is_err());
    }
}
