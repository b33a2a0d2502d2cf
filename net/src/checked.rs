//! Only addresses that a policy allows are connected to.

use std::error::Error;
use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;

use crate::policy::FetchPolicy;

/// No address of a host may be connected to.
#[derive(Debug)]
pub(crate) enum AddressError {
    /// The host has none.
    NotFound,
    /// None of them is of the public internet.
    NotPublic,
}

impl fmt::Display for AddressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotFound => "the host was not found",
            Self::NotPublic => "the host has no address on the public internet",
        })
    }
}

impl Error for AddressError {}

/// Gives the client addresses that the policy allows, and no others: it connects to what was
/// looked at here, whatever a second look-up would answer.
pub(crate) struct Checked {
    pub(crate) policy: Arc<FetchPolicy>,
}

impl reqwest::dns::Resolve for Checked {
    fn resolve(&self, name: reqwest::dns::Name) -> reqwest::dns::Resolving {
        let policy = Arc::clone(&self.policy);
        Box::pin(async move {
            let host = name.as_str();
            let found = policy.resolver.resolve(host).await;
            let found = found.map_err(|_| AddressError::NotFound)?;
            if found.is_empty() {
                return Err(AddressError::NotFound.into());
            }
            let is_local = policy.names_localhost(host);
            let allowed: Vec<SocketAddr> = found
                .into_iter()
                .filter(|address| {
                    policy.is_allowed_address(*address)
                        || (is_local && address.to_canonical().is_loopback())
                })
                .map(|address| SocketAddr::new(address, 0))
                .collect();
            if allowed.is_empty() {
                return Err(AddressError::NotPublic.into());
            }
            let allowed: reqwest::dns::Addrs = Box::new(allowed.into_iter());
            Ok(allowed)
        })
    }
}
