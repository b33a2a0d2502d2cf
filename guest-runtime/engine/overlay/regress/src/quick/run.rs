//! The search itself. Nothing in it may compile to a call that returns.
#![expect(
    clippy::cast_possible_truncation,
    reason = "places are kept in four bytes: quick.rs refuses longer texts"
)]

use super::view::{CHUNK, View, chunk_end};
use super::{Entry, Lead, NONE, Op, Place, Program, Standing, Stop, Tail};
use crate::classicalbacktrack::scan::Begin;

/// Work that is done before it is paid for: a unit of text is one, an operation is two.
const WORK_MAX: u32 = 1000;

/// Fuel for one piece of work: its instructions.
const WORK_FUEL: u32 = 6;

#[cfg(target_family = "wasm")]
#[link(wasm_import_module = "isolate")]
unsafe extern "C" {
    #[link_name = "spend"]
    safe fn spend_fuel(fuel: i64) -> i64;
}

/// Lowers the counter of fuel and tells whether the portion is used up.
///
/// The meter, which adds the counter to the compiled guest, puts the few instructions in the place
/// of the call, and takes the function that it stands in to pay for all of its loops by it.
#[inline(always)]
fn spend(work: u32) -> bool {
    let fuel = i64::from(work * WORK_FUEL);
    #[cfg(target_family = "wasm")]
    return spend_fuel(fuel) < 0;
    #[cfg(not(target_family = "wasm"))]
    {
        let _ = fuel;
        false
    }
}

/// Goes on with a search.
#[inline(never)]
pub(super) fn run(
    program: &Program,
    text: &[u8],
    stack: &mut [Entry],
    slots: &mut [[u32; 2]],
    standing: &mut Standing,
) -> Stop {
    let view = View { text, program };
    let length = text.len();
    let room = stack.len();
    let mut is_seeking = standing.is_seeking;
    let mut op = standing.op;
    let mut pos = standing.pos;
    let mut top = standing.top;
    let mut work = 0;

    macro_rules! operation {
        ($op:expr) => {{
            debug_assert!($op < program.ops.len());
            // SAFETY: See the head of the module above.
            unsafe { program.ops.get_unchecked($op) }
        }};
    }
    macro_rules! slot {
        ($slot:expr) => {{
            debug_assert!(($slot as usize) < slots.len());
            // SAFETY: See the head of the module above; there are as many slots as the program
            // says.
            unsafe { slots.get_unchecked_mut($slot as usize) }
        }};
    }
    // There is room: each operation has looked.
    macro_rules! push {
        ($kind:expr, $of:expr, $values:expr) => {{
            debug_assert!(top < room);
            // SAFETY: Ditto.
            let entry = unsafe { stack.get_unchecked_mut(top) };
            entry.what = $kind | ($of as u32) << 3;
            entry.values = $values;
            top += 1;
        }};
    }

    // Each pass looks at the balance; whatever has worked long enough comes here.
    let stop = 'search: loop {
        if work > WORK_MAX {
            let is_used_up = spend(work);
            work = 0;
            if is_used_up {
                break 'search Stop::Between;
            }
        }
        if is_seeking && program.place == Place::TextStart {
            // There is one place alone, which needs no looking for.
            if standing.start != 0 {
                break 'search Stop::Nothing;
            }
            is_seeking = false;
            op = program.behind_place as usize;
            pos = 0;
            top = 1;
        }
        if is_seeking {
            let from = standing.start;
            let limit = chunk_end(from, length);
            let mut at = from;
            let is_found = loop {
                at = match program.lead {
                    Lead::Unknown => at,
                    Lead::Never => break 'search Stop::Nothing,
                    Lead::Unit(unit) => view.find_unit(at, limit, unit),
                    Lead::Class(class) => view.find_class(at, limit, class, true),
                };
                if at == limit {
                    let may_be_empty = program.lead == Lead::Unknown;
                    break limit == length && may_be_empty && view.is_at(program.place, at);
                }
                if view.is_at(program.place, at) {
                    break true;
                }
                at += 1;
            };
            work += (at - from) as u32 + 4;
            standing.start = at;
            if !is_found {
                if limit == length {
                    break 'search Stop::Nothing;
                }
                continue 'search;
            }
            is_seeking = false;
            op = program.behind_place as usize;
            pos = at;
            top = 1;
        }

        'operation: loop {
            macro_rules! next {
                () => {{
                    op += 1;
                    continue 'operation;
                }};
            }
            macro_rules! need_room {
                ($entries:expr) => {
                    if room - top < $entries {
                        break 'search Stop::Room;
                    }
                };
            }
            // Goes into a loop or out of it, as the backtracker's `run_loop` does.
            macro_rules! pass {
                ($begin:expr, $is_greedy:expr, $slot:expr, $min:expr, $max:expr, $exit:expr) => {{
                    let data = slot!($slot);
                    let [count, entry] = *data;
                    // Passes that take nothing are of no use beyond those asked for.
                    let is_idle = entry == pos as u32 && count > $min;
                    let may_enter = $max == NONE || count < $max;
                    let may_leave = count >= $min;
                    if !is_idle && (may_enter || may_leave) {
                        if !may_enter {
                            op = $exit as usize;
                        } else if may_leave && !$is_greedy {
                            data[1] = pos as u32;
                            push!(Entry::ENTER, $begin, [entry, count, pos as u32]);
                            op = $exit as usize;
                        } else {
                            *data = [count + 1, pos as u32];
                            if may_leave {
                                push!(Entry::GO_ON, $exit, [pos as u32, 0, 0]);
                            }
                            push!(Entry::SLOT, $slot, [count, entry, 0]);
                            op = $begin + 1;
                        }
                        if work > WORK_MAX {
                            continue 'search;
                        }
                        continue 'operation;
                    }
                }};
            }
            // An operation either goes on with another one or ends without having matched.
            work += 2;
            match *operation!(op) {
                Op::Unit(unit) => {
                    if pos < length && view.unit(pos) == unit {
                        pos += 1;
                        next!();
                    }
                }
                Op::Two(units) => {
                    if length - pos >= 2 && u16::from_le(view.word::<u16>(pos)) == units {
                        pos += 2;
                        next!();
                    }
                }
                Op::Four(units) => {
                    if length - pos >= 4 && u32::from_le(view.word::<u32>(pos)) == units {
                        pos += 4;
                        next!();
                    }
                }
                Op::Class(class) => {
                    if pos < length && view.is_in(class, view.unit(pos)) {
                        pos += 1;
                        next!();
                    }
                }
                Op::Run {
                    tail,
                    class,
                    next,
                    ends,
                    min,
                    max,
                } => {
                    need_room!(1);
                    let limit = if length - pos > max as usize {
                        pos + max as usize
                    } else {
                        length
                    };
                    let from = pos.max(standing.reached);
                    let stop = chunk_end(from, limit);
                    let end = view.find_class(from, stop, class, false);
                    work += (end - from) as u32;
                    if end == stop && stop < limit {
                        standing.reached = end;
                        continue 'search;
                    }
                    standing.reached = 0;
                    if op == program.lead_run as usize {
                        standing.tried = end;
                    }
                    if end - pos >= min as usize {
                        let least = pos + min as usize;
                        pos = end;
                        if tail == Tail::Back && least < end {
                            push!(Entry::RUN, op, [least as u32, end as u32, 0]);
                        }
                        if tail == Tail::Any || view.can_go_on(end, next, ends) {
                            op += 1;
                            if work > WORK_MAX {
                                continue 'search;
                            }
                            continue 'operation;
                        }
                    } else if op == program.lead_op as usize {
                        // From no place of this run on there are enough.
                        standing.tried = end;
                    }
                }
                Op::Lazy {
                    next, ends, max, ..
                } => {
                    need_room!(1);
                    let limit = if length - pos > max as usize {
                        pos + max as usize
                    } else {
                        length
                    };
                    if pos < limit {
                        push!(Entry::LAZY, op, [pos as u32, limit as u32, 0]);
                    }
                    if view.can_go_on(pos, next, ends) {
                        next!();
                    }
                }
                Op::TextStart => {
                    if pos == 0 {
                        next!();
                    }
                }
                Op::LineStart => {
                    if view.begins_line(pos) {
                        next!();
                    }
                }
                Op::TextEnd => {
                    if pos == length {
                        next!();
                    }
                }
                Op::LineEnd => {
                    if view.ends_line(pos) {
                        next!();
                    }
                }
                Op::Boundary { invert } => {
                    if view.is_boundary(pos) != invert {
                        next!();
                    }
                }
                Op::Begin { slot } => {
                    need_room!(1);
                    let group = slot!(slot);
                    push!(Entry::SLOT, slot, [group[0], group[1], 0]);
                    group[0] = pos as u32;
                    next!();
                }
                Op::End { slot } => {
                    slot!(slot)[1] = pos as u32;
                    next!();
                }
                Op::Reset { slot } => {
                    need_room!(1);
                    let group = slot!(slot);
                    push!(Entry::SLOT, slot, [group[0], group[1], 0]);
                    *group = [NONE; 2];
                    next!();
                }
                Op::Alt { second } => {
                    need_room!(1);
                    push!(Entry::GO_ON, second, [pos as u32, 0, 0]);
                    next!();
                }
                Op::Jump { target } => {
                    op = target as usize;
                    continue 'operation;
                }
                Op::Enter {
                    is_greedy,
                    slot,
                    min,
                    max,
                    exit,
                } => {
                    need_room!(3);
                    // The loop may have come round in an outer one, to where it can come back.
                    let [count, entry] = *slot!(slot);
                    push!(Entry::SLOT, slot, [count, entry, 0]);
                    slot!(slot)[0] = 0;
                    pass!(op, is_greedy, slot, min, max, exit);
                }
                Op::Again { begin } => {
                    need_room!(2);
                    if let Op::Enter {
                        is_greedy,
                        slot,
                        min,
                        max,
                        exit,
                    } = *operation!(begin as usize)
                    {
                        pass!(begin as usize, is_greedy, slot, min, max, exit);
                    }
                }
                Op::Pause => {
                    op += 1;
                    if work > WORK_MAX {
                        continue 'search;
                    }
                    continue 'operation;
                }
                Op::Goal => break 'search Stop::Found,
                Op::Fail => {}
            }

            // Back to where something else can be tried.
            loop {
                work += 2;
                if work > WORK_MAX {
                    // This operation leads here again.
                    op = program.ops.len() - 1;
                    continue 'search;
                }
                // SAFETY: There is always the lowest entry: see the head of the module above.
                let entry = unsafe { stack.get_unchecked_mut(top - 1) };
                let of = entry.what >> 3;
                let [first, second, third] = entry.values;
                match entry.what & 7 {
                    Entry::GO_ON => {
                        top -= 1;
                        op = of as usize;
                        pos = first as usize;
                        continue 'operation;
                    }
                    Entry::SLOT => {
                        top -= 1;
                        *slot!(of) = [first, second];
                    }
                    Entry::RUN => {
                        let Op::Run { next, .. } = *operation!(of as usize) else {
                            top -= 1;
                            continue;
                        };
                        let (least, from) = (first as usize, second as usize);
                        let stop = if from - least > CHUNK {
                            from - CHUNK
                        } else {
                            least
                        };
                        let mut at = from;
                        let is_found = loop {
                            if at == stop {
                                break false;
                            }
                            at -= 1;
                            if view.is_in(next, view.unit(at)) {
                                break true;
                            }
                        };
                        work += (from - at) as u32;
                        if at == least {
                            top -= 1;
                        } else {
                            entry.values[1] = at as u32;
                        }
                        if is_found {
                            pos = at;
                            op = of as usize + 1;
                            continue 'operation;
                        }
                    }
                    Entry::LAZY => {
                        let Op::Lazy {
                            class, next, ends, ..
                        } = *operation!(of as usize)
                        else {
                            top -= 1;
                            continue;
                        };
                        let (from, limit) = (first as usize, second as usize);
                        let stop = chunk_end(from, limit);
                        let mut at = from;
                        let mut is_over = false;
                        let is_found = loop {
                            if at == stop {
                                break false;
                            }
                            if !view.is_in(class, view.unit(at)) {
                                is_over = true;
                                break false;
                            }
                            at += 1;
                            if view.can_go_on(at, next, ends) {
                                break true;
                            }
                        };
                        work += (at - from) as u32;
                        if is_over || at == limit {
                            top -= 1;
                            if of == program.lead_lazy {
                                standing.tried = at;
                            }
                        } else {
                            entry.values[0] = at as u32;
                        }
                        if is_found {
                            pos = at;
                            op = of as usize + 1;
                            continue 'operation;
                        }
                    }
                    Entry::ENTER => {
                        if room - top < 1 {
                            op = program.ops.len() - 1;
                            break 'search Stop::Room;
                        }
                        let Op::Enter { slot, .. } = *operation!(of as usize) else {
                            top -= 1;
                            continue;
                        };
                        // What the slot held before the loop was left comes back below the pass.
                        entry.what = Entry::SLOT | u32::from(slot) << 3;
                        entry.values = [second, first, 0];
                        push!(Entry::SLOT, slot, [second, third, 0]);
                        *slot!(slot) = [second + 1, third];
                        pos = third as usize;
                        op = of as usize + 1;
                        continue 'operation;
                    }
                    _ => {
                        if standing.begin == Begin::Exactly || standing.start == length {
                            break 'search Stop::Nothing;
                        }
                        standing.start = (standing.start + 1).max(standing.tried);
                        is_seeking = true;
                        continue 'search;
                    }
                }
            }
        }
    };
    let _ = spend(work);
    standing.is_seeking = is_seeking;
    standing.op = op;
    standing.pos = pos;
    standing.top = top;
    stop
}
