//! How busy the processors were, from `/proc/stat`.

use std::fs;

/// What all processors have done since the machine was started, in ticks.
#[derive(Clone, Copy)]
pub(super) struct Ticks {
    all: u64,
    idle: u64,
}

impl Ticks {
    /// As it is now; none where there is no such file.
    pub(super) fn now() -> Option<Self> {
        Self::parse(&fs::read_to_string("/proc/stat").ok()?)
    }

    fn parse(text: &str) -> Option<Self> {
        let line = text.lines().next()?.strip_prefix("cpu ")?;
        let ticks: Vec<u64> = line
            .split_whitespace()
            // What follows is part of the first two already.
            .take(8)
            .map_while(|word| word.parse().ok())
            .collect();
        let [_, _, _, idle, waiting, ..] = ticks[..] else {
            return None;
        };
        Some(Self {
            all: ticks.iter().sum(),
            idle: idle + waiting,
        })
    }

    /// Of a hundred, how much the processors were busy since then.
    pub(super) fn busy_since(self, then: Self) -> Option<u64> {
        let all = self.all.checked_sub(then.all).filter(|all| *all > 0)?;
        let idle = self.idle.saturating_sub(then.idle).min(all);
        Some((all - idle) * 100 / all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_for_a_disk_is_idle() {
        let then = Ticks::parse("cpu  100 0 50 800 50 0 0 0 7 7\ncpu0 1 1").unwrap();
        let now = Ticks::parse("cpu  190 0 50 804 56 0 0 0 7 7\ncpu0 1 1").unwrap();
        assert_eq!(now.busy_since(then), Some(90));
        assert_eq!(then.busy_since(then), None);
        assert!(Ticks::parse("intr 5").is_none());
    }
}
