//! Elements and the length of typed arrays.
//!
//! The quick loop leaves them to this: it would keep less in registers of the machine for all other
//! operations if it did them itself, and leaving it takes less than an operation does elsewhere.

use super::length;
use crate::{
    JsValue,
    vm::{Vm, opcode::Opcode},
};

impl Vm {
    /// Runs the operation at which the frame on top stands, if it reads or writes an element of a
    /// typed array, or reads the length of one, and calls nothing; answers whether it did.
    pub(super) fn step_typed(&mut self, opcode: Opcode) -> bool {
        let count = match opcode {
            Opcode::GetLengthProperty => 3,
            Opcode::GetPropertyByValue
            | Opcode::GetPropertyByValuePush
            | Opcode::SetPropertyByValue => 4,
            _ => return false,
        };
        let frame = self.frame();
        let operand = {
            // SAFETY: The frame stands at this operation, whose instruction is whole; nothing here
            // changes bytecode.
            let at = unsafe {
                frame
                    .code_block
                    .bytecode
                    .bytes
                    .as_ptr()
                    .add(frame.pc as usize)
            };
            move |index: usize| {
                // SAFETY: As above.
                unsafe { at.add(length(index)).cast::<u32>().read_unaligned() as usize }
            }
        };
        if opcode == Opcode::SetPropertyByValue {
            // `super[key] = value` finds in one object what it writes in another.
            let is_put = operand(2) == operand(3)
                && self.register(operand(1)).integer().is_some_and(|index| {
                    let base = self.register(operand(3));
                    base.put_typed_element(index, self.register(operand(0)))
                });
            if !is_put {
                return false;
            }
        } else {
            let value = if opcode == Opcode::GetLengthProperty {
                let object = self.register(operand(1)).peek_object();
                object
                    .and_then(|object| self.typed_length(&object))
                    .map(JsValue::new)
            } else {
                let index = self.register(operand(1)).integer();
                index.and_then(|index| self.register(operand(3)).typed_element(index))
            };
            let Some(value) = value else {
                return false;
            };
            *self.place_of_register(operand(0)) = value;
        }
        self.frame_mut().pc += length(count) as u32;
        true
    }

    pub(super) fn register(&self, register: usize) -> &JsValue {
        let at = self.frame().rp as usize + register;
        // SAFETY: Bytecode names registers that its frame has.
        unsafe { self.stack.stack.get_unchecked(at) }
    }
}
