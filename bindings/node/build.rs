//! Tells the linker what a library of Node needs.

fn main() {
    napi_build::setup();
}
