//! What a program does with its names, as far as it matters for what is exported by a namespace.

use std::collections::HashSet;

use oxc_ast::ast::{
    ComputedMemberExpression, IdentifierReference, Program, SimpleAssignmentTarget,
    StaticMemberExpression, TSModuleBlock, TSType, TSTypeAnnotation, TSTypeParameterDeclaration,
    TSTypeParameterInstantiation,
};
use oxc_ast_visit::{Visit, walk};

/// Names, wherever they stand: another variable of the same name counts, too.
#[derive(Debug, Default)]
pub(super) struct Facts {
    /// Variables, and members, that something is assigned to after their declaration.
    pub(super) assigned: HashSet<String>,
    /// Variables that are used as values.
    pub(super) used: HashSet<String>,
}

impl Facts {
    pub(super) fn of(program: &Program<'_>) -> Self {
        let mut facts = Self::default();
        facts.visit_program(program);
        facts
    }

    pub(super) fn of_block(block: &TSModuleBlock<'_>) -> Self {
        let mut facts = Self::default();
        facts.visit_ts_module_block(block);
        facts
    }
}

impl<'a> Visit<'a> for Facts {
    fn visit_simple_assignment_target(&mut self, it: &SimpleAssignmentTarget<'a>) {
        let name = match it {
            SimpleAssignmentTarget::AssignmentTargetIdentifier(name) => name.name.to_string(),
            SimpleAssignmentTarget::StaticMemberExpression(access) => {
                access.property.name.to_string()
            }
            _ => String::new(),
        };
        self.assigned.insert(name);
        walk::walk_simple_assignment_target(self, it);
    }

    fn visit_assignment_target_property_identifier(
        &mut self,
        it: &oxc_ast::ast::AssignmentTargetPropertyIdentifier<'a>,
    ) {
        self.assigned.insert(it.binding.name.to_string());
        walk::walk_assignment_target_property_identifier(self, it);
    }

    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        self.used.insert(it.name.to_string());
    }

    fn visit_static_member_expression(&mut self, it: &StaticMemberExpression<'a>) {
        self.visit_expression(&it.object);
    }

    fn visit_computed_member_expression(&mut self, it: &ComputedMemberExpression<'a>) {
        self.visit_expression(&it.object);
        self.visit_expression(&it.expression);
    }

    fn visit_ts_interface_declaration(&mut self, _: &oxc_ast::ast::TSInterfaceDeclaration<'a>) {}
    fn visit_ts_class_implements(&mut self, _: &oxc_ast::ast::TSClassImplements<'a>) {}
    fn visit_ts_type(&mut self, _: &TSType<'a>) {}
    fn visit_ts_type_annotation(&mut self, _: &TSTypeAnnotation<'a>) {}
    fn visit_ts_type_parameter_declaration(&mut self, _: &TSTypeParameterDeclaration<'a>) {}
    fn visit_ts_type_parameter_instantiation(&mut self, _: &TSTypeParameterInstantiation<'a>) {}
}
