//! What the module imports: all that it can reach.
#![expect(unsafe_code, reason = "imports are foreign functions")]
#![expect(
    clippy::cast_possible_truncation,
    reason = "pointers and lengths are 32 bits wide in wasm32"
)]

#[link(wasm_import_module = "isolate")]
unsafe extern "C" {
    #[link_name = "call"]
    fn host_call(ptr: u32, len: u32) -> u32;
    #[link_name = "out_of_memory"]
    fn host_out_of_memory() -> !;
    #[link_name = "panicked"]
    fn host_panicked(ptr: u32, len: u32) -> !;
}

/// Asks the host, which writes its answer where `alloc` says; how long the answer is.
pub fn call(request: &[u8]) -> u32 {
    // SAFETY: the host reads `request` only until it returns, and the slice lives longer.
    unsafe { host_call(request.as_ptr() as usize as u32, request.len() as u32) }
}

/// Ends the run for want of memory: nothing that runs may notice it and go on.
pub fn out_of_memory() -> ! {
    // SAFETY: it takes nothing, and nothing runs after it.
    unsafe { host_out_of_memory() }
}

/// Ends the run, since the engine has failed, and says how.
pub fn panicked(text: &str) -> ! {
    // SAFETY: the host reads the text, and nothing runs after it.
    unsafe { host_panicked(text.as_ptr() as usize as u32, text.len() as u32) }
}
