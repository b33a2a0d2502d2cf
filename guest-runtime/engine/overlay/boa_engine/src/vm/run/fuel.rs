//! What the quick loop pays for the bytecode that it runs.
//!
//! Elsewhere the meter, which adds the counter of fuel to the compiled guest, finds the loops and
//! prices them. Here it would have to count at every operation. Bytecode goes forward but for
//! jumps back, so these pay for the way that they close; and whatever leaves the bytecode of a
//! frame, be it a call, a return, or an operation that takes more, pays for the way up to it.

/// Fuel for a byte of bytecode: an operation has some six to thirteen, and takes about as many
/// times five instructions.
const BYTE: usize = 5;

/// Fuel for entering a function and leaving it again, besides its bytecode.
pub(super) const CALL: usize = 300;

/// Fuel for a stretch of bytecode.
#[inline(always)]
pub(super) const fn stretch(bytes: usize) -> usize {
    bytes * BYTE
}

#[cfg(target_family = "wasm")]
#[link(wasm_import_module = "isolate")]
unsafe extern "C" {
    #[link_name = "spend"]
    safe fn spend_fuel(fuel: i64) -> i64;
}

/// Lowers the counter of fuel and tells whether the portion is used up.
///
/// The meter puts the few instructions in the place of the call, and takes the function that it
/// stands in to pay for all of its loops by it.
#[inline(always)]
pub(super) fn spend(fuel: usize) -> bool {
    #[cfg(target_family = "wasm")]
    return spend_fuel(fuel as i64) < 0;
    #[cfg(not(target_family = "wasm"))]
    {
        let _ = fuel;
        false
    }
}
