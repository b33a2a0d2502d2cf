//! Names of members, found quickly whether there are few or many.

use std::collections::HashMap;

/// As many are compared one by one, which is faster than to hash them.
const FEW: usize = 12;

/// Names, and where each is.
#[derive(Debug, Default)]
pub(crate) struct Names {
    list: Vec<String>,
    /// Of all, once they are more than a few.
    map: HashMap<String, usize>,
}

impl Names {
    /// Where a name is, if it is there.
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        if self.list.len() <= FEW {
            return self.list.iter().position(|other| other == name);
        }
        self.map.get(name).copied()
    }

    /// Adds a name that is not there.
    pub(crate) fn add(&mut self, name: &str) {
        self.list.push(name.to_owned());
        if self.list.len() > FEW {
            let first = if self.map.is_empty() {
                0
            } else {
                self.list.len() - 1
            };
            let added = self.list.iter().enumerate().skip(first);
            self.map.extend(added.map(|(at, name)| (name.clone(), at)));
        }
    }
}
