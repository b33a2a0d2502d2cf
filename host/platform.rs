// Which machines the sandbox runs on. Compiled into the build script, which refuses others before
// anything fails for want of a symbol, and into a test.

/// Operating systems that have what the sandbox asks them for.
const SYSTEMS: [&str; 2] = ["linux", "macos"];

/// Architectures that Cranelift makes machine code for, and that the sandbox is made for: 64 bits,
/// since every run reserves 4 GiB of addresses, and little-endian.
const ARCHITECTURES: [&str; 2] = ["x86_64", "aarch64"];

/// Why the sandbox cannot be built for a target, by cargo's names; `None` where it can.
pub(crate) fn objection(system: &str, architecture: &str) -> Option<String> {
    if SYSTEMS.contains(&system) && ARCHITECTURES.contains(&architecture) {
        return None;
    }
    Some(format!(
        "isolate-host does not support {system} on {architecture}: it needs Linux or macOS on \
         x86-64 or ARM64"
    ))
}
