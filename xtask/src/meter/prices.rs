//! Who pays, and how much.

use super::flow::Region;
use super::source::Source;

/// Instructions that a function which is called through the table, and those it calls, may be
/// expected to take if it does not pay for itself. The call pays for them.
const SHORT_INSTRUCTIONS_MAX: f64 = 24.0;

/// Expected instructions from which a function pays for itself: next to them, that is little. What
/// its callers do without calling it stays as cheap as it is.
const DEAR_INSTRUCTIONS_MIN: f64 = 100.0;

/// Instructions that a function and those it calls may have if its callers pay for it.
const UNCHECKED_INSTRUCTIONS_MAX: u32 = 10_000;

/// What is paid where.
pub(super) struct Prices {
    /// What a function pays at its start; `None` where its callers pay.
    pub(super) entries: Vec<Option<i64>>,
    /// What each loop of a function pays for a pass, and whether nothing in it pays besides.
    pub(super) loops: Vec<Vec<(i64, bool)>>,
}

impl Prices {
    pub(super) fn new(source: &Source<'_>) -> Self {
        let mut bills = Bills {
            source,
            pays: find_recursive(source),
            known: vec![None; source.flows.len()],
        };
        for index in 0..source.flows.len() {
            bills.of_function(index);
        }
        let price = |cost: f64| {
            #[expect(clippy::cast_possible_truncation, reason = "a size of code")]
            let price = cost.round() as i64;
            price.max(1)
        };
        let mut prices = Self {
            entries: Vec::new(),
            loops: Vec::new(),
        };
        for (index, flow) in source.flows.iter().enumerate() {
            let entry = price(bills.of_region(&flow.body).cost);
            prices.entries.push(bills.pays[index].then_some(entry));
            let loops = flow
                .loops
                .iter()
                .map(|region| (price(bills.of_region(region).cost), !region.has_payments));
            prices.loops.push(loops.collect());
        }
        prices
    }
}

/// What a function leaves to its callers to pay.
#[derive(Clone, Copy, Default)]
struct Bill {
    /// Instructions that it is expected to take.
    cost: f64,
    /// Instructions that it has.
    size: u32,
}

struct Bills<'a> {
    source: &'a Source<'a>,
    /// Functions that pay for themselves. Grows while bills are written.
    pays: Vec<bool>,
    known: Vec<Option<Bill>>,
}

impl Bills<'_> {
    /// A region's own instructions, and the bills of those that it calls.
    fn of_region(&mut self, region: &Region) -> Bill {
        let source = self.source;
        let own = Bill {
            cost: region.instructions,
            size: 0,
        };
        source.callees(region).fold(own, |total, (callee, chance)| {
            let bill = self.of_function(callee);
            Bill {
                cost: total.cost + chance * bill.cost,
                size: total.size.saturating_add(bill.size),
            }
        })
    }

    /// Every cycle of calls passes a function that pays for itself, so this ends.
    fn of_function(&mut self, index: usize) -> Bill {
        if self.pays[index] {
            return Bill::default();
        }
        if let Some(known) = self.known[index] {
            return known;
        }
        let flow = &self.source.flows[index];
        let cost = self.of_region(&flow.body).cost;
        let size = flow.regions().fold(flow.size, |size, region| {
            size.saturating_add(self.of_region(region).size)
        });
        let is_short = cost <= SHORT_INSTRUCTIONS_MAX;
        let mut bill = Bill { cost, size };
        if flow.has_indirect_call
            || self.source.is_in_table[index] && !is_short
            || cost >= DEAR_INSTRUCTIONS_MIN
            || size > UNCHECKED_INSTRUCTIONS_MAX
        {
            self.pays[index] = true;
            bill = Bill::default();
        }
        self.known[index] = Some(bill);
        bill
    }
}

/// Finds functions such that every cycle of direct calls passes one of them: those that a search
/// comes to while it is still inside of them.
fn find_recursive(source: &Source<'_>) -> Vec<bool> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Inside,
        Done,
    }
    let callees: Vec<Vec<usize>> = source
        .flows
        .iter()
        .map(|flow| {
            flow.regions()
                .flat_map(|region| source.callees(region))
                .map(|callee| callee.0)
                .collect()
        })
        .collect();
    let mut states = vec![State::New; callees.len()];
    let mut is_recursive = vec![false; callees.len()];
    for root in 0..callees.len() {
        let mut path = vec![(root, 0)];
        while let Some((function, position)) = path.last_mut() {
            let function = *function;
            if *position == 0 {
                if states[function] != State::New {
                    path.pop();
                    continue;
                }
                states[function] = State::Inside;
            }
            match callees[function].get(*position) {
                None => {
                    states[function] = State::Done;
                    path.pop();
                }
                Some(&callee) => {
                    *position += 1;
                    match states[callee] {
                        State::New => path.push((callee, 0)),
                        State::Inside => is_recursive[callee] = true,
                        State::Done => {}
                    }
                }
            }
        }
    }
    is_recursive
}
