//! The statements that look up a whole path at once.

use std::fmt::Write as _;
use std::sync::LazyLock;

use isolate_text::VPath;

use super::NODE_COLUMNS;
use crate::txn::{ROOT, Tree};

/// Deepest path that one statement looks up; each level has a statement of its own.
const CHAIN_MAX: usize = 8;

/// Statements that look up every component of a path, one for each depth.
pub(super) struct Chains {
    pub(super) nodes: Vec<String>,
    /// The same with the bytes of a small file at the end of the path.
    pub(super) with_bytes: Vec<String>,
}

impl Chains {
    fn of(root: Root) -> Self {
        let with_bytes = |depth: usize| {
            chain(depth, root).replacen(" FROM", ",i.data,i.sum FROM", 1)
                + &format!(" LEFT JOIN inline i ON i.id={}.content", alias(depth))
        };
        Self {
            nodes: (1..=CHAIN_MAX).map(|depth| chain(depth, root)).collect(),
            with_bytes: (1..=CHAIN_MAX).map(with_bytes).collect(),
        }
    }
}

/// Where the lookup of a path begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Root {
    /// The root of the main branch, whose number never changes.
    Main,
    /// The root of the branch whose number is the parameter after the names. Its directory gets
    /// another number when it is no longer shared, so it is looked up with the rest, and returned in a
    /// column of its own behind those of the node.
    Branch,
}

static CHAINS: LazyLock<Chains> = LazyLock::new(|| Chains::of(Root::Main));
static CHAINS_OF_BRANCHES: LazyLock<Chains> = LazyLock::new(|| Chains::of(Root::Branch));

/// The name of a level in a chain. Statements are looked up by their text, so short is quick.
fn alias(level: usize) -> char {
    char::from(b'`' + u8::try_from(level).expect("a chain has eight levels"))
}

fn chain(depth: usize, root: Root) -> String {
    let mut sql = String::from("SELECT ");
    for level in (1..depth).rev() {
        let _ = write!(sql, "{0}.kind,{0}.id,", alias(level));
    }
    for column in NODE_COLUMNS.split(", ") {
        let _ = write!(sql, "{}.{column},", alias(depth));
    }
    sql.truncate(sql.len() - 1);
    match root {
        Root::Main => sql.push_str(" FROM (SELECT 1)"),
        Root::Branch => {
            let branch = depth + 1;
            let _ = write!(
                sql,
                ",r.id FROM (SELECT id FROM node WHERE parent=?{branch} AND name='') r"
            );
        }
    }
    for level in 1..=depth {
        let parent = match (level, root) {
            (1, Root::Main) => ROOT.to_string(),
            (1, Root::Branch) => "r.id".to_owned(),
            _ => format!("{}.id", alias(level - 1)),
        };
        // The second comparison is of what was found: in a damaged index the search may end at
        // another entry.
        let _ = write!(
            sql,
            " LEFT JOIN node {0} ON {0}.parent={parent} AND {0}.name=?{level} \
             AND +{0}.parent={parent} AND +{0}.name=?{level}",
            alias(level)
        );
    }
    sql
}

impl Tree {
    pub(super) fn chains(&self) -> &'static Chains {
        match self.branch_number() {
            None => &CHAINS,
            Some(_) => &CHAINS_OF_BRANCHES,
        }
    }

    /// The parameters of a chain: the names of a path, and on a branch the number of its root.
    pub(super) fn chain_values<'a>(
        &self,
        path: &'a VPath,
    ) -> rusqlite::ParamsFromIter<impl Iterator<Item = Value<'a>>> {
        let root = self
            .branch_number()
            .map(|_| Value::Number(self.root_holder()));
        rusqlite::params_from_iter(path.components().map(Value::Text).chain(root))
    }
}

/// A parameter of a chain.
pub(super) enum Value<'a> {
    Text(&'a str),
    Number(i64),
}

impl rusqlite::ToSql for Value<'_> {
    fn to_sql(&self) -> rusqlite::Result<rusqlite::types::ToSqlOutput<'_>> {
        match self {
            Self::Text(text) => text.to_sql(),
            Self::Number(number) => number.to_sql(),
        }
    }
}
