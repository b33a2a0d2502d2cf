//! Changing a document by a list of operations.

mod operation;
mod walk;

use super::editor::{Editor, Id, Kind};
use super::layout::TooLong;
use super::path::{display, element};
use super::{Json, Object, Path, Step, UPDATE_STEPS_MAX};
use walk::is_element;

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
    let opened = Editor::new(text, bare);
    let mut editor = opened.map_err(|stopped| UpdateError::before_all(&stopped))?;
    for operation in operations {
        let mut cursor = Cursor {
            operation,
            editor: &mut editor,
            budget: &mut budget,
        };
        cursor.look()?;
        cursor.apply()?;
    }
    Ok(Updated(editor))
}

struct Cursor<'a, 't> {
    operation: &'a Operation,
    editor: &'a mut Editor<'t>,
    budget: &'a mut usize,
}

impl Cursor<'_, '_> {
    fn apply(&mut self) -> Result<(), UpdateError> {
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
                self.put(place, value)?;
            }
            Action::Append(value) => {
                self.check_depth(value, steps.len() + 1)?;
                let place = self.create(steps)?;
                if self.editor.is_null(place) {
                    self.put(place, &Json::Array(Vec::new()))?;
                }
                if self.editor.kind(place) != Kind::Array {
                    return Err(self.mismatch("an array", steps, place));
                }
                let new = self.graft(value)?;
                self.push(place, None, new)?;
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
                self.put(place, value)?;
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
                let new = self.graft(value)?;
                self.insert(parent, at, new)?;
            }
        }
        Ok(())
    }

    /// Takes the value of another path: moves it, or copies it.
    fn take(&mut self, from: &Path, steps: &[Step], is_move: bool) -> Result<(), UpdateError> {
        self.check_single(from.steps())?;
        self.check_dotted(from)?;
        let from = from.steps();
        let found = self.existing(from)?;
        let (size, depth) = self
            .editor
            .size_and_depth(found)
            .map_err(|it| self.stopped(it))?;
        self.spend(size)?;
        self.check_levels(steps.len() + depth)?;
        let value = self.editor.copy_of(found).map_err(|it| self.stopped(it))?;
        if is_move {
            if steps == from {
                return Ok(());
            }
            if steps.starts_with(from) {
                let problem = "a value cannot be moved into itself";
                return Err(self.operation.invalid(problem.to_owned()));
            }
            self.delete(from)?;
        }
        self.add_new(steps, value)
    }

    fn test(&mut self, steps: &[Step], value: &Json) -> Result<(), UpdateError> {
        let Some(found) = self.find(steps)? else {
            let problem = format!("{} is missing", display(steps));
            return Err(self.operation.error(UpdateErrorKind::TestFailed, problem));
        };
        let measured = self.editor.size_and_depth(found);
        let (size, _) = measured.map_err(|it| self.stopped(it))?;
        self.spend(size)?;
        let is_same = self.editor.is_same(found, value);
        if is_same.map_err(|it| self.stopped(it))? {
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
        Err(self.operation.error(UpdateErrorKind::TestFailed, problem))
    }

    /// Adds a value as RFC 6902 says. One that replaces another keeps what they have in common.
    fn add(&mut self, steps: &[Step], value: &Json) -> Result<(), UpdateError> {
        if let Some((Step::Name(name), parents)) = steps.split_last() {
            let parent = self.existing(parents)?;
            if self.editor.kind(parent) == Kind::Object
                && let Some(member) = self.member(parent, name)?
            {
                return self.put(member, value);
            }
        }
        if steps.is_empty() {
            return self.put(self.editor.root(), value);
        }
        let new = self.graft(value)?;
        self.add_new(steps, new)
    }

    /// Adds a value that nothing holds yet, as RFC 6902 says.
    fn add_new(&mut self, steps: &[Step], new: Id) -> Result<(), UpdateError> {
        let Some((last, parents)) = steps.split_last() else {
            self.editor.replace(self.editor.root(), new);
            return Ok(());
        };
        let parent = self.existing(parents)?;
        match (self.editor.kind(parent), last) {
            (Kind::Array, Step::Name(name)) if name.as_str() == Some("-") => {
                self.push(parent, None, new)
            }
            (Kind::Array, _) => {
                let (parent, at) = self.place_of_new(steps)?;
                self.insert(parent, at, new)
            }
            (Kind::Object, Step::Name(name)) => match self.member(parent, name)? {
                Some(member) => {
                    self.editor.replace(member, new);
                    Ok(())
                }
                None => self.push(parent, Some(name), new),
            },
            (Kind::Object, _) => Err(self.wrong_step(last, parents, Kind::Object)),
            (Kind::Scalar, _) => {
                let (at, found) = (display(parents), self.editor.describe(parent));
                let problem = format!("{at} must be an object or an array, and is {found}");
                Err(self.operation.invalid(problem))
            }
        }
    }

    fn delete(&mut self, steps: &[Step]) -> Result<(), UpdateError> {
        let Some((last, parents)) = steps.split_last() else {
            return Err(self.operation.invalid(
                "JSON delete path must not be empty; set \"$\" to replace the document".to_owned(),
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
                return Err(self.wrong_step(step, parents, kind));
            }
            (Kind::Scalar, _) => {}
        }
        Ok(())
    }

    /// Calls itself once per level of `patch`.
    fn merge(&mut self, target: Id, patch: &Json) -> Result<(), UpdateError> {
        let Json::Object(patch) = patch else {
            return self.put(target, patch);
        };
        if self.editor.kind(target) != Kind::Object {
            self.put(target, &Json::Object(Object::new()))?;
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
