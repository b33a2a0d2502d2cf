//! The operations that scripts run all the time.

use std::{cmp::Ordering, hint::black_box};

use boa_ast::scope::BindingLocatorScope;

use super::fuel;
use crate::{
    JsString, JsValue,
    object::plain::Assigned,
    vm::{CallFrame, CallFrameFlags, Constant, Vm, opcode::Opcode},
};

/// Length of an instruction with this many operands of four bytes.
pub(super) const fn length(operands: usize) -> usize {
    1 + 4 * operands
}

/// Why bytecode is no longer run. The frame on top stands where it goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Stop(u32);

impl Stop {
    /// The portion of fuel is used up, or the one operation has been run.
    pub(super) const BETWEEN: Self = Self(1 << 8);

    /// The operation takes more.
    #[inline(always)]
    const fn at(opcode: Opcode) -> Self {
        Self(opcode as u32)
    }

    /// The operation, when it is one that stops.
    #[inline(always)]
    pub(super) fn opcode(self) -> Opcode {
        Opcode::decode(self.0 as u8)
    }
}

/// Runs bytecode of the frame on top until something takes a call, or until the portion of fuel is
/// used up.
#[inline(never)]
pub(super) fn interpret_quickly(vm: &mut Vm) -> Stop {
    interpret::<true>(vm, None)
}

/// Runs the operation at which the frame on top stands, unless it takes a handler.
#[inline(always)]
pub(super) fn interpret_once(vm: &mut Vm, opcode: Opcode) -> Stop {
    interpret::<false>(vm, Some(opcode))
}

/// In the quick one, nothing may compile to a call that returns.
#[inline(always)]
#[expect(
    clippy::collapsible_match,
    reason = "without guards, all operations are told apart by one jump"
)]
fn interpret<const IS_QUICK: bool>(vm: &mut Vm, first: Option<Opcode>) -> Stop {
    'frame: loop {
        // The compiler must not know that the frame ends where the others do: it would keep the
        // address of each of its fields, more than there are machine registers.
        let frame: *mut CallFrame = black_box(vm.frame_mut());
        // SAFETY: The frame stays where it is until it is left or another one is entered, after
        // which this is read anew. Its registers lie on the stack, its place within its bytecode.
        let (code, registers, mut at) = unsafe {
            let frame = &*frame;
            let code = frame.code_block.bytecode.bytes.as_ptr();
            (
                code,
                vm.stack.stack.as_mut_ptr().add(frame.rp as usize),
                code.add(frame.pc as usize),
            )
        };

        'operation: loop {
            macro_rules! frame {
                () => {
                    // SAFETY: As above; and whatever an operation takes of the frame it gives back
                    // before it takes something else.
                    unsafe { &mut *frame }
                };
            }
            macro_rules! operand {
                ($index:literal) => {
                    // SAFETY: The instruction at this place is whole, and has this operand.
                    unsafe { at.add(length($index)).cast::<u32>().read_unaligned() as usize }
                };
            }
            // What an operand numbers, among the constants, bindings or caches of the block.
            macro_rules! numbered {
                ($list:ident, $index:expr) => {{
                    let index = $index;
                    let list = &frame!().code_block.$list;
                    // SAFETY: The compiler numbers what the block has.
                    unsafe { list.get_unchecked(index) }
                }};
            }
            // The operation that is to be run. What is looked at together with the one after it is not
            // the last of its block.
            macro_rules! opcode_at {
                () => {
                    // SAFETY: An instruction starts at this place, since one that does not leave its
                    // block is followed by another.
                    Opcode::decode(unsafe { *at })
                };
            }
            macro_rules! register {
                ($index:literal) => {{
                    let index = operand!($index);
                    // SAFETY: The compiler numbers registers that the frame has, and all are filled.
                    unsafe { &mut *registers.add(index) }
                }};
            }
            // Bytes of code up to this place.
            macro_rules! place {
                () => {
                    // SAFETY: Both lie in the code of the block.
                    unsafe { at.offset_from(code) }
                };
            }
            // Goes on behind so many bytes.
            macro_rules! advance {
                ($bytes:expr) => {
                    // SAFETY: That is the length of the instruction here, so another one follows.
                    at = unsafe { at.add($bytes) }
                };
            }
            // Where the frame stands from now on.
            macro_rules! keep_place {
                () => {
                    frame!().pc = place!() as u32
                };
            }
            // The fuel for the way since the frame was last told where it stands. Jumps back have
            // paid for theirs.
            macro_rules! unpaid {
                () => {{
                    let way = place!() - frame!().pc as isize;
                    fuel::stretch(way.max(0) as usize)
                }};
            }
            // What comes takes many registers of the machine. Where the frame stands and all that is
            // read from it is not kept for so long, but read anew: if it were, each operation would
            // have to get it from the stack.
            macro_rules! forget_place {
                () => {
                    let _ = fuel::spend(unpaid!());
                    keep_place!();
                };
            }
            // The operation is done, and this comes after it.
            macro_rules! next {
                ($bytes:expr) => {{
                    advance!($bytes);
                    if IS_QUICK {
                        continue 'operation;
                    }
                    keep_place!();
                    return Stop::BETWEEN;
                }};
            }
            macro_rules! jump {
                () => {
                    jump!(operand!(0))
                };
                ($target:expr) => {{
                    let target = $target;
                    // SAFETY: The compiler lets jumps lead to instructions of the same block.
                    let target = unsafe { code.add(target) };
                    if IS_QUICK && target <= at {
                        // SAFETY: As above.
                        let bytes = unsafe { at.offset_from(target) } as usize;
                        at = target;
                        if fuel::spend(fuel::stretch(bytes + length(1))) {
                            let _ = fuel::spend(unpaid!());
                            keep_place!();
                            return Stop::BETWEEN;
                        }
                        continue 'operation;
                    }
                    at = target;
                    next!(0)
                }};
            }

            let opcode = match first {
                Some(opcode) => opcode,
                None => opcode_at!(),
            };
            'unusual: {
                // Puts a value in the place of another.
                macro_rules! put {
                    ($place:expr, $value:expr) => {{
                        let value: JsValue = $value;
                        let place: &mut JsValue = $place;
                        if IS_QUICK {
                            if !vm.later.replace(place, value) {
                                break 'unusual;
                            }
                        } else {
                            *place = value;
                        }
                    }};
                }
                macro_rules! copy {
                    ($source:expr) => {{
                        let source: &JsValue = $source;
                        if IS_QUICK {
                            match source.share() {
                                Some(value) => value,
                                None => break 'unusual,
                            }
                        } else {
                            source.clone()
                        }
                    }};
                }
                // Stores a result in the first operand and goes on.
                macro_rules! finish {
                    ($operands:literal, $value:expr) => {{
                        put!(register!(0), $value);
                        next!(length($operands))
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
                        } else if !IS_QUICK
                            && let Some(order) = register!(1).peek_order(register!(2))
                        {
                            finish!(3, JsValue::new(matches!(order, $order)));
                        }
                    };
                }
                macro_rules! jump_unless {
                    ($fast:ident, $order:pat) => {
                        let holds = JsValue::$fast(register!(1), register!(2));
                        let holds = if IS_QUICK {
                            holds
                        } else {
                            holds.or_else(|| {
                                let order = register!(1).peek_order(register!(2))?;
                                Some(matches!(order, $order))
                            })
                        };
                        if let Some(holds) = holds {
                            if holds {
                                next!(length(3));
                            }
                            jump!();
                        }
                    };
                }
                macro_rules! jump_if {
                    ($condition:expr) => {{
                        if $condition {
                            jump!();
                        }
                        next!(length(2))
                    }};
                }
                // Stores whether two operands are equal. Where that is jumped on next, which is
                // what it is for nearly always, the jump needs no operation of its own.
                macro_rules! decide {
                    ($holds:expr) => {{
                        let holds: bool = $holds;
                        let result = operand!(0);
                        put!(register!(0), JsValue::new(holds));
                        if IS_QUICK {
                            advance!(length(3));
                            if opcode_at!() == Opcode::JumpIfFalse && operand!(1) == result {
                                jump_if!(!holds);
                            }
                            continue 'operation;
                        }
                        next!(length(3))
                    }};
                }
                macro_rules! strictly_equal {
                    () => {
                        if let (Some(left), Some(right)) =
                            (register!(1).integer(), register!(2).integer())
                        {
                            Some(left == right)
                        } else if IS_QUICK {
                            register!(1).equals_quickly(register!(2))
                        } else {
                            register!(1).peek_strict_equals(register!(2))
                        }
                    };
                }
                macro_rules! truth {
                    ($value:expr) => {{
                        let value: &JsValue = $value;
                        if let Some(truth) = value.as_boolean() {
                            truth
                        } else if IS_QUICK && value.is_bigint() {
                            // The one kind that takes more than a look.
                            break 'unusual;
                        } else {
                            value.to_boolean()
                        }
                    }};
                }

                match opcode {
                    // The operation that counts as nought is among these, so that all of them are
                    // told apart by their number as it is.
                    Opcode::Pop if IS_QUICK => {
                        let stack = &mut vm.stack.stack;
                        let last = stack.len() - 1;
                        // SAFETY: What is popped was pushed before, and is not looked at again.
                        let is_popped = unsafe {
                            let is_popped = vm.later.release(stack.as_mut_ptr().add(last));
                            if is_popped {
                                stack.set_len(last);
                            }
                            is_popped
                        };
                        if is_popped {
                            next!(length(0));
                        }
                    }
                    Opcode::Move => finish!(2, copy!(register!(1))),
                    Opcode::StoreZero => finish!(1, JsValue::new(0)),
                    Opcode::StoreOne => finish!(1, JsValue::new(1)),
                    Opcode::StoreInt8 => {
                        // SAFETY: The instruction is whole.
                        let value = unsafe { *at.add(length(1)) } as i8;
                        put!(register!(0), JsValue::new(value));
                        next!(length(1) + 1);
                    }
                    Opcode::StoreInt16 => {
                        // SAFETY: The instruction is whole.
                        let value = unsafe { at.add(length(1)).cast::<i16>().read_unaligned() };
                        put!(register!(0), JsValue::new(value));
                        next!(length(1) + 2);
                    }
                    Opcode::StoreInt32 => finish!(2, JsValue::new(operand!(1) as i32)),
                    Opcode::StoreFloat => {
                        // SAFETY: The instruction is whole.
                        let value = unsafe { at.add(length(1)).cast::<f32>().read_unaligned() };
                        put!(register!(0), JsValue::new(f64::from(value)));
                        next!(length(1) + 4);
                    }
                    Opcode::StoreDouble => {
                        // SAFETY: The instruction is whole.
                        let value = unsafe { at.add(length(1)).cast::<f64>().read_unaligned() };
                        put!(register!(0), JsValue::new(value));
                        next!(length(1) + 8);
                    }
                    Opcode::StoreTrue => finish!(1, JsValue::new(true)),
                    Opcode::StoreFalse => finish!(1, JsValue::new(false)),
                    Opcode::StoreNull => finish!(1, JsValue::null()),
                    Opcode::StoreUndefined => finish!(1, JsValue::undefined()),
                    Opcode::StoreLiteral => {
                        if let Constant::String(text) = numbered!(constants, operand!(1)) {
                            finish!(2, text.clone().into());
                        }
                    }
                    Opcode::Add => {
                        if IS_QUICK {
                            binary!(add_numbers);
                        } else {
                            // `text += more`, whose old text nobody will see.
                            if operand!(0) == operand!(1)
                                && operand!(0) != operand!(2)
                                && register!(0).grow(register!(2))
                            {
                                next!(length(3));
                            }
                            binary!(add_fast);
                        }
                    }
                    Opcode::ConcatPart => {
                        if register!(0).is_plain_part() {
                            next!(length(1));
                        }
                    }
                    Opcode::Sub => binary!(sub_fast),
                    Opcode::Mul => binary!(mul_fast),
                    Opcode::Div => binary!(div_fast),
                    Opcode::Mod => {
                        let integers = (register!(1).integer(), register!(2).integer());
                        // The remainder of what is not negative is neither negative nor -0.
                        if let (Some(left @ 0..), Some(right @ 1..)) = integers {
                            let rest = left.cast_unsigned() % right.cast_unsigned();
                            finish!(3, JsValue::new(rest.cast_signed()));
                        }
                        // That of fractions is a function of the library.
                        if !IS_QUICK || integers.0.is_some() && integers.1.is_some() {
                            binary!(rem_fast);
                        }
                    }
                    Opcode::BitAnd => binary!(bitand_fast),
                    Opcode::BitOr => binary!(bitor_fast),
                    Opcode::BitXor => binary!(bitxor_fast),
                    Opcode::ShiftLeft => binary!(shl_fast),
                    Opcode::ShiftRight => binary!(shr_fast),
                    Opcode::UnsignedShiftRight => binary!(ushr_fast),
                    Opcode::LessThan => compare!(lt_fast, Ordering::Less),
                    Opcode::LessThanOrEq => compare!(le_fast, Ordering::Less | Ordering::Equal),
                    Opcode::GreaterThan => compare!(gt_fast, Ordering::Greater),
                    Opcode::GreaterThanOrEq => {
                        compare!(ge_fast, Ordering::Greater | Ordering::Equal);
                    }
                    Opcode::StrictEq => {
                        if let Some(equal) = strictly_equal!() {
                            decide!(equal);
                        }
                    }
                    Opcode::StrictNotEq => {
                        if let Some(equal) = strictly_equal!() {
                            decide!(!equal);
                        }
                    }
                    Opcode::Eq => binary!(equals_fast),
                    Opcode::NotEq => binary!(not_equals_fast),
                    Opcode::LogicalNot => {
                        let truth = truth!(register!(0));
                        put!(register!(0), JsValue::new(!truth));
                        next!(length(1));
                    }
                    // The source keeps its value, which is a number already.
                    Opcode::Inc => {
                        if let Some(value) = register!(1).integer()
                            && value != i32::MAX
                        {
                            finish!(2, JsValue::new(value + 1));
                        } else if let Some(value) = register!(1).float() {
                            finish!(2, JsValue::new(value + 1.0));
                        }
                    }
                    Opcode::Dec => {
                        if let Some(value) = register!(1).integer()
                            && value != i32::MIN
                        {
                            finish!(2, JsValue::new(value - 1));
                        } else if let Some(value) = register!(1).float() {
                            finish!(2, JsValue::new(value - 1.0));
                        }
                    }
                    Opcode::Neg => {
                        if let Some(value) = register!(0).integer()
                            && value != 0
                            && value != i32::MIN
                        {
                            finish!(1, JsValue::new(-value));
                        } else if let Some(value) = register!(0).float() {
                            finish!(1, JsValue::new(-value));
                        }
                    }
                    Opcode::BitNot => {
                        if let Some(value) = register!(0).bits() {
                            finish!(1, JsValue::new(!value));
                        }
                    }
                    Opcode::This if IS_QUICK => {
                        let frame = frame!();
                        if frame.has_this_value_cached() {
                            let down = (frame.rp - frame.fp) as usize;
                            // SAFETY: `this` lies below the registers, where the frame begins.
                            finish!(1, copy!(unsafe { &*registers.sub(down) }));
                        }
                    }
                    Opcode::Jump => jump!(),
                    Opcode::JumpIfTrue | Opcode::LogicalOr => jump_if!(truth!(register!(1))),
                    Opcode::JumpIfFalse | Opcode::LogicalAnd => jump_if!(!truth!(register!(1))),
                    Opcode::JumpIfNotUndefined => jump_if!(!register!(1).is_undefined()),
                    Opcode::JumpIfNullOrUndefined => jump_if!(register!(1).is_null_or_undefined()),
                    Opcode::Coalesce => jump_if!(!register!(1).is_null_or_undefined()),
                    Opcode::JumpIfNotLessThan => {
                        jump_unless!(lt_fast, Ordering::Less);
                    }
                    Opcode::JumpIfNotLessThanOrEqual => {
                        jump_unless!(le_fast, Ordering::Less | Ordering::Equal);
                    }
                    Opcode::JumpIfNotGreaterThan => {
                        jump_unless!(gt_fast, Ordering::Greater);
                    }
                    Opcode::JumpIfNotGreaterThanOrEqual => {
                        jump_unless!(ge_fast, Ordering::Greater | Ordering::Equal);
                    }
                    Opcode::GetArgument => {
                        let index = operand!(0);
                        let count = frame!().argument_count as usize;
                        let value = if index < count {
                            // SAFETY: Arguments lie right below the registers.
                            copy!(unsafe { &*registers.sub(count - index) })
                        } else {
                            JsValue::undefined()
                        };
                        put!(register!(1), value);
                        next!(length(2));
                    }
                    Opcode::SetAccumulator => {
                        put!(&mut vm.return_value, copy!(register!(0)));
                        if IS_QUICK {
                            advance!(length(1));
                            // What a constructor returns is looked at; else that is for nothing.
                            if opcode_at!() == Opcode::CheckReturn && !frame!().construct() {
                                advance!(length(0));
                            }
                            continue 'operation;
                        }
                        next!(length(1));
                    }
                    Opcode::SetRegisterFromAccumulator => {
                        finish!(1, copy!(&vm.return_value));
                    }
                    Opcode::PushFromRegister => {
                        let stack = &mut vm.stack.stack;
                        let mut count = stack.len();
                        // What a call takes is pushed one after the other.
                        while count < stack.capacity() {
                            let value = copy!(register!(0));
                            // SAFETY: There is room for one more, so nothing moves.
                            unsafe {
                                stack.as_mut_ptr().add(count).write(value);
                                count += 1;
                                stack.set_len(count);
                            }
                            if !IS_QUICK {
                                next!(length(1));
                            }
                            advance!(length(1));
                            if opcode_at!() != Opcode::PushFromRegister {
                                continue 'operation;
                            }
                        }
                    }
                    Opcode::PopIntoRegister => {
                        let stack = &mut vm.stack.stack;
                        if IS_QUICK && !vm.later.has_room() {
                            break 'unusual;
                        }
                        // SAFETY: What is popped was pushed before, above the registers.
                        let value = unsafe {
                            stack.set_len(stack.len() - 1);
                            stack.as_ptr().add(stack.len()).read()
                        };
                        put!(register!(0), value);
                        next!(length(1));
                    }
                    Opcode::GetName => {
                        let locator = numbered!(bindings, operand!(1));
                        if let Some(value) = frame!().environments.peek::<IS_QUICK>(locator) {
                            finish!(2, copy!(value));
                        }
                    }
                    Opcode::SetName => {
                        let locator = numbered!(bindings, operand!(1));
                        if let Some(place) = frame!().environments.peek_mut::<IS_QUICK>(locator) {
                            put!(place, copy!(register!(0)));
                            next!(length(2));
                        }
                        let frame = frame!();
                        if IS_QUICK
                            && locator.is_global()
                            && frame.environments.is_plain(&frame.realm)
                        {
                            let register = operand!(0);
                            let name = locator.name();
                            forget_place!();
                            if vm.set_global_quickly(name, register) {
                                vm.frame_mut().pc += length(2) as u32;
                                continue 'frame;
                            }
                            return Stop::at(Opcode::SetName);
                        }
                    }
                    Opcode::GetLocator | Opcode::GetNameAndLocator => {
                        let is_read = opcode == Opcode::GetNameAndLocator;
                        let index = if is_read { operand!(1) } else { operand!(0) };
                        let locator = numbered!(bindings, index);
                        let frame = frame!();
                        if let Some(value) = frame.environments.peek::<IS_QUICK>(locator)
                            && (!IS_QUICK
                                || frame.binding_stack.len() < frame.binding_stack.capacity())
                        {
                            if is_read {
                                put!(register!(0), copy!(value));
                            }
                            if IS_QUICK {
                                // SAFETY: There is room for one more.
                                unsafe {
                                    let count = frame.binding_stack.len();
                                    let end = frame.binding_stack.as_mut_ptr().add(count);
                                    end.write(locator.clone());
                                    frame.binding_stack.set_len(count + 1);
                                }
                            } else {
                                frame.binding_stack.push(locator.clone());
                            }
                            next!(length(1 + usize::from(is_read)));
                        }
                        if IS_QUICK
                            && locator.is_global()
                            && frame.environments.is_plain(&frame.realm)
                            && frame.binding_stack.len() < frame.binding_stack.capacity()
                        {
                            let register = operand!(0);
                            let name = locator.name();
                            forget_place!();
                            if is_read && !vm.get_global_quickly(name, register) {
                                return Stop::at(Opcode::GetNameAndLocator);
                            }
                            let frame = vm.frame_mut();
                            // SAFETY: There is room for one more.
                            unsafe {
                                let count = frame.binding_stack.len();
                                let end = frame.binding_stack.as_mut_ptr().add(count);
                                end.write(locator.clone());
                                frame.binding_stack.set_len(count + 1);
                            }
                            frame.pc += length(1 + usize::from(is_read)) as u32;
                            continue 'frame;
                        }
                    }
                    Opcode::SetNameByLocator => {
                        let frame = frame!();
                        if let Some(locator) = frame.binding_stack.last()
                            && (!IS_QUICK || locator.name().is_shared())
                            && let Some(place) = frame.environments.peek_mut::<IS_QUICK>(locator)
                        {
                            put!(place, copy!(register!(0)));
                            if IS_QUICK {
                                // SAFETY: It is the last one, and its name is not freed with it.
                                unsafe {
                                    locator.name().release_shared();
                                    frame.binding_stack.set_len(frame.binding_stack.len() - 1);
                                }
                            } else {
                                frame.binding_stack.pop();
                            }
                            next!(length(1));
                        }
                        if IS_QUICK
                            && let Some(locator) = frame.binding_stack.last()
                            && locator.is_global()
                            && locator.name().is_shared()
                            && frame.environments.is_plain(&frame.realm)
                        {
                            let register = operand!(0);
                            let name: *const JsString = locator.name();
                            forget_place!();
                            // SAFETY: It is the name of the last locator, which is not freed with
                            // it.
                            let name = unsafe { &*name };
                            if vm.set_global_quickly(name, register) {
                                let frame = vm.frame_mut();
                                // SAFETY: As above.
                                unsafe {
                                    name.release_shared();
                                    frame.binding_stack.set_len(frame.binding_stack.len() - 1);
                                }
                                frame.pc += length(1) as u32;
                                continue 'frame;
                            }
                            return Stop::at(Opcode::SetNameByLocator);
                        }
                    }
                    Opcode::PutLexicalValue => {
                        let locator = numbered!(bindings, operand!(1));
                        if let BindingLocatorScope::Stack(index) = locator.scope()
                            && let Some(place) = frame!()
                                .environments
                                .place::<IS_QUICK>(index, locator.binding_index())
                        {
                            let value = copy!(register!(0));
                            if let Some(place) = place {
                                put!(place, value);
                            } else {
                                // SAFETY: There is nothing in it that would have to be dropped.
                                unsafe { std::ptr::write(place, Some(value)) };
                            }
                            next!(length(2));
                        }
                    }
                    Opcode::GetNameGlobal => {
                        let locator = numbered!(bindings, operand!(1));
                        let frame = frame!();
                        if locator.is_global() && frame.environments.is_plain(&frame.realm) {
                            let cache = numbered!(ic, operand!(2));
                            if let Some(value) = cache.peek(frame.realm.global_object()) {
                                finish!(3, copy!(value));
                            }
                        }
                    }
                    Opcode::GetPropertyByName => {
                        let cache = numbered!(ic, operand!(2));
                        let base = register!(1);
                        if let Some(object) = base.peek_object() {
                            if let Some(value) = cache.peek(&object) {
                                finish!(3, copy!(value));
                            }
                            if let Some(value) = cache.peek_far(&object) {
                                finish!(3, copy!(value));
                            }
                        } else if base.is_string() {
                            let prototype = frame!().realm.intrinsics().constructors().string();
                            if let Some(value) = cache.peek(prototype.prototype_ref()) {
                                finish!(3, copy!(value));
                            }
                        }
                    }
                    Opcode::GetPropertyByNameWithThis => {
                        if let Some(object) = register!(2).peek_object()
                            && let Some(value) = numbered!(ic, operand!(3)).peek(&object)
                        {
                            finish!(4, copy!(value));
                        }
                    }
                    Opcode::GetLengthProperty => {
                        let base = register!(1);
                        if let Some(object) = base.peek_object() {
                            if object.is_array()
                                && let Some(length) = object.peek().properties().storage.first()
                            {
                                finish!(3, copy!(length));
                            }
                        } else if let Some(text) = base.peek_string() {
                            finish!(3, JsValue::new(text.len()));
                        }
                    }
                    Opcode::SetPropertyByName => {
                        let cache = numbered!(ic, operand!(2));
                        if let Some(object) = register!(1).peek_object() {
                            if let Some(place) = cache.place(&object) {
                                put!(place, copy!(register!(0)));
                                next!(length(3));
                            }
                            if !IS_QUICK {
                                let name = cache.name.clone().into();
                                let is_done = match object.plain_set(&name, register!(0)) {
                                    Assigned::Replaced => {
                                        cache.learn_set(&object);
                                        true
                                    }
                                    Assigned::Added => true,
                                    Assigned::Unusual => false,
                                };
                                if is_done {
                                    next!(length(3));
                                }
                            }
                        }
                    }
                    // A key that is a number or a text is what it would be converted to.
                    Opcode::GetPropertyByValue | Opcode::GetPropertyByValuePush => {
                        let (key, base) = (register!(1), register!(3));
                        if let Some(index) = key.integer() {
                            if IS_QUICK {
                                if let Some(value) = base.share_element(index) {
                                    finish!(4, value);
                                }
                            } else if let Some(value) = base.peek_element(index) {
                                finish!(4, value);
                            }
                        } else if let Some(name) = key.peek_string()
                            && let Some(object) = base.peek_object()
                        {
                            if IS_QUICK {
                                let register = operand!(0);
                                forget_place!();
                                let value = object.peek_own(&name).and_then(JsValue::share);
                                if let Some(value) = value
                                    && vm.put_quickly(register, value)
                                {
                                    vm.frame_mut().pc += length(4) as u32;
                                    continue 'frame;
                                }
                                return Stop::at(Opcode::GetPropertyByValue);
                            } else if let Some(value) =
                                object.plain_get(&JsString::clone(&name).into())
                            {
                                finish!(4, value);
                            }
                        }
                    }
                    Opcode::SetPropertyByValue => {
                        let (key, base) = (register!(1), register!(3));
                        // `super[key] = value` finds in one object what it writes in another.
                        if operand!(2) != operand!(3) {
                            break 'unusual;
                        }
                        let is_done = if let Some(index) = key.integer() {
                            if IS_QUICK {
                                base.put_element(index, register!(0), &mut vm.later)
                            } else {
                                base.replace_element(index, register!(0))
                            }
                        } else if let Some(name) = key.peek_string()
                            && let Some(object) = base.peek_object()
                        {
                            if IS_QUICK {
                                let register = operand!(0);
                                forget_place!();
                                if let Some(place) = object.place_of_own(&name)
                                    && let Some(value) = vm.share_register(register)
                                    && vm.later.replace(place, value)
                                {
                                    vm.frame_mut().pc += length(4) as u32;
                                    continue 'frame;
                                }
                                return Stop::at(Opcode::SetPropertyByValue);
                            } else {
                                let assigned =
                                    object.plain_set(&JsString::clone(&name).into(), register!(0));
                                !matches!(assigned, Assigned::Unusual)
                            }
                        } else {
                            false
                        };
                        if is_done {
                            next!(length(4));
                        }
                    }
                    Opcode::DefineOwnPropertyByName if !IS_QUICK => {
                        if let Constant::String(name) = numbered!(constants, operand!(2))
                            && let Some(object) = register!(0).peek_object()
                            && object.plain_define(name, register!(1), &mut vm.transitions)
                        {
                            next!(length(3));
                        }
                    }
                    Opcode::IteratorNext if IS_QUICK => {
                        forget_place!();
                        if let Some(record) = frame!().iterators.last_mut()
                            && record.step_quickly(&mut vm.later)
                        {
                            vm.frame_mut().pc += length(0) as u32;
                            continue 'frame;
                        }
                        return Stop::at(Opcode::IteratorNext);
                    }
                    Opcode::IteratorDone if IS_QUICK => {
                        if let Some(record) = frame!().iterators.last() {
                            finish!(1, JsValue::new(record.done()));
                        }
                    }
                    Opcode::IteratorValue if IS_QUICK => {
                        if let Some(record) = frame!().iterators.last()
                            && let Some(value) = record.value_quickly()
                        {
                            finish!(1, value);
                        }
                    }
                    Opcode::CreateIteratorResult if IS_QUICK => {
                        let frame = frame!();
                        let takes_values = CallFrameFlags::TAKES_VALUES;
                        if operand!(1) == 0 && frame.flags.contains(takes_values) {
                            frame.flags |= CallFrameFlags::GIVES_VALUE;
                            next!(length(2));
                        }
                    }
                    Opcode::JumpTable if IS_QUICK => {
                        let count = operand!(1);
                        let chosen = register!(0).integer();
                        if let Some(chosen) = chosen.and_then(|chosen| usize::try_from(chosen).ok())
                            && chosen < count
                        {
                            // SAFETY: The instruction has so many addresses behind its number.
                            let target = unsafe { at.add(length(2 + chosen)).cast::<u32>() };
                            // SAFETY: As above.
                            jump!(unsafe { target.read_unaligned() } as usize);
                        }
                        next!(length(2 + count));
                    }
                    Opcode::CheckReturn => {
                        let frame = frame!();
                        if !frame.construct() || vm.return_value.is_object() {
                            next!(length(0));
                        }
                        let down = (frame.rp - frame.fp) as usize;
                        // SAFETY: `this` lies below the registers, where the frame begins.
                        let this = unsafe { &*registers.sub(down) };
                        // What a derived one returns has to be an object or nothing.
                        let may_return = vm.return_value.is_undefined()
                            || !frame.code_block.is_derived_constructor();
                        if this.is_object() && may_return {
                            put!(&mut vm.return_value, copy!(this));
                            next!(length(0));
                        }
                    }
                    Opcode::Return => {
                        if !frame!().flags.intersects(CallFrameFlags::NESTED) {
                            if IS_QUICK {
                                let is_spent = fuel::spend(unpaid!());
                                // What is in registers of the machine now is not needed until
                                // the next frame is known.
                                keep_place!();
                                if !vm.try_leave() {
                                    return Stop::at(Opcode::Return);
                                }
                                if is_spent {
                                    return Stop::BETWEEN;
                                }
                                continue 'frame;
                            }
                            let value = vm.take_return_value();
                            vm.leave_frame(value);
                            return Stop::BETWEEN;
                        }
                    }
                    Opcode::Call if IS_QUICK => {
                        let count = operand!(0);
                        let is_spent = fuel::spend(unpaid!() + fuel::CALL);
                        keep_place!();
                        if vm.try_math(count) {
                            vm.frame_mut().pc += length(1) as u32;
                        } else if !vm.try_enter(count) {
                            return Stop::at(Opcode::Call);
                        }
                        if is_spent {
                            return Stop::BETWEEN;
                        }
                        continue 'frame;
                    }
                    _ => {}
                }
            }
            if IS_QUICK {
                // The start of the loop outside looks whether it was the last.
                let _ = fuel::spend(unpaid!());
            }
            keep_place!();
            // Read again, and not kept for so long: see above.
            // SAFETY: As in `opcode_at`.
            return Stop::at(Opcode::decode(unsafe { at.read_volatile() }));
        }
    }
}
