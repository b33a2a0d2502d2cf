//! The table of `state` methods: its rows, the types that they name, and how a name finds its row.

#[rustfmt::skip]
mod absent;
#[rustfmt::skip]
pub mod defs;
mod lookup;
mod method;
mod node;
mod rows;

pub use absent::{CSV_CALLS, FORMAT_CALLS, FRONT_MATTER, LINES, absent};
pub use lookup::{
    APPROVE, Called, EXEC, FIRST_OF_NODE, Lookup, ROWS, STATE_APPROVE, beyond, instead_of, lookup,
    method_index, row,
};
pub use method::{Effect, Group, KEPT, Method, Param};
pub use node::NODE;
pub use rows::{METHODS, MORE, MethodId};

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::METHODS;

    #[test]
    fn names_of_methods_are_unique() {
        let names: BTreeSet<&str> = METHODS.iter().map(|method| method.name).collect();
        assert_eq!(names.len(), METHODS.len());
    }

    #[test]
    fn optional_parameters_come_last() {
        for method in METHODS {
            let first_optional = method.params.iter().position(|param| param.optional);
            let last_required = method.params.iter().rposition(|param| !param.optional);
            assert!(
                first_optional.is_none() || first_optional > last_required,
                "{}",
                method.name
            );
        }
    }
}
