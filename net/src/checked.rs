//! A resolver that returns only addresses that a policy allows.

use std::net::SocketAddr;
use std::sync::Arc;

use crate::policy::FetchPolicy;

/// The error if no address of a host is allowed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum AddressError {
    /// The host has no address.
    #[error("the host was not found")]
    NotFound,
    /// None of its addresses is public.
    #[error("the host has no address on the public internet")]
    NotPublic,
}

/// Gives the HTTP client only addresses that the policy allows. The client connects to the checked
/// address and does not resolve the name again.
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
