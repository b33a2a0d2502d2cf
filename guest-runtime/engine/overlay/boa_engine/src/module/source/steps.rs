//! One module's part in walks over a graph: what comes before the modules that it requires, after
//! each of them, and at the end. `module/graph.rs` goes from one to the next.

use std::cell::Cell;

use boa_ast::declaration::ReExportImportName;
use boa_interner::Interner;

use super::{Module, ModuleKind, ModuleStatus, SourceTextModule};
use crate::builtins::promise::PromiseCapability;
use crate::bytecompiler::ToJsString;
use crate::module::{BindingName, ModuleRequest, ResolvedBinding};
use crate::{Context, JsError, JsExpect, JsNativeError, JsResult, JsString};

/// A module whose required modules are being linked or evaluated.
pub(in crate::module) struct Entered {
    pub(in crate::module) module: Module,
    /// Required modules that have been gone to.
    gone: usize,
    module_index: usize,
    pending_async_dependencies: usize,
}

/// Where a search of an export goes.
pub(in crate::module) enum Step {
    Found(ResolvedBinding),
    GoOn(Module, JsString),
    /// To all of these.
    Stars(Vec<Module>),
}

impl SourceTextModule {
    pub(in crate::module) fn requests(&self) -> impl Iterator<Item = &ModuleRequest> {
        self.code.requested_modules.iter()
    }

    pub(in crate::module) fn is_unlinked(&self) -> bool {
        matches!(&*self.status.borrow(), ModuleStatus::Unlinked { .. })
    }

    pub(in crate::module) fn is_declared(&self) -> bool {
        self.code.has_tla || self.code.has_declarations
    }

    pub(in crate::module) fn is_in_evaluation(&self) -> bool {
        matches!(&*self.status.borrow(), ModuleStatus::Evaluating { .. })
    }

    fn required(&self, request: &ModuleRequest) -> Option<Module> {
        self.loaded_modules.borrow().get(request).cloned()
    }

    /// What `export *` names.
    pub(in crate::module) fn stars(&self) -> Vec<Module> {
        let stars = &self.code.star_export_entries;
        stars
            .iter()
            .filter_map(|star| self.required(star))
            .collect()
    }

    /// The names of exports, without those of stars.
    pub(in crate::module) fn own_names(
        &self,
        interner: &Interner,
    ) -> impl Iterator<Item = JsString> {
        let local = self.code.local_export_entries.iter();
        let indirect = self.code.indirect_export_entries.iter();
        local
            .map(|entry| entry.export_name())
            .chain(indirect.map(|entry| entry.export_name()))
            .map(|name| name.to_js_string(interner))
    }

    /// One step of `ResolveExport`.
    pub(in crate::module) fn step_to_export(
        &self,
        module_self: &Module,
        name: &JsString,
        interner: &Interner,
    ) -> Step {
        for entry in &self.code.local_export_entries {
            if name == &entry.export_name().to_js_string(interner) {
                return Step::Found(ResolvedBinding {
                    module: module_self.clone(),
                    binding_name: BindingName::Name(entry.local_name().to_js_string(interner)),
                });
            }
        }
        for entry in &self.code.indirect_export_entries {
            if name != &entry.export_name().to_js_string(interner) {
                continue;
            }
            let request = ModuleRequest::from_ast(
                entry.module_request().to_js_string(interner),
                entry.attributes(),
                interner,
            );
            let Some(module) = self.required(&request) else {
                break;
            };
            return match entry.import_name() {
                ReExportImportName::Star => Step::Found(ResolvedBinding {
                    module,
                    binding_name: BindingName::Namespace,
                }),
                ReExportImportName::Name(name) => Step::GoOn(module, name.to_js_string(interner)),
            };
        }
        Step::Stars(self.stars())
    }

    /// Steps 2 to 8 of `InnerModuleLinking`; none where there is nothing to do.
    pub(in crate::module) fn enter_link(
        &self,
        module_self: &Module,
        stack: &mut Vec<Module>,
        index: &mut usize,
    ) -> Option<Entered> {
        if !self.is_unlinked() {
            return None;
        }
        let module_index = *index;
        self.status.borrow_mut().transition(|status| match status {
            ModuleStatus::Unlinked {
                source,
                source_text,
            } => ModuleStatus::Linking {
                source,
                source_text,
                ancestor_index: module_index,
            },
            other => other,
        });
        Some(Entered::of(module_self, module_index, stack, index))
    }

    /// Steps 2 to 10 of `InnerModuleEvaluation`; none where there is nothing to do.
    pub(in crate::module) fn enter_evaluation(
        &self,
        module_self: &Module,
        stack: &mut Vec<Module>,
        index: &mut usize,
        capability: Option<PromiseCapability>,
    ) -> JsResult<Option<Entered>> {
        match &*self.status.borrow() {
            ModuleStatus::Evaluating { .. } | ModuleStatus::EvaluatingAsync { .. } => {
                return Ok(None);
            }
            ModuleStatus::Evaluated { error, .. } => return error.clone().map_or(Ok(None), Err),
            ModuleStatus::Linked { .. } => {}
            _ => unreachable!("a module is linked before it is evaluated"),
        }
        let module_index = *index;
        self.status.borrow_mut().transition(|status| match status {
            ModuleStatus::Linked {
                environment,
                context,
                ..
            } => ModuleStatus::Evaluating {
                environment,
                context,
                top_level_capability: capability,
                cycle_root: module_self.clone(),
                ancestor_index: module_index,
                async_evaluation_order: None,
                pending_async_dependencies: 0,
            },
            other => other,
        });
        Ok(Some(Entered::of(module_self, module_index, stack, index)))
    }
}

impl Entered {
    fn of(
        module: &Module,
        module_index: usize,
        stack: &mut Vec<Module>,
        index: &mut usize,
    ) -> Self {
        *index += 1;
        stack.push(module.clone());
        Self {
            module: module.clone(),
            gone: 0,
            module_index,
            pending_async_dependencies: 0,
        }
    }

    fn source(&self) -> &SourceTextModule {
        let source = self.module.kind().as_source_text();
        source.expect("only modules of text are entered")
    }

    /// The required module that comes next.
    pub(in crate::module) fn next_required(&mut self) -> Option<Module> {
        let request = self.source().code.requested_modules.get_index(self.gone)?;
        let module = self.source().required(request);
        self.gone += 1;
        Some(module.expect("all modules are loaded before a graph is linked"))
    }

    fn lower(&self, ancestor: usize) -> JsResult<()> {
        let mut status = self.source().status.borrow_mut();
        let own = status
            .ancestor_index_mut()
            .js_expect("the module is being walked over")?;
        *own = usize::min(*own, ancestor);
        Ok(())
    }

    /// Step 9.c of `InnerModuleLinking`.
    pub(in crate::module) fn after_link(&self, required: &Module) -> JsResult<()> {
        let Some(required) = required.kind().as_source_text() else {
            return Ok(());
        };
        let ancestor = match &*required.status.borrow() {
            ModuleStatus::Linking { ancestor_index, .. }
            | ModuleStatus::PreLinked { ancestor_index, .. } => Some(*ancestor_index),
            _ => None,
        };
        ancestor.map_or(Ok(()), |ancestor| self.lower(ancestor))
    }

    /// Steps 10 to 13 of `InnerModuleLinking`.
    pub(in crate::module) fn finish_link(
        &self,
        stack: &mut Vec<Module>,
        context: &mut Context,
    ) -> JsResult<()> {
        let source = self.source();
        source.initialize_environment(&self.module, context)?;
        if source.status.borrow().ancestor_index() != Some(self.module_index) {
            return Ok(());
        }
        loop {
            let last = stack.pop().js_expect("the module itself is there")?;
            if let Some(src) = last.kind().as_source_text() {
                src.status.borrow_mut().transition(|status| match status {
                    ModuleStatus::PreLinked {
                        ancestor_index,
                        context,
                        environment,
                    } => ModuleStatus::Linked {
                        ancestor_index,
                        context,
                        environment,
                    },
                    other => other,
                });
            }
            if last == self.module {
                return Ok(());
            }
        }
    }

    /// Step 11.c of `InnerModuleEvaluation`.
    pub(in crate::module) fn after_evaluation(&mut self, required: &Module) -> JsResult<()> {
        let ModuleKind::SourceText(src) = required.kind() else {
            return Ok(());
        };
        let (waited, is_async, ancestor) = match &*src.status.borrow() {
            ModuleStatus::Evaluating {
                ancestor_index,
                async_evaluation_order,
                ..
            } => (
                required.clone(),
                async_evaluation_order.is_some(),
                Some(*ancestor_index),
            ),
            ModuleStatus::EvaluatingAsync { cycle_root, .. }
            | ModuleStatus::Evaluated { cycle_root, .. } => {
                let root = cycle_root.kind().as_source_text();
                let root = root.js_expect("the root of a cycle has a text")?;
                // A module may be the root of its own cycle, whose status is borrowed here.
                let is_async = match &*root.status.borrow() {
                    ModuleStatus::EvaluatingAsync { .. } => true,
                    ModuleStatus::Evaluated {
                        error: Some(error), ..
                    } => return Err(error.clone()),
                    _ => false,
                };
                (cycle_root.clone(), is_async, None)
            }
            _ => unreachable!("a required module has been evaluated, or is being evaluated"),
        };
        if let Some(ancestor) = ancestor {
            self.lower(ancestor)?;
        }
        if is_async && let Some(waited) = waited.kind().as_source_text() {
            self.pending_async_dependencies += 1;
            let mut parents = waited.async_parent_modules.borrow_mut();
            parents.push(self.module.clone());
        }
        Ok(())
    }

    /// Steps 12 to 16 of `InnerModuleEvaluation`.
    pub(in crate::module) fn finish_evaluation(
        &self,
        stack: &mut Vec<Module>,
        context: &mut Context,
    ) -> JsResult<()> {
        let source = self.source();
        if self.pending_async_dependencies > 0 || source.code.has_tla {
            if let ModuleStatus::Evaluating {
                async_evaluation_order,
                pending_async_dependencies,
                ..
            } = &mut *source.status.borrow_mut()
            {
                *async_evaluation_order = Some(next_async_order()?);
                *pending_async_dependencies = self.pending_async_dependencies;
            }
            if self.pending_async_dependencies == 0 {
                source.execute_async(&self.module, context);
            }
        } else {
            source.execute(&self.module, None, context)?;
        }
        if source.status.borrow().ancestor_index() != Some(self.module_index) {
            return Ok(());
        }
        loop {
            let last = stack.pop().js_expect("the module itself is there")?;
            if let Some(src) = last.kind().as_source_text() {
                let root = &self.module;
                src.status
                    .borrow_mut()
                    .transition(|status| evaluated(status, root));
            }
            if last == self.module {
                return Ok(());
            }
        }
    }
}

/// What becomes of a module when all modules of its cycle have been gone through.
fn evaluated(status: ModuleStatus, root: &Module) -> ModuleStatus {
    match status {
        ModuleStatus::Evaluating {
            environment,
            top_level_capability,
            async_evaluation_order: Some(async_evaluation_order),
            pending_async_dependencies,
            context,
            ..
        } => ModuleStatus::EvaluatingAsync {
            environment,
            top_level_capability,
            cycle_root: root.clone(),
            async_evaluation_order,
            pending_async_dependencies,
            context,
        },
        ModuleStatus::Evaluating {
            environment,
            top_level_capability,
            ..
        } => ModuleStatus::Evaluated {
            environment,
            top_level_capability,
            cycle_root: root.clone(),
            error: None,
        },
        other => other,
    }
}

/// `IncrementModuleAsyncEvaluationCount ( )`.
fn next_async_order() -> JsResult<usize> {
    thread_local! {
        static ORDER: Cell<usize> = const { Cell::new(0) };
    }
    ORDER
        .with(|order| Some(order.replace(order.get().checked_add(1)?)))
        .ok_or_else(|| -> JsError {
            JsNativeError::range()
                .with_message("exceeded the maximum number of async modules")
                .into()
        })
}
