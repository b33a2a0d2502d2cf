/// Where a run is, for backtraces: native calls; the rest is in the frames.
#[derive(Debug, Default, Clone)]
pub(crate) struct ShadowStack {
    natives: Vec<Native>,
}

/// A native call.
#[derive(Debug, Clone)]
struct Native {
    /// Frames that there were when it began.
    frames: usize,
    function_name: JsString,
    source_info: NativeSourceInfo,
    /// What `new` was called with, where that is a class that extends the function.
    class: Option<JsObject>,
}

impl ShadowStack {
    pub(crate) fn push_native(
        &mut self,
        frames: usize,
        function_name: JsString,
        source_info: NativeSourceInfo,
    ) {
        self.natives.push(Native {
            frames,
            function_name,
            source_info,
            class: None,
        });
    }

    /// Notes that the native function that was called last makes an object of a class.
    pub(crate) fn set_class(&mut self, class: Option<JsObject>) {
        if let Some(native) = self.natives.last_mut() {
            native.class = class;
        }
    }

    pub(crate) fn pop_native(&mut self) {
        self.natives.pop();
    }

    /// What runs, from the innermost call outwards. The frame at the bottom is none of a program.
    fn innermost(&self, frames: &[CallFrame]) -> impl Iterator<Item = ShadowEntry> {
        let mut natives = self.natives.iter().rev().peekable();
        let mut left = frames.len();
        std::iter::from_fn(move || {
            if let Some(native) = natives.next_if(|native| native.frames >= left) {
                return Some(ShadowEntry::Native {
                    function_name: Some(native.function_name.clone()),
                    source_info: native.source_info,
                });
            }
            if left <= 1 {
                return None;
            }
            left -= 1;
            let frame = &frames[left];
            Some(ShadowEntry::Bytecode {
                // The next instruction's, so one less is within the one that runs.
                pc: frame.pc.saturating_sub(1),
                source_info: frame.code_block.source_info.clone(),
            })
        })
    }

    fn outermost_first(entries: impl Iterator<Item = ShadowEntry>) -> Backtrace {
        let mut stack: ThinVec<_> = entries.collect();
        stack.reverse();
        Backtrace { stack }
    }

    /// The innermost `n` calls.
    pub(crate) fn take(&self, frames: &[CallFrame], n: usize) -> Backtrace {
        Self::outermost_first(self.innermost(frames).take(n))
    }

    /// The innermost `n` calls, and what happened there.
    pub(crate) fn take_and_push(
        &self,
        frames: &[CallFrame],
        n: usize,
        value: ShadowEntry,
    ) -> Backtrace {
        let calls = self.innermost(frames).take(n);
        Self::outermost_first(std::iter::once(value).chain(calls))
    }

    /// The innermost `n` calls without the one that runs, which makes an error, and without those
    /// of the constructors of its class: an error was made where `new` stands.
    pub(crate) fn caller_position(&self, vm: &Vm, n: usize) -> Backtrace {
        let mut constructors = self.constructors(vm);
        let calls = self.innermost(&vm.frames).skip(1);
        let calls = calls.skip_while(|call| {
            let is_passed = constructors > 0;
            if matches!(call, ShadowEntry::Bytecode { .. }) {
                constructors = constructors.saturating_sub(1);
            }
            is_passed
        });
        Self::outermost_first(calls.take(n))
    }

    /// Frames at the top that wait for their `super()`, which is the call that runs.
    fn constructors(&self, vm: &Vm) -> usize {
        let Some(class) = self.natives.last().and_then(|native| native.class.as_ref()) else {
            return 0;
        };
        let is_of_class = |frame: &CallFrame| {
            let function = vm.stack.get_function(frame);
            function.is_some_and(|function| JsObject::equals(&function, class))
        };
        let mut frames = vm.frames.iter().rev();
        let at = frames
            .by_ref()
            .take_while(|frame| frame.construct())
            .position(is_of_class);
        at.map_or(0, |at| at + 1)
    }
}
