//! What a row of the table says of a method.

use std::fmt::Write as _;

use crate::types::Type;

/// Whether a method changes files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Looks only.
    Read,
    /// May change files; a read-only run refuses it.
    Write,
}

/// Which part of the reference a method belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Reading and writing files.
    Files,
    /// JSON files.
    Json,
    /// Metadata and directories.
    Directories,
    /// Whole trees.
    Trees,
    /// Searching and replacing.
    Search,
    /// Removing, copying, moving, links, paths.
    Paths,
    /// Comparing.
    Diff,
    /// Archives, compression, hashes, detection.
    Archive,
    /// Planned edits.
    Edits,
    /// Beyond the reference: patches, outlines, history.
    Beyond,
    /// Beyond the reference: files in other formats than JSON.
    Formats,
}

/// A parameter of a method.
#[derive(Debug)]
pub struct Param {
    /// Its name, also its key in an object call.
    pub name: &'static str,
    /// Its type.
    pub ty: Type,
    /// Whether it may be left out; `undefined` and `null` count as left out.
    pub optional: bool,
}

/// A `state` method.
#[derive(Debug)]
pub struct Method {
    /// The number of its row, which [`Method::id`] names.
    pub(super) number: u8,
    /// Its name on `state`.
    pub name: &'static str,
    /// Its part of the reference.
    pub group: Group,
    /// Its parameters, in order.
    pub params: &'static [Param],
    /// Parameters behind those, which are accepted and not declared.
    pub more: &'static [Param],
    /// What its promise resolves to.
    pub returns: Type,
    /// Whether it changes files.
    pub effect: Effect,
    /// What it does, for people and models.
    pub doc: &'static str,
    /// Aliases, which are accepted and not declared.
    pub aliases: &'static [&'static str],
}

/// The parameter whose value is kept in the program, and the other keys that it has in an object
/// call: the guest looks for them before anything is sent.
pub const KEPT: &[&str] = &["fallback", "default", "defaultValue"];

impl Method {
    /// The right form of a call: `state.rm(path, options?)`.
    #[must_use]
    pub fn signature(&self) -> std::string::String {
        let mut text = format!("state.{}(", self.name);
        for (index, param) in self.params.iter().enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            let mark = if param.optional { "?" } else { "" };
            write!(text, "{comma}{}{mark}", param.name).expect("text takes any text");
        }
        text.push(')');
        text
    }

    /// Whether values that it is called with go into JSON.
    #[must_use]
    pub fn takes_json(&self) -> bool {
        self.all_params().any(|param| param.ty.holds_json())
    }

    /// The number of the parameter whose value is kept in the program.
    #[must_use]
    pub fn kept_param(&self) -> Option<usize> {
        let mut params = self.all_params();
        params.position(|param| matches!(param.ty, Type::Kept))
    }

    /// All parameters, those that are not declared last.
    pub fn all_params(&self) -> impl Iterator<Item = &'static Param> + Clone {
        self.params.iter().chain(self.more)
    }
}

pub(super) const fn required(name: &'static str, ty: Type) -> Param {
    Param {
        name,
        ty,
        optional: false,
    }
}

pub(super) const fn maybe(name: &'static str, ty: Type) -> Param {
    Param {
        name,
        ty,
        optional: true,
    }
}
