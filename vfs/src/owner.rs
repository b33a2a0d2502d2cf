//! Which process makes a run, so that others know whether a run is going on, or its process has
//! ended without finishing it.

use std::sync::OnceLock;

/// Who works on calls of a run that is put away: a process that gives their answers when it has them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Holder {
    name: Option<String>,
    /// Whether it may be a process of another machine.
    is_shared: bool,
}

/// What is known of a [`Holder`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Held {
    /// No process works on calls of the run.
    Never,
    /// This process does, or has done.
    Here,
    /// Another process does, as far as can be seen.
    Elsewhere,
    /// A process has done, and does no more: it has ended, or has given the calls up.
    Ended,
}

/// The name of a holder that has given its calls up.
const GIVEN_UP: &str = "-";

impl Holder {
    /// No process.
    pub const NOBODY: Self = Self {
        name: None,
        is_shared: false,
    };

    /// This process. Where the system does not say enough to name it, it counts as one that has ended.
    #[must_use]
    pub fn this_process() -> Self {
        Self::of(Some(this_process().unwrap_or(GIVEN_UP).to_owned()), false)
    }

    /// A process that does not work on the calls any more.
    #[must_use]
    pub fn given_up() -> Self {
        Self::of(Some(GIVEN_UP.to_owned()), false)
    }

    pub(crate) const fn of(name: Option<String>, is_shared: bool) -> Self {
        Self { name, is_shared }
    }

    pub(crate) fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// What is known of it now.
    #[must_use]
    pub fn held(&self) -> Held {
        match self.name() {
            None => Held::Never,
            Some(GIVEN_UP) => Held::Ended,
            name if name == this_process() => Held::Here,
            Some(name) if has_ended(name, self.is_shared) => Held::Ended,
            Some(_) => Held::Elsewhere,
        }
    }
}

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
/// seen. Where machines share the workspace, nor can one of another machine; else it is one of an earlier
/// start of this one.
pub(crate) fn has_ended(name: &str, is_shared: bool) -> bool {
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
        Some((our_boot, _)) if our_boot != boot => !is_shared,
        Some((_, our_container)) if our_container == container => {
            system::started(pid).as_deref() != Some(started)
        }
        _ => false,
    }
}

/// Whether the process of this name is seen to be going on: it is one of this machine and this container.
pub(crate) fn is_seen(name: &str) -> bool {
    let mut words = name.rsplitn(3, ' ');
    let (Some(started), Some(pid), Some(host)) = (words.next(), words.next(), words.next()) else {
        return false;
    };
    let Ok(pid) = pid.parse::<u32>() else {
        return false;
    };
    system::host().as_deref() == Some(host) && system::started(pid).as_deref() == Some(started)
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
        assert!(!has_ended(own, false));
        assert!(is_seen(own));
        let (host, _) = own
            .rsplit_once(&format!(" {}", std::process::id()))
            .unwrap();
        let mut child = Command::new("cat").stdin(Stdio::piped()).spawn().unwrap();
        let pid = child.id();
        let started = system::started(pid).unwrap();
        let name = format!("{host} {pid} {started}");
        assert!(!has_ended(&name, false));
        assert!(is_seen(&name));
        // Another process had the number before.
        assert!(has_ended(&format!("{host} {pid} 1"), false));
        child.kill().unwrap();
        // Ended, and not waited for yet.
        while system::started(pid).is_some() {
            std::thread::yield_now();
        }
        assert!(has_ended(&name, false));
        child.wait().unwrap();
        assert!(has_ended(&name, false));
        let (boot, container) = host.split_once(' ').unwrap();
        let other = format!("another-boot {container} {pid} {started}");
        assert!(has_ended(&other, false) && !is_seen(&other));
        assert!(!has_ended(&other, true));
        assert!(!has_ended(
            &format!("{boot} another {pid} {started}"),
            false
        ));
        for odd in ["", "x", "a b c d", "a b 7"] {
            let _ = has_ended(odd, false);
        }
    }
}
