//! What was measured, for people and for programs.

use std::fmt::Write as _;

use serde_json::{Value as Json, json};

use crate::arms::Arm;
use crate::count::Counter;
use crate::measure::Measured;

/// Sums of one arm.
#[derive(Default)]
struct Sum {
    done: usize,
    tokens_rules: u64,
    tokens_in: u64,
    tokens_new: u64,
    tokens_out: u64,
    turns: usize,
    calls: usize,
    failed: usize,
    recovered: usize,
    bytes: usize,
    own_ms_max: f64,
}

fn sum(measured: &[Measured], arm: Arm, counter: &Counter) -> Sum {
    let mut sum = Sum::default();
    for one in measured.iter().filter(|one| one.arm == arm) {
        sum.done += usize::from(one.wrong.is_none());
        sum.tokens_rules = one.tokens_rules(counter);
        sum.tokens_in += one.tokens_in(counter);
        sum.tokens_new += one.tokens_new(counter);
        sum.tokens_out += one.tokens_out(counter);
        sum.turns += one.turns;
        sum.calls += one.calls;
        sum.failed += one.failed;
        sum.recovered += if one.wrong.is_none() { one.failed } else { 0 };
        sum.bytes += one.bytes();
        sum.own_ms_max = sum.own_ms_max.max(one.own_max.as_secs_f64() * 1_000.0);
    }
    sum
}

/// A table by task, and the sums of each arm.
#[must_use]
pub fn table(measured: &[Measured], counter: &Counter) -> String {
    let mut text = String::new();
    let mut line = |cells: std::fmt::Arguments<'_>| {
        writeln!(text, "{cells}").expect("a string takes whatever is written to it");
    };
    line(format_args!(
        "{:<24} {:>23} {:>20} {:>14} {:>11}",
        "", "tokens in", "tokens out", "turns", "failed"
    ));
    line(format_args!(
        "{:<24} {:>7} {:>7} {:>7} {:>6} {:>6} {:>6} {:>4} {:>4} {:>4} {:>3} {:>3} {:>3}",
        "task",
        "plain",
        "text",
        "state",
        "plain",
        "text",
        "state",
        "pl",
        "te",
        "st",
        "pl",
        "te",
        "st"
    ));
    for tasks in measured.chunks(Arm::ALL.len()) {
        let mut cells = format!("{:<24}", tasks.first().map_or("", |one| &one.task));
        for one in tasks {
            cells.push_str(&format!(" {:>7}", one.tokens_in(counter)));
        }
        for one in tasks {
            cells.push_str(&format!(" {:>6}", one.tokens_out(counter)));
        }
        for one in tasks {
            cells.push_str(&format!(" {:>4}", one.turns));
        }
        for one in tasks {
            let mark = if one.wrong.is_some() { "!" } else { "" };
            cells.push_str(&format!(" {:>3}", format!("{}{mark}", one.failed)));
        }
        line(format_args!("{cells}"));
    }
    line(format_args!(""));
    line(format_args!(
        "{:<6} {:>5} {:>6} {:>10} {:>10} {:>7} {:>6} {:>6} {:>7} {:>10} {:>10} {:>7}",
        "arm",
        "done",
        "rules",
        "tokens in",
        "new",
        "out",
        "turns",
        "calls",
        "failed",
        "recovered",
        "bytes",
        "own ms"
    ));
    for arm in Arm::ALL {
        let sum = sum(measured, arm, counter);
        line(format_args!(
            "{:<6} {:>5} {:>6} {:>10} {:>10} {:>7} {:>6} {:>6} {:>7} {:>10} {:>10} {:>7.2}",
            arm.name(),
            sum.done,
            sum.tokens_rules,
            sum.tokens_in,
            sum.tokens_new,
            sum.tokens_out,
            sum.turns,
            sum.calls,
            sum.failed,
            sum.recovered,
            sum.bytes,
            sum.own_ms_max
        ));
    }
    text
}

/// The same as JSON.
#[must_use]
pub fn to_json(measured: &[Measured], counter: &Counter) -> Json {
    let tasks: Vec<Json> = measured
        .iter()
        .map(|one| {
            json!({
                "task": one.task,
                "arm": one.arm.name(),
                "wrong": one.wrong,
                "tokensIn": one.tokens_in(counter),
                "tokensNew": one.tokens_new(counter),
                "tokensOut": one.tokens_out(counter),
                "turns": one.turns,
                "calls": one.calls,
                "failed": one.failed,
                "bytes": one.bytes(),
                "ownMsMax": one.own_max.as_secs_f64() * 1_000.0,
            })
        })
        .collect();
    let arms: Vec<Json> = Arm::ALL
        .iter()
        .map(|arm| {
            let sum = sum(measured, *arm, counter);
            json!({
                "arm": arm.name(),
                "done": sum.done,
                "tokensRules": sum.tokens_rules,
                "tokensIn": sum.tokens_in,
                "tokensNew": sum.tokens_new,
                "tokensOut": sum.tokens_out,
                "turns": sum.turns,
                "calls": sum.calls,
                "failed": sum.failed,
                "recovered": sum.recovered,
                "bytes": sum.bytes,
                "ownMsMax": sum.own_ms_max,
            })
        })
        .collect();
    json!({ "arms": arms, "tasks": tasks })
}
