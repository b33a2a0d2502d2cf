//! The loop that runs bytecode.
//!
//! Operations that scripts run all the time, on the operands that they nearly always have, are
//! done here, with the instruction pointer and the registers at hand. Whatever is unusual about
//! an operand leaves the operation, untouched, to the engine's own handler, which does it whole:
//! nothing here throws, calls back, or changes anything before it knows that it can finish.
//!
//! Invariants that the `unsafe` below rests on:
//! - The bytecode compiler emits whole instructions, and ends every block with one that leaves it.
//! - It numbers registers, constants, bindings and caches within what the block has, and
//!   `push_frame` has filled the registers.
//! - No handler runs while a fast operation does, so no cell is borrowed.

use std::{cmp::Ordering, ops::ControlFlow};

use boa_ast::scope::BindingLocatorScope;

use super::{CallFrame, CompletionRecord, Constant, Vm, opcode::Opcode};
use crate::{
    Context, JsObject, JsString, JsValue,
    builtins::function::function_call,
    native_function::native_function_call,
    object::{
        internal_methods::InternalMethodCallContext, plain::Assigned, shape::slot::SlotAttributes,
    },
    vm::{completion_record::IntoCompletionRecord, opcode::OPCODE_HANDLERS},
};

/// Length of an instruction with this many operands of four bytes.
const fn length(operands: usize) -> usize {
    1 + 4 * operands
}

impl Context {
    pub(crate) fn run(&mut self) -> CompletionRecord {
        'frame: loop {
            let frame: *mut CallFrame = self.vm.frame_mut();
            // SAFETY: The frame stays where it is until a handler or a call runs, after which
            // this is read anew. The rest: see the invariants above.
            let (code, registers, mut pc) = unsafe {
                (
                    (*frame).code_block.bytecode.bytes.as_ptr(),
                    self.vm.stack.stack.as_mut_ptr().add((*frame).rp as usize),
                    (*frame).pc as usize,
                )
            };

            macro_rules! operand {
                ($at:literal) => {
                    unsafe { code.add(pc + length($at)).cast::<u32>().read_unaligned() as usize }
                };
            }
            macro_rules! register {
                ($at:literal) => {
                    unsafe { &mut *registers.add(operand!($at)) }
                };
            }
            // Stores a result in the first operand and goes on.
            macro_rules! finish {
                ($operands:literal, $value:expr) => {{
                    let value = $value;
                    *register!(0) = value;
                    pc += length($operands);
                    continue;
                }};
            }
            macro_rules! binary {
                ($fast:ident) => {
                    if let Some(value) = JsValue::$fast(register!(1), register!(2)) {
                        finish!(3, value.into());
                    }
                };
            }
            macro_rules! compare {
                ($fast:ident, $order:pat) => {
                    if let Some(holds) = JsValue::$fast(register!(1), register!(2)) {
                        finish!(3, JsValue::new(holds));
                    } else if let Some(order) = register!(1).peek_order(register!(2)) {
                        finish!(3, JsValue::new(matches!(order, $order)));
                    }
                };
            }
            macro_rules! jump_unless {
                ($fast:ident, $order:pat) => {
                    if let Some(holds) = JsValue::$fast(register!(1), register!(2)) {
                        pc = if holds { pc + length(3) } else { operand!(0) };
                        continue;
                    } else if let Some(order) = register!(1).peek_order(register!(2)) {
                        pc = if matches!(order, $order) { pc + length(3) } else { operand!(0) };
                        continue;
                    }
                };
            }
            macro_rules! jump_if {
                ($condition:expr) => {{
                    pc = if $condition { operand!(0) } else { pc + length(2) };
                    continue;
                }};
            }

            loop {
                // SAFETY: see the invariants above.
                let opcode = Opcode::decode(unsafe { *code.add(pc) });
                match opcode {
                    Opcode::Move => finish!(2, register!(1).clone()),
                    Opcode::StoreZero => finish!(1, JsValue::new(0)),
                    Opcode::StoreOne => finish!(1, JsValue::new(1)),
                    Opcode::StoreInt8 => {
                        let value = unsafe { *code.add(pc + length(1)) } as i8;
                        *register!(0) = JsValue::new(value);
                        pc += length(1) + 1;
                        continue;
                    }
                    Opcode::StoreInt16 => {
                        let value =
                            unsafe { code.add(pc + length(1)).cast::<i16>().read_unaligned() };
                        *register!(0) = JsValue::new(value);
                        pc += length(1) + 2;
                        continue;
                    }
                    Opcode::StoreInt32 => finish!(2, JsValue::new(operand!(1) as i32)),
                    Opcode::StoreTrue => finish!(1, JsValue::new(true)),
                    Opcode::StoreFalse => finish!(1, JsValue::new(false)),
                    Opcode::StoreNull => finish!(1, JsValue::null()),
                    Opcode::StoreUndefined => finish!(1, JsValue::undefined()),
                    Opcode::StoreLiteral => {
                        let constants = unsafe { &(*frame).code_block.constants };
                        if let Constant::String(text) =
                            unsafe { constants.get_unchecked(operand!(1)) }
                        {
                            finish!(2, text.clone().into());
                        }
                    }
                    Opcode::Add => {
                        if let (Some(left), Some(right)) =
                            (register!(1).integer(), register!(2).integer())
                            && let Some(sum) = left.checked_add(right)
                        {
                            finish!(3, JsValue::new(sum));
                        }
                        // `text += more`, whose old text nobody will see.
                        if operand!(0) == operand!(1)
                            && operand!(0) != operand!(2)
                            && register!(0).grow(register!(2))
                        {
                            pc += length(3);
                            continue;
                        }
                        binary!(add_fast);
                    }
                    Opcode::ConcatPart => {
                        if register!(0).is_plain_part() {
                            pc += length(1);
                            continue;
                        }
                    }
                    Opcode::Sub => binary!(sub_fast),
                    Opcode::Mul => binary!(mul_fast),
                    Opcode::Div => binary!(div_fast),
                    Opcode::Mod => binary!(rem_fast),
                    Opcode::BitAnd => binary!(bitand_fast),
                    Opcode::BitOr => binary!(bitor_fast),
                    Opcode::BitXor => binary!(bitxor_fast),
                    Opcode::ShiftLeft => binary!(shl_fast),
                    Opcode::ShiftRight => binary!(shr_fast),
                    Opcode::UnsignedShiftRight => binary!(ushr_fast),
                    Opcode::LessThan => compare!(lt_fast, Ordering::Less),
                    Opcode::LessThanOrEq => compare!(le_fast, Ordering::Less | Ordering::Equal),
                    Opcode::GreaterThan => compare!(gt_fast, Ordering::Greater),
                    Opcode::GreaterThanOrEq => compare!(ge_fast, Ordering::Greater | Ordering::Equal),
                    Opcode::StrictEq => {
                        if let Some(equal) = register!(1).peek_strict_equals(register!(2)) {
                            finish!(3, JsValue::new(equal));
                        }
                    }
                    Opcode::StrictNotEq => {
                        if let Some(equal) = register!(1).peek_strict_equals(register!(2)) {
                            finish!(3, JsValue::new(!equal));
                        }
                    }
                    Opcode::Eq => binary!(equals_fast),
                    Opcode::NotEq => binary!(not_equals_fast),
                    Opcode::LogicalNot => {
                        let value = register!(0);
                        *value = JsValue::new(!value.to_boolean());
                        pc += length(1);
                        continue;
                    }
                    Opcode::Inc | Opcode::Dec => {
                        let step = if opcode == Opcode::Inc { 1 } else { -1 };
                        // The source keeps its value, which is a number already.
                        if let Some(value) =
                            register!(1).as_i32().and_then(|value| value.checked_add(step))
                        {
                            finish!(2, JsValue::new(value));
                        }
                    }
                    Opcode::Jump => {
                        pc = operand!(0);
                        continue;
                    }
                    Opcode::JumpIfTrue | Opcode::LogicalOr => {
                        jump_if!(register!(1).to_boolean());
                    }
                    Opcode::JumpIfFalse | Opcode::LogicalAnd => {
                        jump_if!(!register!(1).to_boolean());
                    }
                    Opcode::JumpIfNotUndefined => jump_if!(!register!(1).is_undefined()),
                    Opcode::JumpIfNullOrUndefined => jump_if!(register!(1).is_null_or_undefined()),
                    Opcode::Coalesce => jump_if!(!register!(1).is_null_or_undefined()),
                    Opcode::JumpIfNotLessThan => jump_unless!(lt_fast, Ordering::Less),
                    Opcode::JumpIfNotLessThanOrEqual => jump_unless!(le_fast, Ordering::Less | Ordering::Equal),
                    Opcode::JumpIfNotGreaterThan => jump_unless!(gt_fast, Ordering::Greater),
                    Opcode::JumpIfNotGreaterThanOrEqual => jump_unless!(ge_fast, Ordering::Greater | Ordering::Equal),
                    Opcode::IncrementLoopIteration => {
                        let count = unsafe { (*frame).loop_iteration_count };
                        if count <= self.vm.runtime_limits.loop_iteration_limit() {
                            unsafe { (*frame).loop_iteration_count = count.wrapping_add(1) };
                            pc += length(0);
                            continue;
                        }
                    }
                    Opcode::GetArgument => {
                        let index = operand!(0);
                        let count = unsafe { (*frame).argument_count } as usize;
                        let value = if index < count {
                            // Arguments lie right below the registers.
                            unsafe { (*registers.sub(count - index)).clone() }
                        } else {
                            JsValue::undefined()
                        };
                        *register!(1) = value;
                        pc += length(2);
                        continue;
                    }
                    Opcode::SetAccumulator => {
                        let value = register!(0).clone();
                        pc += length(1);
                        // `return` of a value, whole.
                        let is_return = unsafe {
                            *code.add(pc) == Opcode::CheckReturn as u8
                                && *code.add(pc + length(0)) == Opcode::Return as u8
                        };
                        if is_return && unsafe { !(*frame).construct() && !(*frame).exit_early() } {
                            self.vm.leave_frame(value);
                            continue 'frame;
                        }
                        self.vm.return_value = value;
                        continue;
                    }
                    Opcode::SetRegisterFromAccumulator => {
                        finish!(1, self.vm.return_value.clone());
                    }
                    Opcode::PushFromRegister => {
                        let stack = &mut self.vm.stack.stack;
                        let length_now = stack.len();
                        if length_now < stack.capacity() {
                            let value = register!(0).clone();
                            // SAFETY: There is room for one more, so nothing moves.
                            unsafe {
                                stack.as_mut_ptr().add(length_now).write(value);
                                stack.set_len(length_now + 1);
                            }
                            pc += length(1);
                            continue;
                        }
                    }
                    Opcode::PopIntoRegister => {
                        let stack = &mut self.vm.stack.stack;
                        // SAFETY: What is popped was pushed before, above the registers.
                        let value = unsafe {
                            stack.set_len(stack.len() - 1);
                            stack.as_ptr().add(stack.len()).read()
                        };
                        finish!(1, value);
                    }
                    Opcode::GetName => {
                        let frame = unsafe { &*frame };
                        let locator =
                            unsafe { frame.code_block.bindings.get_unchecked(operand!(1)) };
                        if let Some(value) = frame.environments.peek(locator) {
                            finish!(2, value.clone());
                        }
                    }
                    Opcode::SetName => {
                        let frame = unsafe { &*frame };
                        let locator =
                            unsafe { frame.code_block.bindings.get_unchecked(operand!(1)) };
                        if let Some(place) = frame.environments.peek_mut(locator) {
                            *place = register!(0).clone();
                            pc += length(2);
                            continue;
                        }
                    }
                    Opcode::GetLocator | Opcode::GetNameAndLocator => {
                        let at = usize::from(opcode == Opcode::GetNameAndLocator);
                        let frame = unsafe { &mut *frame };
                        let index = if at == 1 { operand!(1) } else { operand!(0) };
                        let locator = unsafe { frame.code_block.bindings.get_unchecked(index) };
                        if let Some(value) = frame.environments.peek(locator) {
                            if at == 1 {
                                *register!(0) = value.clone();
                            }
                            frame.binding_stack.push(locator.clone());
                            pc += length(1 + at);
                            continue;
                        }
                    }
                    Opcode::SetNameByLocator => {
                        let frame = unsafe { &mut *frame };
                        if let Some(locator) = frame.binding_stack.last()
                            && let Some(place) = frame.environments.peek_mut(locator)
                        {
                            *place = register!(0).clone();
                            frame.binding_stack.pop();
                            pc += length(1);
                            continue;
                        }
                    }
                    Opcode::PutLexicalValue => {
                        let frame = unsafe { &*frame };
                        let locator =
                            unsafe { frame.code_block.bindings.get_unchecked(operand!(1)) };
                        if let BindingLocatorScope::Stack(index) = locator.scope()
                            && let Some(place) =
                                frame.environments.place(index, locator.binding_index())
                        {
                            *place = Some(register!(0).clone());
                            pc += length(2);
                            continue;
                        }
                    }
                    Opcode::GetNameGlobal => {
                        let frame = unsafe { &*frame };
                        let locator =
                            unsafe { frame.code_block.bindings.get_unchecked(operand!(1)) };
                        if locator.is_global() && frame.environments.is_plain(&frame.realm) {
                            let cache = unsafe { frame.code_block.ic.get_unchecked(operand!(2)) };
                            if let Some(value) = cache.peek(frame.realm.global_object()) {
                                finish!(3, value);
                            }
                        }
                    }
                    Opcode::GetPropertyByName => {
                        let frame = unsafe { &*frame };
                        let cache = unsafe { frame.code_block.ic.get_unchecked(operand!(2)) };
                        let base = register!(1);
                        if let Some(object) = base.peek_object() {
                            if let Some(value) = cache.peek(&object) {
                                finish!(3, value);
                            }
                        } else if base.is_string() {
                            let prototype = frame.realm.intrinsics().constructors().string();
                            if let Some(value) = cache.peek(prototype.prototype_ref()) {
                                finish!(3, value);
                            }
                        }
                    }
                    Opcode::GetLengthProperty => {
                        if let Some(length) = register!(1).peek_length() {
                            finish!(3, length);
                        }
                    }
                    Opcode::SetPropertyByName => {
                        let frame = unsafe { &*frame };
                        let cache = unsafe { frame.code_block.ic.get_unchecked(operand!(2)) };
                        if let Some(object) = register!(1).peek_object() {
                            let is_done = cache.replace(&object, register!(0))
                                || match object.plain_set(&cache.name.clone().into(), register!(0)) {
                                    Assigned::Replaced(slot) => {
                                        cache.set(&object.peek().properties().shape, slot);
                                        true
                                    }
                                    Assigned::Added => true,
                                    Assigned::Unusual => false,
                                };
                            if is_done {
                                pc += length(3);
                                continue;
                            }
                        }
                    }
                    Opcode::GetPropertyByValue => {
                        let (key, base) = (register!(1), register!(3));
                        if let Some(index) = key.as_i32() {
                            if let Some(value) = base.peek_element(index) {
                                finish!(4, value);
                            }
                        } else if let Some(name) = key.peek_string()
                            && let Some(object) = base.peek_object()
                            && let Some(value) = object.plain_get(&JsString::clone(&name).into())
                        {
                            finish!(4, value);
                        }
                    }
                    Opcode::SetPropertyByValue => {
                        let (key, base) = (register!(1), register!(3));
                        let is_done = if let Some(index) = key.as_i32() {
                            base.replace_element(index, register!(0))
                        } else if let Some(name) = key.peek_string()
                            && let Some(object) = base.peek_object()
                        {
                            let assigned =
                                object.plain_set(&JsString::clone(&name).into(), register!(0));
                            !matches!(assigned, Assigned::Unusual)
                        } else {
                            false
                        };
                        if is_done {
                            pc += length(4);
                            continue;
                        }
                    }
                    Opcode::DefineOwnPropertyByName => {
                        let constants = unsafe { &(*frame).code_block.constants };
                        if let Constant::String(name) =
                            unsafe { constants.get_unchecked(operand!(2)) }
                            && let Some(object) = register!(0).peek_object()
                            && object.plain_define(name, register!(1), &mut self.vm.transitions)
                        {
                            pc += length(3);
                            continue;
                        }
                    }
                    Opcode::CheckReturn => {
                        if unsafe { !(*frame).construct() } {
                            pc += length(0);
                            continue;
                        }
                    }
                    Opcode::Return => {
                        if unsafe { !(*frame).exit_early() } {
                            let value = self.vm.take_return_value();
                            self.vm.leave_frame(value);
                            continue 'frame;
                        }
                    }
                    Opcode::Call => {
                        let count = operand!(0);
                        let stack = &self.vm.stack.stack;
                        let function =
                            unsafe { stack.get_unchecked(stack.len() - 1 - count) };
                        if let Some(function) = function.peek_object()
                            && let Some(call) = known_call(&function)
                        {
                            unsafe { (*frame).pc = (pc + length(1)) as u32 };
                            // Setting up a frame leaves the function on the stack; a native call
                            // takes a reference before it takes the function off.
                            let mut context = InternalMethodCallContext::new(self);
                            let entered = if call == Known::Ordinary {
                                function_call(&function, count, &mut context)
                            } else {
                                native_function_call(&function, count, &mut context)
                            }
                            .map(|_| ());
                            if let ControlFlow::Break(record) =
                                entered.into_completion_record(self)
                            {
                                return record;
                            }
                            continue 'frame;
                        }
                    }
                    _ => {}
                }
                match OPCODE_HANDLERS[opcode as usize](self, pc) {
                    ControlFlow::Continue(()) => continue 'frame,
                    ControlFlow::Break(record) => return record,
                }
            }
        }
    }
}

/// Functions whose call is over, or whose frame is there, when `[[Call]]` returns.
#[derive(PartialEq)]
enum Known {
    Ordinary,
    Native,
}

fn known_call(object: &JsObject) -> Option<Known> {
    let call = object.vtable().__call__ as usize;
    if call == function_call as usize {
        Some(Known::Ordinary)
    } else if call == native_function_call as usize {
        Some(Known::Native)
    } else {
        None
    }
}

impl Vm {
    /// Ends a call that bytecode made: the result takes the place of what the caller pushed, or
    /// goes where the caller is about to take it.
    fn leave_frame(&mut self, result: JsValue) {
        let bottom = self.frame().frame_pointer();
        self.stack.stack.truncate(bottom);
        self.drop_frame();
        let frame = self.frame_mut();
        let (pc, registers) = (frame.pc as usize, frame.rp as usize);
        let code = frame.code_block.bytecode.bytes.as_ptr();
        // SAFETY: The caller goes on with a whole instruction, and its registers lie below what
        // it pushed.
        unsafe {
            match Opcode::decode(*code.add(pc)) {
                Opcode::PopIntoRegister => {
                    let register = code.add(pc + 1).cast::<u32>().read_unaligned() as usize;
                    frame.pc = (pc + length(1)) as u32;
                    *self.stack.stack.get_unchecked_mut(registers + register) = result;
                }
                Opcode::Pop => frame.pc = (pc + length(0)) as u32,
                _ => self.stack.stack.push(result),
            }
        }
    }

    /// Drops the frame on top where it lies.
    pub(crate) fn drop_frame(&mut self) {
        let last = self.frames.len() - 1;
        assert!(last > 0, "the frame at the bottom is never left");
        // SAFETY: There is such a frame, and it no longer counts when it is dropped.
        unsafe {
            self.frames.set_len(last);
            self.frames.as_mut_ptr().add(last).drop_in_place();
        }
    }
}

impl super::InlineCache {
    /// The value of the property of an object that this site has seen, if it is plain data.
    fn peek(&self, object: &JsObject) -> Option<JsValue> {
        let object = object.peek();
        let slot = self.find(&object.properties().shape)?;
        if slot.attributes.is_accessor_descriptor() {
            return None;
        }
        let index = slot.index as usize;
        if slot.attributes.contains(SlotAttributes::PROTOTYPE) {
            let prototype = object.properties().shape.peek_prototype()?;
            return prototype.peek().properties().storage.get(index).cloned();
        }
        object.properties().storage.get(index).cloned()
    }

    /// Replaces the value of a property of an object that this site has seen, if it is plain data
    /// of the object's own.
    fn replace(&self, object: &JsObject, value: &JsValue) -> bool {
        let Some(slot) = self.find(&object.peek().properties().shape) else {
            return false;
        };
        if slot.attributes.is_accessor_descriptor()
            || slot.attributes.contains(SlotAttributes::PROTOTYPE)
        {
            return false;
        }
        let mut object = object.borrow_mut();
        let Some(place) = object.properties_mut().storage.get_mut(slot.index as usize) else {
            return false;
        };
        *place = value.clone();
        true
    }
}

impl JsValue {
    /// How two strings compare.
    fn peek_order(&self, other: &Self) -> Option<Ordering> {
        let (left, right) = (self.peek_string()?, other.peek_string()?);
        Some(left.as_str().cmp(&right.as_str()))
    }

    /// The length of a string or an array.
    fn peek_length(&self) -> Option<Self> {
        if let Some(object) = self.peek_object() {
            return object
                .is_array()
                .then(|| object.peek().properties().storage.first().cloned())?;
        }
        let length = self.peek_string()?.len();
        Some(Self::new(length))
    }

    /// An element of an array without gaps.
    fn peek_element(&self, index: i32) -> Option<Self> {
        let object = self.peek_object()?;
        let index = u32::try_from(index).ok()?;
        object
            .is_array()
            .then(|| object.peek().properties().get_dense_property(index))?
    }

    /// Replaces an element that an array without gaps has.
    fn replace_element(&self, index: i32, value: &Self) -> bool {
        let (Some(object), Ok(index)) = (self.peek_object(), u32::try_from(index)) else {
            return false;
        };
        if !object.is_array() || !object.peek().extensible {
            return false;
        }
        object
            .borrow_mut()
            .properties_mut()
            .set_dense_property(index, value)
    }
}
