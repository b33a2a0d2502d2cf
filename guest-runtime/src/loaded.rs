//! What is known of modules in a run.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::hash::{BuildHasherDefault, DefaultHasher};
use std::rc::Rc;

use boa_engine::module::Module;
use boa_engine::{JsObject, JsValue};

use crate::program::{self, Positions};

/// Before the path of a place that is one of the user's text already.
pub(crate) const PLACED: char = '\0';

/// Modules. It takes no random number, since it is made before the snapshot.
pub(crate) type Set = HashSet<Module, BuildHasherDefault<DefaultHasher>>;

/// What is known of modules in a run.
#[derive(Default)]
pub(crate) struct Modules {
    /// By path, or by name for what is no file.
    pub(crate) loaded: RefCell<BTreeMap<String, Module>>,
    /// Modules whose graphs are loaded.
    pub(crate) complete: RefCell<Set>,
    /// What the embedder gives by name: a module namespace, or what a CommonJS module exports.
    pub(crate) given: RefCell<BTreeMap<String, JsValue>>,
    /// Texts of files by path, for places in them.
    pub(crate) texts: RefCell<BTreeMap<String, Rc<program::FileText>>>,
    /// Contents of `package.json` by path.
    pub(crate) packages: RefCell<BTreeMap<String, Option<JsValue>>>,
    /// `require.cache`: the `module` objects of CommonJS by path, which a program may remove and replace.
    pub(crate) commonjs: RefCell<Option<JsObject>>,
    /// Paths that were put there.
    pub(crate) cached: RefCell<BTreeSet<String>>,
    /// What `require` gives of ES modules with a default export, by path.
    pub(crate) marked: RefCell<BTreeMap<String, Module>>,
    /// Files that have been read for one kind of module and are of the other.
    pub(crate) read: RefCell<BTreeMap<String, Rc<File>>>,
    /// Whether a library is being loaded, which is one file.
    pub(crate) is_library: Cell<bool>,
    /// Files of CommonJS that are imported: what is loaded for them is not what `require` gives.
    pub(crate) imported: RefCell<BTreeSet<String>>,
    /// Calls of `require` that are under way.
    pub(crate) requiring: Cell<usize>,
}

impl Modules {
    /// Lets `import` and `require` give `exports` for a name: a module namespace, or what a
    /// CommonJS module exports, which is the default export too.
    pub(crate) fn register(&self, name: &str, exports: JsValue) {
        self.given.borrow_mut().insert(name.to_owned(), exports);
    }

    pub(crate) fn given(&self, name: &str) -> Option<JsValue> {
        self.given.borrow().get(name).cloned()
    }

    /// Keeps a text for places in it.
    pub(crate) fn keep_text(&self, path: &str, text: program::FileText) {
        let mut texts = self.texts.borrow_mut();
        texts.insert(path.to_owned(), Rc::new(text));
    }

    /// Positions of the text of a module.
    pub(crate) fn positions(&self, path: &str) -> Option<Positions> {
        let text = self.texts.borrow().get(path).cloned();
        text.map(|text| text.positions())
    }
}

/// What a file is written in, as far as its name tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    Json,
    CommonJs,
    Module,
    /// One of the two, which its text tells.
    Script,
}

/// A file that was read.
pub(crate) struct File {
    /// Without links.
    pub(crate) path: String,
    pub(crate) text: String,
}

impl File {
    pub(crate) fn language(&self) -> Language {
        match self.path.rsplit_once('.').map_or("", |(_, ending)| ending) {
            "json" => Language::Json,
            "cjs" | "cts" => Language::CommonJs,
            "mjs" | "mts" => Language::Module,
            _ => Language::Script,
        }
    }

    pub(crate) fn is_typescript(&self) -> bool {
        [".ts", ".mts", ".cts"]
            .iter()
            .any(|ending| self.path.ends_with(ending))
    }
}
