//! Entering functions and leaving them.

use boa_gc::Gc;

use super::{Known, interpret::length};
use crate::{
    JsValue,
    builtins::function::{OrdinaryFunction, ThisMode},
    environments::EnvironmentStack,
    vm::{
        ActiveRunnable, CallFrame, CallFrameFlags, Vm, code_block::CodeBlockFlags, opcode::Opcode,
    },
};

/// Room for what an expression pushes, so that pushing hardly ever moves the stack.
const ROOM: usize = 16;

/// Registers of a function that is entered without a call: filling them is not paid for.
const QUICK_REGISTERS_MAX: usize = 64;

/// Integers that such a function begins with.
const QUICK_INTEGERS_MAX: usize = 8;

impl Vm {
    /// Enters a function whose `this`, itself and arguments are on the stack.
    pub(crate) fn push_call(&mut self, function: &OrdinaryFunction, argument_count: usize) {
        self.return_value = JsValue::undefined();
        self.stack
            .stack
            .reserve(function.code.register_count as usize + ROOM);
        self.frames.reserve(1);
        let environments = function.environments.share();
        // SAFETY: There is room.
        unsafe {
            self.write_frame(
                function,
                environments,
                argument_count,
                CallFrameFlags::empty(),
            );
        }
    }

    /// Does a `Call` with what takes no call; else nothing has happened.
    #[inline(always)]
    pub(super) fn try_enter(&mut self, argument_count: usize) -> bool {
        let stack = &self.stack.stack;
        let bottom = stack.len() - argument_count;
        // SAFETY: The caller has pushed `this`, the function and its arguments.
        let (this, callee) = unsafe {
            (
                stack.get_unchecked(bottom - 2),
                stack.get_unchecked(bottom - 1),
            )
        };
        let Some(callee) = callee.peek_object() else {
            return false;
        };
        if Known::of(&callee) != Some(Known::Ordinary) {
            return false;
        }
        // SAFETY: Only tables of ordinary functions hold this method, and the stack holds the
        // function for as long as the frame lives.
        let function: &OrdinaryFunction = unsafe { &*std::ptr::from_ref(callee.peek_data()) };
        let Some(flags) = self.flags_of_quick_call(function, this) else {
            return false;
        };
        if !self
            .later
            .replace(&mut self.return_value, JsValue::undefined())
        {
            return false;
        }
        // SAFETY: There is room.
        unsafe {
            let environments = function.environments.share();
            self.frame_mut().pc += length(1) as u32;
            self.write_frame(function, environments, argument_count, flags);
        }
        true
    }

    /// Enters a function that native code calls, if that takes no more than a frame; else nothing
    /// has happened.
    #[inline(always)]
    pub(super) fn try_enter_nested(
        &mut self,
        function: &OrdinaryFunction,
        argument_count: usize,
    ) -> bool {
        let this = self.stack.stack.len() - argument_count - CallFrame::FUNCTION_PROLOGUE as usize;
        // SAFETY: The caller has pushed `this`, the function and its arguments.
        let this = unsafe { self.stack.stack.get_unchecked(this) };
        let Some(flags) = self.flags_of_quick_call(function, this) else {
            return false;
        };
        self.return_value = JsValue::undefined();
        let environments = function.environments.share();
        // SAFETY: There is room.
        unsafe {
            self.write_frame(
                function,
                environments,
                argument_count,
                flags | CallFrameFlags::EXIT_EARLY,
            );
        }
        true
    }

    /// The flags of the frame of a call that takes no more than that, and for which there is room.
    #[inline(always)]
    fn flags_of_quick_call(
        &self,
        function: &OrdinaryFunction,
        this: &JsValue,
    ) -> Option<CallFrameFlags> {
        let code = &*function.code;
        // A function that has not been compiled is said to have a scope.
        let needs_more = CodeBlockFlags::IS_CLASS_CONSTRUCTOR
            .union(CodeBlockFlags::HAS_BINDING_IDENTIFIER)
            .union(CodeBlockFlags::HAS_FUNCTION_SCOPE);
        let registers = code.register_count as usize;
        let depth = self.frames.len() - 1 + self.host_call_depth;
        let stack = &self.stack.stack;
        if code.flags.get().intersects(needs_more)
            || registers > QUICK_REGISTERS_MAX
            || code.integers.len() > QUICK_INTEGERS_MAX
            || depth >= self.runtime_limits.recursion_limit()
            || stack.len() >= self.runtime_limits.stack_size_limit()
            || stack.capacity() - stack.len() < registers + ROOM
            || self.frames.len() == self.frames.capacity()
        {
            return None;
        }
        Some(if code.this_mode == ThisMode::Lexical {
            CallFrameFlags::empty()
        } else if code.strict() || this.is_object() {
            CallFrameFlags::THIS_VALUE_CACHED
        } else {
            CallFrameFlags::THIS_VALUE_RAW
        })
    }

    /// Writes registers and frame of a call.
    ///
    /// # Safety
    /// There has to be room for them.
    #[inline(always)]
    unsafe fn write_frame(
        &mut self,
        function: &OrdinaryFunction,
        environments: EnvironmentStack,
        argument_count: usize,
        flags: CallFrameFlags,
    ) {
        let code = &*function.code;
        let stack = &mut self.stack.stack;
        let bottom = stack.len();
        let registers = code.register_count as usize;
        // SAFETY: There is room for them, and each is written before it counts.
        unsafe {
            for index in 0..registers {
                stack
                    .as_mut_ptr()
                    .add(bottom + index)
                    .write(JsValue::undefined());
            }
            for (integer, register) in &code.integers {
                stack
                    .as_mut_ptr()
                    .add(bottom + *register as usize)
                    .write(JsValue::new(*integer));
            }
            stack.set_len(bottom + registers);
        }
        let active_runnable = match &function.script_or_module {
            Some(runnable) => Some(runnable.clone()),
            None => self.frame().active_runnable.clone(),
        };
        // SAFETY: There is room for the frame, and it counts when all of it is written. Field by
        // field, it is written where it stays.
        unsafe {
            let count = self.frames.len();
            let frame = self.frames.as_mut_ptr().add(count);
            macro_rules! write {
                ($($field:ident: $value:expr,)*) => {
                    $((&raw mut (*frame).$field).write($value);)*
                };
            }
            write! {
                code_block: function.code.clone(),
                pc: 0,
                fp: (bottom - argument_count) as u32 - CallFrame::FUNCTION_PROLOGUE,
                argument_count: argument_count as u32,
                env_fp: function.environments.len() as u32,
                rp: bottom as u32,
                iterators: thin_vec::ThinVec::new(),
                binding_stack: thin_vec::ThinVec::new(),
                loop_iteration_count: 0,
                active_runnable: active_runnable,
                environments: environments,
                realm: function.realm.clone(),
                flags: flags,
            }
            self.frames.set_len(count + 1);
        }
    }

    /// Ends a call that bytecode made: the result takes the place of what the caller pushed, or
    /// goes where the caller is about to take it.
    pub(super) fn leave_frame(&mut self, result: JsValue) {
        self.check_balance();
        let bottom = self.frame().frame_pointer();
        self.stack.stack.truncate(bottom);
        self.drop_frame();
        let frame = self.frame_mut();
        // SAFETY: The caller goes on with a whole instruction, and its registers lie below what
        // it pushed.
        unsafe {
            match frame.awaits() {
                Awaits::InRegister(register) => {
                    frame.pc += length(1) as u32;
                    let register = frame.rp as usize + register;
                    *self.stack.stack.get_unchecked_mut(register) = result;
                }
                Awaits::Nothing => frame.pc += length(0) as u32,
                Awaits::OnStack => self.stack.stack.push(result),
            }
        }
    }

    /// Ends such a call with what takes no call. Where that does not do, the frame is still there,
    /// perhaps with nothing in its registers, which it no longer needs.
    #[inline(always)]
    pub(super) fn try_leave(&mut self) -> bool {
        self.check_balance();
        let last = self.frames.len() - 1;
        // SAFETY: There are at least the frame and that of its caller, which lie where they are.
        // What is let go is not looked at again, since it no longer counts.
        unsafe {
            let frame = self.frames.as_mut_ptr().add(last);
            if !(*frame).is_light() {
                return false;
            }
            let stack = &mut self.stack.stack;
            let bottom = (*frame).frame_pointer();
            let start = stack.as_mut_ptr();
            let end = start.add(stack.len());
            if !self.later.release_all(start.add(bottom), end) {
                return false;
            }
            stack.set_len(bottom);
            (*frame).release();
            self.frames.set_len(last);

            let caller = &mut *frame.sub(1);
            let result = std::ptr::read(&raw const self.return_value);
            std::ptr::write(&raw mut self.return_value, JsValue::undefined());
            match caller.awaits() {
                Awaits::InRegister(register) => {
                    let place = stack.as_mut_ptr().add(caller.rp as usize + register);
                    if self.later.release(place) {
                        caller.pc += length(1) as u32;
                        place.write(result);
                        return true;
                    }
                }
                Awaits::Nothing if self.later.has_room() => {
                    caller.pc += length(0) as u32;
                    let mut result = std::mem::ManuallyDrop::new(result);
                    self.later.release(&raw mut *result);
                    return true;
                }
                _ => {}
            }
            // There is room: the function that returns was there.
            stack.as_mut_ptr().add(bottom).write(result);
            stack.set_len(bottom + 1);
        }
        true
    }

    /// Drops the frame on top where it lies.
    pub(crate) fn drop_frame(&mut self) {
        let last = self.frames.len() - 1;
        assert!(last > 0, "the frame at the bottom is never left");
        // SAFETY: There is such a frame, and it no longer counts when it is dropped.
        unsafe {
            self.frames.set_len(last);
            let frame = self.frames.as_mut_ptr().add(last);
            if (*frame).is_light() {
                (*frame).release();
            } else {
                frame.drop_in_place();
            }
        }
    }

    /// Drops what lies above a height of the stack.
    #[inline]
    pub(super) fn drop_above(&mut self, height: usize) {
        let stack = &mut self.stack.stack;
        debug_assert!(height <= stack.len());
        // SAFETY: The values lie there, and no longer count when they have been let go.
        unsafe {
            let start = stack.as_mut_ptr();
            if self
                .later
                .release_all(start.add(height), start.add(stack.len()))
            {
                stack.set_len(height);
                self.later.drop_all();
            } else {
                stack.truncate(height);
            }
        }
    }
}

/// What becomes of the result of a call.
enum Awaits {
    InRegister(usize),
    OnStack,
    Nothing,
}

impl CallFrame {
    /// What the frame does next with the result of the call that it has made.
    ///
    /// # Safety
    /// A whole instruction has to follow.
    #[inline(always)]
    unsafe fn awaits(&self) -> Awaits {
        // SAFETY: The caller promises it.
        unsafe {
            let next = self
                .code_block
                .bytecode
                .bytes
                .as_ptr()
                .add(self.pc as usize);
            match Opcode::decode(*next) {
                Opcode::PopIntoRegister => {
                    let register = next.add(length(0)).cast::<u32>().read_unaligned();
                    Awaits::InRegister(register as usize)
                }
                Opcode::Pop => Awaits::Nothing,
                _ => Awaits::OnStack,
            }
        }
    }

    /// Whether dropping the frame frees nothing.
    #[inline(always)]
    fn is_light(&self) -> bool {
        self.iterators.capacity() == 0 && self.binding_stack.capacity() == 0
    }

    /// Drops a frame of which that holds.
    ///
    /// # Safety
    /// It must not be used afterwards.
    #[inline(always)]
    unsafe fn release(&mut self) {
        // SAFETY: Nothing else in it has anything to drop.
        unsafe {
            Gc::release(&self.code_block);
            match &self.active_runnable {
                Some(ActiveRunnable::Script(script)) => script.release(),
                Some(ActiveRunnable::Module(module)) => module.release(),
                None => {}
            }
            self.realm.release();
            self.environments.release();
        }
    }
}
