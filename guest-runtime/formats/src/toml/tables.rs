//! The tables of a text: which key belongs to which, and what may be continued.

use std::borrow::Cow;
use std::collections::HashMap;

use toml_parser::Source;
use toml_parser::parser::{Event, EventKind};

use crate::{Build, Error};

/// A value of the text.
#[derive(Debug)]
pub(super) enum Node<'a> {
    Scalar(Event),
    Array(Vec<usize>),
    Table(Table<'a>),
    /// The elements of `[[name]]`.
    Tables(Vec<usize>),
}

#[derive(Debug)]
pub(super) struct Table<'a> {
    pub(super) members: Vec<(Cow<'a, str>, usize)>,
    made: Made,
    depth: usize,
}

/// What has made a table, which says who may continue it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Made {
    /// A longer header, such as `[a.b]` for `a`: its own header may follow.
    Passing,
    /// Its header.
    Header,
    /// A key with dots, such as `a.b = 1` for `a`: only such keys of the same table add members.
    Dotted,
    /// Braces: nothing adds members.
    Inline,
}

/// All values; the first is the root.
#[derive(Debug)]
pub(super) struct Tree<'a> {
    pub(super) nodes: Vec<Node<'a>>,
    source: Source<'a>,
    names: HashMap<(usize, Cow<'a, str>), usize>,
    depth_max: usize,
}

/// An array or an inline table that is open, and the key that waits for its value.
struct Open {
    node: usize,
    /// The table that the next value belongs to, which differs from `node` after a key with dots.
    into: usize,
    depth: usize,
}

impl<'a> Tree<'a> {
    pub(super) fn new<B: Build>(
        source: Source<'a>,
        events: &[Event],
        depth_max: usize,
        build: &mut B,
    ) -> Result<Self, B::Error> {
        let mut tree = Self {
            nodes: Vec::new(),
            source,
            names: HashMap::new(),
            depth_max,
        };
        let root = tree.table(Made::Header, 0);
        tree.read(root, events, build)?;
        Ok(tree)
    }

    fn read<B: Build>(
        &mut self,
        root: usize,
        events: &[Event],
        build: &mut B,
    ) -> Result<(), B::Error> {
        let mut open = vec![Open {
            node: root,
            into: root,
            depth: 0,
        }];
        let mut key = None;
        let mut at = 0;
        while let Some(event) = events.get(at) {
            at += 1;
            build.hold(0)?;
            match event.kind() {
                EventKind::StdTableOpen | EventKind::ArrayTableOpen => {
                    let path = keys(&events[at..]);
                    at += path.len() + 1;
                    let table = self.header(path, event.kind() == EventKind::ArrayTableOpen)?;
                    open = vec![Open {
                        node: table,
                        into: table,
                        depth: self.depth(table),
                    }];
                }
                EventKind::SimpleKey => {
                    let path = keys(&events[at - 1..]);
                    at += path.len() - 1;
                    if let (Some(last), Some((name, before))) = (open.last_mut(), path.split_last())
                    {
                        last.into = self.dotted(last.node, before)?;
                        key = Some(*name);
                    }
                }
                EventKind::Scalar => {
                    self.value(&open, key.take(), Node::Scalar(*event))?;
                }
                EventKind::ArrayOpen | EventKind::InlineTableOpen => {
                    let depth = open
                        .last()
                        .map_or(0, |last| last.depth.max(self.depth(last.into)))
                        + 1;
                    self.check_depth(depth, event)?;
                    let node = if event.kind() == EventKind::ArrayOpen {
                        Node::Array(Vec::new())
                    } else {
                        let members = Vec::new();
                        Node::Table(Table {
                            members,
                            made: Made::Inline,
                            depth,
                        })
                    };
                    let node = self.value(&open, key.take(), node)?;
                    open.push(Open {
                        node,
                        into: node,
                        depth,
                    });
                }
                EventKind::Newline => {
                    let message = "the line ends between a key and its value";
                    let at = event.span().start();
                    return Err(Error::at(self.source.input(), at, message).into());
                }
                EventKind::ArrayClose | EventKind::InlineTableClose => {
                    open.pop();
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The table of a header.
    fn header(&mut self, path: &[Event], is_element: bool) -> Result<usize, Error> {
        let mut table = 0;
        let Some((last, before)) = path.split_last() else {
            return Ok(table);
        };
        for key in before {
            let name = self.name(key)?;
            let depth = self.depth(table) + 1;
            table = match self.names.get(&(table, name.clone())) {
                None => {
                    self.check_depth(depth, key)?;
                    let made = self.table(Made::Passing, depth);
                    self.add(table, name, made);
                    made
                }
                Some(&found) => match &self.nodes[found] {
                    Node::Table(inner) if inner.made != Made::Inline => found,
                    Node::Tables(all) => all.last().copied().unwrap_or(found),
                    _ => {
                        return Err(self.refused(
                            key,
                            &name,
                            "is a value: its table cannot be continued",
                        ));
                    }
                },
            };
        }
        let name = self.name(last)?;
        let depth = self.depth(table) + 1;
        self.check_depth(depth, last)?;
        let found = self.names.get(&(table, name.clone())).copied();
        match (found, is_element) {
            (None, false) => {
                let made = self.table(Made::Header, depth);
                self.add(table, name, made);
                Ok(made)
            }
            (None, true) => {
                let element = self.table(Made::Header, depth + 1);
                let all = self.node(Node::Tables(vec![element]));
                self.add(table, name, all);
                Ok(element)
            }
            (Some(found), true) if matches!(self.nodes[found], Node::Tables(_)) => {
                let element = self.table(Made::Header, depth + 1);
                if let Node::Tables(all) = &mut self.nodes[found] {
                    all.push(element);
                }
                Ok(element)
            }
            (Some(found), false) => match &mut self.nodes[found] {
                Node::Table(inner) if inner.made == Made::Passing => {
                    inner.made = Made::Header;
                    Ok(found)
                }
                Node::Tables(_) => {
                    Err(self.refused(last, &name, "is a list of tables: write [[…]] to add one"))
                }
                _ => {
                    Err(self.refused(last, &name, "is there already: join the two, or rename one"))
                }
            },
            _ => Err(self.refused(last, &name, "is there already, and no list of tables")),
        }
    }

    /// The table that the keys before the last dot lead to.
    fn dotted(&mut self, from: usize, before: &[Event]) -> Result<usize, Error> {
        let mut table = from;
        for key in before {
            let name = self.name(key)?;
            table = if let Some(&found) = self.names.get(&(table, name.clone())) {
                match &self.nodes[found] {
                    Node::Table(inner) if inner.made == Made::Dotted => found,
                    _ => {
                        return Err(self.refused(
                            key,
                            &name,
                            "is there already: add its members there",
                        ));
                    }
                }
            } else {
                let depth = self.depth(table) + 1;
                self.check_depth(depth, key)?;
                let made = self.table(Made::Dotted, depth);
                self.add(table, name, made);
                made
            };
        }
        Ok(table)
    }

    /// Adds a value to what is open.
    fn value(&mut self, open: &[Open], key: Option<Event>, node: Node<'a>) -> Result<usize, Error> {
        let node = self.node(node);
        let Some(last) = open.last() else {
            return Ok(node);
        };
        if let Node::Array(items) = &mut self.nodes[last.into] {
            items.push(node);
        } else if let Some(key) = key {
            let name = self.name(&key)?;
            if self.names.contains_key(&(last.into, name.clone())) {
                return Err(self.refused(&key, &name, "comes twice: rename or remove one"));
            }
            self.add(last.into, name, node);
        }
        Ok(node)
    }

    fn node(&mut self, node: Node<'a>) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    fn table(&mut self, made: Made, depth: usize) -> usize {
        let members = Vec::new();
        self.node(Node::Table(Table {
            members,
            made,
            depth,
        }))
    }

    fn add(&mut self, table: usize, name: Cow<'a, str>, node: usize) {
        self.names.insert((table, name.clone()), node);
        if let Node::Table(table) = &mut self.nodes[table] {
            table.members.push((name, node));
        }
    }

    fn depth(&self, node: usize) -> usize {
        match &self.nodes[node] {
            Node::Table(table) => table.depth,
            _ => 0,
        }
    }

    fn name(&self, key: &Event) -> Result<Cow<'a, str>, Error> {
        let mut name = Cow::Borrowed("");
        let mut first = None;
        if let Some(raw) = self.source.get(key) {
            raw.decode_key(&mut name, &mut first);
        }
        match first {
            None => Ok(name),
            Some(error) => Err(super::syntax(self.source.input(), &error, self.depth_max)),
        }
    }

    fn check_depth(&self, depth: usize, event: &Event) -> Result<(), Error> {
        if depth <= self.depth_max {
            return Ok(());
        }
        let message = format!("nested deeper than {} levels", self.depth_max);
        Err(Error::at(
            self.source.input(),
            event.span().start(),
            message,
        ))
    }

    fn refused(&self, key: &Event, name: &str, what: &str) -> Error {
        let message = format!("the key \"{name}\" {what}");
        Error::at(self.source.input(), key.span().start(), message)
    }
}

/// The keys at the beginning.
fn keys(events: &[Event]) -> &[Event] {
    let many = events
        .iter()
        .position(|event| event.kind() != EventKind::SimpleKey);
    &events[..many.unwrap_or(events.len())]
}
