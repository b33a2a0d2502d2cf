//! How much a token may do in a minute, in each workspace.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use http::StatusCode;

use super::Principal;
use crate::problem::Problem;

const MINUTE: f64 = 60.0;

/// Those that have all of their allowance are forgotten at the latest when so many are known.
const FORGOTTEN_MIN: usize = 256;

/// What is left of the allowances.
#[derive(Default)]
pub(crate) struct Rates {
    left: Mutex<BTreeMap<(Arc<str>, String), Left>>,
}

/// What is left of the allowances of one token in one workspace. Each is refilled all the time, up to that
/// of a minute.
struct Left {
    runs: f64,
    fuel: f64,
    at: Instant,
    runs_max: f64,
    fuel_max: f64,
}

impl Left {
    fn new(principal: &Principal, now: Instant) -> Self {
        let runs_max = principal.runs_per_minute.map_or(f64::INFINITY, f64::from);
        #[expect(
            clippy::cast_precision_loss,
            reason = "a rate may be off by a billionth"
        )]
        let fuel_max = principal
            .fuel_per_minute
            .map_or(f64::INFINITY, |fuel| fuel as f64);
        Self {
            runs: runs_max,
            fuel: fuel_max,
            at: now,
            runs_max,
            fuel_max,
        }
    }

    fn refill(&mut self, now: Instant) {
        let passed = now.saturating_duration_since(self.at).as_secs_f64() / MINUTE;
        self.at = now;
        if self.runs_max.is_finite() {
            self.runs = (self.runs + self.runs_max * passed).min(self.runs_max);
        }
        if self.fuel_max.is_finite() {
            self.fuel = (self.fuel + self.fuel_max * passed).min(self.fuel_max);
        }
    }

    fn is_full(&mut self, now: Instant) -> bool {
        self.refill(now);
        self.runs >= self.runs_max && self.fuel >= self.fuel_max
    }
}

impl Rates {
    /// Takes a run from the allowance, if there is one left and no fuel is owed.
    pub(crate) fn take(
        &self,
        principal: &Principal,
        workspace: &str,
        now: Instant,
    ) -> Result<(), Problem> {
        if principal.runs_per_minute.is_none() && principal.fuel_per_minute.is_none() {
            return Ok(());
        }
        let mut all = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= FORGOTTEN_MIN && all.len().is_power_of_two() {
            all.retain(|_, left| !left.is_full(now));
        }
        let key = (Arc::clone(&principal.name), workspace.to_owned());
        let fresh = Left::new(principal, now);
        let left = all.entry(key).or_insert_with(|| Left::new(principal, now));
        // The token may have got other rates meanwhile.
        if left.runs_max != fresh.runs_max || left.fuel_max != fresh.fuel_max {
            *left = fresh;
        }
        left.refill(now);
        if left.runs < 1.0 {
            let wait = (1.0 - left.runs) / left.runs_max * MINUTE;
            let runs = principal.runs_per_minute.unwrap_or_default();
            return Err(beyond(
                &format!("starts at most {runs} runs a minute in a workspace"),
                principal,
                wait,
            ));
        }
        if left.fuel <= 0.0 {
            let wait = -left.fuel / left.fuel_max * MINUTE;
            let fuel = principal.fuel_per_minute.unwrap_or_default();
            return Err(beyond(
                &format!("uses at most {fuel} of fuel a minute in a workspace"),
                principal,
                wait,
            ));
        }
        left.runs -= 1.0;
        Ok(())
    }

    /// Takes the fuel of a run that has ended.
    pub(crate) fn used(&self, principal: &Principal, workspace: &str, fuel: u64, now: Instant) {
        let mut all = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (Arc::clone(&principal.name), workspace.to_owned());
        if let Some(left) = all.get_mut(&key) {
            left.refill(now);
            #[expect(
                clippy::cast_precision_loss,
                reason = "a rate may be off by a billionth"
            )]
            let fuel = fuel as f64;
            left.fuel -= fuel;
        }
    }
}

fn beyond(what: &str, principal: &Principal, seconds: f64) -> Problem {
    // A rate of nothing a minute is never made up for.
    let wait = match seconds.is_finite() {
        true => Duration::from_secs_f64(seconds.clamp(1.0, 86_400.0)),
        false => Duration::from_secs(86_400),
    };
    let detail = format!(
        "the token {} {what}: try again in {} s",
        principal.name,
        wait.as_secs_f64().ceil()
    );
    Problem::new(StatusCode::TOO_MANY_REQUESTS, "EAGAIN", detail).after(wait)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_refused_beyond_the_rate_and_allowed_later() {
        let rates = Rates::default();
        let ann = Principal::new("ann").runs_per_minute(2);
        let now = Instant::now();
        rates.take(&ann, "a", now).unwrap();
        rates.take(&ann, "a", now).unwrap();
        let refused = rates.take(&ann, "a", now).unwrap_err();
        assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(
            refused.detail(),
            "the token ann starts at most 2 runs a minute in a workspace: try again in 30 s"
        );
        // Another workspace and another token have their own.
        rates.take(&ann, "b", now).unwrap();
        rates
            .take(&Principal::new("ben").runs_per_minute(1), "a", now)
            .unwrap();
        let later = now + Duration::from_millis(30_001);
        rates.take(&ann, "a", later).unwrap();
        assert!(rates.take(&ann, "a", later).is_err());
    }

    #[test]
    fn fuel_is_owed_until_it_is_made_up_for() {
        let rates = Rates::default();
        let ann = Principal::new("ann").fuel_per_minute(600);
        let now = Instant::now();
        rates.take(&ann, "a", now).unwrap();
        rates.used(&ann, "a", 900, now);
        let refused = rates.take(&ann, "a", now).unwrap_err();
        assert!(
            refused.detail().contains("try again in 30 s"),
            "{refused:?}"
        );
        rates
            .take(&ann, "a", now + Duration::from_secs(31))
            .unwrap();
    }
}
