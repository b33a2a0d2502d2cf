//! Bounds for messages of errors, which may quote values of megabytes.

use isolate_protocol::wire::message::{Step, Thrown};

/// Most bytes of a message, and of each other text of an error.
const BYTES_MAX: usize = 4096;

/// A message that is too long, cut in the middle, where a long argument is: the mistake is at the front,
/// and the remedy at the end. `None` if the message is within its bound.
pub(crate) fn shortened(message: &str) -> Option<String> {
    const KEPT: usize = BYTES_MAX / 2 - 40;
    if message.len() <= BYTES_MAX {
        return None;
    }
    let front = &message[..message.floor_char_boundary(KEPT)];
    let back = &message[message.ceil_char_boundary(message.len() - KEPT)..];
    let left_out = message.len() - front.len() - back.len();
    Some(format!("{front}… ({left_out} bytes left out) …{back}"))
}

/// A step of the guest whose error is within its bounds. The program itself has caught it unchanged.
pub(crate) fn bounded(step: Step) -> Step {
    match step {
        Step::Threw(thrown) => Step::Threw(bounded_thrown(thrown)),
        Step::Unparsable(thrown) => Step::Unparsable(bounded_thrown(thrown)),
        other => other,
    }
}

fn bounded_thrown(mut thrown: Thrown) -> Thrown {
    let texts = [&mut thrown.name, &mut thrown.message]
        .into_iter()
        .chain(thrown.code.as_mut())
        .chain(thrown.path.as_mut())
        .chain(thrown.cause.as_mut());
    for text in texts {
        if let Some(short) = shortened(text) {
            *text = short;
        }
    }
    // Its lines name functions, each of which a program may call as it likes.
    let lines = thrown.stack.lines();
    if lines.clone().any(|line| line.len() > BYTES_MAX) {
        let lines: Vec<String> = lines
            .map(|line| shortened(line).unwrap_or_else(|| line.to_owned()))
            .collect();
        thrown.stack = lines.join("\n");
    }
    thrown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_thrown_is_cut_with_the_length_left_out() {
        let long = |letter: &str| letter.repeat(1 << 20);
        let step = bounded(Step::Threw(Thrown {
            name: long("n"),
            message: format!("front {} back", long("ä")),
            code: Some(long("c")),
            path: Some(long("p")),
            cause: Some(long("u")),
            stack: format!("    at f (main.js:1:1)\n    at {} (main.js:2:1)", long("s")),
            ..Thrown::default()
        }));
        let Step::Threw(thrown) = step else {
            panic!("{step:?}");
        };
        let texts = [
            Some(&thrown.name),
            Some(&thrown.message),
            thrown.code.as_ref(),
            thrown.path.as_ref(),
            thrown.cause.as_ref(),
        ];
        for text in texts {
            let text = text.expect("it was there");
            assert!(text.len() <= BYTES_MAX, "{}", text.len());
            assert!(text.contains(" bytes left out) …"), "{text}");
        }
        assert!(thrown.message.starts_with("front ä"), "{}", thrown.message);
        assert!(thrown.message.ends_with("ä back"), "{}", thrown.message);
        let lines: Vec<&str> = thrown.stack.lines().collect();
        assert_eq!(lines[0], "    at f (main.js:1:1)");
        assert!(lines[1].len() <= BYTES_MAX, "{}", lines[1].len());
        assert!(lines[1].ends_with("s (main.js:2:1)"), "{}", lines[1]);
    }

    #[test]
    fn a_message_at_the_bound_is_whole() {
        assert_eq!(shortened(&"x".repeat(BYTES_MAX)), None);
        let short = shortened(&"x".repeat(BYTES_MAX + 1)).expect("it is longer");
        assert!(short.len() <= BYTES_MAX, "{}", short.len());
        assert!(short.contains("(81 bytes left out)"), "{short}");
    }
}
