//! Four conversations in which a program fails, and the next one does the work. Each checks that
//! what the model was told is enough to repair the program.

use isolate_agent::scripted::Said;
use isolate_agent::{End, Stop};

use crate::{APIS, World};

/// A mistake and its repair over both protocols; answers what the model was told of the mistake.
async fn repaired(wrong: &str, right: &str, check: impl Fn(&World), needs: &[&str]) {
    for api in APIS {
        let said = vec![Said::run(wrong), Said::run(right), Said::text("Done.")];
        let mut world = World::new(api, said).await;
        world.write("/a.txt", "one\ntwo\n");
        let turn = world.session.turn(Some("do it"), &Stop::new()).await;
        let End::Answered(text) = &turn.end else {
            panic!("{:?}\n{}", turn.end, world.screen());
        };
        assert_eq!(text, "Done.");
        assert_eq!((turn.stats.calls, turn.stats.calls_failed), (2, 1));
        let told = world.told(1);
        for need in needs {
            assert!(told.contains(need), "{api:?}: no {need:?} in {told}");
        }
        let told = world.told(2);
        assert!(told.contains("\"ok\":true"), "{told}");
        check(&world);
    }
}

#[tokio::test]
async fn a_syntax_error() {
    repaired(
        "async () => {\n  const text = await state.readFile('/a.txt';\n  return text;\n}",
        "async () => state.writeFile('/b.txt', await state.readFile('/a.txt'))",
        |world| assert_eq!(world.read("/b.txt").as_deref(), Some("one\ntwo\n")),
        &[
            "program_unparsable",
            "line 2",
            "2 |   const text = await state.readFile('/a.txt';",
        ],
    )
    .await;
}

#[tokio::test]
async fn a_wrong_method() {
    repaired(
        "async () => state.replaceTextInFile('/a.txt', 'two', '2')",
        "async () => state.replaceInFile('/a.txt', 'two', '2')",
        |world| assert_eq!(world.read("/a.txt").as_deref(), Some("one\n2\n")),
        &["program_threw", "state.replaceTextInFile", "replaceInFile"],
    )
    .await;
}

#[tokio::test]
async fn a_limit() {
    repaired(
        "async () => { await state.writeFile('/b.txt', ''); for (;;) {} }",
        "async () => state.writeFile('/b.txt', 'b')",
        |world| assert_eq!(world.read("/b.txt").as_deref(), Some("b")),
        &["fuel", "100000000", "what it had changed was undone"],
    )
    .await;
}

/// The plan of edits was made of a text that somebody has changed since.
#[tokio::test]
async fn a_stale_edit() {
    for api in APIS {
        let plan = "async () => { \
            const plan = await state.planEdits([{ kind: 'replace', path: '/a.txt', search: 'two', replacement: '2' }]); \
            await state.writeJson('/plan.json', plan); }";
        let apply = "async () => state.applyEditPlan(await state.readJson('/plan.json'))";
        let again = "async () => { \
            const plan = await state.planEdits([{ kind: 'replace', path: '/a.txt', search: 'two', replacement: '2' }]); \
            await state.applyEditPlan(plan); await state.rm('/plan.json'); }";
        let said = vec![
            Said::run(plan),
            Said::text("Shall I apply it?"),
            Said::run(apply),
            Said::run(again),
            Said::text("Done."),
        ];
        let mut world = World::new(api, said).await;
        world.write("/a.txt", "one\ntwo\n");
        world.session.turn(Some("plan it"), &Stop::new()).await;
        world.write("/a.txt", "zero\none\ntwo\n");
        let turn = world.session.turn(Some("yes"), &Stop::new()).await;
        assert!(matches!(turn.end, End::Answered(_)), "{:?}", turn.end);
        assert_eq!(turn.stats.calls_failed, 1, "{}", world.screen());
        let told = world.told(3);
        assert!(told.contains("/a.txt") && told.contains("plan"), "{told}");
        assert_eq!(world.read("/a.txt").as_deref(), Some("zero\none\n2\n"));
    }
}
