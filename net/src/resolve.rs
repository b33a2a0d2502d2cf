//! Resolves host names.

use std::future::Future;
use std::io;
use std::net::IpAddr;
use std::pin::Pin;

/// The future of [`Resolve::resolve`].
pub type Resolved = Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send>>;

/// A resolver of host names.
pub trait Resolve: Send + Sync {
    /// Returns the addresses of a host, in the order in which they are tried.
    fn resolve(&self, host: &str) -> Resolved;
}

impl<F: Fn(&str) -> Vec<IpAddr> + Send + Sync> Resolve for F {
    fn resolve(&self, host: &str) -> Resolved {
        let addresses = self(host);
        Box::pin(async move { Ok(addresses) })
    }
}

/// The resolver of the machine.
pub(crate) struct SystemResolver;

impl Resolve for SystemResolver {
    fn resolve(&self, host: &str) -> Resolved {
        let host = host.to_owned();
        Box::pin(async move {
            let found = tokio::net::lookup_host((host, 0)).await?;
            Ok(found.map(|address| address.ip()).collect())
        })
    }
}
