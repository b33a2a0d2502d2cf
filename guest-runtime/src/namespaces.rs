//! The functions of the embedder by their names: which are meant by a name that is none.

use boa_engine::property::PropertyKey;
use boa_engine::{JsSymbol, JsValue};
use isolate_protocol::nearest;
use isolate_protocol::wire::message::Namespace;

use crate::peek;
use crate::shared::Shared;

/// The namespace that tells of the others.
pub(crate) const ABOUT: &str = "functions";

/// Namespaces whose name begins with this are no globals.
pub(crate) const HIDDEN: char = '$';

/// Names that an error lists.
const LISTED_MAX: usize = 20;

/// The namespaces that an embedder gave.
pub(crate) fn visible(namespaces: &[Namespace]) -> Vec<&str> {
    namespaces
        .iter()
        .filter(|namespace| !namespace.name.starts_with(HIDDEN) && namespace.name != ABOUT)
        .filter(|namespace| !namespace.functions.is_empty())
        .map(|namespace| namespace.name.as_str())
        .collect()
}

/// What may be meant by a global that is not there: a namespace, or a function of one.
pub(crate) fn meant_by(global: &str, shared: &Shared) -> Option<String> {
    let namespaces = shared.namespaces.borrow();
    for namespace in namespaces
        .iter()
        .filter(|namespace| !namespace.name.starts_with(HIDDEN))
    {
        if namespace
            .functions
            .iter()
            .any(|function| function == global)
        {
            return Some(format!("{}.{global} may be meant", namespace.name));
        }
    }
    let names = visible(&namespaces);
    nearest(global, names).map(|near| format!("the functions of this run are in {near}"))
}

/// What to call instead of a function that a namespace does not have.
pub(crate) fn instead_of(namespace: &JsValue, name: &str, shared: &Shared) -> Option<String> {
    let tag = PropertyKey::from(JsSymbol::to_string_tag());
    let holder = peek::own(&namespace.as_object()?, &tag)?
        .value()?
        .as_string()?;
    let holder = holder.to_std_string_lossy();
    let namespaces = shared.namespaces.borrow();
    let is_one = namespaces.iter().any(|namespace| namespace.name == holder);
    is_one.then(|| hint(&holder, name, &namespaces))
}

fn hint(holder: &str, name: &str, namespaces: &[Namespace]) -> String {
    let own = namespaces.iter().find(|namespace| namespace.name == holder);
    let names: Vec<&str> = own
        .map(|own| own.functions.iter().map(String::as_str).collect())
        .unwrap_or_default();
    if names.is_empty() {
        return match visible(namespaces) {
            others if others.is_empty() => {
                "This run has no host functions; use state for files".to_owned()
            }
            others => format!("The functions of this run are in {}", others.join(", ")),
        };
    }
    let meant = nearest(name, names.iter().copied()).map_or_else(String::new, |near| {
        format!("{holder}.{near} may be meant. ")
    });
    let elsewhere = namespaces
        .iter()
        .filter(|other| other.name != holder && !other.name.starts_with(HIDDEN))
        .find(|other| other.functions.iter().any(|function| function == name))
        .map_or_else(String::new, |other| {
            format!("{}.{name} is a function. ", other.name)
        });
    if names.len() > LISTED_MAX {
        return format!(
            "{meant}{elsewhere}{holder} has {} functions: await functions.search(\"words\") finds one",
            names.len()
        );
    }
    format!(
        "{meant}{elsewhere}The functions of {holder} are {}",
        names.join(", ")
    )
}
