use crate::{
    Context, JsExpect, JsResult, JsValue,
    builtins::iterable::IteratorRecord,
    vm::{
        CallFrameFlags, GeneratorResumeKind,
        opcode::{Operation, RegisterOperand},
    },
};

/// `GeneratorDelegateStep` implements the Opcode Operation for `Opcode::GeneratorDelegateStep`
///
/// Operation:
///  - Steps the iterator of a `yield*`, where the engine's own needs no call.
#[derive(Debug, Clone, Copy)]
pub(crate) struct GeneratorDelegateStep;

impl GeneratorDelegateStep {
    /// What `stepped` says, besides `undefined`: nothing has happened.
    pub(crate) const YIELDS: u8 = 0;
    pub(crate) const ENDED: u8 = 1;

    #[inline(always)]
    pub(crate) fn operation(
        (stepped, value, resume_kind): (RegisterOperand, RegisterOperand, RegisterOperand),
        context: &mut Context,
    ) -> JsResult<()> {
        let nothing_sent = context.vm.get_register(value.into()).is_undefined();
        let kind = context
            .vm
            .get_register(resume_kind.into())
            .to_generator_resume_kind();
        let result = if nothing_sent && kind == GeneratorResumeKind::Normal {
            // Bytecode would call `next`, which counts for no more than the frame of a generator.
            IteratorRecord::step_last(0, context)
        } else {
            None
        };
        let Some(result) = result else {
            context
                .vm
                .set_register(stepped.into(), JsValue::undefined());
            return Ok(());
        };
        let frame = context.vm.frame_mut();
        let takes_values = frame.flags.contains(CallFrameFlags::TAKES_VALUES);
        let iterators = &mut frame.iterators;
        if let Err(error) = result {
            // An iterator that throws is not closed.
            iterators.pop();
            return Err(error);
        }
        let record = iterators
            .last()
            .js_expect("`yield*` has opened an iterator")?;
        if record.done() {
            let record = iterators.pop();
            let mut record = record.js_expect("`yield*` has opened an iterator")?;
            let last = record.value(context)?;
            context.vm.set_register(value.into(), last);
            context.vm.set_register(stepped.into(), Self::ENDED.into());
            return Ok(());
        }
        let yielded = if let Some(own) = record.own_value().filter(|_| takes_values) {
            context.vm.frame_mut().flags |= CallFrameFlags::GIVES_VALUE;
            own
        } else {
            let result = record.last_result().clone();
            result.object(context).into()
        };
        context.vm.set_register(value.into(), yielded);
        context.vm.set_register(stepped.into(), Self::YIELDS.into());
        Ok(())
    }
}

impl Operation for GeneratorDelegateStep {
    const NAME: &'static str = "GeneratorDelegateStep";
    const INSTRUCTION: &'static str = "INST - GeneratorDelegateStep";
    const COST: u8 = 6;
}
