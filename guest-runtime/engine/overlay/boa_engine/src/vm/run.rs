//! The loop that runs bytecode.
//!
//! Operations that scripts run all the time, on the operands that they nearly always have, are
//! done by [`interpret`], with the instruction pointer and the registers at hand. Whatever is
//! unusual about an operand leaves the operation, untouched, to the engine's own handler, which
//! does it whole: nothing there throws, calls back, or changes anything before it knows that it
//! can finish.
//!
//! [`interpret`] exists twice. The quick one runs as many operations as it can, calls and returns
//! of functions among them, and calls nothing itself: around a call, compiled WebAssembly keeps
//! no value in a register, and a loop with a call in it has none for the whole of its length. It
//! leaves what takes a call to the other one, which runs one operation, and what has to be freed to
//! [`DropLater`].
//!
//! Invariants that the `unsafe` here rests on:
//! - The bytecode compiler emits whole instructions, and ends every block with one that leaves it.
//! - It numbers registers, constants, bindings and caches within what the block has, and
//!   `push_frame` has filled the registers.
//! - No handler runs while a fast operation does, so no cell is borrowed.

mod frames;
mod fuel;
mod interpret;
mod later;
mod math;
mod nested;
mod operands;
mod typed;

use std::ops::ControlFlow;

use super::{CompletionRecord, opcode::Opcode};
use crate::{
    Context, JsObject, JsResult,
    builtins::function::function_call,
    native_function::native_function_call,
    object::internal_methods::InternalMethodCallContext,
    shortcuts::SHORTCUTS,
    vm::{completion_record::IntoCompletionRecord, opcode::OPCODE_HANDLERS},
};
use interpret::{Stop, interpret_once, interpret_quickly, length};
pub(crate) use later::DropLater;

impl Context {
    pub(crate) fn run(&mut self) -> CompletionRecord {
        if !SHORTCUTS {
            return self.run_by_handlers();
        }
        loop {
            // A portion of fuel that is used up is noticed at the start of this loop.
            let stop = interpret_quickly(&mut self.vm);
            self.vm.later.drop_all();
            if stop == Stop::BETWEEN {
                continue;
            }
            let opcode = stop.opcode();
            if opcode == Opcode::Return
                && let Some(left) = self.leave_nested()
            {
                if let ControlFlow::Break(record) = left {
                    return record;
                }
                continue;
            }
            // Nothing else does these.
            let takes_handler = matches!(
                opcode,
                Opcode::Call
                    | Opcode::GetIterator
                    | Opcode::IteratorNext
                    | Opcode::IteratorReturn
                    | Opcode::Generator
                    | Opcode::GeneratorYield
                    | Opcode::GeneratorDelegateStep
            );
            if !takes_handler {
                if self.vm.step_typed(opcode) {
                    continue;
                }
                if let Some(entered) = self.enter_accessor(opcode) {
                    if let ControlFlow::Break(record) = entered.into_completion_record(self) {
                        return record;
                    }
                    continue;
                }
                if interpret_once(&mut self.vm, opcode) == Stop::BETWEEN {
                    continue;
                }
            }
            let pc = self.vm.frame().pc as usize;
            let flow = match self.call_known(opcode, pc) {
                Some(entered) => entered.into_completion_record(self),
                None => OPCODE_HANDLERS[opcode as usize](self, pc),
            };
            if let ControlFlow::Break(record) = flow {
                return record;
            }
        }
    }

    /// Leaves every operation to its handler.
    fn run_by_handlers(&mut self) -> CompletionRecord {
        loop {
            let frame = self.vm.frame();
            let pc = frame.pc as usize;
            let opcode = Opcode::decode(frame.code_block.bytecode.bytes[pc]);
            let flow = OPCODE_HANDLERS[opcode as usize](self, pc);
            if let ControlFlow::Break(record) = flow {
                return record;
            }
        }
    }

    /// Calls a function whose call is over, or whose frame is there, when `[[Call]]` returns.
    fn call_known(&mut self, opcode: Opcode, pc: usize) -> Option<JsResult<()>> {
        if opcode != Opcode::Call {
            return None;
        }
        let frame = self.vm.frame_mut();
        // SAFETY: The frame stands at a call, whose instruction is whole.
        let count = unsafe {
            let code = frame.code_block.bytecode.bytes.as_ptr();
            code.add(pc + length(0)).cast::<u32>().read_unaligned()
        } as usize;
        let stack = &self.vm.stack.stack;
        let function = stack[stack.len() - 1 - count].peek_object()?;
        let call = Known::of(&function)?;
        self.vm.frame_mut().pc = (pc + length(1)) as u32;
        // Setting up a frame leaves the function on the stack; a native call takes a reference
        // before it takes the function off.
        let mut context = InternalMethodCallContext::new(self);
        let entered = match call {
            Known::Ordinary => function_call(&function, count, &mut context),
            Known::Native => native_function_call(&function, count, &mut context),
        };
        Some(entered.map(|_| ()))
    }
}

/// Functions whose call is over, or whose frame is there, when `[[Call]]` returns.
#[derive(PartialEq)]
enum Known {
    Ordinary,
    Native,
}

impl Known {
    #[inline(always)]
    fn of(function: &JsObject) -> Option<Self> {
        let call = function.vtable().__call__ as *const ();
        if call == function_call as *const () {
            Some(Self::Ordinary)
        } else if call == native_function_call as *const () {
            Some(Self::Native)
        } else {
            None
        }
    }
}
