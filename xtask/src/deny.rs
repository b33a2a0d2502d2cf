//! Licences and sources of dependencies, by the same file that `cargo deny` reads, and without its
//! database: that lies on a server which not every machine reaches.

use std::collections::BTreeSet;

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;

use crate::metadata::{self, Package};

#[derive(Deserialize)]
struct Rules {
    licenses: Licences,
}

#[derive(Deserialize)]
struct Licences {
    allow: BTreeSet<String>,
}

/// The end of the name of the one registry that everything comes from.
const REGISTRY: &str = "/crates.io-index";

/// Checks both workspaces.
pub(crate) fn check() -> Result<()> {
    let root = crate::root();
    let text = std::fs::read_to_string(root.join("deny.toml")).context("deny.toml")?;
    let rules: Rules = toml::from_str(&text).context("deny.toml")?;
    let mut findings = Vec::new();
    let mut count = 0;
    for folder in [root.clone(), root.join("guest-runtime")] {
        for package in metadata::packages(&folder, &["--all-features"])? {
            count += usize::from(package.source.is_some());
            findings.extend(finding(&package, &rules.licenses.allow));
        }
    }
    ensure!(findings.is_empty(), "{}", findings.join("\n"));
    println!("{count} dependencies have licences and sources that deny.toml allows");
    Ok(())
}

fn finding(package: &Package, allowed: &BTreeSet<String>) -> Option<String> {
    let Package {
        name,
        version,
        license,
        source,
        ..
    } = package;
    let source = source.as_deref()?;
    if !(source.starts_with("registry+") && source.ends_with(REGISTRY)) {
        return Some(format!("{name} {version} comes from {source}"));
    }
    match license.as_deref() {
        None => Some(format!("{name} {version} names no licence")),
        Some(text) if !is_allowed(text, allowed) => Some(format!(
            "{name} {version} has the licence {text}, which deny.toml does not allow"
        )),
        Some(_) => None,
    }
}

/// Whether an SPDX expression can be met with these licences; `/` is an old way to say `OR`.
fn is_allowed(expression: &str, allowed: &BTreeSet<String>) -> bool {
    let spaced = expression
        .replace('/', " OR ")
        .replace('(', " ( ")
        .replace(')', " ) ");
    let mut tokens = spaced.split_whitespace().peekable();
    either(&mut tokens, allowed) && tokens.next().is_none()
}

type Tokens<'a> = std::iter::Peekable<std::str::SplitWhitespace<'a>>;

fn either(tokens: &mut Tokens<'_>, allowed: &BTreeSet<String>) -> bool {
    let mut met = both(tokens, allowed);
    while tokens.next_if_eq(&"OR").is_some() {
        met |= both(tokens, allowed);
    }
    met
}

fn both(tokens: &mut Tokens<'_>, allowed: &BTreeSet<String>) -> bool {
    let mut met = one(tokens, allowed);
    while tokens.next_if_eq(&"AND").is_some() {
        met &= one(tokens, allowed);
    }
    met
}

fn one(tokens: &mut Tokens<'_>, allowed: &BTreeSet<String>) -> bool {
    if tokens.next_if_eq(&"(").is_some() {
        let met = either(tokens, allowed);
        return tokens.next_if_eq(&")").is_some() && met;
    }
    let Some(name) = tokens.next() else {
        return false;
    };
    if tokens.next_if_eq(&"WITH").is_some() {
        let exception = tokens.next().unwrap_or_default();
        return allowed.contains(&format!("{name} WITH {exception}"));
    }
    allowed.contains(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn licence_expressions_are_checked_against_the_allowed_licences() {
        let allowed: BTreeSet<String> = ["MIT", "Apache-2.0 WITH LLVM-exception", "Unicode-3.0"]
            .map(str::to_owned)
            .into();
        for text in [
            "MIT",
            "MIT OR GPL-3.0",
            "GPL-3.0/MIT",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception",
        ] {
            assert!(is_allowed(text, &allowed), "{text}");
        }
        for text in [
            "GPL-3.0",
            "MIT AND GPL-3.0",
            "Apache-2.0",
            "(MIT OR GPL-3.0) AND GPL-3.0",
            "MIT MIT",
            "(MIT",
            "",
        ] {
            assert!(!is_allowed(text, &allowed), "{text}");
        }
    }

    #[test]
    fn dependencies_from_other_sources_are_found() {
        let package = |source: Option<&str>, license: Option<&str>| Package {
            name: "a".to_owned(),
            version: "1.0.0".to_owned(),
            license: license.map(str::to_owned),
            source: source.map(str::to_owned),
            manifest_path: String::new(),
            dependencies: Vec::new(),
        };
        let allowed: BTreeSet<String> = ["MIT".to_owned()].into();
        let found = |package: &Package| finding(package, &allowed).is_some();
        assert!(!found(&package(None, None)));
        let registry = format!("registry+there{REGISTRY}");
        assert!(!found(&package(Some(&registry), Some("MIT"))));
        assert!(found(&package(Some(&registry), None)));
        assert!(found(&package(Some(&registry), Some("GPL-3.0"))));
        assert!(found(&package(
            Some("git+https://example.com/a"),
            Some("MIT")
        )));
    }
}
