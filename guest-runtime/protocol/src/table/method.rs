//! What a row of the table says of a method.

use std::fmt::Write as _;

use crate::types::{Given, Type};

/// Whether a method changes files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Looks only.
    Read,
    /// May change files; a read-only run refuses it.
    Write,
}

/// Which part of the reference a method stands in.
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
    /// Other keys in an object call.
    pub aliases: &'static [&'static str],
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
    /// Parameters behind those, which are taken and not told.
    pub more: &'static [Param],
    /// What its promise resolves to.
    pub returns: Type,
    /// Whether it changes files.
    pub effect: Effect,
    /// What it does, for people and models.
    pub doc: &'static str,
    /// Other names, which are taken and not told.
    pub aliases: &'static [Alias],
}

/// Another name of a method.
#[derive(Debug)]
pub struct Alias {
    /// The name.
    pub name: &'static str,
    /// Options that the name stands for, unless the call says otherwise.
    pub presets: &'static [(&'static str, Given)],
    /// The order of its positional arguments.
    pub order: Order,
}

/// In which order positional arguments of an alias come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// As declared.
    Declared,
    /// The files may come first, as declared, or last, as in a shell: what looks like a place
    /// decides, and where nothing does the call is refused.
    FilesFirstOrLast,
    /// As declared; but a text behind the file is rather the name of a member in it, and is
    /// refused.
    NoMember,
}

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

    /// The parameter whose value stays in the program, and its index.
    #[must_use]
    pub fn kept_param(&self) -> Option<(usize, &'static Param)> {
        let mut params = self.all_params().enumerate();
        params.find(|(_, param)| matches!(param.ty, Type::Kept))
    }

    /// All parameters, those that are not told last.
    pub fn all_params(&self) -> impl Iterator<Item = &'static Param> + Clone {
        self.params.iter().chain(self.more)
    }
}

pub(super) const fn required(name: &'static str, ty: Type) -> Param {
    Param {
        name,
        ty,
        optional: false,
        aliases: &[],
    }
}

pub(super) const fn maybe(name: &'static str, ty: Type) -> Param {
    Param {
        name,
        ty,
        optional: true,
        aliases: &[],
    }
}

impl Param {
    pub(super) const fn or(self, aliases: &'static [&'static str]) -> Self {
        Self { aliases, ..self }
    }
}
