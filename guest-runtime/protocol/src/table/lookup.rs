//! From the names that programs call to rows of the table.

use super::absent::absent;
use super::method::{Group, Method};
use super::node::NODE;
use super::rows::{METHODS, MORE, MethodId};
use crate::names::{nearest, plain};

/// Methods beyond the reference, which are documented where they are asked for: `state` has them, and its
/// own keys are those of [`METHODS`] alone.
pub fn beyond() -> impl Iterator<Item = &'static Method> + Clone {
    MORE.iter()
        .filter(|method| matches!(method.group, Group::Beyond | Group::Formats))
}

/// The member of `state` that asks a person, and is answered as a function of the embedder is.
pub const APPROVE: &str = "approve";

/// [`APPROVE`] as the name of a function.
pub const STATE_APPROVE: &str = "state.approve";

/// The member of `state` that runs a command of a shell, where the run allows it.
pub const EXEC: &str = "exec";

/// How many rows a program can call.
pub const ROWS: usize = FIRST_OF_NODE + NODE.len();

/// The number of the first row of [`NODE`].
pub const FIRST_OF_NODE: usize = METHODS.len() + MORE.len();

/// The row with this number: those of [`METHODS`], then those of [`MORE`] and of [`NODE`].
#[must_use]
pub fn row(index: usize) -> Option<&'static Method> {
    METHODS.iter().chain(MORE).chain(NODE).nth(index)
}

/// The index in [`METHODS`] of the method with this name.
#[must_use]
pub fn method_index(name: &str) -> Option<usize> {
    METHODS.iter().position(|method| method.name == name)
}

/// A row as a program calls it: by its own name or by another one.
#[derive(Clone, Copy, Debug)]
pub struct Called {
    /// The row's number.
    pub row: usize,
    /// The row.
    pub method: &'static Method,
    /// The other name.
    pub alias: Option<&'static str>,
}

impl Called {
    /// The row that a number on the wire names: its index in the low byte; in the high byte 0, or the
    /// alias of that row, counted from 1.
    #[must_use]
    pub fn from_wire(number: u16) -> Option<Self> {
        let [index, alias] = number.to_le_bytes();
        let method = row(usize::from(index))?;
        let alias = match alias {
            0 => None,
            number => Some(*method.aliases.get(usize::from(number) - 1)?),
        };
        Some(Self {
            row: usize::from(index),
            method,
            alias,
        })
    }
}

const _: () = {
    assert!(ROWS <= 256, "a row's number is a byte");
};

/// The row that a name calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lookup {
    /// Its number on the wire.
    pub number: u16,
    /// Whether the name ends in `Sync`: the call then gives its result, not a promise.
    pub is_sync: bool,
}

/// Finds the row of a name that is none of the reference: another name, or either with
/// `Sync`, `Async`, other letters' case or underscores.
#[must_use]
pub fn lookup(name: &str) -> Option<Lookup> {
    let wanted = plain(name);
    let found = |name: &str, is_sync| {
        let number = number_of(name)?;
        Some(Lookup { number, is_sync })
    };
    found(&wanted, false)
        .or_else(|| found(wanted.strip_suffix("sync")?, true))
        .or_else(|| found(wanted.strip_suffix("async")?, false))
}

/// The number on the wire of the row with this name, which is spelt plainly.
fn number_of(wanted: &str) -> Option<u16> {
    if wanted.is_empty() {
        return None;
    }
    for (index, method) in METHODS.iter().chain(MORE).enumerate() {
        let alias = if plain(method.name) == wanted {
            Some(0)
        } else {
            let aliases = method.aliases.iter();
            let mut plain = aliases.map(|alias| plain(alias));
            plain.position(|alias| alias == wanted).map(|at| at + 1)
        };
        if let Some(alias) = alias {
            return Some(u16::from_le_bytes([
                u8::try_from(index).ok()?,
                u8::try_from(alias).ok()?,
            ]));
        }
    }
    None
}

/// What to write instead of `state.name(…)`, which does not exist.
#[must_use]
pub fn instead_of(name: &str) -> String {
    if let Some(text) = absent(name) {
        return text.to_owned();
    }
    let wanted = plain(name);
    let wanted = wanted.strip_suffix("sync").unwrap_or(&wanted);
    // No method that destroys is near a name that does not sound so, and the other way round.
    let sounds = SOUNDS_DESTROYING.iter().any(|part| wanted.contains(part));
    let methods = METHODS.iter().chain(beyond());
    let mut alike = methods.filter(|method| DESTROYING.contains(&method.id()) == sounds);
    let near = nearest(wanted, alike.clone().map(|method| method.name));
    match alike.find(|method| Some(method.name) == near) {
        Some(method) => format!("Did you mean {}?", method.signature()),
        None => {
            let names: Vec<&str> = METHODS.iter().map(|method| method.name).collect();
            format!("Its methods are {}", names.join(", "))
        }
    }
}

/// Methods after which something that was there is gone.
const DESTROYING: &[MethodId] = &[
    MethodId::Rm,
    MethodId::Mv,
    MethodId::RemoveTree,
    MethodId::MoveTree,
];

/// Parts of names of which a program expects that.
const SOUNDS_DESTROYING: &[&str] = &[
    "rm", "remove", "delete", "del", "unlink", "erase", "destroy", "purge", "clear", "clean",
    "wipe", "trash", "move", "mv", "rename", "drop",
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::absent::ABSENT;
    use super::*;
    use crate::types::Type;

    fn found(name: &str) -> Option<(&'static str, bool)> {
        let found = lookup(name)?;
        let called = Called::from_wire(found.number)?;
        Some((called.method.name, found.is_sync))
    }

    #[test]
    fn other_names_find_their_rows() {
        assert_eq!(found("unlink"), Some(("rm", false)));
        assert_eq!(found("readFileSync"), Some(("readFile", true)));
        assert_eq!(found("readFileAsync"), Some(("readFile", false)));
        assert_eq!(found("read_json"), Some(("readJson", false)));
        assert_eq!(found("readDir"), Some(("readdir", false)));
        assert_eq!(found("exec"), None);
        assert_eq!(found("sync"), None);
    }

    #[test]
    fn no_name_stands_for_two_rows() {
        let mut seen: BTreeMap<String, &str> = BTreeMap::new();
        for method in METHODS.iter().chain(MORE) {
            let own = [method.name].into_iter();
            for name in own.chain(method.aliases.iter().copied()) {
                if let Some(other) = seen.insert(plain(name), method.name) {
                    assert_eq!(other, method.name, "{name}");
                }
            }
        }
        for (names, _) in ABSENT {
            for name in *names {
                assert_eq!(found(name), None, "{name}");
            }
        }
    }

    #[test]
    fn no_method_takes_values_of_files_and_of_json() {
        fn takes_data(ty: &Type) -> bool {
            match ty {
                Type::Data => true,
                Type::Array(item) => takes_data(item),
                _ => false,
            }
        }
        for method in METHODS.iter().chain(MORE) {
            let mut params = method.all_params();
            // All arguments of a call are made in one way: bytes would become objects.
            assert!(
                !(method.takes_json() && params.any(|param| takes_data(&param.ty))),
                "{}",
                method.name
            );
        }
    }

    #[test]
    fn a_name_that_destroys_is_never_near_one_that_does_not() {
        assert!(
            instead_of("deleteFileX").contains("removeTree")
                || !instead_of("deleteFileX").contains("detect")
        );
        assert!(!instead_of("detectFil").contains("remove"));
        assert!(instead_of("readFil").contains("state.readFile(path"));
        assert!(instead_of("frobnicate").starts_with("Its methods are readFile"));
    }
}
