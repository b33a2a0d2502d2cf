//! How much a run may still compute.
//!
//! The guest lowers a counter of its own, which `cargo xtask guest` added to its code, and asks
//! for more when the counter is below zero. It is given small portions, and with each the host
//! checks whether the run has to stop: no other interruption is needed.

use std::sync::Arc;

use crate::limits::Limit;
use crate::stop::Stop;
use crate::watchdog::Control;

/// Fuel given at once: less than a millisecond of computing, which is how late a run notices its
/// deadline, and enough that asking costs nothing.
const PORTION: u64 = 250_000;

/// The fuel of a run, on the host's side.
pub(crate) struct Fuel {
    left: u64,
    given: u64,
    control: Arc<Control>,
}

impl Fuel {
    pub(crate) const fn new(fuel_max: u64, control: Arc<Control>) -> Self {
        Self {
            left: fuel_max,
            given: 0,
            control,
        }
    }

    /// What is kept of it while its run is put away: the fuel that is left, and that was given.
    pub(crate) const fn kept(&self) -> (u64, u64) {
        (self.left, self.given)
    }

    /// The fuel of a run that is taken up.
    pub(crate) const fn of_kept(left: u64, given: u64, control: Arc<Control>) -> Self {
        Self {
            left,
            given,
            control,
        }
    }

    /// Fails when the run has to stop.
    pub(crate) fn check(&self) -> Result<(), Stop> {
        match self.control.halted() {
            Some(_) => Err(Stop::Halted),
            None => Ok(()),
        }
    }

    /// The new value of the guest's counter, which is at `balance`.
    ///
    /// # Errors
    ///
    /// The run has to stop, or has used more fuel than there was.
    pub(crate) fn refuel(&mut self, balance: i64) -> Result<i64, Stop> {
        self.check()?;
        let debt = balance.min(0).unsigned_abs();
        if debt > self.left {
            return Err(Stop::Limit(Limit::Fuel));
        }
        let portion = self.left.min(debt.saturating_add(PORTION));
        self.left -= portion;
        self.given += portion;
        Ok(balance.saturating_add_unsigned(portion))
    }

    /// The fuel of a run within this one, which is all that is left. It is given back afterwards.
    pub(crate) fn lend(&self) -> Self {
        Self {
            left: self.left,
            given: self.given,
            control: Arc::clone(&self.control),
        }
    }

    /// Takes back what a guest has not used whose counter is at `balance`, or counts what it has used beyond.
    pub(crate) const fn give_back(&mut self, balance: i64) {
        let fuel = balance.unsigned_abs();
        if balance >= 0 {
            self.left = self.left.saturating_add(fuel);
            self.given = self.given.saturating_sub(fuel);
        } else {
            self.left = self.left.saturating_sub(fuel);
            self.given = self.given.saturating_add(fuel);
        }
    }

    /// Lowers the remaining fuel to at most this much.
    pub(crate) fn leave(&mut self, fuel: u64) {
        self.left = self.left.min(fuel);
    }

    /// The fuel that a guest with its counter at `balance` has used.
    pub(crate) const fn used(&self, balance: i64) -> u64 {
        self.given.saturating_add_signed(balance.saturating_neg())
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::watchdog::Halt;

    /// Spends `prices` one after the other and says how it ended.
    fn check(fuel_max: u64, prices: &[i64], expected: &expect_test::Expect) {
        let mut fuel = Fuel::new(fuel_max, Arc::default());
        let mut balance = 0;
        let mut stop = None;
        for price in prices.iter().copied().chain([0]) {
            if balance < 0 {
                match fuel.refuel(balance) {
                    Ok(new) => balance = new,
                    Err(why) => {
                        stop = Some(why);
                        break;
                    }
                }
            }
            balance -= price;
        }
        expected.assert_eq(&format!("used {}, stop {stop:?}", fuel.used(balance)));
    }

    #[test]
    fn exactly_the_bound_passes() {
        let expected = expect!["used 1000000, stop None"];
        check(1_000_000, &[400_000, 600_000], &expected);
    }

    #[test]
    fn one_past_the_bound_stops() {
        let expected = expect!["used 1000001, stop Some(Limit(Fuel))"];
        check(1_000_000, &[400_000, 600_001], &expected);
    }

    #[test]
    fn a_price_above_a_portion_is_paid_at_once() {
        let expected = expect!["used 90000001, stop None"];
        check(100_000_000, &[90_000_000, 1], &expected);
    }

    #[test]
    fn the_largest_bound_does_not_overflow() {
        let expected = expect!["used 9223372036854775812, stop None"];
        check(u64::MAX, &[i64::MAX, 5], &expected);
    }

    #[test]
    fn a_halted_run_gets_nothing() {
        let control = Arc::new(Control::default());
        control.halt(Halt::Cancelled);
        let mut fuel = Fuel::new(1_000_000, control);
        assert_eq!(fuel.refuel(-1), Err(Stop::Halted));
    }
}
