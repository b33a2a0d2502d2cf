//! Updates that the caller stops.

use isolate_formats::{Error, Source, Tree, View, Walk, toml, yaml};

use super::{parse, yaml::yaml_value};

/// Stops at the last of so many steps.
struct Stopping<'t> {
    walk: Walk<'t>,
    steps: usize,
    last: usize,
}

#[derive(Debug, PartialEq)]
enum Stopped {
    Here,
    Failed(String),
}

impl From<Error> for Stopped {
    fn from(error: Error) -> Self {
        Self::Failed(error.to_string())
    }
}

impl<'t> Source for Stopping<'t> {
    type Value = &'t Tree;
    type Error = Stopped;

    fn view<'a>(&mut self, value: &'a &'t Tree) -> Result<View<'a, &'t Tree>, Stopped> {
        Ok(self.walk.view(value)?)
    }

    fn between_steps(&mut self) -> Result<(), Stopped> {
        self.steps += 1;
        match self.steps == self.last {
            true => Err(Stopped::Here),
            false => Ok(()),
        }
    }
}

/// Updates until a step, and answers the steps that were taken.
fn steps<'t>(
    last: usize,
    update: impl FnOnce(&mut Stopping<'t>) -> Result<String, Stopped>,
) -> (usize, Result<String, Stopped>) {
    let mut source = Stopping {
        walk: Walk::default(),
        steps: 0,
        last,
    };
    let result = update(&mut source);
    (source.steps, result)
}

/// Looks at a whole update, and at those that stop at its steps.
fn check<'t>(
    steps_min: usize,
    expected: &str,
    update: impl Fn(&mut Stopping<'t>) -> Result<String, Stopped>,
) {
    let (all, whole) = steps(usize::MAX, &update);
    assert_eq!(whole.as_deref(), Ok(expected));
    assert!(all >= steps_min, "{all} steps");
    for last in (1..=all).step_by(all / 8 + 1).chain([all]) {
        let stopped = steps(last, &update);
        assert_eq!(stopped, (last, Err(Stopped::Here)));
    }
}

#[test]
fn updates_of_yaml_can_be_stopped_all_the_way() {
    let text: String = (0..200).map(|i| format!("k{i}: {i} # c\n")).collect();
    let expected = text.replace("k5: 5", "k5: x");
    let new = yaml_value(&expected);
    let options = yaml::Options::default();
    // The text is read for its value and for its places, and what was made of it is read again: each with
    // an event for a key and for a value.
    check(1200, &expected, |source| {
        yaml::update(&text, source, &&new, &options, false)
    });
}

#[test]
fn a_refused_update_of_yaml_can_be_stopped_too() {
    let text = "a: &x 1\nb: *x\n";
    let new = yaml_value("a: [2]\nb: 3\n");
    let options = yaml::Options::default();
    let refused = |last| {
        steps(last, |source| {
            yaml::update(text, source, &&new, &options, false)
        })
    };
    let (all, whole) = refused(usize::MAX);
    assert!(matches!(whole, Err(Stopped::Failed(_))), "{whole:?}");
    for last in 1..=all {
        assert_eq!(refused(last), (last, Err(Stopped::Here)));
    }
}

#[test]
fn updates_of_toml_can_be_stopped_between_their_steps() {
    let text: String = (0..300).map(|i| format!("k{i} = {i} # c\n")).collect();
    let expected = text.replace("k5 = 5", "k5 = 'x'");
    let expected_text = text.replace("k5 = 5", "k5 = \"x\"");
    let new = parse(&expected);
    // Each of both readings in parts of 1,024 tokens, of which a line has seven.
    check(5 + 2 * 4, &expected_text, |source| {
        toml::update(&text, source, &&new)
    });
}
