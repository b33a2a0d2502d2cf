//! The functions of the embedder by their names: which are meant by a name that is none.

use isolate_protocol::nearest_name;
use isolate_protocol::wire::message::Namespace;

use crate::shared::Shared;

/// The namespace that tells of the others.
pub(crate) const ABOUT: &str = "functions";

/// Namespaces whose name begins with this are no globals.
pub(crate) const HIDDEN: char = '$';

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
    nearest_name(global, &names).map(|near| format!("the functions of this run are in {near}"))
}
