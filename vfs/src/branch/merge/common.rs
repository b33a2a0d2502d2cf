//! The states that a branch and the one that it was made from had in common, and which merges count.
//!
//! Each merge keeps the state that it took over, as an entry beside the root of the branch. Its name is
//! the number of the run that merged, or that number with a minus while the merge is taken back. So
//! both have in common the state of the newest merge that is not taken back; `0` is from when the
//! branch was made.
//!
//! A run that takes a merge back, or does one again, has a part that says so. Undoing that run reverses
//! this as it reverses the changes of files.

use crate::error::{Error, ErrorKind, Result};
use crate::run::RunId;
use crate::store::ROW_BYTES;
use crate::tree::{MERGE_AGAIN, MERGE_BACK};
use crate::txn::{CurrentBranch, ReadTxn, Undone, WriteTxn};

/// Most states that are kept of merges that count, and of those that do not.
const COMMON_STATES_MAX: usize = 8;

/// Two branches with a state in common.
pub(super) struct Common {
    /// The one of both that was made from the other.
    pub(super) child: i64,
    /// The number of the root directory of the common state.
    pub(super) root: i64,
}

/// A merge of two branches: the one of both that was made from the other, and the run that merged.
type Merge = (i64, i64);

/// What a run did to a merge.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    /// It was taken back.
    Back,
    /// It was done again.
    Again,
}

impl Turn {
    const fn reversed(self) -> Self {
        match self {
            Self::Back => Self::Again,
            Self::Again => Self::Back,
        }
    }

    /// The name of the part of a run that says so.
    fn part(self, (child, run): Merge) -> String {
        let prefix = match self {
            Self::Back => MERGE_BACK,
            Self::Again => MERGE_AGAIN,
        };
        format!("{prefix}{child}:{run}")
    }

    /// What the name of a part says.
    fn of_part(name: &str) -> Option<(Self, Merge)> {
        let (turn, merge) = match name.strip_prefix(MERGE_BACK) {
            Some(merge) => (Self::Back, merge),
            None => (Self::Again, name.strip_prefix(MERGE_AGAIN)?),
        };
        let (child, run) = merge.split_once(':')?;
        Some((turn, (child.parse().ok()?, run.parse().ok()?)))
    }
}

impl ReadTxn<'_> {
    /// The state that this branch and another have in common.
    pub(super) fn common_with(&self, other: &CurrentBranch) -> Result<Option<Common>> {
        let parent_of = |branch: Option<i64>| -> Result<Option<i64>> {
            let Some(branch) = branch else {
                return Ok(None);
            };
            self.store
                .row("SELECT parent FROM branch WHERE id = ?1", [branch], |row| {
                    row.get(0)
                })
        };
        let own = self.branch_number();
        let child = if parent_of(other.number)? == Some(own.unwrap_or(0)) {
            other.number
        } else if parent_of(own)? == Some(other.number.unwrap_or(0)) {
            own
        } else {
            None
        };
        let Some(child) = child else {
            return Ok(None);
        };
        let root = self.common_root(child)?;
        Ok(Some(Common { child, root }))
    }

    /// The number of the root directory of the state that a branch and its parent have in common.
    pub(super) fn common_root(&self, child: i64) -> Result<i64> {
        let states = self.common_states(child)?;
        // Those that are taken back are below 0.
        let newest = states.first().filter(|(run, _)| *run >= 0);
        newest
            .map(|(_, root)| *root)
            .ok_or_else(|| Error::corrupt("a branch without a common state"))
    }

    /// The states that a branch and its parent have had in common: the run that merged, negative if
    /// that is taken back, and the number of the root directory. The newest is the first.
    pub(in crate::branch) fn common_states(&self, child: i64) -> Result<Vec<(i64, i64)>> {
        let mut states = Vec::new();
        self.store.each(
            "SELECT name, id FROM node WHERE parent = ?1 AND name <> '' LIMIT 64",
            [-child],
            |row| {
                let run: String = row.get(0)?;
                let run = run
                    .parse()
                    .map_err(|_| Error::corrupt("a common state of no run"))?;
                states.push((run, row.get(1)?));
                Ok(())
            },
        )?;
        states.sort_unstable_by_key(|(run, _): &(i64, i64)| std::cmp::Reverse(*run));
        Ok(states)
    }

    /// The last run of this branch, other than `own`, that merged, took a merge back or did one again.
    pub(crate) fn last_merge_but(&self, own: Option<RunId>) -> Result<Option<RunId>> {
        let mut last = None;
        let other = own.map_or(0, |own| own.0);
        self.each_turn("r.id <> ?1", other, |run, _, _| {
            last.get_or_insert(RunId(run));
        })?;
        Ok(last)
    }

    /// Refuses to take runs back that have merged, on a branch that is taken over by the one that they
    /// belong to: only the changes of paths are taken over.
    pub(in crate::branch) fn check_no_merge_apart(&self, undone: Undone) -> Result<()> {
        let Some(home) = self
            .run
            .copied()
            .and_then(|run| run.aside)
            .map(|aside| aside.home)
        else {
            return Ok(());
        };
        let (selected, run) = match undone {
            Undone::Run(run) => ("r.id = ?1", run),
            Undone::After(run) => ("r.id > ?1", run),
        };
        let mut merged = None;
        self.each_turn_of(home.number, selected, run, |run, _, _| merged = Some(run))?;
        match merged {
            None => Ok(()),
            Some(merged) => Err(Error::new(ErrorKind::Invalid).with_detail(format!(
                "run {merged} has merged branches: a run that has waited cannot take that back; do it before the first wait, or in a run of its own"
            ))),
        }
    }

    /// Calls `f` with what the selected runs of this branch did to merges, the newest run first.
    fn each_turn(&self, selected: &str, run: i64, f: impl FnMut(i64, Turn, Merge)) -> Result<()> {
        self.each_turn_of(self.branch_number(), selected, run, f)
    }

    /// The same of the runs of another branch.
    fn each_turn_of(
        &self,
        branch: Option<i64>,
        selected: &str,
        run: i64,
        mut f: impl FnMut(i64, Turn, Merge),
    ) -> Result<()> {
        if self.state()?.branches == 0 {
            return Ok(());
        }
        let sql = format!(
            "SELECT r.id, -n.parent, NULL FROM node n JOIN run r ON r.id = abs(CAST(n.name AS INTEGER))
             WHERE n.parent < 0 AND n.name NOT IN ('', '0') AND {selected} AND r.branch IS ?2
             UNION ALL
             SELECT r.id, NULL, p.name FROM run r JOIN part p ON p.run = r.id
             WHERE {selected} AND r.branch IS ?2 AND (p.name GLOB '{MERGE_BACK}*' OR p.name GLOB '{MERGE_AGAIN}*')
             ORDER BY 1 DESC"
        );
        self.store.each(&sql, (run, branch), |row| {
            self.check_deadline()?;
            let id = row.get(0)?;
            let turn = match row.get::<Option<i64>>(1)? {
                Some(child) => Some((Turn::Again, (child, id))),
                None => Turn::of_part(&row.get::<String>(2)?),
            };
            if let Some((turn, merge)) = turn {
                f(id, turn, merge);
            }
            Ok(())
        })
    }
}

impl WriteTxn<'_> {
    /// Makes the present state of the other branch the one that both have in common, as a part of the
    /// open run. The first and some before it stay, in case the merges since are taken back.
    pub(super) fn advance_common(&self, child: i64, holder: i64) -> Result<()> {
        // Also a merge that changed no file has a row: it is taken back with what came before it.
        let run = self
            .run_for_change()?
            .ok_or_else(|| Error::corrupt("a merge without a run"))?;
        let states = self.common_states(child)?;
        let counting = states.iter().filter(|(merge, _)| *merge > 0);
        for (index, (merge, _)) in counting.enumerate() {
            if *merge >= run || index + 1 >= COMMON_STATES_MAX {
                self.release_root(-child, &merge.to_string())?;
            }
        }
        self.forget_merges_taken_back(child)?;
        self.keep_common(child, run, (holder, ""))
    }

    /// Forgets the states of merges that no run of the history can do again, and all but the newest of
    /// the others.
    fn forget_merges_taken_back(&self, child: i64) -> Result<()> {
        let states = self.common_states(child)?;
        let taken_back = states.iter().rev().filter(|(merge, _)| *merge < 0);
        let mut kept = 0;
        for (merge, _) in taken_back {
            let part = Turn::Back.part((child, -merge));
            let is_remembered =
                self.store
                    .row("SELECT 1 FROM part WHERE name = ?1", [part], |_| Ok(()))?;
            if is_remembered.is_some() && kept < COMMON_STATES_MAX {
                kept += 1;
            } else {
                self.release_root(-child, &merge.to_string())?;
            }
        }
        Ok(())
    }

    /// Reverses what the selected runs of this branch have merged, and which merges they have taken back or
    /// done again, the newest run first.
    pub(in crate::branch) fn reverse_selected(&self, selected: &str, run: i64) -> Result<()> {
        let mut turns = Vec::new();
        self.each_turn(selected, run, |_, turn, merge| turns.push((turn, merge)))?;
        for (turn, merge) in turns {
            self.turn_merge(turn.reversed(), merge)?;
        }
        Ok(())
    }

    /// Takes a merge back or does it again, as far as that is not so yet.
    fn turn_merge(&self, turn: Turn, (child, run): Merge) -> Result<()> {
        let (counting, taken_back) = (run.to_string(), (-run).to_string());
        let (from, to) = match turn {
            Turn::Back => (counting, taken_back),
            Turn::Again => (taken_back, counting),
        };
        if self.lookup(-child, &from)?.is_none() {
            return Ok(());
        }
        let own = self.run_for_change()?.filter(|own| *own != run);
        let Some(own) = own else {
            // Nothing could do it again.
            return self.release_root(-child, &from);
        };
        self.release_root(-child, &to)?;
        self.execute(
            "UPDATE node SET name = ?3 WHERE parent = ?1 AND name = ?2",
            (-child, from, to),
        )?;
        self.note_turn(own, turn, (child, run))
    }

    /// Writes down what the open run did to a merge: nothing, if it has done the opposite before.
    fn note_turn(&self, own: i64, turn: Turn, merge: Merge) -> Result<()> {
        let reversed = self.execute(
            "DELETE FROM part WHERE run = ?1 AND name = ?2",
            (own, turn.reversed().part(merge)),
        )?;
        if reversed > 0 {
            return Ok(());
        }
        let part = turn.part(merge);
        self.charge_history(ROW_BYTES + part.len() as u64)?;
        self.execute(
            "INSERT INTO part (run, name, size, content) VALUES (?1, ?2, 0, NULL)",
            (own, part),
        )?;
        Ok(())
    }
}
