//! `using` and `await using` declarations.
//!
//! A block with such declarations is compiled as a `try` statement whose `finally` block disposes
//! of what they hold. What that goes on with is kept in the registers of such a statement; the
//! resources are in another one. Nothing else knows of any of this.

use crate::{
    bytecompiler::{ByteCompiler, Register, ToJsString, jump_control::JumpControlInfoFlags},
    vm::opcode::BindingOpcode,
};
use boa_ast::{
    Declaration, Position, Spanned, StatementList, StatementListItem,
    declaration::{Binding, LexicalDeclaration, Variable},
};

/// The resources of the block that is compiled.
#[derive(Debug)]
pub(crate) struct Disposal {
    resources: Register,
    completion: Register,
    error: Register,
    handler: u32,
    using: Using,
    /// The register of the resources of the block around it.
    outer: Option<u32>,
}

/// A declaration of resources.
#[derive(Clone, Copy, Debug)]
pub(super) struct Using {
    is_async: bool,
    /// Where errors of disposing are reported.
    position: Position,
}

impl Using {
    /// The declaration, if it is one of resources.
    pub(super) fn of(declaration: &LexicalDeclaration) -> Option<Self> {
        let (variables, is_async) = match declaration {
            LexicalDeclaration::AwaitUsing(variables) => (variables, true),
            LexicalDeclaration::Using(variables) => (variables, false),
            LexicalDeclaration::Let(_) | LexicalDeclaration::Const(_) => return None,
        };
        match variables.as_ref().first()?.binding() {
            Binding::Identifier(name) => Some(Self {
                is_async,
                position: name.span().start(),
            }),
            Binding::Pattern(_) => None,
        }
    }

    /// The first one of a list of statements, which waits if any of them does.
    fn in_list(list: &StatementList) -> Option<Self> {
        let mut found: Option<Self> = None;
        for item in list.statements() {
            if let StatementListItem::Declaration(declaration) = item
                && let Declaration::Lexical(declaration) = &**declaration
                && let Some(using) = Self::of(declaration)
            {
                found.get_or_insert(using).is_async |= using.is_async;
            }
        }
        found
    }
}

impl ByteCompiler<'_> {
    /// Begins with what may declare resources, if the list of statements does.
    pub(crate) fn begin_disposal_of(
        &mut self,
        list: &StatementList,
        use_expr: bool,
    ) -> Option<Disposal> {
        Using::in_list(list).map(|using| self.begin_disposal(using, use_expr))
    }

    /// Begins with what may declare resources.
    pub(super) fn begin_disposal(&mut self, using: Using, use_expr: bool) -> Disposal {
        let resources = self.register_allocator.alloc();
        let completion = self.register_allocator.alloc();
        let error = self.register_allocator.alloc();
        self.bytecode.emit_store_undefined(resources.variable());
        self.push_try_with_finally_control_info(&completion, use_expr);
        let handler = self.push_handler();
        let outer = self.resources.replace(resources.index());
        Disposal {
            resources,
            completion,
            error,
            handler,
            using,
            outer,
        }
    }

    /// Begins with a turn of a loop whose variable is a resource.
    pub(super) fn begin_turn(
        &mut self,
        binding: &Binding,
        is_async: bool,
        value: &Register,
        use_expr: bool,
    ) -> Disposal {
        let Binding::Identifier(ident) = binding else {
            unreachable!("the parser refuses patterns");
        };
        let using = Using {
            is_async,
            position: ident.span().start(),
        };
        let disposal = self.begin_disposal(using, use_expr);
        self.push_source_position(using.position);
        self.add_resource(value, is_async);
        self.pop_source_position();
        let name = ident.to_js_string(self.interner());
        self.emit_binding(BindingOpcode::InitLexical, name, value);
        disposal
    }

    /// Ends it: disposes of the resources, and goes on as it was left.
    pub(crate) fn end_disposal(&mut self, disposal: Disposal) {
        let Disposal {
            resources,
            completion,
            error,
            handler,
            using,
            outer,
        } = disposal;
        self.resources = outer;

        self.bytecode.emit_store_zero(completion.variable());
        let exit = self.jump();
        self.patch_handler(handler);
        self.bytecode
            .emit_maybe_exception(completion.variable(), error.variable());
        self.patch_jump(exit);

        let finally_start = self.next_opcode_location();
        self.jump_info
            .last_mut()
            .expect("it was pushed at the begin")
            .flags |= JumpControlInfoFlags::IN_FINALLY;

        // What is being returned waits here.
        let returned = self.register_allocator.alloc();
        self.bytecode
            .emit_set_register_from_accumulator(returned.variable());
        self.push_source_position(using.position);
        self.dispose(&resources, &completion, &error, using.is_async);
        self.pop_source_position();
        self.bytecode.emit_set_accumulator(returned.variable());
        self.register_allocator.dealloc(returned);

        self.pop_try_with_finally_control_info(finally_start, &error);
        self.register_allocator.dealloc(error);
        self.register_allocator.dealloc(completion);
        self.register_allocator.dealloc(resources);
    }

    /// Disposes of the resources in a register, and waits as often as that takes.
    fn dispose(
        &mut self,
        resources: &Register,
        completion: &Register,
        error: &Register,
        is_async: bool,
    ) {
        let state = self.register_allocator.alloc();
        let value = self.register_allocator.alloc();
        let start = self.next_opcode_location();
        self.bytecode.emit_dispose(
            resources.variable(),
            completion.variable(),
            error.variable(),
            state.variable(),
            value.variable(),
        );
        if is_async {
            let end = self.jump_if_true(&state);
            // What keeps the wait from beginning is taken for what came of it.
            let handler = self.push_handler();
            self.bytecode.emit_await(value.variable());
            self.pop_into_register(&state);
            self.pop_into_register(&value);
            self.bytecode.emit_jump(start);
            self.patch_handler(handler);
            self.bytecode
                .emit_maybe_exception(state.variable(), value.variable());
            self.bytecode.emit_jump(start);
            self.patch_jump(end);
        }
        self.register_allocator.dealloc(value);
        self.register_allocator.dealloc(state);
    }

    /// Compiles the declaration of a resource.
    pub(crate) fn compile_using(&mut self, variable: &Variable, is_async: bool) {
        let (Binding::Identifier(ident), Some(init)) = (variable.binding(), variable.init()) else {
            unreachable!("the parser refuses others");
        };
        let name = ident.to_js_string(self.interner());
        let binding = self.lexical_scope.get_identifier_reference(name.clone());
        let is_local = binding.local();
        let value = if is_local {
            self.register_allocator.alloc_persistent()
        } else {
            self.register_allocator.alloc()
        };
        self.compile_expr(init, &value);
        {
            let mut compiler = self.position_guard(init);
            compiler.add_resource(&value, is_async);
        }
        if is_local {
            // It is not there while it is initialised.
            self.local_binding_registers.insert(binding, value.index());
        } else {
            self.emit_binding(BindingOpcode::InitLexical, name, &value);
            self.register_allocator.dealloc(value);
        }
    }

    /// Adds a value to the resources of the block that is compiled.
    fn add_resource(&mut self, value: &Register, is_async: bool) {
        let resources = self
            .resources
            .expect("every list of statements with a declaration has its resources");
        self.bytecode
            .emit_add_disposable(resources.into(), value.variable(), is_async.into());
    }
}
