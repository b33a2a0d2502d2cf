//! Does nothing. It exists so that the manifest may name wasmtime as a build dependency: cargo
//! chooses the features of build dependencies for each command anew, and `host/build.rs` needs
//! wasmtime as one. With the same choice here, `cargo xtask` shares its build of wasmtime with
//! `cargo test`; without, it would spend minutes on another.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
}
