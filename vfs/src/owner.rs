//! Which process makes a run, so that others know whether a run is going on, or its process has
//! ended without finishing it.

use std::sync::OnceLock;

/// The name of this process, which no other process has or gets; `None` where the system does not
/// say enough for one.
pub(crate) fn this_process() -> Option<&'static str> {
    static NAME: OnceLock<Option<String>> = OnceLock::new();
    let name = NAME.get_or_init(|| {
        let host = system::host()?;
        let pid = std::process::id();
        let started = system::started(pid)?;
        Some(format!("{host} {pid} {started}"))
    });
    name.as_deref()
}

/// Whether the process of this name has certainly ended. A process of another container cannot be
/// seen, and one of another machine is taken for one of an earlier start of this one.
pub(crate) fn has_ended(name: &str) -> bool {
    if this_process() == Some(name) {
        return false;
    }
    let mut words = name.split(' ');
    let (Some(boot), Some(container), Some(pid), Some(started)) =
        (words.next(), words.next(), words.next(), words.next())
    else {
        return false;
    };
    let (Some(host), Ok(pid)) = (system::host(), pid.parse::<u32>()) else {
        return false;
    };
    match host.split_once(' ') {
        Some((our_boot, _)) if our_boot != boot => true,
        Some((_, our_container)) if our_container == container => {
            system::started(pid).as_deref() != Some(started)
        }
        _ => false,
    }
}

#[cfg(target_os = "linux")]
mod system {
    use std::fs;

    /// The start of the machine, and the container: both words without spaces.
    pub(super) fn host() -> Option<String> {
        let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
        let container = fs::read_link("/proc/self/ns/pid").ok()?;
        let host = format!("{} {}", boot.trim(), container.to_str()?);
        (host.matches(' ').count() == 1).then_some(host)
    }

    /// When a process started, in ticks since the start of the machine; `None` if it has ended.
    pub(super) fn started(pid: u32) -> Option<String> {
        let status = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // The name of the program may contain anything, and ends at the last parenthesis.
        let (_, rest) = status.rsplit_once(") ")?;
        let mut fields = rest.split(' ');
        // A process that has ended and was not waited for.
        if matches!(fields.next()?, "Z" | "X") {
            return None;
        }
        fields.nth(18).map(str::to_owned)
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    pub(super) fn host() -> Option<String> {
        None
    }

    pub(super) fn started(_pid: u32) -> Option<String> {
        None
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn a_process_is_going_on_until_it_has_ended() {
        let own = this_process().unwrap();
        assert!(!has_ended(own));
        let (host, _) = own
            .rsplit_once(&format!(" {}", std::process::id()))
            .unwrap();
        let mut child = Command::new("cat").stdin(Stdio::piped()).spawn().unwrap();
        let pid = child.id();
        let started = system::started(pid).unwrap();
        let name = format!("{host} {pid} {started}");
        assert!(!has_ended(&name));
        // Another process had the number before.
        assert!(has_ended(&format!("{host} {pid} 1")));
        child.kill().unwrap();
        // Ended, and not waited for yet.
        while system::started(pid).is_some() {
            std::thread::yield_now();
        }
        assert!(has_ended(&name));
        child.wait().unwrap();
        assert!(has_ended(&name));
        let (boot, container) = host.split_once(' ').unwrap();
        assert!(has_ended(&format!(
            "another-boot {container} {pid} {started}"
        )));
        assert!(!has_ended(&format!("{boot} another {pid} {started}")));
        for odd in ["", "x", "a b c d", "a b 7"] {
            let _ = has_ended(odd);
        }
    }
}
