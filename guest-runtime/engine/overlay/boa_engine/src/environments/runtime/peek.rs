//! Reading and writing variables of enclosing scopes without cloning locators.
//!
//! Only for the plain case: no `with`, and no `eval` that may have added a variable, in the scope
//! that runs. A variable without a value, be it not yet initialised or deleted, is not plain.

use boa_ast::scope::{BindingLocator, BindingLocatorScope};
use boa_gc::Gc;

use super::{DeclarativeEnvironmentKind, Environment, EnvironmentStack};
use crate::{JsValue, realm::Realm};

/// Scopes that a variable may lie further out for the quick loop to look for it: the way is not
/// paid for there.
const QUICK_STEPS_MAX: u32 = 32;

impl EnvironmentStack {
    /// The same environments, for a call of the function that holds these.
    #[inline]
    pub(crate) fn share(&self) -> Self {
        Self {
            tip: self.tip.clone(),
            depth: self.depth,
            private_stack: self.private_stack.clone(),
        }
    }

    /// Drops environments.
    ///
    /// # Safety
    /// They must not be used afterwards.
    #[inline(always)]
    pub(crate) unsafe fn release(&mut self) {
        // SAFETY: Nothing else in them has anything to drop.
        unsafe {
            if let Some(tip) = &self.tip {
                Gc::release(tip);
            }
            self.private_stack.release();
        }
    }

    /// Whether names mean in the innermost scope what the compiler took them for.
    #[inline]
    pub(crate) fn is_plain(&self, realm: &Realm) -> bool {
        self.current_declarative_ref(realm.environment())
            .is_some_and(|scope| !scope.with() && !scope.poisoned())
    }

    /// The value of a variable.
    #[inline]
    pub(crate) fn peek<const IS_QUICK: bool>(&self, locator: &BindingLocator) -> Option<&JsValue> {
        self.peek_mut::<IS_QUICK>(locator).map(|value| &*value)
    }

    /// The value of a variable, to be replaced at once.
    #[inline]
    pub(crate) fn peek_mut<const IS_QUICK: bool>(
        &self,
        locator: &BindingLocator,
    ) -> Option<&mut JsValue> {
        let BindingLocatorScope::Stack(index) = locator.scope() else {
            return None;
        };
        match self.last()? {
            Environment::Declarative(scope) if !scope.with() && !scope.poisoned() => {}
            _ => return None,
        }
        self.place::<IS_QUICK>(index, locator.binding_index())?
            .as_mut()
    }

    /// The place of a variable, with or without a value. Quickly, none of a scope far out.
    #[inline]
    #[expect(
        clippy::mut_from_ref,
        reason = "the cell is not borrowed while bytecode runs"
    )]
    pub(crate) fn place<const IS_QUICK: bool>(
        &self,
        index: u32,
        binding: u32,
    ) -> Option<&mut Option<JsValue>> {
        if IS_QUICK && self.depth.wrapping_sub(index) > QUICK_STEPS_MAX {
            return None;
        }
        let Environment::Declarative(scope) = self.get(index as usize)? else {
            return None;
        };
        let bindings = match scope.kind() {
            DeclarativeEnvironmentKind::Lexical(scope) => scope.bindings(),
            DeclarativeEnvironmentKind::Function(scope) => scope.bindings(),
            _ => return None,
        };
        // SAFETY: Nothing borrows the cell while bytecode runs, and what is returned is used up
        // before the next operation.
        unsafe { bindings.peek_mut() }.get_mut(binding as usize)
    }
}
