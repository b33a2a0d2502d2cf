//! Calls of functions of `Math` whose arguments are numbers: an instruction or two, not a call.

use std::mem::ManuallyDrop;

use super::Known;
use crate::{
    JsValue,
    builtins::math::Math,
    native_function::{NativeFunctionObject, NativeFunctionPointer},
    vm::Vm,
};

/// A number, however it is kept.
#[inline(always)]
fn number(value: &JsValue) -> Option<f64> {
    match value.integer() {
        Some(integer) => Some(f64::from(integer)),
        None => value.float(),
    }
}

#[inline(always)]
fn is(function: usize, other: NativeFunctionPointer) -> bool {
    function == other as usize
}

/// What a function makes of a number.
#[inline(always)]
fn of_one(function: usize, value: &JsValue) -> Option<JsValue> {
    let is_rounding =
        is(function, Math::floor) || is(function, Math::ceil) || is(function, Math::trunc);
    if is_rounding && let Some(integer) = value.integer() {
        return Some(JsValue::new(integer));
    }
    let x = number(value)?;
    let result = if is(function, Math::floor) {
        x.floor()
    } else if is(function, Math::abs) {
        x.abs()
    } else if is(function, Math::sqrt) {
        x.sqrt()
    } else if is(function, Math::ceil) {
        x.ceil()
    } else if is(function, Math::trunc) {
        x.trunc()
    } else {
        return None;
    };
    Some(JsValue::new(result))
}

/// What a function makes of two numbers.
#[inline(always)]
fn of_two(function: usize, left: &JsValue, right: &JsValue) -> Option<JsValue> {
    let is_min = is(function, Math::min);
    if !is_min && !is(function, Math::max) {
        if is(function, Math::imul)
            && let (Some(left), Some(right)) = (left.integer(), right.integer())
        {
            return Some(JsValue::new(left.wrapping_mul(right)));
        }
        return None;
    }
    let (x, y) = (number(left)?, number(right)?);
    // Neither NaN nor two zeros, which may differ in their signs.
    if x < y {
        Some(JsValue::new(if is_min { x } else { y }))
    } else if y < x {
        Some(JsValue::new(if is_min { y } else { x }))
    } else if x == y && x != 0.0 {
        Some(JsValue::new(x))
    } else {
        None
    }
}

impl Vm {
    /// Calls such a function, whose result takes the place of what was pushed for the call; else
    /// nothing has happened.
    #[inline(always)]
    pub(super) fn try_math(&mut self, argument_count: usize) -> bool {
        if argument_count != 1 && argument_count != 2 {
            return false;
        }
        let length = self.stack.stack.len();
        let bottom = length - argument_count;
        let depth = self.frames.len() - 1 + self.host_call_depth;
        // SAFETY: The caller has pushed `this`, the function and its arguments.
        let (callee, first, last) = unsafe {
            let stack = self.stack.stack.as_mut_ptr();
            (
                &*stack.add(bottom - 1),
                &*stack.add(bottom),
                &*stack.add(length - 1),
            )
        };
        let Some(object) = callee.peek_object() else {
            return false;
        };
        if Known::of(&object) != Some(Known::Native)
            || depth >= self.runtime_limits.recursion_limit()
            || length >= self.runtime_limits.stack_size_limit()
        {
            return false;
        }
        // SAFETY: Only tables of native functions hold this method.
        let function: &NativeFunctionObject = unsafe { &*std::ptr::from_ref(object.peek_data()) };
        let Some(function) = function.f.address() else {
            return false;
        };
        let result = if argument_count == 1 {
            of_one(function, first)
        } else {
            of_two(function, first, last)
        };
        // Numbers have nothing to drop, which would take a call.
        let Some(result) = result.map(ManuallyDrop::new) else {
            return false;
        };
        // SAFETY: Numbers have nothing to drop, and the function is an object, whose reference is
        // given back. There is room for the result where the function was.
        unsafe {
            let stack = self.stack.stack.as_mut_ptr();
            let this = stack.add(bottom - 2);
            if !self.later.release(this) {
                return false;
            }
            callee.release_shared();
            this.write(ManuallyDrop::into_inner(result));
            self.stack.stack.set_len(bottom - 1);
        }
        true
    }
}
