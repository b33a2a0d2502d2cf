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
        });
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

    /// The innermost `n` calls without the one that runs.
    pub(crate) fn caller_position(&self, frames: &[CallFrame], n: usize) -> Backtrace {
        Self::outermost_first(self.innermost(frames).skip(1).take(n))
    }
}
