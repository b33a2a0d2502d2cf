//! Opening: what the log has to have, the newest snapshot, and the entries after it.

use super::{Answer, Effect, Loaded, Machine, Phase, Stop};
use crate::variant::Variant;
use crate::{Hash, Position};

impl Machine {
    pub(super) fn open(&mut self, effects: &mut Vec<Effect>) {
        if let Some(place) = self.config.expected.filter(|_| !self.is_expected) {
            return self.compare(vec![place], effects);
        }
        match self.has_copy {
            true => self.check(effects),
            false => self.load(effects),
        }
    }

    /// Compares what this host knows of the log with the log.
    ///
    /// The head alone is not enough: a host that made entries since the log was rolled back finds
    /// these.
    pub(super) fn check(&mut self, effects: &mut Vec<Effect>) {
        let mut places = self.unchecked.clone();
        places.push(self.head);
        places.retain(|place| place.number > 0);
        if places.is_empty() || self.breaks(Variant::HeadNotChecked) {
            self.unchecked.clear();
            return self.follow(effects);
        }
        if self.breaks(Variant::OnlyHeadChecked) {
            places.drain(..places.len() - 1);
        }
        self.compare(places, effects);
    }

    fn compare(&mut self, places: Vec<Position>, effects: &mut Vec<Effect>) {
        let numbers = places.iter().map(|place| place.number).collect();
        effects.push(Effect::Check { numbers });
        self.phase = Phase::Checking { places, unclear: 0 };
    }

    pub(super) fn checked(&mut self, found: Option<Vec<Option<Hash>>>, effects: &mut Vec<Effect>) {
        let Phase::Checking { places, unclear } = self.phase.clone() else {
            return;
        };
        let Some(found) = found else {
            if self.is_patient(unclear, effects) {
                let numbers = places.iter().map(|place| place.number).collect();
                effects.push(Effect::Check { numbers });
                let unclear = unclear + 1;
                self.phase = Phase::Checking { places, unclear };
            }
            return;
        };
        for (Position { number, hash }, found) in places.into_iter().zip(found) {
            match found {
                Some(found) if found == hash => {}
                Some(_) => return self.stop(Stop::Tampered { number }, effects),
                None => return self.stop(Stop::RolledBack { number }, effects),
            }
        }
        if self.is_expected {
            self.unchecked.clear();
            self.follow(effects);
        } else {
            self.is_expected = true;
            self.open(effects);
        }
    }

    /// Replaces the copy by the newest snapshot.
    pub(super) fn load(&mut self, effects: &mut Vec<Effect>) {
        self.phase = Phase::Loading { unclear: 0 };
        effects.push(Effect::Load);
    }

    pub(super) fn loaded(&mut self, loaded: Loaded, effects: &mut Vec<Effect>) {
        let Phase::Loading { unclear } = self.phase else {
            return;
        };
        match loaded {
            // What is collected is covered by a snapshot, or the log is not whole.
            Loaded::At(place) if self.has_copy && place.number <= self.head.number => {
                let number = self.head.number + 1;
                self.stop(Stop::Collected { number }, effects);
            }
            Loaded::Absent if self.has_copy => {
                let number = self.head.number + 1;
                self.stop(Stop::Collected { number }, effects);
            }
            Loaded::At(place) => {
                self.head = place;
                self.has_copy = true;
                self.follow(effects);
            }
            Loaded::Absent => {
                self.head = Position::START;
                self.has_copy = true;
                self.follow(effects);
            }
            Loaded::Unclear => {
                if self.is_patient(unclear, effects) {
                    let unclear = unclear + 1;
                    self.phase = Phase::Loading { unclear };
                    effects.push(Effect::Load);
                }
            }
        }
    }

    /// Whether to ask once more. Otherwise all that waits is answered, and the machine begins anew
    /// when somebody asks.
    pub(super) fn is_patient(&mut self, unclear: u32, effects: &mut Vec<Effect>) -> bool {
        if unclear < self.config.patience {
            return true;
        }
        // A run that called functions goes on: it has to end.
        let (claimed, others) = std::mem::take(&mut self.queue)
            .into_iter()
            .partition(|job| job.is_claimed);
        self.queue = claimed;
        for job in others {
            effects.push(Effect::Answer {
                job: job.id,
                answer: Answer::Unavailable,
            });
        }
        self.phase = Phase::New;
        false
    }
}
