//! Giving a position another value, with as few changes as possible.

use std::collections::{HashMap, HashSet};

use super::{Editor, Id, Kind, NONE};
use crate::budget::charge;
use crate::json::{Json, JsonString, Object};
use crate::stop::Stopped;

/// Deepest nesting in which values are changed member by member; below it, they are replaced. Each
/// level of arrays compares what is below it once more.
const DEPTH_MAX: usize = 64;

/// Memory of a member in a table by keys.
const MEMBER_BYTES: usize = 4 * size_of::<(JsonString, Id)>();

/// Members of a value by their keys; only looked up.
type Members<'j> = HashMap<&'j JsonString, &'j Json>;

impl Editor<'_> {
    /// Makes a value equal to another one. What is equal already stays as it is written.
    pub(in crate::json) fn put(&mut self, id: Id, value: &Json) -> Result<(), Stopped> {
        self.put_at(id, value, 0)
    }

    fn put_at(&mut self, id: Id, value: &Json, depth: usize) -> Result<(), Stopped> {
        self.pace.step()?;
        if depth < DEPTH_MAX {
            match (self.kind(id), value) {
                (Kind::Object, Json::Object(object)) => return self.put_members(id, object, depth),
                (Kind::Array, Json::Array(items)) => return self.put_elements(id, items, depth),
                _ => {}
            }
        }
        if !self.is_same(id, value)? {
            let new = self.graft(value)?;
            self.replace(id, new);
        }
        Ok(())
    }

    /// Puts a value that nothing holds yet in the place of another.
    pub(in crate::json) fn replace(&mut self, id: Id, new: Id) {
        let place = self.value(id);
        self.slot_mut(place).instead = new;
        self.slot_mut(new).parent = place;
        self.touch(place);
    }

    fn put_members(&mut self, id: Id, object: &Object, depth: usize) -> Result<(), Stopped> {
        let members = self.by_key(id)?;
        let wanted = self.indexed(object)?;
        for (key, old) in &members {
            match wanted.get(key) {
                Some(value) => self.put_at(*old, value, depth + 1)?,
                None => self.remove_all(id, key),
            }
        }
        let known: HashSet<&JsonString> = members.iter().map(|(key, _)| key).collect();
        for (key, value) in object {
            if !known.contains(key) {
                let new = self.graft(value)?;
                self.push(id, Some(key), new)?;
            }
        }
        Ok(())
    }

    fn put_elements(&mut self, id: Id, items: &[Json], depth: usize) -> Result<(), Stopped> {
        let old: Vec<Id> = self.items(id).collect();
        let front = self.same_count(old.iter().copied().zip(items))?;
        let rest = old.len().min(items.len()) - front;
        let ends = old.iter().rev().copied().zip(items.iter().rev());
        let back = self.same_count(ends.take(rest))?;
        let paired = rest - back;
        for at in front..front + paired {
            self.put_at(old[at], &items[at], depth + 1)?;
        }
        for gone in &old[front + paired..old.len() - back] {
            self.remove(*gone);
        }
        let mut before = match (front + paired).checked_sub(1) {
            None => NONE,
            Some(before) => old[before],
        };
        for value in &items[front + paired..items.len() - back] {
            let new = self.graft(value)?;
            self.link(id, before, None, new)?;
            before = new;
        }
        Ok(())
    }

    /// How many pairs are the same before one that is not.
    fn same_count<'j>(
        &mut self,
        pairs: impl Iterator<Item = (Id, &'j Json)>,
    ) -> Result<usize, Stopped> {
        let mut count = 0;
        for (id, value) in pairs {
            if !self.is_same(id, value)? {
                break;
            }
            count += 1;
        }
        Ok(count)
    }

    /// The members of an object, each key once: of equal keys the last one counts.
    fn by_key(&mut self, id: Id) -> Result<Vec<(JsonString, Id)>, Stopped> {
        let items: Vec<Id> = self.items(id).collect();
        charge(items.len() * MEMBER_BYTES)?;
        let mut members: Vec<(JsonString, Id)> = Vec::with_capacity(items.len());
        let mut places = HashMap::with_capacity(items.len());
        for item in items {
            self.pace.step()?;
            let key = self.key(item);
            match places.get(&key) {
                Some(&place) => {
                    let member: &mut (JsonString, Id) = &mut members[place];
                    member.1 = item;
                }
                None => {
                    places.insert(key.clone(), members.len());
                    members.push((key, item));
                }
            }
        }
        Ok(members)
    }

    /// The members of a value by their keys.
    fn indexed<'j>(&mut self, object: &'j Object) -> Result<Members<'j>, Stopped> {
        charge(object.len() * MEMBER_BYTES)?;
        let mut members = Members::with_capacity(object.len());
        for (key, value) in object {
            self.pace.step()?;
            members.insert(key, value);
        }
        Ok(members)
    }

    /// Whether a value equals another one.
    pub(in crate::json) fn is_same(&mut self, id: Id, value: &Json) -> Result<bool, Stopped> {
        let mut rest = vec![(id, value)];
        while let Some((id, value)) = rest.pop() {
            self.pace.step()?;
            match (self.kind(id), value) {
                (Kind::Array, Json::Array(items)) => {
                    let count = rest.len();
                    rest.extend(self.items(id).zip(items));
                    if rest.len() - count != items.len() || self.len(id) != items.len() {
                        return Ok(false);
                    }
                }
                (Kind::Object, Json::Object(object)) => {
                    let members = self.by_key(id)?;
                    if members.len() != object.len() {
                        return Ok(false);
                    }
                    let others = self.indexed(object)?;
                    for (key, member) in members {
                        let Some(other) = others.get(&key) else {
                            return Ok(false);
                        };
                        rest.push((member, *other));
                    }
                }
                (Kind::Scalar, Json::Array(_) | Json::Object(_))
                | (Kind::Array | Kind::Object, _) => return Ok(false),
                (Kind::Scalar, scalar) => {
                    if self.scalar_json(id) != *scalar {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }
}
