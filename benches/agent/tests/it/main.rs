//! Every task in every arm, against the real tools and the real sandbox.

use std::time::Duration;

use isolate_agent_bench::{Arm, Counter, Source, measure, table, tasks, to_json};
use isolate_host::Sandbox;

#[tokio::test(flavor = "multi_thread")]
async fn every_task_is_done_in_every_arm() {
    let sandbox = Sandbox::new().unwrap();
    let tasks = tasks().unwrap();
    assert_eq!(tasks.len(), 30);
    let mut measured = Vec::new();
    let mut wrong = Vec::new();
    for task in &tasks {
        for arm in Arm::ALL {
            let one = measure(task, arm, &Source::Recorded, &sandbox)
                .await
                .unwrap();
            if let Some(why) = &one.wrong {
                wrong.push(format!(
                    "{} in {}: {why}\n{:#?}",
                    one.task,
                    arm.name(),
                    one.requests.last().unwrap().get(2..)
                ));
            }
            measured.push(one);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // Some first attempts fail, in each arm, and all are repaired.
    for arm in Arm::ALL {
        let failed = measured
            .iter()
            .filter(|one| one.arm == arm && one.failed > 0)
            .count();
        assert!(failed >= 3, "{}: {failed}", arm.name());
    }
    // 20 ms is the bound on an idle machine: this is only against something much slower.
    let own = measured.iter().map(|one| one.own_max).max().unwrap();
    assert!(own < Duration::from_millis(500), "{own:?}");
    let counter = Counter::default();
    assert_eq!(
        table(&measured, &counter).lines().count(),
        2 + 30 + 1 + 1 + 3
    );
    assert_eq!(
        to_json(&measured, &counter)["tasks"]
            .as_array()
            .unwrap()
            .len(),
        90
    );
}

/// Nothing is recorded that a judge would let pass without it.
#[tokio::test(flavor = "multi_thread")]
async fn no_judge_accepts_the_unchanged_files() {
    let sandbox = Sandbox::new().unwrap();
    for mut task in tasks().unwrap() {
        task.turns.truncate(1);
        let asked = &mut task.turns[0];
        asked.state = vec![serde_json::from_str("\"I did nothing.\"").unwrap()];
        let one = measure(&task, Arm::State, &Source::Recorded, &sandbox)
            .await
            .unwrap();
        assert!(one.wrong.is_some(), "{}", task.name);
    }
}
