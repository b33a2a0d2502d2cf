//! Functions of a program that are called in the middle of something: by native code, which waits
//! for them, and by operations that find a getter or a setter.
//!
//! A function that native code calls runs in a loop of its own. A getter or a setter needs none:
//! its frame lies on that of the operation, as that of a call does. Below what a call has on the
//! stack lies where its result goes.

use std::ops::ControlFlow;

use super::{Known, interpret::length};
use crate::{
    Context, JsObject, JsResult, JsValue,
    builtins::function::{OrdinaryFunction, function_call},
    object::{
        internal_methods::InternalMethodCallContext,
        shape::slot::{Slot, SlotAttributes},
    },
    shortcuts::SHORTCUTS,
    vm::{CallFrame, CallFrameFlags, CompletionRecord, Vm, opcode::Opcode},
};

/// In the place of a register: nobody takes the result.
const NOWHERE: i32 = -1;

impl JsObject {
    /// Calls a function with arguments that are not needed afterwards.
    #[track_caller]
    #[inline]
    pub(crate) fn call_with<const N: usize>(
        &self,
        this: &JsValue,
        arguments: [JsValue; N],
        context: &mut Context,
    ) -> JsResult<JsValue> {
        if !self.is_closure() {
            return self.call(this, &arguments, context);
        }
        let height = context.vm.push_callee(self, this, N);
        // SAFETY: There is room for the arguments, which are moved there.
        unsafe {
            let stack = &mut context.vm.stack.stack;
            let top = stack.as_mut_ptr().add(stack.len());
            top.cast::<[JsValue; N]>().write(arguments);
            stack.set_len(stack.len() + N);
        }
        context.run_closure(self, N, height)
    }

    /// Whether calling it takes no more than a frame.
    #[inline(always)]
    pub(crate) fn is_closure(&self) -> bool {
        SHORTCUTS && Known::of(self) == Some(Known::Ordinary)
    }
}

impl Context {
    /// Calls such a function and waits for it.
    #[inline]
    pub(crate) fn call_closure(
        &mut self,
        function: &JsObject,
        this: &JsValue,
        arguments: impl ExactSizeIterator<Item = JsValue>,
    ) -> JsResult<JsValue> {
        let count = arguments.len();
        let height = self.vm.push_callee(function, this, count);
        self.vm.stack.stack.extend(arguments);
        self.run_closure(function, count, height)
    }

    /// Calls a function whose `this`, itself and arguments lie above a height of the stack.
    #[inline(never)]
    fn run_closure(
        &mut self,
        function: &JsObject,
        count: usize,
        height: usize,
    ) -> JsResult<JsValue> {
        // It takes stack of the host too.
        self.vm.host_call_depth += 1;
        // SAFETY: Only tables of ordinary functions hold the method that made it a closure.
        let known: &OrdinaryFunction = unsafe { function.peek_data() };
        let entered = if self.vm.try_enter_nested(known, count) {
            Ok(())
        } else {
            let mut context = InternalMethodCallContext::new(self);
            function_call(function, count, &mut context).map(|_| {
                self.vm.frame_mut().flags |= CallFrameFlags::EXIT_EARLY;
            })
        };
        let result = match entered {
            Ok(()) => {
                let record = self.run();
                self.vm.drop_frame();
                record.consume()
            }
            Err(error) => {
                // What is refused may have left its arguments.
                self.vm.stack.truncate(height);
                Err(error)
            }
        };
        self.vm.host_call_depth -= 1;
        result
    }

    /// Enters the getter or the setter that an operation calls, if its site knows it and no more
    /// is needed than a frame.
    pub(super) fn enter_accessor(&mut self, opcode: Opcode) -> Option<JsResult<()>> {
        let (operands, is_get) = match opcode {
            Opcode::GetPropertyByName => (3, true),
            Opcode::GetPropertyByNameWithThis => (4, true),
            Opcode::SetPropertyByName => (3, false),
            _ => return None,
        };
        let frame = self.vm.frame();
        // SAFETY: The frame stands at this operation, whose instruction is whole.
        let operand = |index: usize| unsafe {
            let code = frame.code_block.bytecode.bytes.as_ptr();
            let at = code.add(frame.pc as usize + length(index));
            at.cast::<u32>().read_unaligned() as usize
        };
        let object = self.vm.register(operand(operands - 2)).peek_object()?;
        let cache = frame.code_block.ic.get(operand(operands - 1))?;
        let slot = cache.find(&object.peek().properties().shape)?;
        let accessor = accessor(&object, slot, is_get)?;
        let this = self.vm.register(operand(1)).clone();
        let value = (!is_get).then(|| self.vm.register(operand(0)).clone());
        let target = if is_get { operand(0) as i32 } else { NOWHERE };

        // SAFETY: Only tables of ordinary functions hold this method.
        let function: &OrdinaryFunction = unsafe { accessor.peek_data() };
        let code = function.code.clone();
        code.complete(self.interner_mut());
        if code.is_async() || code.is_generator() {
            return None;
        }
        self.vm.frame_mut().pc += length(operands) as u32;
        let stack = &mut self.vm.stack.stack;
        let height = stack.len();
        stack.push(JsValue::new(target));
        stack.push(this);
        stack.push(accessor.clone().into());
        let count = usize::from(value.is_some());
        stack.extend(value);
        let entered = function_call(&accessor, count, &mut InternalMethodCallContext::new(self));
        Some(match entered {
            Ok(_) => {
                self.vm.frame_mut().flags |= CallFrameFlags::ACCESSOR;
                Ok(())
            }
            Err(error) => {
                self.vm.stack.truncate(height);
                Err(error)
            }
        })
    }

    /// Ends a call that no bytecode made; `None` where bytecode did.
    #[inline]
    pub(super) fn leave_nested(&mut self) -> Option<ControlFlow<CompletionRecord>> {
        let frame = self.vm.frame();
        let flags = frame.flags;
        if !flags.intersects(CallFrameFlags::NESTED) {
            return None;
        }
        let bottom = frame.frame_pointer();
        self.vm.check_balance();
        self.vm.drop_above(bottom);
        let result = self.vm.take_return_value();
        if flags.contains(CallFrameFlags::EXIT_EARLY) {
            return Some(ControlFlow::Break(CompletionRecord::Return(result)));
        }
        self.vm.drop_frame();
        self.vm.take_from_accessor(result);
        Some(ControlFlow::Continue(()))
    }
}

impl Vm {
    /// Pushes what a call begins with, and makes room for so many arguments. Returns how high the
    /// stack was.
    #[inline(always)]
    fn push_callee(&mut self, function: &JsObject, this: &JsValue, count: usize) -> usize {
        let stack = &mut self.stack.stack;
        let height = stack.len();
        stack.reserve(count + CallFrame::FUNCTION_PROLOGUE as usize);
        stack.push(this.clone());
        stack.push(function.clone().into());
        height
    }

    /// Puts the result of a getter or a setter, whose frame is gone, where it goes.
    pub(crate) fn take_from_accessor(&mut self, result: JsValue) {
        let target = self.stack.pop().as_i32();
        if let Some(register) = target.and_then(|register| usize::try_from(register).ok()) {
            *self.place_of_register(register) = result;
        }
    }
}

/// The getter or the setter of a property, if it is a function of a program.
fn accessor(object: &JsObject, slot: Slot, is_get: bool) -> Option<JsObject> {
    let attributes = slot.attributes;
    let (is_there, index) = if is_get {
        (attributes.has_get(), slot.index as usize)
    } else {
        (attributes.has_set(), slot.index as usize + 1)
    };
    if !is_there {
        return None;
    }
    let properties = object.peek().properties();
    let holder = if attributes.contains(SlotAttributes::PROTOTYPE) {
        properties.shape.peek_prototype()?.peek().properties()
    } else {
        properties
    };
    // Another object of this layout may have `undefined` there.
    let function = holder.storage.get(index)?.peek_object()?;
    function.is_closure().then(|| JsObject::clone(&function))
}
