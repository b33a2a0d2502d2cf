//! What is set up alike for all clouds.

use std::collections::BTreeMap;
use std::str::FromStr;

use object_store::ClientConfigKey;

use crate::target::Target;
use crate::{OpenError, Settings};

/// How long a request and its connection may take.
pub(super) fn times(settings: &Settings) -> [(ClientConfigKey, String); 2] {
    let text = |time: std::time::Duration| format!("{} ms", time.as_millis().max(1));
    [
        (
            ClientConfigKey::Timeout,
            text(settings.timeout_of_request()),
        ),
        (
            ClientConfigKey::ConnectTimeout,
            text(settings.timeout_of_connect()),
        ),
    ]
}

/// The options behind the URL, and those of the settings in their place.
pub(super) fn options(target: &Target<'_>, settings: &Settings) -> BTreeMap<String, String> {
    let mut options: BTreeMap<String, String> = target.query().collect();
    options.extend(settings.options().clone());
    options
}

/// The key of an option.
pub(super) fn key<K: FromStr>(target: &Target<'_>, name: &str) -> Result<K, OpenError> {
    name.parse().map_err(|_| {
        let why = format!(
            "`{name}` is no option of `{}:`; `object_store` lists those that there are",
            target.scheme
        );
        OpenError::new(target, why)
    })
}

/// What a store is called: with the host, where it is not the cloud's own.
pub(super) fn name(
    target: &Target<'_>,
    bucket: &str,
    prefix: &str,
    endpoint: Option<&str>,
) -> String {
    let slash = if prefix.is_empty() { "" } else { "/" };
    let mut name = format!("{}://{bucket}{slash}{prefix}", target.scheme);
    let host = endpoint.and_then(|endpoint| {
        let url = url::Url::parse(endpoint).ok()?;
        let port = url.port().map_or(String::new(), |port| format!(":{port}"));
        Some(format!("{}{port}", url.host_str()?))
    });
    if let Some(host) = host {
        name.push_str(" at ");
        name.push_str(&host);
    }
    name
}

/// An error of what was configured.
pub(super) fn failed(target: &Target<'_>, error: &object_store::Error) -> OpenError {
    OpenError::new(target, error.to_string())
}

/// The encryption of connections, unless the process has chosen another one.
pub(super) fn provider() {
    let _ = rustls::crypto::ring::default_provider().install_default();
}
