//! `fetch` and services with an OpenAPI document.

use std::path::Path;

use isolate_host::Functions;
use isolate_net::{FetchPolicy, OpenApiOptions, add_fetch, add_openapi, parse_openapi};

use super::{Outside, named};
use crate::input::{self, Bound};

/// Adds `fetch` and the services of the flags.
pub(super) fn add(outside: &Outside, functions: &mut Functions) -> Result<(), String> {
    if !outside.net_header.is_empty() && outside.allow_net.is_empty() && outside.openapi.is_empty()
    {
        return Err(
            "--net-header needs requests to apply to: allow some with --allow-net, or give an --openapi document"
                .to_owned(),
        );
    }
    let mut policy = FetchPolicy::new();
    for line in &outside.net_header {
        policy
            .inject_line(line, |variable| std::env::var(variable).ok())
            .map_err(|fault| format!("--net-header: {fault}"))?;
    }
    let credentials = policy.clone();
    for rule in &outside.allow_net {
        policy
            .allow(rule)
            .map_err(|fault| format!("--allow-net {rule:?}: {fault}"))?;
    }
    for given in &outside.openapi {
        let (name, path) = named(given).ok_or_else(|| {
            format!("--openapi {given:?} is not valid: write --openapi NAME=FILE, such as --openapi pets=pets.json")
        })?;
        let text = input::file(Path::new(path), Bound::TEXT)?;
        let refused =
            |fault: isolate_net::OpenApiError| format!("--openapi {name}={path}: {fault}");
        let document = parse_openapi(&text).map_err(refused)?;
        let options = OpenApiOptions::new().policy(credentials.clone());
        add_openapi(functions, name, &document, &options).map_err(refused)?;
    }
    if !outside.allow_net.is_empty() {
        add_fetch(functions, &policy);
    }
    Ok(())
}
