//! Changing a document by a list of operations.

mod operation;
mod walk;

use super::editor::{Editor, Id, Kind};
use super::layout::TooLong;
use super::path::{display, element};
use super::{Json, Object, Path, Step, UPDATE_STEPS_MAX};
use operation::Problem;
use walk::{is_element, wrong_step};

pub use operation::{Action, Operation, UpdateError, UpdateErrorKind};

/// Elements and members stepped over between two checks whether to stop: some milliseconds.
const STEPS_BETWEEN_LOOKS: usize = 1 << 20;

/// A document after operations.
#[derive(Debug)]
pub struct Updated<'t>(Editor<'t>);

impl Updated<'_> {
    /// The text of the document: that from before where nothing has changed.
    ///
    /// # Errors
    /// It would have more than `bytes_max` bytes, or the work has to stop.
    pub fn text(&self, bytes_max: usize) -> Result<String, TooLong> {
        self.0.render(bytes_max)
    }

    /// Whether an operation has changed anything.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        self.0.is_changed()
    }
}

/// Applies operations in order. On an error there is no document: nothing is half changed.
///
/// `bare` is the text without comments, [place by place](super::without_comments), and
/// [can be parsed](super::parse). Of equal keys the last one is meant; a deletion removes all.
///
/// # Errors
/// An operation does not fit the document, a [`Action::Test`] fails, a limit is reached, or the
/// work has to stop. The error names the operation by its position in the list, from 0.
pub fn update<'t>(
    text: &'t str,
    bare: &str,
    operations: &[Operation],
) -> Result<Updated<'t>, UpdateError> {
    let mut budget = UPDATE_STEPS_MAX;
    let mut editor = Editor::new(text, bare).map_err(UpdateError::before_all)?;
    for operation in operations {
        let mut cursor = Cursor {
            operation,
            editor: &mut editor,
            budget: &mut budget,
        };
        let applied = cursor.look().and_then(|()| cursor.apply());
        applied.map_err(|problem| operation.error(problem))?;
    }
    Ok(Updated(editor))
}

struct Cursor<'a, 't> {
    operation: &'a Operation,
    editor: &'a mut Editor<'t>,
    budget: &'a mut usize,
}

impl Cursor<'_, '_> {
    fn apply(&mut self) -> Result<(), Problem> {
        let operation = self.operation;
        let steps = operation.path.steps();
        self.check_single(steps)?;
        self.check_dotted(&operation.path)?;
        match &operation.action {
            Action::Set(value) => {
                self.check_depth(value, steps.len())?;
                if steps.is_empty() {
                    self.check_root()?;
                }
                let place = self.create(steps)?;
                self.editor.put(place, value)?;
            }
            Action::Append(value) => {
                self.check_depth(value, steps.len() + 1)?;
                let place = self.create(steps)?;
                if self.editor.is_null(place) {
                    self.editor.put(place, &Json::Array(Vec::new()))?;
                }
                if self.editor.kind(place) != Kind::Array {
                    return Err(self.mismatch("an array", steps, place));
                }
                let new = self.editor.graft(value)?;
                self.editor.push(place, None, new)?;
            }
            Action::Merge(value) => {
                self.check_depth(value, steps.len())?;
                let place = self.create(steps)?;
                self.merge(place, value)?;
            }
            Action::Test(value) => self.test(steps, value)?,
            Action::Delete => self.delete(steps)?,
            Action::Add(value) => {
                self.check_depth(value, steps.len())?;
                self.add(steps, value)?;
            }
            Action::Replace(value) => {
                self.check_depth(value, steps.len())?;
                let place = self.existing(steps)?;
                self.editor.put(place, value)?;
            }
            Action::Remove => {
                self.existing(steps)?;
                self.delete(steps)?;
            }
            Action::Move(from) => self.take(from, steps, true)?,
            Action::Copy(from) => self.take(from, steps, false)?,
            Action::Insert(value) => {
                self.check_depth(value, steps.len())?;
                let (parent, at) = self.place_of_new(steps)?;
                let new = self.editor.graft(value)?;
                self.editor.insert(parent, at, new)?;
            }
        }
        Ok(())
    }

    /// Takes the value of another path: moves it, or copies it.
    fn take(&mut self, from: &Path, steps: &[Step], is_move: bool) -> Result<(), Problem> {
        self.check_single(from.steps())?;
        self.check_dotted(from)?;
        let from = from.steps();
        let found = self.existing(from)?;
        let (size, depth) = self.editor.size_and_depth(found)?;
        self.spend(size)?;
        self.check_levels(steps.len() + depth)?;
        let value = self.editor.copy_of(found)?;
        if is_move {
            if steps == from {
                return Ok(());
            }
            if steps.starts_with(from) {
                return Err(Problem::invalid("a value cannot be moved into itself"));
            }
            self.delete(from)?;
        }
        self.add_new(steps, value)
    }

    fn test(&mut self, steps: &[Step], value: &Json) -> Result<(), Problem> {
        let Some(found) = self.find(steps)? else {
            let problem = format!("{} is missing", display(steps));
            return Err(Problem::new(UpdateErrorKind::TestFailed, problem));
        };
        let (size, _) = self.editor.size_and_depth(found)?;
        self.spend(size)?;
        if self.editor.is_same(found, value)? {
            return Ok(());
        }
        let at = display(steps);
        let problem = match self.editor.scalar_json(found) {
            Json::Number(number) if !number.is_exact() => format!(
                "{at} is {}, which JavaScript cannot hold exactly",
                number.text()
            ),
            _ => format!("{at} is {} with another value", self.editor.describe(found)),
        };
        Err(Problem::new(UpdateErrorKind::TestFailed, problem))
    }

    /// Adds a value as RFC 6902 says. One that replaces another keeps what they have in common.
    fn add(&mut self, steps: &[Step], value: &Json) -> Result<(), Problem> {
        if let Some((Step::Name(name), parents)) = steps.split_last() {
            let parent = self.existing(parents)?;
            if self.editor.kind(parent) == Kind::Object
                && let Some(member) = self.member(parent, name)?
            {
                return Ok(self.editor.put(member, value)?);
            }
        }
        if steps.is_empty() {
            return Ok(self.editor.put(self.editor.root(), value)?);
        }
        let new = self.editor.graft(value)?;
        self.add_new(steps, new)
    }

    /// Adds a value that nothing holds yet, as RFC 6902 says.
    fn add_new(&mut self, steps: &[Step], new: Id) -> Result<(), Problem> {
        let Some((last, parents)) = steps.split_last() else {
            self.editor.replace(self.editor.root(), new);
            return Ok(());
        };
        let parent = self.existing(parents)?;
        match (self.editor.kind(parent), last) {
            (Kind::Array, Step::Name(name)) if name.as_str() == Some("-") => {
                self.editor.push(parent, None, new)?;
            }
            (Kind::Array, _) => {
                let (parent, at) = self.place_of_new(steps)?;
                self.editor.insert(parent, at, new)?;
            }
            (Kind::Object, Step::Name(name)) => match self.member(parent, name)? {
                Some(member) => self.editor.replace(member, new),
                None => self.editor.push(parent, Some(name), new)?,
            },
            (Kind::Object, _) => return Err(wrong_step(last, parents, Kind::Object)),
            (Kind::Scalar, _) => {
                return Err(self.mismatch("an object or an array", parents, parent));
            }
        }
        Ok(())
    }

    fn delete(&mut self, steps: &[Step]) -> Result<(), Problem> {
        let Some((last, parents)) = steps.split_last() else {
            return Err(Problem::invalid(
                "JSON delete path must not be empty; set \"$\" to replace the document",
            ));
        };
        let Some(parent) = self.find(parents)? else {
            return Ok(());
        };
        match (self.editor.kind(parent), last) {
            (Kind::Object, Step::Name(name)) => {
                self.len(parent)?;
                self.editor.remove_all(parent, name);
            }
            (Kind::Array, step) if is_element(step) => {
                let len = self.len(parent)?;
                let found = element(step, len).and_then(|at| self.editor.element(parent, at));
                if let Some(found) = found {
                    self.editor.remove(found);
                }
            }
            (kind @ (Kind::Array | Kind::Object), step) => {
                return Err(wrong_step(step, parents, kind));
            }
            (Kind::Scalar, _) => {}
        }
        Ok(())
    }

    /// Calls itself once per level of `patch`.
    fn merge(&mut self, target: Id, patch: &Json) -> Result<(), Problem> {
        let Json::Object(patch) = patch else {
            return Ok(self.editor.put(target, patch)?);
        };
        if self.editor.kind(target) != Kind::Object {
            self.editor.put(target, &Json::Object(Object::new()))?;
        }
        for (key, value) in patch {
            if *value == Json::Null && self.operation.deletes_nulls {
                self.len(target)?;
                self.editor.remove_all(target, key);
            } else {
                let (member, _) = self.member_or_null(target, key)?;
                self.merge(member, value)?;
            }
        }
        Ok(())
    }
}
