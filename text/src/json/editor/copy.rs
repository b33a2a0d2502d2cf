//! Copying and measuring values of a document.

use super::{Editor, Id, Kind, NONE, Slot};
use crate::stop::Stopped;

impl Editor<'_> {
    /// A copy of a value, which nothing holds yet.
    pub(in crate::json) fn copy_of(&mut self, id: Id) -> Result<Id, Stopped> {
        let copy = self.copy_slot(self.value(id), NONE)?;
        let mut rest = vec![(self.value(id), copy)];
        while let Some((from, to)) = rest.pop() {
            let items: Vec<Id> = self.all_items(from).collect();
            let mut last = NONE;
            for item in items {
                let copied = self.copy_slot(item, to)?;
                match last {
                    NONE => self.slot_mut(to).first = copied,
                    last => self.slot_mut(last).next = copied,
                }
                self.slot_mut(to).last = copied;
                last = copied;
                match self.slot(item).instead {
                    NONE => rest.push((item, copied)),
                    _ => {
                        let instead = self.value(item);
                        let inner = self.copy_slot(instead, copied)?;
                        self.slot_mut(copied).instead = inner;
                        rest.push((instead, inner));
                    }
                }
            }
        }
        Ok(copy)
    }

    /// A copy of a slot without what it holds.
    fn copy_slot(&mut self, id: Id, parent: Id) -> Result<Id, Stopped> {
        let slot = Slot {
            parent,
            first: NONE,
            last: NONE,
            next: NONE,
            instead: NONE,
            ..self.slot(id).clone()
        };
        self.keep(slot)
    }

    /// The number of values in a value, itself included, and how deep they nest.
    pub(in crate::json) fn size_and_depth(&mut self, id: Id) -> Result<(usize, usize), Stopped> {
        let (mut size, mut deepest) = (0, 0);
        let mut rest = vec![(id, 0)];
        while let Some((id, above)) = rest.pop() {
            self.pace.step()?;
            size += 1;
            if self.kind(id) != Kind::Scalar {
                deepest = deepest.max(above + 1);
                rest.extend(self.items(id).map(|item| (item, above + 1)));
            }
        }
        Ok((size, deepest))
    }
}
