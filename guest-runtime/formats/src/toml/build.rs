//! Values of the tree of a text.

use std::borrow::Cow;

use toml_datetime::Datetime;
use toml_parser::Source;
use toml_parser::decoder::ScalarKind;
use toml_parser::parser::Event;

use super::tables::{Node, Tree};
use super::{Integers, Options};
use crate::number::{Integer, integer};
use crate::{Build, Error};

/// What is being filled, and how many of its nodes are built.
enum Frame<'t, 'a, B: Build> {
    Array(B::Array, &'t [usize], usize),
    Object(B::Object, &'t [(Cow<'a, str>, usize)], usize),
}

/// Builds the value of the whole text, without recursion.
pub(super) fn root<B: Build>(
    source: Source<'_>,
    tree: &Tree<'_>,
    options: &Options,
    build: &mut B,
) -> Result<B::Value, B::Error> {
    let mut frames: Vec<Frame<'_, '_, B>> = Vec::new();
    let mut next = 0;
    loop {
        let mut value = match &tree.nodes[next] {
            Node::Scalar(event) => Some(scalar(source, event, options, build)?),
            Node::Array(items) | Node::Tables(items) => {
                frames.push(Frame::Array(build.array()?, items, 0));
                None
            }
            Node::Table(table) => {
                frames.push(Frame::Object(build.object()?, &table.members, 0));
                None
            }
        };
        // Adds what is finished, until something else has to be built first.
        loop {
            let Some(frame) = frames.last_mut() else {
                return value.map_or_else(|| build.null(), Ok);
            };
            let following = match frame {
                Frame::Array(array, items, at) => {
                    if let Some(value) = value.take() {
                        build.push(array, value)?;
                        *at += 1;
                    }
                    items.get(*at).copied()
                }
                Frame::Object(object, members, at) => {
                    if let Some(value) = value.take() {
                        build.insert(object, &members[*at].0, value)?;
                        *at += 1;
                    }
                    members.get(*at).map(|member| member.1)
                }
            };
            if let Some(following) = following {
                next = following;
                break;
            }
            value = match frames.pop() {
                Some(Frame::Array(array, ..)) => Some(build.end_array(array)?),
                Some(Frame::Object(object, ..)) => Some(build.end_object(object)?),
                None => None,
            };
        }
    }
}

fn scalar<B: Build>(
    source: Source<'_>,
    event: &Event,
    options: &Options,
    build: &mut B,
) -> Result<B::Value, B::Error> {
    let text = source.input();
    let start = event.span().start();
    let fail = |message: &str| Error::at(text, start, message);
    let mut decoded = Cow::Borrowed("");
    let mut first = None;
    let raw = source
        .get(event)
        .ok_or_else(|| fail("a value is missing"))?;
    let kind = raw.decode_scalar(&mut decoded, &mut first);
    if let Some(error) = first {
        return Err(super::syntax(text, &error, options.depth_max).into());
    }
    match kind {
        ScalarKind::String => build.string(&decoded),
        ScalarKind::Boolean(value) => build.bool(value),
        ScalarKind::DateTime => {
            let mut date: Datetime = decoded
                .parse()
                .map_err(|_| fail("no such date or time: write it as 2024-12-31T23:59:59Z"))?;
            if date.offset.is_some() {
                // RFC 3339 has seconds always, TOML 1.1 has not.
                if let Some(time) = &mut date.time {
                    time.second.get_or_insert(0);
                }
                build.date(&date.to_string())
            } else if options.local_dates {
                build.date(&decoded)
            } else {
                build.string(&decoded)
            }
        }
        ScalarKind::Float => {
            let value = decoded.parse().map_err(|_| fail("no number"))?;
            build.number(value)
        }
        ScalarKind::Integer(radix) => {
            let digits = decoded.strip_prefix(['+', '-']).unwrap_or(&decoded);
            let is_negative = decoded.starts_with('-');
            let value =
                integer(is_negative, digits, radix.value()).ok_or_else(|| fail("no integer"))?;
            match (value, options.integers) {
                // The integer zero has no sign.
                (Integer::Exact(value), Integers::Exact | Integers::Big) => {
                    build.number(value + 0.0)
                }
                (Integer::Exact(value), Integers::AllBig) => build.integer(&crate::number::printed(value)),
                (Integer::Beyond(digits), Integers::Big | Integers::AllBig) => {
                    digits.parse::<i64>().map_err(|_| fail("an integer of more than 64 bits: write it as a string"))?;
                    build.integer(&digits)
                }
                (Integer::Beyond(_), Integers::Exact) => Err(fail(
                    "an integer beyond 2^53, which a number cannot hold: bigint: true reads it as a BigInt",
                )
                .into()),
            }
        }
    }
}
