//! Compiles the committed guests to machine code, so that no run ever does.

use std::env;
use std::fs;
use std::path::Path;

use object::{Object as _, ObjectSection as _};
use wasmtime::{Config, Engine, OptLevel};

#[path = "src/engine_config.rs"]
mod engine_config;
#[path = "platform.rs"]
mod platform;

/// The names of the guests in the folder `guest`, and of the variables that name their digests.
const GUESTS: [(&str, &str); 2] = [("guest", "ISOLATE_GUEST"), ("shell", "ISOLATE_SHELL")];

fn main() {
    for (name, _) in GUESTS {
        println!("cargo::rerun-if-changed=guest/{name}.wasm");
        println!("cargo::rerun-if-changed=guest/{name}.toml");
    }
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=platform.rs");
    println!("cargo::rerun-if-changed=src/engine_config.rs");
    // Said to rustc by who needs no compiler in the library: see `Cargo.toml`.
    println!("cargo::rustc-check-cfg=cfg(isolate_no_compiler)");

    let of_target = |name: &str| env::var(name).expect("cargo sets it");
    let (system, architecture) = (
        of_target("CARGO_CFG_TARGET_OS"),
        of_target("CARGO_CFG_TARGET_ARCH"),
    );
    if let Some(objection) = platform::objection(&system, &architecture) {
        println!("cargo::error={objection}");
        return;
    }
    // This runs on the machine that builds.
    let builder = env::consts::ARCH;
    if architecture != builder && env::var_os("CARGO_FEATURE_ALL_ARCH").is_none() {
        println!(
            "cargo::error=isolate-host is compiled for {architecture} on {builder}: the code of the sandbox needs \
             the feature all-arch for that (--features isolate-host/all-arch)"
        );
        return;
    }

    let (target, out) = (of_target("TARGET"), of_target("OUT_DIR"));
    let engine = Engine::new(&compile_config(&target)).expect("the configuration is valid");
    for (name, variable) in GUESTS {
        println!("cargo::rustc-env={variable}={}", digest(name));
        let wasm = fs::read(format!("guest/{name}.wasm"));
        let wasm = wasm.expect("the guests are part of the repository");
        let mut code = engine
            .precompile_module(&wasm)
            .expect("the committed guests are valid modules");
        clear_symbols(&mut code);
        let to = Path::new(&out).join(format!("{name}.cwasm"));
        fs::write(to, code).expect("OUT_DIR can be written");
    }
}

/// The beginning of the digest of a guest, by which runs tell with which one they were made.
fn digest(name: &str) -> String {
    let manifest = fs::read_to_string(format!("guest/{name}.toml"));
    let manifest = manifest.expect("the manifests are part of the repository");
    let digest = manifest
        .lines()
        .find_map(|line| line.strip_prefix("artefact = \""));
    let digest = digest.expect("the manifest names the digest of the guest");
    digest.chars().take(16).collect()
}

/// Clears the names of the guest's functions and where they are, half a megabyte that Wasmtime does not
/// read, so that packages compress them away. The sections stay where they are.
fn clear_symbols(code: &mut [u8]) {
    let object = object::File::parse(&*code).expect("Wasmtime writes object files");
    let ranges: Vec<_> = [".symtab", ".strtab"]
        .iter()
        .filter_map(|name| object.section_by_name(name)?.file_range())
        .collect();
    for (start, length) in ranges {
        let start = usize::try_from(start).expect("it is in memory");
        let length = usize::try_from(length).expect("it is in memory");
        code[start..start + length].fill(0);
    }
}

/// Naming the target keeps Cranelift from using what this machine's CPU happens to have.
fn compile_config(target: &str) -> Config {
    let mut config = engine_config::base_config();
    config.target(target).expect("Cranelift knows the target");
    config.cranelift_opt_level(OptLevel::Speed);
    // Wasmtime finds its way out of the guest without them; they would be read by debuggers alone, and
    // registered whenever the guest is loaded.
    config.native_unwind_info(false);
    if target.starts_with("x86_64") {
        // x86-64-v2: every 64-bit x86 CPU made since about 2009. Without these, rounding and
        // population counts become calls.
        for flag in [
            "has_sse3",
            "has_ssse3",
            "has_sse41",
            "has_sse42",
            "has_popcnt",
        ] {
            // SAFETY: each is a flag of the x86-64 back end; `guest.rs` checks before the code is
            // loaded that the processor has what it needs, and so does the engine.
            unsafe { config.cranelift_flag_enable(flag) };
        }
    }
    config
}
