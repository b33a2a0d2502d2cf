//! Generated programs are the same each time, and differences are minimised.

use std::time::{Duration, Instant};

use isolate_host::{Sandbox, Workspace};
use isolate_tests::programs::engines::in_sandbox;
use isolate_tests::programs::{Choices, Grammar, families, family_of, recorded, shrink};

#[test]
fn a_seed_and_a_number_make_one_program() {
    let families = families().unwrap();
    let mut seen = vec![false; families.len()];
    for number in 0..2_000 {
        let index = family_of(&families, 7, number);
        seen[index] = true;
        let family = &families[index];
        let mut choices = Choices::random(7, number);
        let body = family.body(&mut choices);
        assert_eq!(body, family.body(&mut Choices::random(7, number)));
        // The choices alone make it too.
        assert_eq!(body, family.body(&mut Choices::given(choices.taken())));
    }
    assert!(seen.iter().all(|seen| *seen), "{seen:?}");
}

/// The recorded programs are named by their seed and number.
#[test]
fn a_seed_and_a_number_make_the_same_choices_in_every_version() {
    for (seed, number, taken) in [
        (0, 0, [117, 856, 853, 258, 97, 429]),
        (1, 0, [280, 275, 128, 576, 189, 876]),
        (0, 1, [655, 142, 574, 443, 73, 420]),
        (77, 5, [406, 929, 244, 535, 71, 203]),
    ] {
        let mut choices = Choices::random(seed, number);
        for _ in 0..taken.len() {
            choices.below(1_000);
        }
        assert_eq!(choices.taken(), taken, "{seed} {number}");
    }
}

#[test]
fn a_difference_is_minimised() {
    let grammar = Grammar::parse(
        "program\n  @line*9\nline\n  a\n  (@line @line)\n  @#9\n  x[@line,5]\n  bad(@line)\n",
    )
    .unwrap();
    let mut smallest = Vec::new();
    for number in 0..40 {
        let mut found = Choices::random(1, number);
        if !grammar.expand(&mut found).contains("bad") {
            continue;
        }
        let deadline = Instant::now() + Duration::from_secs(20);
        let best = shrink::choices(found, deadline, |choices| {
            let mut choices = Choices::given(choices);
            let text = grammar.expand(&mut choices);
            text.contains("bad").then_some(choices)
        });
        smallest.push(grammar.expand(&mut Choices::given(best.taken())));
    }
    assert!(smallest.len() > 5, "{smallest:?}");
    assert!(smallest.iter().all(|text| text == "bad(a)"), "{smallest:?}");
}

/// Programs that run as one answer one after the other. What one of them changes for good, such as
/// a built-in, may change the answers of those after it.
#[test]
fn programs_that_run_together_answer_as_each_does_by_itself() {
    let sandbox = Sandbox::new().unwrap();
    let workspace = Workspace::memory().unwrap();
    let families = families().unwrap();
    let (mut compared, mut same) = (0, 0);
    for family in families.iter().filter(|family| family.may_be_together()) {
        let made = (0..12).map(|number| family.body(&mut Choices::random(23, number)));
        let (bodies, alone): (Vec<_>, Vec<_>) = made
            .filter_map(|body| {
                let answer = in_sandbox(&sandbox, &workspace, &family.program(&body));
                let text = answer.strip_prefix("returned\n")?.to_owned();
                Some((body, text))
            })
            .unzip();
        let bodies: Vec<&str> = bodies.iter().map(String::as_str).collect();
        let answer = in_sandbox(&sandbox, &workspace, &family.program_of(&bodies));
        let together = answer.strip_prefix("returned\n");
        let together: Vec<&str> = together.expect(&answer).split("-----\n").collect();
        assert_eq!(together.len(), alone.len(), "{}: {answer}", family.name);
        assert_eq!(together[0], alone[0], "{}", family.name);
        compared += alone.len();
        let pairs = together.iter().zip(&alone);
        same += pairs.filter(|(together, alone)| *together == alone).count();
    }
    assert!(compared > 100, "{compared} programs");
    assert!(same * 10 >= compared * 9, "{same} of {compared}");
}

#[test]
fn a_grammar_without_a_rule_is_refused() {
    for text in ["", "line\n  a", "program\n  @line", "  a", "program\n"] {
        assert!(Grammar::parse(text).is_err(), "{text:?}");
    }
}

#[test]
fn answers_are_recorded_without_incidental_differences() {
    let thrown = recorded::short(Some("threw TypeError: one"));
    assert_eq!(thrown, recorded::short(Some("threw TypeError: another")));
    assert_ne!(thrown, recorded::short(Some("threw RangeError: one")));
    assert_ne!(
        recorded::short(Some("returned\n1\n")),
        recorded::short(Some("returned\n2\n"))
    );
    let programs = ["p".to_owned(), "q".to_owned()];
    let answers = [
        recorded::short(Some("returned\n1\n")),
        recorded::short(None),
    ];
    let line = recorded::line(&programs, &answers);
    assert!(
        recorded::different(&line, &programs, &answers)
            .unwrap()
            .is_empty()
    );
    let now = [
        recorded::short(Some("returned\n3\n")),
        recorded::short(Some("returned\n4\n")),
    ];
    // What had no answer has none to differ from.
    assert_eq!(recorded::different(&line, &programs, &now).unwrap(), [0]);
    assert!(recorded::different(&line, &programs[..1], &now).is_err());
}
