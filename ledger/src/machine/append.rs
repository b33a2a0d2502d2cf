//! The entry of a batch: its pack, its create, and whose it is where that is not clear.

use super::{
    Answer, Append, Effect, Fetch, Fetched, Machine, Member, Outcome, PackName, Pending, Phase,
};
use crate::variant::Variant;
use crate::{Author, Hash, JobId, Part, Position};

impl Machine {
    /// Ends the batch: an entry, or a look at the head where nothing was written.
    pub(super) fn seal(&mut self, effects: &mut Vec<Effect>) {
        let mut outcomes = self.batch.iter().map(|member| member.outcome);
        if outcomes.all(|outcome| outcome == Outcome::Read) {
            let stale = self.batch.iter().all(|member| member.job.stale);
            if stale || self.breaks(Variant::ReadWithoutLook) {
                effects.push(Effect::Rollback);
                self.answer_batch(&Answer::Done, effects);
                return self.next(effects);
            }
            return self.look(0, effects);
        }
        let author = Author {
            instance: self.instance,
            sequence: self.sequence,
        };
        self.sequence += 1;
        let number = self.head.number + 1;
        let is_large = |member: &Member| member.outcome == Outcome::Wrote { large: true };
        let pack = self.batch.iter().any(is_large).then(|| {
            if self.breaks(Variant::PackNameReused) {
                let JobId(instance) = self.batch[0].job.id;
                let author = Author {
                    instance,
                    sequence: 0,
                };
                return PackName { number: 0, author };
            }
            PackName { number, author }
        });
        if self.breaks(Variant::AnswerBeforeAppend) {
            for member in &self.batch {
                if member.outcome != Outcome::Claims {
                    effects.push(Effect::Answer {
                        job: member.job.id,
                        answer: Answer::Done,
                    });
                }
            }
        }
        if self.breaks(Variant::SnapshotOfOpenBatch)
            && number.is_multiple_of(self.config.snapshot_every)
        {
            effects.push(Effect::Snapshot(self.head));
        }
        let pending = Pending {
            number,
            author,
            pack,
            unclear: 0,
        };
        match pack {
            Some(pack) => {
                effects.push(Effect::Upload(pack));
                self.phase = Phase::Uploading(pending);
            }
            None => self.create(pending, effects),
        }
    }

    pub(super) fn uploaded(&mut self, is_stored: bool, effects: &mut Vec<Effect>) {
        let Phase::Uploading(mut pending) = self.phase.clone() else {
            return;
        };
        let Some(pack) = pending.pack.filter(|_| !is_stored) else {
            pending.unclear = 0;
            return self.create(pending, effects);
        };
        if pending.unclear < self.config.patience {
            pending.unclear += 1;
            effects.push(Effect::Upload(pack));
            self.phase = Phase::Uploading(pending);
        } else {
            // Nothing was created yet: what the store may still do is a pack that no entry names.
            effects.push(Effect::Rollback);
            self.answer_batch(&Answer::Unavailable, effects);
            self.next(effects);
        }
    }

    fn create(&mut self, pending: Pending, effects: &mut Vec<Effect>) {
        let parts = self.batch.iter().filter_map(|member| match member.outcome {
            Outcome::Wrote { .. } => Some(Part::Ended(member.job.id)),
            Outcome::Claims => Some(Part::Claimed(member.job.id)),
            Outcome::Read | Outcome::Calls | Outcome::Dropped => None,
        });
        effects.push(Effect::Append {
            number: pending.number,
            previous: self.head.hash,
            author: pending.author,
            parts: parts.collect(),
            pack: pending.pack,
        });
        self.phase = Phase::Appending(pending);
    }

    pub(super) fn appended(&mut self, append: Append, effects: &mut Vec<Effect>) {
        let Phase::Appending(mut pending) = self.phase.clone() else {
            return;
        };
        match append {
            Append::Created(hash) => self.won(pending.number, hash, effects),
            Append::Exists if self.breaks(Variant::NoLookAfterExists) => self.lost(&[], effects),
            Append::Unclear if self.breaks(Variant::UnclearIsLost) => self.lost(&[], effects),
            Append::Unclear if self.breaks(Variant::UnclearIsWon) => {
                self.won(pending.number, Hash::ZERO, effects);
            }
            // Nothing of it is in the log, unless one before may be.
            Append::Refused if pending.unclear == 0 => {
                effects.push(Effect::Rollback);
                self.answer_batch(&Answer::Unavailable, effects);
                self.next(effects);
            }
            // Whose is it? A store also says so of its own retries, of a create whose answer was
            // lost, and of two creates at once of which neither was done.
            Append::Exists | Append::Unclear | Append::Refused => {
                pending.unclear += u32::from(append != Append::Exists);
                self.decide(pending, effects);
            }
        }
    }

    fn decide(&mut self, pending: Pending, effects: &mut Vec<Effect>) {
        effects.push(Effect::Fetch {
            from: pending.number,
            count: 1,
        });
        self.phase = Phase::Deciding(pending);
    }

    pub(super) fn decided(
        &mut self,
        mut pending: Pending,
        fetched: &Fetched,
        effects: &mut Vec<Effect>,
    ) {
        match fetched {
            Fetched::Entries(entries) => match entries.first() {
                Some(found) if found.header.author == pending.author => {
                    self.won(pending.number, found.header.hash(), effects);
                }
                Some(_) => self.lost(entries, effects),
                // The number is free, as far as this host has learnt: the same entry once more.
                None if pending.unclear < self.config.patience => {
                    pending.unclear += 1;
                    self.create(pending, effects);
                }
                None => self.give_up(effects),
            },
            Fetched::Unclear if pending.unclear < self.config.patience => {
                pending.unclear += 1;
                self.decide(pending, effects);
            }
            Fetched::Unclear => self.give_up(effects),
        }
    }

    /// Nothing could be learnt. The create may still be done at any time, so that no run of it may
    /// be executed again; whatever is found under the number later is taken in as anybody's.
    fn give_up(&mut self, effects: &mut Vec<Effect>) {
        effects.push(Effect::Rollback);
        if self.breaks(Variant::RetryAfterGivingUp) {
            for member in std::mem::take(&mut self.batch).into_iter().rev() {
                self.queue.push_front(member.job);
            }
            return self.follow(effects);
        }
        for member in std::mem::take(&mut self.batch) {
            let answer = match member.outcome {
                Outcome::Read => Answer::Unavailable,
                _ => Answer::Unknown,
            };
            let job = member.job.id;
            effects.push(Effect::Answer { job, answer });
        }
        self.follow(effects);
    }

    fn won(&mut self, number: u64, hash: Hash, effects: &mut Vec<Effect>) {
        self.unchecked.push(self.head);
        self.head = Position { number, hash };
        effects.push(Effect::Commit(self.head));
        for Member { mut job, outcome } in std::mem::take(&mut self.batch) {
            if outcome == Outcome::Claims {
                job.is_claimed = true;
                self.queue.push_front(job);
            } else if !self.breaks(Variant::AnswerBeforeAppend) {
                effects.push(Effect::Answer {
                    job: job.id,
                    answer: Answer::Done,
                });
            }
        }
        if number.is_multiple_of(self.config.snapshot_every) {
            effects.push(Effect::Snapshot(self.head));
        }
        self.next(effects);
    }

    /// Another host has the number: its entry first, and then all of the batch again.
    pub(super) fn lost(&mut self, entries: &[Fetch], effects: &mut Vec<Effect>) {
        if !self.breaks(Variant::CommitBeforeAppend) {
            effects.push(Effect::Rollback);
        }
        let members = std::mem::take(&mut self.batch);
        let half = self.breaks(Variant::BatchHalfRepeated);
        for (at, member) in members.into_iter().enumerate().rev() {
            let mut job = member.job;
            job.attempts += 1;
            let answer = match () {
                () if half && at > 0 && member.outcome != Outcome::Claims => Answer::Done,
                () if job.attempts > self.config.attempts && !job.is_claimed => Answer::Busy,
                () => {
                    if self.breaks(Variant::EffectAfterLostClaim)
                        && member.outcome == Outcome::Claims
                    {
                        effects.push(Effect::Call { job: job.id });
                        self.calling.insert(job.id, job);
                        continue;
                    }
                    self.queue.push_front(job);
                    continue;
                }
            };
            effects.push(Effect::Answer {
                job: job.id,
                answer,
            });
        }
        if !self.take_in(entries, effects) {
            return;
        }
        self.follow(effects);
    }
}
