//! Scripts whose tree has been looked at before they are evaluated, so that it is made once.

use std::path::PathBuf;

use boa_gc::{Gc, GcRefCell};
use boa_interner::Interner;
use boa_parser::{Error, Parser, Source};

use super::{Inner, Script, ScriptPhase};
use crate::{Context, HostDefined, JsNativeError, JsResult, spanned_source_text::SourceText};

/// Reads texts of scripts for a context.
#[derive(Debug)]
pub struct TreeReader<'a> {
    interner: &'a mut Interner,
    identifier: u32,
}

/// A script that has been parsed and nothing else.
#[derive(Debug)]
pub struct Tree {
    script: boa_ast::Script,
    source: boa_ast::SourceText,
}

impl<'a> TreeReader<'a> {
    /// A reader whose trees are only looked at.
    pub fn alone(interner: &'a mut Interner) -> Self {
        Self {
            interner,
            identifier: 0,
        }
    }

    /// Parses a script.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn read(&mut self, text: &str) -> Result<Tree, Error> {
        let mut parser = Parser::new(Source::from_bytes(text));
        parser.set_identifier(self.identifier);
        let (script, source) = parser.parse_eval(false, self.interner)?;
        Ok(Tree { script, source })
    }

    /// The names in what has been read.
    #[must_use]
    pub fn interner(&self) -> &Interner {
        self.interner
    }
}

impl Tree {
    /// The statements of the script.
    #[must_use]
    pub fn script(&self) -> &boa_ast::Script {
        &self.script
    }

    /// The same text, of which another script is a part.
    #[must_use]
    pub fn with_script(self, script: boa_ast::Script) -> Self {
        Self {
            script,
            source: self.source,
        }
    }
}

impl Context {
    /// What reads scripts for [`Script::from_tree`].
    pub fn tree_reader(&mut self) -> TreeReader<'_> {
        TreeReader {
            identifier: self.next_parser_identifier(),
            interner: self.interner_mut(),
        }
    }
}

impl Script {
    /// Makes a script of a tree that this context's reader has made.
    ///
    /// # Errors
    ///
    /// As [`Self::parse`], where names are declared that are there already.
    pub fn from_tree(tree: Tree, path: Option<PathBuf>, context: &mut Context) -> JsResult<Self> {
        let Tree { mut script, source } = tree;
        let scope = context.realm().scope().clone();
        script
            .analyze_scope(&scope, context.interner_mut())
            .map_err(|reason| JsNativeError::syntax().with_message(reason))?;
        if !context.optimizer_options().is_empty() {
            context.optimize_statement_list(script.statements_mut());
        }
        Ok(Self {
            inner: Gc::new(Inner {
                realm: context.realm().clone(),
                phase: GcRefCell::new(ScriptPhase::Ast(script)),
                source_text: SourceText::new(source),
                loaded_modules: GcRefCell::default(),
                host_defined: HostDefined::default(),
                path,
            }),
        })
    }
}
