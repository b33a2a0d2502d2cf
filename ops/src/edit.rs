//! Edits: planned and applied in several files, or made in one file by old and new text.

mod texts;

use std::collections::BTreeMap;
use std::sync::Arc;

use isolate_text::edit::{Instruction, edit};
use isolate_text::search::Budget;
use isolate_text::{VPath, budget};

pub use texts::{EditOptions, EditReport, edit_texts};

use crate::access::Access;
use crate::content::{Content, Room, TextChange, check_diffs};
use crate::error::{BatchPart, OpError, Problem};

/// Memory of an edit, without its texts.
pub const PLANNED_BYTES: usize = 512;

/// An edit of one file.
#[derive(Debug)]
pub struct FileEdit {
    /// The path as the caller gave it.
    pub label: Arc<str>,
    /// The path.
    pub path: VPath,
    /// What to do. It does not remove the file.
    pub instruction: Instruction,
}

/// An edit that a plan proposes.
#[derive(Debug)]
pub struct Planned {
    /// The file before and after it.
    pub change: TextChange,
    /// Whether both differ.
    pub is_changed: bool,
    /// The version that the edit was planned for.
    pub base: String,
}

/// What a file is to become.
#[derive(Debug)]
pub struct NewContent {
    /// The path as the caller gave it.
    pub label: Arc<str>,
    /// The path.
    pub path: VPath,
    /// Its whole content. Its memory and [`PLANNED_BYTES`] are charged already.
    pub content: Arc<str>,
    /// The version that the file must have; any if there is none.
    pub base: Option<String>,
}

/// What edits make of files; several paths may lead to one file.
type Contents = BTreeMap<VPath, Content>;

/// Plans edits, of which each sees what those before it made. Writes nothing.
///
/// # Errors
/// Each with the index of its edit: [`OpError::Edit`], [`Problem::WouldDamage`], those of a read. And
/// [`Problem::NoDiff`], [`Problem::TooMuchToKeep`].
pub fn plan(
    access: &Access<'_>,
    edits: &[FileEdit],
    budget: &mut Budget,
    mut room: Room,
) -> Result<Vec<Planned>, OpError> {
    access.tree.snapshot(|_| {
        let mut contents = Contents::new();
        let mut planned = Vec::with_capacity(edits.len());
        for (index, edit) in edits.iter().enumerate() {
            access.rules.check()?;
            let one = plan_one(access, edit, &mut contents, budget)
                .map_err(|error| error.in_batch(BatchPart::Instruction(index)))?;
            room.take(&one.change)?;
            planned.push(one);
        }
        check_diffs(planned.iter().map(|planned| &planned.change))?;
        Ok(planned)
    })
}

fn plan_one(
    access: &Access<'_>,
    wanted: &FileEdit,
    contents: &mut Contents,
    budget: &mut Budget,
) -> Result<Planned, OpError> {
    let FileEdit {
        label,
        path,
        instruction,
    } = wanted;
    let key = access.tree.real_path(path).unwrap_or_else(|_| path.clone());
    let before = match contents.get(&key) {
        Some(content) => content.clone(),
        None => access.content_if_any(path)?,
    };
    if matches!(instruction, Instruction::Replace { .. }) && before.is_binary() {
        return Err(Problem::WouldDamage(path.clone()).into());
    }
    let previous = before.text().filter(|_| !before.is_missing());
    let edited = edit(previous, instruction, budget).map_err(|error| OpError::Edit {
        error,
        path: path.clone(),
    })?;
    let after = edited.content.unwrap_or_default();
    budget::charge(after.len() * 2 + PLANNED_BYTES)?;
    let freed = after.len();
    let after: Arc<str> = after.into();
    budget::release(freed);
    contents.insert(key, Content::Text(Arc::clone(&after)));
    Ok(Planned {
        base: before.version(),
        is_changed: !before.equals(&after),
        change: TextChange {
            label: Arc::clone(label),
            before,
            after,
        },
    })
}

/// Writes contents, all or none.
///
/// # Errors
/// [`Problem::PlanIsStale`] with each file that has not the version of its edit. Those of reads and
/// writes, with the index of the edit; [`Problem::NoDiff`], [`Problem::TooMuchToKeep`].
pub fn apply(
    access: &Access<'_>,
    edits: Vec<NewContent>,
    is_dry_run: bool,
    room: Room,
) -> Result<Vec<TextChange>, OpError> {
    access.atomically(is_dry_run, || apply_within(access, edits, room))
}

/// Makes edits, of which each sees what those before it made, all or none. Each file is written once.
///
/// # Errors
/// As [`plan`] and [`apply`]; [`Problem::NothingMatches`] of a replacement that changes nothing: there
/// is no plan that shows it.
pub fn plan_and_apply(
    access: &Access<'_>,
    edits: &[FileEdit],
    budget: &mut Budget,
    is_dry_run: bool,
    room: Room,
) -> Result<Vec<TextChange>, OpError> {
    access.atomically(is_dry_run, || {
        let mut contents = Contents::new();
        let mut made: Vec<NewContent> = Vec::new();
        for (index, edit) in edits.iter().enumerate() {
            access.rules.check()?;
            let at = |error: OpError| error.in_batch(BatchPart::Edit(index));
            let planned = plan_one(access, edit, &mut contents, budget).map_err(at)?;
            if matches!(edit.instruction, Instruction::Replace { .. }) && !planned.is_changed {
                return Err(at(Problem::NothingMatches(edit.path.clone()).into()));
            }
            made.retain(|other| other.path != edit.path);
            made.push(NewContent {
                label: planned.change.label,
                path: edit.path.clone(),
                content: planned.change.after,
                base: None,
            });
        }
        apply_within(access, made, room)
    })
}

fn apply_within(
    access: &Access<'_>,
    edits: Vec<NewContent>,
    mut room: Room,
) -> Result<Vec<TextChange>, OpError> {
    let mut changes = Vec::with_capacity(edits.len());
    let mut stale = Vec::new();
    for (index, edit) in edits.into_iter().enumerate() {
        access.rules.check()?;
        let (change, fits) =
            apply_one(access, edit).map_err(|error| error.in_batch(BatchPart::Edit(index)))?;
        if !fits {
            stale.push(Arc::clone(&change.label));
        }
        room.take(&change)?;
        changes.push(change);
    }
    if !stale.is_empty() {
        return Err(Problem::PlanIsStale(stale).into());
    }
    check_diffs(&changes)?;
    Ok(changes)
}

/// Writes one file. Returns whether the file is still what the edit was planned for.
fn apply_one(access: &Access<'_>, edit: NewContent) -> Result<(TextChange, bool), OpError> {
    let before = access.content_if_any(&edit.path)?;
    let is_changed = !before.equals(&edit.content);
    let fits = !is_changed || edit.base.is_none_or(|base| base == before.version());
    if is_changed && fits {
        access.write(&edit.path, edit.content.as_bytes())?;
    }
    let change = TextChange {
        label: edit.label,
        before,
        after: edit.content,
    };
    Ok((change, fits))
}
