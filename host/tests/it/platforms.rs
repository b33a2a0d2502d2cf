//! Which machines the sandbox is built for.

#[path = "../../platform.rs"]
mod platform;

#[test]
fn unsupported_platforms_are_refused_with_a_message() {
    for system in ["linux", "macos"] {
        for architecture in ["x86_64", "aarch64"] {
            assert_eq!(platform::objection(system, architecture), None);
        }
    }
    for (system, architecture) in [
        ("windows", "x86_64"),
        ("linux", "x86"),
        ("linux", "arm"),
        ("linux", "s390x"),
        ("wasi", "wasm32"),
    ] {
        let objection = platform::objection(system, architecture);
        assert_eq!(
            objection.unwrap(),
            format!(
                "isolate-host does not support {system} on {architecture}: it needs Linux or \
                 macOS on x86-64 or ARM64"
            )
        );
    }
}
