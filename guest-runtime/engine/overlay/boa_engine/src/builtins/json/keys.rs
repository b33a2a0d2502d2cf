//! The keys of objects that `JSON.parse` reads, and the shapes that they share.

use super::fault::{Fault, Kind};
use super::parse::{Open, Parser, Place};
use super::scan::Unit;
use crate::object::JsObject;
use crate::object::shape::shared_shape::template::ObjectTemplate;
use crate::property::{Attribute, PropertyKey};

/// Templates in the tree, and children of one; an object past them is built key by key.
const NODES_MAX: usize = 4096;
const CHILDREN_MAX: usize = 8;

/// Keys of an object that have templates.
const TEMPLATE_KEYS_MAX: usize = 64;

/// Keys that are remembered beside the tree.
const KEYS_MAX: usize = 8192;

pub(super) struct Child<'a, U> {
    /// The key as it stands in the text.
    raw: &'a [U],
    /// The template of an object that has it, too; none where the key is there already.
    to: Result<usize, usize>,
}

pub(super) struct Node<'a, U> {
    pub(super) template: ObjectTemplate,
    length: usize,
    children: Vec<Child<'a, U>>,
    /// The child that was taken last.
    last: usize,
}

impl<U> Node<'_, U> {
    /// That of an object without members.
    pub(super) const fn root(template: ObjectTemplate) -> Self {
        Self {
            template,
            length: 0,
            children: Vec::new(),
            last: 0,
        }
    }
}

impl<'a, U: Unit> Parser<'a, '_, U> {
    /// Reads a key and its colon, and opens the object with it.
    pub(super) fn key(
        &mut self,
        base: usize,
        node: usize,
        mut object: Option<JsObject>,
    ) -> Result<(), Fault> {
        let mut to = node;
        let child = match &object {
            None => self.expected(node),
            Some(_) => None,
        };
        let place = match child {
            Some(Ok(next)) => {
                to = next;
                Place::Next
            }
            Some(Err(slot)) => Place::Slot(slot),
            None => {
                let (raw, key) = self.name()?;
                let child = match &object {
                    None => self.child(node, raw, &key),
                    Some(_) => None,
                };
                match child {
                    Some(Ok(next)) => {
                        to = next;
                        Place::Next
                    }
                    Some(Err(slot)) => Place::Slot(slot),
                    None => {
                        if object.is_none() {
                            object = self.object(base, node).as_object();
                        }
                        Place::Key(key)
                    }
                }
            }
        };
        self.space();
        if self.peek() != 0x3a {
            return self.fault(Kind::Colon);
        }
        self.at += 1;
        self.open.push(Open::Object {
            base,
            node: to,
            place,
            object,
        });
        Ok(())
    }

    /// Steps over a key that is already a child of the node.
    fn expected(&mut self, node: usize) -> Option<Result<usize, usize>> {
        let rest = self.text.get(self.at + 1..)?;
        let node = self.nodes.get_mut(node)?;
        let is_next = |child: &Child<'a, U>| {
            rest.get(..child.raw.len()) == Some(child.raw)
                && rest
                    .get(child.raw.len())
                    .is_some_and(|unit| unit.code() == 0x22)
        };
        let at = match node.children.get(node.last) {
            Some(child) if is_next(child) => node.last,
            Some(_) => node.children.iter().position(is_next)?,
            None => return None,
        };
        node.last = at;
        self.at += node.children[at].raw.len() + 2;
        Some(node.children[at].to)
    }

    /// A key with its quotes.
    fn name(&mut self) -> Result<(&'a [U], PropertyKey), Fault> {
        let start = self.at + 1;
        let text = self.text;
        let mut end = start;
        while let Some(unit) = text.get(end).map(|unit| unit.code())
            && unit != 0x22
            && unit != 0x5c
            && unit >= 0x20
        {
            end += 1;
        }
        if text.get(end).is_some_and(|unit| unit.code() == 0x22)
            && let Some(key) = self.keys.get(&text[start..end])
        {
            self.at = end + 1;
            return Ok((&text[start..end], key.clone()));
        }
        let key = PropertyKey::from(self.string()?);
        let raw = &text[start..self.at - 1];
        if self.keys.len() < KEYS_MAX {
            self.keys.insert(raw, key.clone());
        }
        Ok((raw, key))
    }

    /// A new child, where there is room for one.
    fn child(
        &mut self,
        node: usize,
        raw: &'a [U],
        key: &PropertyKey,
    ) -> Option<Result<usize, usize>> {
        let next = self.nodes.len();
        let parent = &mut self.nodes[node];
        if matches!(key, PropertyKey::Index(_)) || parent.children.len() >= CHILDREN_MAX {
            return None;
        }
        if let Some(slot) = parent.template.shape().lookup(key) {
            let to = Err(slot.index as usize);
            parent.children.push(Child { raw, to });
            return Some(to);
        }
        if next >= NODES_MAX || parent.length >= TEMPLATE_KEYS_MAX {
            return None;
        }
        let mut template = parent.template.clone();
        template.property(
            key.clone(),
            Attribute::WRITABLE | Attribute::ENUMERABLE | Attribute::CONFIGURABLE,
        );
        let length = parent.length + 1;
        parent.children.push(Child { raw, to: Ok(next) });
        parent.last = parent.children.len() - 1;
        self.nodes.push(Node {
            length,
            ..Node::root(template)
        });
        Some(Ok(next))
    }
}
