//! Changing a document by a list of operations.

mod operation;

use super::large::{copy, free, size_and_depth};
use super::path::{display, element};
use super::{
    DEPTH_MAX, Document, HOLES_MAX, Json, JsonString, Object, Step, UPDATE_STEPS_MAX, equal,
};
use crate::budget::charge;
use crate::ops::stop::{Stopped, is_due};

pub use operation::{Action, Operation, UpdateError, UpdateErrorKind};

/// Elements and members stepped over between two checks whether to stop: some milliseconds,
/// where each is moved.
const STEPS_BETWEEN_LOOKS: usize = 1 << 20;

/// Applies operations in order. On an error there is no document: nothing is half changed.
///
/// # Errors
/// An operation does not fit the document, a [`Action::Test`] fails, a limit is reached, or the
/// work has to stop. The error names the operation by its place in the list, from 0.
pub fn update(document: Json, operations: &[Operation]) -> Result<Json, UpdateError> {
    let mut document = Document::from(document);
    let mut budget = UPDATE_STEPS_MAX;
    for operation in operations {
        let mut cursor = Cursor {
            operation,
            budget: &mut budget,
        };
        cursor.look()?;
        cursor.apply(&mut document)?;
    }
    Ok(document.into_json())
}

struct Cursor<'a> {
    operation: &'a Operation,
    budget: &'a mut usize,
}

impl Cursor<'_> {
    fn apply(&mut self, document: &mut Json) -> Result<(), UpdateError> {
        let operation = self.operation;
        let steps = operation.path.steps();
        let strange = |step: &&Step| matches!(step, Step::Every | Step::Other(_));
        if let Some(step) = steps.iter().find(strange) {
            let problem = format!(
                "Invalid JSON path: {step} is neither an index nor a key; write [0] or [\"key\"]"
            );
            return Err(operation.invalid(problem));
        }
        match &operation.action {
            Action::Set(value) => {
                let value = self.fitting(value, steps.len())?;
                if steps.is_empty() {
                    self.check_root()?;
                    replace(document, value);
                    return Ok(());
                }
                replace(self.create(document, steps)?, value);
            }
            Action::Append(value) => {
                let value = self.fitting(value, steps.len() + 1)?;
                let place = self.create(document, steps)?;
                if matches!(place, Json::Null) {
                    *place = Json::Array(Vec::new());
                }
                match place {
                    Json::Array(items) => items.push(value.into_json()),
                    other => return Err(self.mismatch("an array", steps, other)),
                }
            }
            Action::Merge(value) => {
                self.check_depth(value, steps.len())?;
                let place = self.create(document, steps)?;
                self.merge(place, value)?;
            }
            Action::Test(value) => {
                let found = self.find(document, steps)?;
                if let Some(found) = &found {
                    let (size, _) = size_and_depth(found).map_err(|it| self.stopped(it))?;
                    self.spend(size)?;
                }
                let is_same = match &found {
                    Some(found) => equal(found, value).map_err(|it| self.stopped(it))?,
                    None => false,
                };
                if !is_same {
                    let at = display(steps);
                    let problem = match found {
                        None => format!("{at} is missing"),
                        Some(found) => format!("{at} is {} with another value", found.describe()),
                    };
                    return Err(operation.error(UpdateErrorKind::TestFailed, problem));
                }
            }
            Action::Delete => self.delete(document, steps)?,
            Action::Add(value) => {
                let value = self.fitting(value, steps.len())?;
                self.add(document, steps, value)?;
            }
            Action::Replace(value) => {
                let value = self.fitting(value, steps.len())?;
                replace(self.existing(document, steps)?, value);
            }
            Action::Remove => {
                self.existing(document, steps)?;
                self.delete(document, steps)?;
            }
            Action::Move(from) | Action::Copy(from) => {
                let found = self.existing(document, from.steps())?;
                let (size, _) = size_and_depth(found).map_err(|it| self.stopped(it))?;
                self.spend(size)?;
                let value = self.fitting(found, steps.len())?;
                if matches!(operation.action, Action::Move(_)) {
                    if steps.len() > from.steps().len() && steps.starts_with(from.steps()) {
                        return Err(
                            operation.invalid("a value cannot be moved into itself".to_owned())
                        );
                    }
                    self.delete(document, from.steps())?;
                }
                self.add(document, steps, value)?;
            }
            Action::Insert(value) => {
                let value = self.fitting(value, steps.len())?;
                self.insert(document, steps, value)?;
            }
        }
        Ok(())
    }

    /// The value that must exist at `steps`.
    fn existing<'d>(
        &mut self,
        document: &'d mut Json,
        steps: &[Step],
    ) -> Result<&'d mut Json, UpdateError> {
        match self.find(document, steps)? {
            Some(value) => Ok(value),
            None => Err(self
                .operation
                .invalid(format!("{} is missing", display(steps)))),
        }
    }

    fn add(
        &mut self,
        document: &mut Json,
        steps: &[Step],
        value: Document,
    ) -> Result<(), UpdateError> {
        let Some((last, parents)) = steps.split_last() else {
            replace(document, value);
            return Ok(());
        };
        match self.existing(document, parents)? {
            Json::Array(items) if matches!(last, Step::Name(name) if name.as_str() == Some("-")) => {
                items.push(value.into_json());
            }
            Json::Array(_) => return self.insert(document, steps, value),
            Json::Object(object) => {
                let Step::Name(name) = last else {
                    return Err(self.wrong_step(last, parents));
                };
                self.spend(object.len())?;
                if let Some(old) = object.insert(name.clone(), value.into_json()) {
                    free(old);
                }
            }
            other => {
                let found = other.describe();
                let at = display(parents);
                let problem = format!("{at} must be an object or an array, and is {found}");
                return Err(self.operation.invalid(problem));
            }
        }
        Ok(())
    }

    fn delete(&mut self, document: &mut Json, steps: &[Step]) -> Result<(), UpdateError> {
        let Some((last, parents)) = steps.split_last() else {
            return Err(self.operation.invalid(
                "JSON delete path must not be empty; set \"$\" to replace the document".to_owned(),
            ));
        };
        let Some(parent) = self.find(document, parents)? else {
            return Ok(());
        };
        match (parent, last) {
            (Json::Object(object), Step::Name(name)) => {
                self.spend(object.len())?;
                if let Some(old) = object.remove(name) {
                    free(old);
                }
            }
            (Json::Array(items), step) if is_element(step) => {
                self.spend(items.len())?;
                if let Some(index) = element(step, items.len()).filter(|&i| i < items.len()) {
                    free(items.remove(index));
                }
            }
            (Json::Array(_) | Json::Object(_), step) => {
                return Err(self.wrong_step(step, parents));
            }
            _ => {}
        }
        Ok(())
    }

    fn insert(
        &mut self,
        document: &mut Json,
        steps: &[Step],
        value: Document,
    ) -> Result<(), UpdateError> {
        let operation = self.operation;
        let parent = match steps.split_last() {
            Some((last, parents)) if is_element(last) => self
                .find(document, parents)?
                .map(|parent| (parent, last, parents)),
            _ => {
                let problem = "the path must end in an index, such as items[0]";
                return Err(operation.invalid(problem.to_owned()));
            }
        };
        match parent {
            Some((Json::Array(items), last, parents)) => {
                self.spend(items.len())?;
                match element(last, items.len()).filter(|&index| index <= items.len()) {
                    Some(index) => items.insert(index, value.into_json()),
                    None => {
                        let at = display(parents);
                        let problem = format!("{at} has {} elements", items.len());
                        return Err(operation.invalid(problem));
                    }
                }
            }
            Some((other, _, parents)) => return Err(self.mismatch("an array", parents, other)),
            None => {
                let at = display(&steps[..steps.len() - 1]);
                return Err(operation.invalid(format!("{at} is missing")));
            }
        }
        Ok(())
    }

    /// The value at `steps`, unless something on the way is missing or has no members.
    fn find<'d>(
        &mut self,
        document: &'d mut Json,
        steps: &[Step],
    ) -> Result<Option<&'d mut Json>, UpdateError> {
        let mut current = document;
        for (nth, step) in steps.iter().enumerate() {
            let next = match (current, step) {
                (Json::Object(object), Step::Name(name)) => {
                    self.spend(object.len())?;
                    object.get_mut(name)
                }
                (Json::Array(items), step) if is_element(step) => {
                    element(step, items.len()).and_then(|index| items.get_mut(index))
                }
                (Json::Array(_) | Json::Object(_), step) => {
                    return Err(self.wrong_step(step, &steps[..nth]));
                }
                _ => None,
            };
            match next {
                Some(value) => current = value,
                None => return Ok(None),
            }
        }
        Ok(Some(current))
    }

    /// The value at `steps`, which is created as `null` with everything on the way.
    fn create<'d>(
        &mut self,
        document: &'d mut Json,
        steps: &[Step],
    ) -> Result<&'d mut Json, UpdateError> {
        let mut current = document;
        let mut is_new = false;
        for (nth, step) in steps.iter().enumerate() {
            if is_new {
                *current = match step {
                    Step::Name(_) => Json::Object(Object::new()),
                    _ => Json::Array(Vec::new()),
                };
            }
            let found = current.describe();
            match current {
                Json::Object(object) => {
                    let Step::Name(name) = step else {
                        return Err(self.wrong_step(step, &steps[..nth]));
                    };
                    self.spend(object.len())?;
                    is_new = object.get(name).is_none();
                    current = member(object, name);
                }
                Json::Array(items) if is_element(step) => {
                    let len = items.len();
                    let index =
                        element(step, len).filter(|index| index - index.min(&len) <= HOLES_MAX);
                    let Some(index) = index else {
                        let at = display(&steps[..nth]);
                        let problem =
                            format!("{step} is too far outside {at}, which has {len} elements");
                        return Err(self.operation.invalid(problem));
                    };
                    is_new = index >= len;
                    if is_new {
                        self.spend(index - len)?;
                        items.resize(index + 1, Json::Null);
                    }
                    current = &mut items[index];
                }
                Json::Array(_) => return Err(self.wrong_step(step, &steps[..nth])),
                Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {
                    let expected = match step {
                        Step::Name(name) => format!("object at \"{}\"", name.to_text()),
                        step => format!("array at {step}"),
                    };
                    let at = display(&steps[..nth]);
                    let problem = format!("JSON update expected {expected}: {at} is {found}");
                    return Err(self.operation.invalid(problem));
                }
            }
        }
        Ok(current)
    }

    /// Calls itself once per level of `patch`.
    fn merge(&mut self, target: &mut Json, patch: &Json) -> Result<(), UpdateError> {
        let keys = match patch {
            Json::Object(_) => patch.own_bytes(),
            _ => 0,
        };
        charge(keys).map_err(|exhausted| self.stopped(exhausted.into()))?;
        let Json::Object(patch) = patch else {
            let patch = copy(patch).map_err(|it| self.stopped(it))?;
            replace(target, patch.into());
            return Ok(());
        };
        if !matches!(target, Json::Object(_)) {
            replace(target, Json::Object(Object::new()).into());
        }
        let Json::Object(object) = target else {
            return Ok(());
        };
        for (key, value) in patch {
            self.spend(object.len() + 1)?;
            if *value == Json::Null && self.operation.deletes_nulls {
                if let Some(old) = object.remove(key) {
                    free(old);
                }
            } else {
                self.merge(member(object, key), value)?;
            }
        }
        Ok(())
    }

    fn check_root(&self) -> Result<(), UpdateError> {
        if self.operation.path.is_explicit_root() {
            return Ok(());
        }
        let problem = "JSON update path must not be empty; write \"$\" to replace the document";
        Err(self.operation.invalid(problem.to_owned()))
    }

    /// Refuses a value that does not fit at a depth.
    fn check_depth(&self, value: &Json, above: usize) -> Result<(), UpdateError> {
        let (_, depth) = size_and_depth(value).map_err(|it| self.stopped(it))?;
        if above + depth > DEPTH_MAX {
            let problem = format!("the document would nest more than {DEPTH_MAX} deep");
            return Err(self.operation.error(UpdateErrorKind::TooLarge, problem));
        }
        Ok(())
    }

    /// A copy of a value, which is charged, unless it does not fit at a depth.
    fn fitting(&self, value: &Json, above: usize) -> Result<Document, UpdateError> {
        self.check_depth(value, above)?;
        let copied = copy(value).map_err(|it| self.stopped(it))?;
        Ok(copied.into())
    }

    fn spend(&mut self, steps: usize) -> Result<(), UpdateError> {
        let Some(left) = self.budget.checked_sub(steps) else {
            let problem =
                "the operations take too long together; read the document, change it and write it";
            return Err(self
                .operation
                .error(UpdateErrorKind::TooLarge, problem.to_owned()));
        };
        let is_far = left / STEPS_BETWEEN_LOOKS < *self.budget / STEPS_BETWEEN_LOOKS;
        *self.budget = left;
        if is_far { self.look() } else { Ok(()) }
    }

    fn look(&self) -> Result<(), UpdateError> {
        if is_due() {
            return Err(self.stopped(Stopped));
        }
        Ok(())
    }

    fn stopped(&self, stopped: Stopped) -> UpdateError {
        self.operation
            .error(UpdateErrorKind::TooLarge, stopped.to_string())
    }

    /// A name in an array, or an index in an object.
    fn wrong_step(&self, step: &Step, parent: &[Step]) -> UpdateError {
        let at = display(parent);
        self.operation.invalid(match step {
            Step::Name(name) => format!(
                "JSON update expected object at \"{}\": {at} is an array",
                name.to_text()
            ),
            step => format!("JSON update expected array at {step}: {at} is an object"),
        })
    }

    fn mismatch(&self, expected: &str, steps: &[Step], found: &Json) -> UpdateError {
        let at = display(steps);
        let found = found.describe();
        self.operation
            .invalid(format!("{at} must be {expected}, and is {found}"))
    }
}

/// The member of this name, which is created as `null`.
fn member<'d>(object: &'d mut Object, name: &JsonString) -> &'d mut Json {
    if object.get(name).is_none() {
        object.insert(name.clone(), Json::Null);
    }
    object.get_mut(name).expect("the member was just added")
}

/// Whether a step can mean an element of an array.
fn is_element(step: &Step) -> bool {
    match step {
        Step::Name(name) => name.array_index().is_some(),
        Step::Index(_) | Step::FromEnd(_) => true,
        Step::Every | Step::Other(_) => false,
    }
}

/// Puts a value in the place of another.
fn replace(place: &mut Json, value: Document) {
    free(std::mem::replace(place, value.into_json()));
}
