//! Patches on the files of a tree.
//!
//! A patch describes the way from one state of a tree to another, file by file: each part refers to
//! the first state, and in a text of several patches, to what those before it have made. [`apply`] therefore takes what parts remove and read before it puts what others
//! make in the same place.
//!
//! It does not know what a caller charges, refuses and reports: that is [`Access`]. One part that
//! cannot be applied leaves the tree between both states, so the caller undoes everything then.

mod access;
mod part;

use isolate_text::VPath;
use isolate_text::patch::{Act, FilePatch};

pub use access::{Access, Change, Obstacle};

use part::{Part, Way};

/// Applies all parts of a patch; answers for each what came of it. Behind a patch of which a part
/// cannot be applied, those that follow it are not tried.
pub fn apply<A: Access>(access: &mut A, files: &[FilePatch]) -> Vec<Result<A::Done, A::Error>> {
    let mut all = Vec::with_capacity(files.len());
    for patch in files.chunk_by(|one, other| one.patch == other.patch) {
        all.extend(apply_one(access, patch));
        if all.iter().any(Result::is_err) {
            break;
        }
    }
    all
}

fn apply_one<A: Access>(access: &mut A, files: &[FilePatch]) -> Vec<Result<A::Done, A::Error>> {
    let parts = files.iter().map(|file| Part::of(access, file));
    let parts: Vec<Result<Part<'_>, A::Error>> = parts.collect();
    let known: Vec<&Part<'_>> = parts.iter().flatten().collect();
    if is_tangled(&known) {
        return apply_lifted(access, parts);
    }
    let whole = |part: Result<Part<'_>, A::Error>| {
        let part = part?;
        let taken = part.take(access, Way::Direct)?;
        part.put(access, taken)
    };
    parts.into_iter().map(whole).collect()
}

/// Takes everything before it puts anything.
fn apply_lifted<A: Access>(
    access: &mut A,
    parts: Vec<Result<Part<'_>, A::Error>>,
) -> Vec<Result<A::Done, A::Error>> {
    let is_copy = |part: &Part<'_>| part.file.act == Act::Copy;
    let mut parts: Vec<(usize, Result<Part<'_>, A::Error>)> =
        parts.into_iter().enumerate().collect();
    // What is copied is copied as it was.
    parts.sort_by_key(|(_, part)| !part.as_ref().is_ok_and(is_copy));
    let mut lifted = Vec::with_capacity(parts.len());
    for (index, part) in parts {
        let taken = part.and_then(|part| Ok((part.take(access, Way::Lifted)?, part)));
        lifted.push((index, taken));
    }
    lifted.sort_by_key(|(index, _)| *index);
    lifted
        .into_iter()
        .map(|(_, lifted)| {
            let (taken, part) = lifted?;
            part.put(access, taken)
        })
        .collect()
}

/// Whether parts of the patch need each other's places, so that their order matters.
fn is_tangled(parts: &[&Part<'_>]) -> bool {
    let meet = |one: &VPath, other: &VPath| one.starts_with(other) || other.starts_with(one);
    let is_between = |one: &Part<'_>, other: &Part<'_>| {
        let is_moved = one
            .gone()
            .zip(other.made())
            .is_some_and(|(gone, made)| meet(gone, made));
        let is_copied = other.file.act == Act::Copy && one.file.act != Act::Copy;
        is_moved || is_copied && meet(&one.path, &other.path)
    };
    parts
        .iter()
        .any(|one| parts.iter().any(|other| is_between(one, other)))
}
