//! Several agents that try the same task.

use std::sync::{Arc, Barrier};

use isolate_agent::scripted::{Endpoint, Said};
use isolate_agent::{Api, Asking, Choice, Kept, Next, Stop};
use isolate_host::text::VPath;
use serde_json::Value as Json;
use tokio::sync::mpsc;

use crate::World;
use crate::directories::Project;

/// Each conversation writes another word, and then answers. The first request of each waits for those
/// of all others: attempts that are made one after the other would never end.
async fn endpoint(count: usize) -> Endpoint {
    let barrier = Arc::new(Barrier::new(count));
    Endpoint::start(Api::OpenAi, move |number, body: &Json| {
        let last = body["messages"].as_array().and_then(|all| all.last());
        let is_first = last.is_some_and(|message| message["role"] == "user");
        if !is_first {
            return Said::text("It is done.");
        }
        tokio::task::block_in_place(|| barrier.wait());
        Said::run(&format!(
            "async () => {{ const text = await state.readFile('/a.txt'); \
             await state.writeFile('/a.txt', text + 'attempt of request {number}\\n'); }}"
        ))
    })
    .await
    .unwrap()
}

/// How many there are beside the main one.
fn branches(world: &World) -> usize {
    world.workspace.tree().unwrap().branches().unwrap().len()
}

/// What attempt K has made of the file.
fn of_attempt(world: &World, number: usize) -> String {
    let workspace = world
        .workspace
        .on_branch(&format!("attempt-{number}"))
        .unwrap();
    let tree = workspace.tree().unwrap();
    String::from_utf8(tree.read(&VPath::parse("/a.txt").unwrap()).unwrap()).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 8)]
async fn one_of_three_attempts_on_a_directory_is_kept() {
    let mut project = Project::with(&[("a.txt", "one\n"), ("b.txt", "b\n")], endpoint(3).await);
    assert_eq!(
        project.world.session.command("/try 3 do it"),
        Next::Try(3, "do it".to_owned())
    );
    assert!(
        project
            .world
            .session
            .attempts(3, "do it", &Stop::new())
            .await
    );
    let texts = [1, 2, 3].map(|number| of_attempt(&project.world, number));
    let mut distinct = texts.to_vec();
    distinct.sort();
    distinct.dedup();
    assert_eq!(distinct.len(), 3, "{texts:?}");
    assert!(
        texts
            .iter()
            .all(|text| text.starts_with("one\nattempt of request "))
    );
    assert_eq!(project.world.read("/a.txt").unwrap(), "one\n");
    let screen = project.world.screen();
    assert_eq!(
        screen
            .matches("It is done.\n  +1\t-0\tchanged /a.txt\n")
            .count(),
        3,
        "{screen}"
    );
    // Nothing else until one is chosen.
    project.world.session.command("/undo");
    assert!(project.world.screen().contains("first /keep K"));
    project.world.session.command("/diff 2");
    let added = texts[1].strip_prefix("one\n").unwrap();
    assert!(
        project
            .world
            .screen()
            .ends_with(&format!("   one\n  +{added}"))
    );

    assert_eq!(project.world.session.command("/keep 9"), Next::Line);
    assert_eq!(project.world.session.command("/keep 2"), Next::Offer);
    assert_eq!(project.world.read("/a.txt").unwrap(), texts[1]);
    assert_eq!(branches(&project.world), 0);
    assert_eq!(project.on_disk("a.txt").unwrap(), "one\n");
    assert_eq!(
        project.world.session.offer(&mut Asking::Yes).await,
        Kept::Written
    );
    assert_eq!(project.on_disk("a.txt").unwrap(), texts[1]);
    // The conversation is that of the attempt.
    assert!(
        project
            .world
            .session
            .agent()
            .transcript()
            .iter()
            .any(|(_, texts)| texts == &["It is done."])
    );
    project.world.session.command("/undo");
    let screen = project.world.screen();
    assert!(
        screen.ends_with("taken back, on the disk too\n"),
        "{screen}"
    );
    assert_eq!(project.on_disk("a.txt").unwrap(), "one\n");
    assert_eq!(project.world.read("/a.txt").unwrap(), "one\n");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 8)]
async fn attempts_are_chosen_by_a_person_or_an_option_and_else_dropped() {
    let (sender, mut lines) = mpsc::unbounded_channel();
    for (choice, is_person, kept) in [
        (None, false, None),
        (None, true, Some(2)),
        (Some(Choice::First), false, Some(1)),
        (Some(Choice::Number(2)), false, Some(2)),
        (Some(Choice::Number(3)), false, None),
    ] {
        let mut world = World::with(endpoint(2).await);
        world.write("/a.txt", "one\n");
        assert!(world.session.attempts(2, "do it", &Stop::new()).await);
        let expected = kept.map_or("one\n".to_owned(), |number| of_attempt(&world, number));
        let mut asking = match is_person {
            true => {
                sender.send("2".to_owned()).unwrap();
                Asking::Person(&mut lines)
            }
            false => Asking::Nobody,
        };
        let is_kept = world.session.choose(choice, &mut asking).await;
        assert_eq!(is_kept, kept.is_some(), "{choice:?}");
        assert_eq!(world.read("/a.txt").unwrap(), expected, "{choice:?}");
        assert_eq!(branches(&world), 0, "{choice:?}");
        assert!(!world.session.has_attempts());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 8)]
async fn a_merge_that_conflicts_is_told_and_changes_nothing() {
    let mut world = World::with(endpoint(2).await);
    world.write("/a.txt", "one\n");
    assert!(world.session.attempts(2, "do it", &Stop::new()).await);
    world.write("/a.txt", "one\nof somebody else\n");
    assert_eq!(world.session.command("/keep 1"), Next::Line);
    let screen = world.screen();
    assert!(
        screen.contains("  /a.txt: both changed the same lines"),
        "{screen}"
    );
    assert_eq!(world.read("/a.txt").unwrap(), "one\nof somebody else\n");
    assert!(world.session.has_attempts());
    assert_eq!(world.session.command("/keep none"), Next::Line);
    assert_eq!(branches(&world), 0);
}

#[tokio::test]
async fn attempts_that_fail_are_told_and_not_chosen_by_themselves() {
    let endpoint = Endpoint::start(Api::OpenAi, |_, _| {
        Said::Status(400, Vec::new(), "no such model".to_owned())
    });
    let mut world = World::with(endpoint.await.unwrap());
    assert!(world.session.attempts(2, "do it", &Stop::new()).await);
    let mut nobody = Asking::Nobody;
    assert!(!world.session.choose(Some(Choice::First), &mut nobody).await);
    let screen = world.screen();
    assert!(screen.contains("attempt 1: failed: "), "{screen}");
    assert!(
        screen.ends_with("no attempt is kept: no attempt ended with an answer\n"),
        "{screen}"
    );
}

#[test]
fn choices_are_numbers_or_the_first() {
    assert_eq!("first".parse(), Ok(Choice::First));
    assert_eq!("8".parse(), Ok(Choice::Number(8)));
    for text in ["0", "9", "", "last", "-1"] {
        assert!(text.parse::<Choice>().is_err(), "{text}");
    }
}
