//! Functions that are compiled when they are first called.
//!
//! Most functions of a library are never called. What is kept of one is its tree, which nothing but
//! the tree of the function around it had, and the scopes that were found for it.

use std::cell::Cell;

use boa_ast::{
    function::{FormalParameterList, FunctionBody},
    scope::{FunctionScopes, Scope},
};
use boa_gc::Gc;
use boa_interner::Interner;

use super::FunctionCompiler;
use crate::{
    builtins::function::ThisMode,
    shortcuts::SHORTCUTS,
    vm::{
        CodeBlock, CodeBlockFlags,
        source_info::{SourceInfo, SourceMap},
    },
};

/// Units of text of a function that is compiled later, at most. The compiler recurses as deeply as
/// what it compiles is nested, and where it is called then little of the stack may be left. The
/// functions around libraries, which are longer, are called at once anyway.
const UNITS_MAX: usize = 8 << 10;

thread_local! {
    /// Whether functions wait for their first call.
    static WAITS: Cell<bool> = const { Cell::new(true) };
}

/// Does `work`, whose functions are compiled together with what they are in and not when they are first
/// called. This is for code that is compiled once and then used by many.
pub fn compile_at_once<T>(work: impl FnOnce() -> T) -> T {
    let waited = WAITS.replace(false);
    let done = work();
    WAITS.set(waited);
    done
}

/// What a function is compiled of.
#[derive(Clone, Debug)]
pub(crate) struct Later {
    compiler: FunctionCompiler,
    parameters: FormalParameterList,
    body: FunctionBody,
    variable_environment: Scope,
    lexical_environment: Scope,
    scopes: FunctionScopes,
}

impl Later {
    /// Compiles it.
    pub(crate) fn compile(self, interner: &mut Interner) -> CodeBlock {
        self.compiler.compile_now(
            &self.parameters,
            &self.body,
            self.variable_environment,
            self.lexical_environment,
            &self.scopes,
            false,
            interner,
        )
    }
}

impl FunctionCompiler {
    /// Whether the function can wait. What `with` does to names depends on when it is.
    /// Functions without a text are those of the engine's own scripts, which run in every program.
    pub(crate) fn can_wait(&self) -> bool {
        SHORTCUTS
            && WAITS.get()
            && !self.in_with
            && self
                .spanned_source_text
                .to_code_points()
                .is_some_and(|text| text.len() <= UNITS_MAX)
    }

    /// Leaves the function for later.
    pub(crate) fn leave(
        self,
        parameters: &FormalParameterList,
        body: &FunctionBody,
        variable_environment: Scope,
        lexical_environment: Scope,
        scopes: &FunctionScopes,
    ) -> Gc<CodeBlock> {
        let strict = self.strict || body.strict();
        let mut code = CodeBlock::new(self.name.clone(), parameters.length(), strict);
        let mut flags = code.flags.get();
        flags.set(CodeBlockFlags::IS_ASYNC, self.r#async);
        flags.set(CodeBlockFlags::IS_GENERATOR, self.generator);
        flags.set(
            CodeBlockFlags::HAS_PROTOTYPE_PROPERTY,
            self.has_prototype_property(),
        );
        // Calls take the way on which it is compiled.
        flags |= CodeBlockFlags::HAS_FUNCTION_SCOPE;
        code.flags = Cell::new(flags);
        if self.arrow {
            code.this_mode = ThisMode::Lexical;
        }
        code.source_info = SourceInfo::new(
            SourceMap::new(Box::default(), self.source_path.clone()),
            self.name.clone(),
            self.spanned_source_text.clone(),
        );
        code.later = Some(Box::new(Later {
            compiler: self,
            parameters: parameters.clone(),
            body: body.clone(),
            variable_environment,
            lexical_environment,
            scopes: scopes.clone(),
        }));
        Gc::new(code)
    }
}
