//! The nodes that the paths of operations name, and the work that finding them takes.

use super::operation::Problem;
use super::{Cursor, STEPS_BETWEEN_LOOKS, UpdateErrorKind};
use crate::json::editor::{Id, Kind};
use crate::json::path::{display, element};
use crate::json::{DEPTH_MAX, HOLES_MAX, Json, JsonString, Object, Path, Step, large};
use crate::stop::{Stopped, is_due};

impl Cursor<'_, '_> {
    /// Refuses a path that can name several nodes.
    pub(super) fn check_single(&self, steps: &[Step]) -> Result<(), Problem> {
        if let Some(step) = steps.iter().find(|step| step.is_several()) {
            return Err(Problem::invalid(format!(
                "{step} can name several places, and an operation changes one: find them with queryJson \
                 or readJson, and write one operation for each, with an index such as [0] or a key as \
                 [\"key\"]"
            )));
        }
        match steps.iter().find(|step| matches!(step, Step::Other(_))) {
            None => Ok(()),
            Some(step) => Err(Problem::invalid(format!(
                "Invalid JSON path: {step} is neither an index nor a key; write [0] or [\"key\"]"
            ))),
        }
    }

    /// Refuses a path to a missing value where a key with dots exists that is probably intended.
    pub(super) fn check_dotted(&mut self, path: &Path) -> Result<(), Problem> {
        let steps = path.steps();
        if !(0..steps.len()).any(|from| path.dotted_keys(from).next().is_some()) {
            return Ok(());
        }
        let mut current = self.editor.root();
        let mut found = None;
        for (from, step) in steps.iter().enumerate() {
            if found.is_none() && self.editor.kind(current) == Kind::Object {
                for (to, key) in path.dotted_keys(from) {
                    if self.member(current, &key)?.is_some() {
                        found = Some((from, to, key));
                    }
                }
            }
            match self.step_into(current, step)? {
                Some(Some(next)) => current = next,
                Some(None) | None => {
                    let Some((from, to, key)) = found else {
                        return Ok(());
                    };
                    let (one, other) = path.spellings(from, to, &key);
                    return Err(Problem::invalid(format!(
                        "{} is missing, and there is a key {:?}: write {one} for that key, or {other} for a \
                         member of its own",
                        display(steps),
                        key.to_text()
                    )));
                }
            }
        }
        Ok(())
    }

    /// The value that must exist at `steps`.
    pub(super) fn existing(&mut self, steps: &[Step]) -> Result<Id, Problem> {
        let missing = || Problem::invalid(format!("{} is missing", display(steps)));
        self.find(steps)?.ok_or_else(missing)
    }

    /// The array and the index of a new element.
    pub(super) fn place_of_new(&mut self, steps: &[Step]) -> Result<(Id, usize), Problem> {
        let (last, parents) = match steps.split_last() {
            Some((last, parents)) if is_element(last) => (last, parents),
            _ => {
                let problem = "the path must end in an index, such as items[0]";
                return Err(Problem::invalid(problem));
            }
        };
        let parent = self.existing(parents)?;
        if self.editor.kind(parent) != Kind::Array {
            return Err(self.mismatch("an array", parents, parent));
        }
        let len = self.len(parent)?;
        match element(last, len).filter(|at| *at <= len) {
            Some(at) => Ok((parent, at)),
            None => {
                let problem = format!("{} has {len} elements", display(parents));
                Err(Problem::invalid(problem))
            }
        }
    }

    /// The value at `steps`, unless something on the way is missing or has no members.
    pub(super) fn find(&mut self, steps: &[Step]) -> Result<Option<Id>, Problem> {
        let mut current = self.editor.root();
        for (nth, step) in steps.iter().enumerate() {
            match (self.step_into(current, step)?, self.editor.kind(current)) {
                (Some(Some(value)), _) => current = value,
                (Some(None), _) | (None, Kind::Scalar) => return Ok(None),
                (None, kind) => return Err(wrong_step(step, &steps[..nth], kind)),
            }
        }
        Ok(Some(current))
    }

    /// What a step leads to, if it can be made in a value at all.
    fn step_into(&mut self, id: Id, step: &Step) -> Result<Option<Option<Id>>, Problem> {
        Ok(match (self.editor.kind(id), step) {
            (Kind::Object, Step::Name(name)) => Some(self.member(id, name)?),
            (Kind::Array, step) if is_element(step) => {
                let len = self.len(id)?;
                Some(element(step, len).and_then(|at| self.editor.element(id, at)))
            }
            _ => None,
        })
    }

    /// The value at `steps`, which is created as `null` with everything on the way.
    pub(super) fn create(&mut self, steps: &[Step]) -> Result<Id, Problem> {
        let mut current = self.editor.root();
        let mut is_new = false;
        for (nth, step) in steps.iter().enumerate() {
            if is_new {
                let empty = match step {
                    Step::Name(_) => Json::Object(Object::new()),
                    _ => Json::Array(Vec::new()),
                };
                self.editor.put(current, &empty)?;
            }
            (current, is_new) = match (self.editor.kind(current), step) {
                (Kind::Object, Step::Name(name)) => self.member_or_null(current, name)?,
                (Kind::Array, step) if is_element(step) => {
                    self.element_or_null(current, step, &steps[..nth])?
                }
                (kind @ (Kind::Array | Kind::Object), step) => {
                    return Err(wrong_step(step, &steps[..nth], kind));
                }
                (Kind::Scalar, step) => {
                    return Err(unexpected(
                        step,
                        &steps[..nth],
                        self.editor.describe(current),
                    ));
                }
            };
        }
        Ok(current)
    }

    /// The member of a name, which is created as `null`, and whether it was.
    pub(super) fn member_or_null(
        &mut self,
        parent: Id,
        name: &JsonString,
    ) -> Result<(Id, bool), Problem> {
        if let Some(member) = self.member(parent, name)? {
            return Ok((member, false));
        }
        let new = self.editor.graft(&Json::Null)?;
        self.editor.push(parent, Some(name), new)?;
        Ok((new, true))
    }

    /// The element that a step means, which is created as `null`, and whether it was.
    pub(super) fn element_or_null(
        &mut self,
        parent: Id,
        step: &Step,
        above: &[Step],
    ) -> Result<(Id, bool), Problem> {
        let len = self.len(parent)?;
        let index = element(step, len).filter(|index| index - index.min(&len) <= HOLES_MAX);
        let Some(index) = index else {
            let at = display(above);
            let problem = format!("{step} is too far outside {at}, which has {len} elements");
            return Err(Problem::invalid(problem));
        };
        if let Some(found) = self.editor.element(parent, index) {
            return Ok((found, false));
        }
        self.spend(index - len)?;
        let mut new = self.editor.graft(&Json::Null)?;
        self.editor.push(parent, None, new)?;
        for _ in len..index {
            new = self.editor.graft(&Json::Null)?;
            self.editor.push(parent, None, new)?;
        }
        Ok((new, true))
    }

    /// How many items a value has; counts as so many steps.
    pub(super) fn len(&mut self, id: Id) -> Result<usize, Problem> {
        let len = self.editor.len(id);
        self.spend(len + 1)?;
        Ok(len)
    }

    pub(super) fn member(&mut self, id: Id, name: &JsonString) -> Result<Option<Id>, Problem> {
        self.len(id)?;
        Ok(self.editor.member(id, name))
    }

    pub(super) fn check_root(&self) -> Result<(), Problem> {
        if self.operation.path.is_explicit_root() {
            return Ok(());
        }
        let problem = "JSON update path must not be empty; write \"$\" to replace the document";
        Err(Problem::invalid(problem))
    }

    /// Refuses a value that does not fit at a depth.
    pub(super) fn check_depth(&self, value: &Json, above: usize) -> Result<(), Problem> {
        let (_, depth) = large::size_and_depth(value)?;
        self.check_levels(above + depth)
    }

    pub(super) fn check_levels(&self, levels: usize) -> Result<(), Problem> {
        if levels > DEPTH_MAX {
            let problem = format!("the document would nest more than {DEPTH_MAX} deep");
            return Err(Problem::new(UpdateErrorKind::TooLarge, problem));
        }
        Ok(())
    }

    pub(super) fn spend(&mut self, steps: usize) -> Result<(), Problem> {
        let Some(left) = self.budget.checked_sub(steps) else {
            let problem =
                "the operations take too long together; read the document, change it and write it";
            return Err(Problem::new(UpdateErrorKind::TooLarge, problem));
        };
        let is_far = left / STEPS_BETWEEN_LOOKS < *self.budget / STEPS_BETWEEN_LOOKS;
        *self.budget = left;
        if is_far { self.look() } else { Ok(()) }
    }

    pub(super) fn look(&self) -> Result<(), Problem> {
        if is_due() {
            return Err(Stopped.into());
        }
        Ok(())
    }

    pub(super) fn mismatch(&self, expected: &str, steps: &[Step], found: Id) -> Problem {
        let (at, found) = (display(steps), self.editor.describe(found));
        Problem::invalid(format!("{at} must be {expected}, and is {found}"))
    }
}

/// The problem of a name in an array, or of an index in an object.
pub(super) fn wrong_step(step: &Step, parent: &[Step], kind: Kind) -> Problem {
    let what = match kind {
        Kind::Array => "an array",
        Kind::Object | Kind::Scalar => "an object",
    };
    unexpected(step, parent, what)
}

/// The problem of a step in a value that has no such members.
fn unexpected(step: &Step, parent: &[Step], what: &str) -> Problem {
    let at = display(parent);
    Problem::invalid(match step {
        Step::Name(name) => format!(
            "JSON update expected object at \"{}\": {at} is {what}",
            name.to_text()
        ),
        step => format!("JSON update expected array at {step}: {at} is {what}"),
    })
}

/// Whether a step can mean an element of an array.
pub(super) fn is_element(step: &Step) -> bool {
    match step {
        Step::Name(name) => name.array_index().is_some(),
        Step::Index(_) | Step::FromEnd(_) => true,
        Step::Every | Step::Select(_) | Step::Descend(_) | Step::Other(_) => false,
    }
}
