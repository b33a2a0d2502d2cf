//! Walks over graphs of modules, which are loops: a chain of modules may be as long as the memory
//! lasts, and takes no stack.

use std::path::Path;
use std::rc::Rc;

use boa_ast::Position;
use boa_interner::Interner;
use rustc_hash::FxHashSet;

use super::source::{Entered, Step};
use super::{
    ImportAttribute, Module, ModuleKind, ModuleRequest, ResolveExportError, ResolvedBinding,
};
use crate::builtins::error::Error;
use crate::error::IgnoreEq;
use crate::object::JsPromise;
use crate::vm::shadow_stack::{Backtrace, ErrorStack, ShadowEntry};
use crate::vm::source_info::{Entry, SourceInfo, SourceMap, SourcePath};
use crate::{
    Context, JsError, JsNativeError, JsObject, JsResult, JsString, JsValue, SpannedSourceText,
    js_string,
};

/// Names of exports that an error lists.
const LISTED_MAX: usize = 20;

impl Module {
    /// The modules that the text of this one names, in its order.
    #[must_use]
    pub fn requests(&self) -> Vec<ModuleRequest> {
        self.kind()
            .as_source_text()
            .map_or_else(Vec::new, |src| src.requests().cloned().collect())
    }

    /// The value of a text of JSON.
    ///
    /// # Errors
    ///
    /// A `SyntaxError`, as of `JSON.parse`.
    pub fn json_value(text: JsString, context: &mut Context) -> JsResult<JsValue> {
        crate::builtins::Json::parse(&JsValue::undefined(), &[text.into()], context)
    }

    /// Whether the text has an import, an export or an `await` outside of functions.
    #[must_use]
    pub fn is_declared(&self) -> bool {
        let src = self.kind().as_source_text();
        src.is_some_and(super::source::SourceTextModule::is_declared)
    }

    /// Whether the module is being evaluated right now.
    #[must_use]
    pub fn is_in_evaluation(&self) -> bool {
        let src = self.kind().as_source_text();
        src.is_some_and(super::source::SourceTextModule::is_in_evaluation)
    }

    /// The module that was loaded for a request of this one.
    #[must_use]
    pub fn provided(&self, request: &ModuleRequest) -> Option<Self> {
        let loaded = self.kind().as_source_text()?.loaded_modules().borrow();
        loaded.get(request).cloned()
    }

    /// Answers a request of this module, so that it need not be loaded any more. The first answer
    /// stays.
    pub fn provide(&self, request: ModuleRequest, module: Self) {
        if let Some(src) = self.kind().as_source_text() {
            let mut loaded = src.loaded_modules().borrow_mut();
            loaded.entry(request).or_insert(module);
        }
    }

    /// Whether every module that can be reached from here by static imports is loaded.
    pub(super) fn is_complete(&self) -> bool {
        let mut seen: FxHashSet<Self> = FxHashSet::default();
        let mut open = vec![self.clone()];
        while let Some(module) = open.pop() {
            let Some(src) = module.kind().as_source_text() else {
                continue;
            };
            if !src.is_unlinked() || !seen.insert(module.clone()) {
                continue;
            }
            let loaded = src.loaded_modules().borrow();
            for request in src.requests() {
                match loaded.get(request) {
                    Some(next) => open.push(next.clone()),
                    None => return false,
                }
            }
        }
        true
    }

    /// `GetExportedNames ( )`.
    pub(super) fn exported_names(&self, interner: &Interner) -> FxHashSet<JsString> {
        let mut names = FxHashSet::default();
        let mut seen: FxHashSet<Self> = FxHashSet::default();
        let mut open = vec![self.clone()];
        while let Some(module) = open.pop() {
            if !seen.insert(module.clone()) {
                continue;
            }
            // What stars pass on has no default.
            let is_passed_on = &module != self;
            let mut add = |name: JsString| {
                if !(is_passed_on && name == js_string!("default")) {
                    names.insert(name);
                }
            };
            match module.kind() {
                ModuleKind::SourceText(src) => {
                    src.own_names(interner).for_each(&mut add);
                    open.extend(src.stars());
                }
                ModuleKind::Synthetic(synth) => {
                    synth.get_exported_names().into_iter().for_each(&mut add);
                }
            }
        }
        names
    }

    /// `ResolveExport ( exportName )`: each module answers for each name once, and all answers that
    /// stars lead to have to be the same.
    pub(crate) fn resolve(
        &self,
        name: &JsString,
        interner: &Interner,
    ) -> Result<ResolvedBinding, ResolveExportError> {
        let mut seen: FxHashSet<(Self, JsString)> = FxHashSet::default();
        let mut open = vec![(self.clone(), name.clone())];
        let mut found: Option<ResolvedBinding> = None;
        while let Some((module, name)) = open.pop() {
            if !seen.insert((module.clone(), name.clone())) {
                continue;
            }
            let step = match module.kind() {
                ModuleKind::SourceText(src) => src.step_to_export(&module, &name, interner),
                ModuleKind::Synthetic(synth) => match synth.resolve_export(&module, &name) {
                    Ok(binding) => Step::Found(binding),
                    Err(_) => Step::Stars(Vec::new()),
                },
            };
            match step {
                Step::Found(binding) => match &found {
                    Some(other) if !other.is_same(&binding) => {
                        return Err(ResolveExportError::Ambiguous);
                    }
                    Some(_) => {}
                    None => found = Some(binding),
                },
                Step::GoOn(next, name) => open.push((next, name)),
                // No star has a default export to give.
                Step::Stars(_) if name == js_string!("default") => {}
                Step::Stars(stars) => {
                    open.extend(stars.into_iter().rev().map(|star| (star, name.clone())));
                }
            }
        }
        found.ok_or(ResolveExportError::NotFound)
    }

    /// `InnerModuleLinking ( module, stack, index )`.
    pub(super) fn link_graph(&self, stack: &mut Vec<Self>, context: &mut Context) -> JsResult<()> {
        let mut index = 0;
        let mut open: Vec<Entered> = Vec::new();
        open.extend(self.enter_link(stack, &mut index, context));
        while let Some(entered) = open.last_mut() {
            if let Some(next) = entered.next_required() {
                if let Some(child) = next.enter_link(stack, &mut index, context) {
                    open.push(child);
                } else {
                    entered.after_link(&next)?;
                }
                continue;
            }
            entered.finish_link(stack, context)?;
            let done = open.pop().map(|entered| entered.module);
            if let (Some(parent), Some(done)) = (open.last_mut(), done) {
                parent.after_link(&done)?;
            }
        }
        Ok(())
    }

    fn enter_link(
        &self,
        stack: &mut Vec<Self>,
        index: &mut usize,
        context: &mut Context,
    ) -> Option<Entered> {
        match self.kind() {
            ModuleKind::SourceText(src) => src.enter_link(self, stack, index),
            ModuleKind::Synthetic(synth) => {
                synth.link(self, context);
                None
            }
        }
    }

    /// `InnerModuleEvaluation ( module, stack, index )`.
    pub(super) fn evaluate_graph(
        &self,
        stack: &mut Vec<Self>,
        capability: crate::builtins::promise::PromiseCapability,
        context: &mut Context,
    ) -> JsResult<()> {
        let mut index = 0;
        let mut open: Vec<Entered> = Vec::new();
        open.extend(self.enter_evaluation(stack, &mut index, Some(capability), context)?);
        while let Some(entered) = open.last_mut() {
            if let Some(next) = entered.next_required() {
                if let Some(child) = next.enter_evaluation(stack, &mut index, None, context)? {
                    open.push(child);
                } else {
                    entered.after_evaluation(&next)?;
                }
                continue;
            }
            entered.finish_evaluation(stack, context)?;
            let done = open.pop().map(|entered| entered.module);
            if let (Some(parent), Some(done)) = (open.last_mut(), done) {
                parent.after_evaluation(&done)?;
            }
        }
        Ok(())
    }

    fn enter_evaluation(
        &self,
        stack: &mut Vec<Self>,
        index: &mut usize,
        capability: Option<crate::builtins::promise::PromiseCapability>,
        context: &mut Context,
    ) -> JsResult<Option<Entered>> {
        match self.kind() {
            ModuleKind::SourceText(src) => src.enter_evaluation(self, stack, index, capability),
            ModuleKind::Synthetic(synth) => {
                let promise: JsPromise = synth.evaluate(self, context)?;
                match promise.state() {
                    crate::builtins::promise::PromiseState::Rejected(error) => {
                        Err(JsError::from_opaque(error))
                    }
                    _ => Ok(None),
                }
            }
        }
    }

    /// The error of a name that is not exported, or that two modules export.
    pub(super) fn unresolved(
        &self,
        requested: Option<&Self>,
        request: &JsString,
        name: &JsString,
        error: ResolveExportError,
        context: &mut Context,
    ) -> JsError {
        let (specifier, shown) = (request.to_std_string_lossy(), name.to_std_string_lossy());
        let message = match error {
            ResolveExportError::Ambiguous => format!(
                "The requested module '{specifier}' contains conflicting star exports for name '{shown}'"
            ),
            ResolveExportError::NotFound => {
                let names = requested.map(|module| module.exported_names(context.interner()));
                let mut names: Vec<String> = names
                    .into_iter()
                    .flatten()
                    .map(|name| name.to_std_string_lossy())
                    .collect();
                names.sort();
                let there_is = match names.len() {
                    0 => "it exports nothing".to_owned(),
                    count if count > LISTED_MAX => format!(
                        "it exports {} and {} more",
                        names[..LISTED_MAX].join(", "),
                        count - LISTED_MAX
                    ),
                    _ => format!("it exports {}", names.join(", ")),
                };
                format!(
                    "The requested module '{specifier}' does not provide an export named '{shown}'; {there_is}"
                )
            }
        };
        let error = JsNativeError::syntax().with_message(message);
        let error = error.into_opaque(context);
        let hooks = context.host_hooks();
        hooks.place_of_import(&error, self.path(), request, name, context);
        JsError::from_opaque(error.into())
    }
}

impl ResolvedBinding {
    fn is_same(&self, other: &Self) -> bool {
        use super::BindingName::{Name, Namespace};
        self.module == other.module
            && match (&self.binding_name, &other.binding_name) {
                (Name(one), Name(other)) => one == other,
                (Namespace, Namespace) => true,
                _ => false,
            }
    }
}

impl Error {
    /// Replaces the calls of an error by one place in a source.
    pub fn set_place(object: &JsObject, path: &Path, line: u32, column: u32) {
        let entry = Entry {
            pc: 0,
            position: Some(Position::new(line.max(1), column.max(1))),
        };
        let map = SourceMap::new(Box::new([entry]), SourcePath::Path(Rc::from(path)));
        let source_info = SourceInfo::new(map, js_string!(), SpannedSourceText::new_empty());
        let entry = ShadowEntry::Bytecode {
            pc: 0,
            source_info,
            is_constructor: false,
        };
        if let Some(mut error) = object.downcast_mut::<Self>() {
            error.stack = IgnoreEq(ErrorStack::Backtrace(Backtrace::of(entry)));
        }
    }
}

/// The attributes of a request as a list of keys and values.
impl ImportAttribute {
    /// Whether it is `type: "json"`.
    #[must_use]
    pub fn is_json(&self) -> bool {
        self.key == js_string!("type") && self.value == js_string!("json")
    }
}

/// What a promise that is fulfilled with nothing is.
pub(super) fn fulfilled(context: &mut Context) -> JsPromise {
    JsPromise::resolve(JsValue::undefined(), context)
        .expect("a promise of the engine's own takes undefined")
}
