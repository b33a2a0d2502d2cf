//! The operations of `using` declarations.
//!
//! The resources of a block are in a register of it, and come to be with the first one.

use super::{IndexOperand, RegisterOperand};
use crate::{
    Context, JsObject, JsResult, JsValue,
    builtins::disposable::{Hint, Resource, Resources, Step},
    vm::{GeneratorResumeKind, opcode::Operation},
};

/// `AddDisposable` implements the Opcode Operation for `Opcode::AddDisposable`
///
/// Operation:
///  - Adds a value to the resources of a block.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AddDisposable;

impl AddDisposable {
    #[inline(always)]
    pub(crate) fn operation(
        (resources, value, is_async): (RegisterOperand, RegisterOperand, IndexOperand),
        context: &mut Context,
    ) -> JsResult<()> {
        let value = context.vm.get_register(value.into()).clone();
        let hint = match u32::from(is_async) {
            0 => Hint::Sync,
            _ => Hint::Async,
        };
        let Some(resource) = Resource::new(&value, hint, context)? else {
            return Ok(());
        };
        if let Some(object) = of_register(resources, context) {
            object.borrow_mut().data_mut().push(resource);
        } else {
            let mut list = Resources::default();
            list.push(resource);
            let object = JsObject::new_unique(None, list).upcast();
            context.vm.set_register(resources.into(), object.into());
        }
        Ok(())
    }
}

impl Operation for AddDisposable {
    const NAME: &'static str = "AddDisposable";
    const INSTRUCTION: &'static str = "INST - AddDisposable";
    const COST: u8 = 8;
}

/// `Dispose` implements the Opcode Operation for `Opcode::Dispose`
///
/// Operation:
///  - Disposes of the resources of a block, up to the next that is waited for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Dispose;

impl Dispose {
    #[inline(always)]
    pub(crate) fn operation(
        (resources, completion, error, state, value): (
            RegisterOperand,
            RegisterOperand,
            RegisterOperand,
            RegisterOperand,
            RegisterOperand,
        ),
        context: &mut Context,
    ) -> JsResult<()> {
        let Some(object) = of_register(resources, context) else {
            context.vm.set_register(state.into(), true.into());
            return Ok(());
        };
        let waits = object.borrow().data().waits();
        let awaited = if waits {
            let state = context.vm.get_register(state.into());
            // What was waited for throws, or the wait itself.
            let is_throw = state.as_boolean() == Some(true)
                || state.as_i32() == Some(GeneratorResumeKind::Throw as i32);
            if is_throw {
                Err(context.vm.get_register(value.into()).clone())
            } else {
                Ok(())
            }
        } else {
            let is_thrown = context.vm.get_register(completion.into()).as_boolean() == Some(true);
            let thrown = is_thrown.then(|| context.vm.get_register(error.into()).clone());
            object.borrow_mut().data_mut().begin(thrown);
            Ok(())
        };
        match Resources::step(&object, awaited, context)? {
            Step::Await(promise) => {
                context.vm.set_register(value.into(), promise);
                context.vm.set_register(state.into(), false.into());
                return Ok(());
            }
            Step::Done(None) => {}
            Step::Done(Some(thrown)) => {
                context.vm.set_register(completion.into(), true.into());
                context.vm.set_register(error.into(), thrown);
            }
        }
        context
            .vm
            .set_register(resources.into(), JsValue::undefined());
        context.vm.set_register(state.into(), true.into());
        Ok(())
    }
}

impl Operation for Dispose {
    const NAME: &'static str = "Dispose";
    const INSTRUCTION: &'static str = "INST - Dispose";
    const COST: u8 = 8;
}

fn of_register(register: RegisterOperand, context: &Context) -> Option<JsObject<Resources>> {
    let object = context.vm.get_register(register.into()).as_object()?;
    object.downcast::<Resources>().ok()
}
