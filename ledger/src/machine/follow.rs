//! Taking in the entries of others, and looks at the head.

use super::{Answer, Effect, Fetch, Fetched, Machine, Phase, Stop};
use crate::variant::Variant;

impl Machine {
    /// Takes in what the log has after the head.
    pub(super) fn follow(&mut self, effects: &mut Vec<Effect>) {
        self.ask(1, 0, effects);
    }

    fn ask(&mut self, count: u64, unclear: u32, effects: &mut Vec<Effect>) {
        self.phase = Phase::Following { count, unclear };
        effects.push(Effect::Fetch {
            from: self.head.number + 1,
            count,
        });
    }

    pub(super) fn followed(
        &mut self,
        count: u64,
        unclear: u32,
        fetched: &Fetched,
        effects: &mut Vec<Effect>,
    ) {
        let Fetched::Entries(entries) = fetched else {
            if self.is_patient(unclear, effects) {
                self.ask(count, unclear + 1, effects);
            }
            return;
        };
        if !self.take_in(entries, effects) {
            return;
        }
        // A window that was full: there is more, and more at once is cheaper.
        if entries.len() as u64 == count {
            return self.ask((count * 4).min(self.config.window), 0, effects);
        }
        self.next(effects);
    }

    /// Applies entries of others. Otherwise the machine does something else now.
    pub(super) fn take_in(&mut self, entries: &[Fetch], effects: &mut Vec<Effect>) -> bool {
        if !entries.is_empty() {
            self.unchecked.push(self.head);
        }
        for Fetch { header, is_stub } in entries {
            let number = self.head.number + 1;
            let follows = header.number == number && header.previous == self.head.hash;
            if !follows && !self.breaks(Variant::ChainNotChecked) {
                self.stop(Stop::Tampered { number }, effects);
                return false;
            }
            if *is_stub {
                self.load(effects);
                return false;
            }
            if !self.breaks(Variant::WinnerNotApplied) {
                effects.push(Effect::Apply { number });
            }
            self.head = header.position();
        }
        true
    }

    /// Looks whether the head is still the head, for runs that only read.
    pub(super) fn look(&mut self, unclear: u32, effects: &mut Vec<Effect>) {
        self.phase = Phase::Looking { unclear };
        effects.push(Effect::Fetch {
            from: self.head.number + 1,
            count: 1,
        });
    }

    pub(super) fn looked(&mut self, unclear: u32, fetched: &Fetched, effects: &mut Vec<Effect>) {
        match fetched {
            Fetched::Entries(entries) if entries.is_empty() => {
                effects.push(Effect::Rollback);
                self.answer_batch(&Answer::Done, effects);
                self.next(effects);
            }
            Fetched::Entries(entries) => self.lost(entries, effects),
            Fetched::Unclear if unclear < self.config.patience => self.look(unclear + 1, effects),
            Fetched::Unclear => {
                effects.push(Effect::Rollback);
                self.answer_batch(&Answer::Unavailable, effects);
                self.next(effects);
            }
        }
    }

    /// Answers all of the batch.
    pub(super) fn answer_batch(&mut self, answer: &Answer, effects: &mut Vec<Effect>) {
        for member in std::mem::take(&mut self.batch) {
            effects.push(Effect::Answer {
                job: member.job.id,
                answer: answer.clone(),
            });
        }
    }
}
