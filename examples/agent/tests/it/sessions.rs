//! Sessions: what is shown, and the commands.

use std::time::Duration;

use isolate_agent::scripted::{Endpoint, Said};
use isolate_agent::{Api, Colours, End, Next, Stop, Terminal, Ui, escaped};
use isolate_host::Workspace;

use crate::{APIS, World};

#[tokio::test]
async fn a_program_is_shown_with_its_log_and_changes() {
    for api in APIS {
        let code = "async () => {\n  console.log('looking');\n  await state.writeFile('/a.txt', 'two\\n');\n  return { n: 1 };\n}";
        let said = vec![
            Said::Calls(
                "I look first.".to_owned(),
                vec![("run".to_owned(), serde_json::json!({ "code": code }))],
            ),
            Said::text("It is done."),
        ];
        let mut world = World::new(api, said).await;
        world.write("/a.txt", "one\n");
        world.session.turn(Some("do it"), &Stop::new()).await;
        let screen = world.screen();
        let at = |text: &str| {
            screen
                .find(text)
                .unwrap_or_else(|| panic!("no {text:?} in {screen}"))
        };
        assert!(
            at("I look first.\n╭─ program\n│ async () => {\n│   console.log('looking');\n")
                < at("╰─ ✓ ")
        );
        assert!(at("   log looking\n") < at("result {\"n\":1}\n"));
        assert!(
            at(" files changed /a.txt\n")
                < at(
                    "  diff --git a/a.txt b/a.txt\n  --- a/a.txt\n  +++ b/a.txt\n  @@ -1,1 +1,1 @@\n  -one\n  +two\n"
                )
        );
        assert!(at("It is done.\n") < at("1 program · "));
        assert!(!screen.contains('\x1b'));
    }
}

/// What the model is told once is the same in each request, and fits what its rules promise.
#[tokio::test]
async fn a_request_has_the_rules_the_tool_and_the_key() {
    for api in APIS {
        let world = {
            let mut world = World::new(api, vec![Said::text("Hello.")]).await;
            world.session.turn(Some("hello"), &Stop::new()).await;
            world
        };
        let (headers, body) = world.endpoint.requests()[0].clone();
        assert_eq!(
            (&body["stream"], &body["model"]),
            (&true.into(), &"scripted".into())
        );
        assert_eq!(body["tools"].as_array().unwrap().len(), 1);
        let text = body.to_string();
        assert!(text.contains("call the tool `run`") && text.contains("replaceInFiles("));
        let key = match api {
            Api::OpenAi => "authorization",
            Api::Anthropic => "x-api-key",
        };
        assert!(headers[key].to_str().unwrap().ends_with("secret-key"));
    }
}

#[tokio::test]
async fn undo_takes_back_a_whole_turn_and_the_model_is_told() {
    for api in APIS {
        let said = vec![
            Said::run("() => state.writeFile('/a.txt', 'two\\n')"),
            Said::run(
                "async () => { await state.appendFile('/a.txt', 'three\\n'); await state.writeFile('/b.txt', ''); }",
            ),
            Said::text("Done."),
            Said::text("I see."),
        ];
        let mut world = World::new(api, said).await;
        world.write("/a.txt", "one\n");
        let turn = world.session.turn(Some("do it"), &Stop::new()).await;
        assert_eq!(turn.ops.len(), 2);
        assert_eq!(world.session.command("/diff"), Next::Line);
        let screen = world.screen();
        assert!(screen.ends_with("  --- a/a.txt\n  +++ b/a.txt\n  @@ -1,1 +1,2 @@\n  -one\n  +two\n  +three\n  diff --git a/b.txt b/b.txt\n  new file mode 100644\n"), "{screen}");
        world.session.command("/undo");
        assert_eq!(world.read("/a.txt").as_deref(), Some("one\n"));
        assert_eq!(world.read("/b.txt"), None);
        world.session.command("/undo");
        assert!(
            world
                .screen()
                .contains("this session has changed nothing that is not undone")
        );
        world.session.turn(Some("look"), &Stop::new()).await;
        let (_, body) = world.endpoint.requests().pop().unwrap();
        assert!(
            body.to_string().contains("the user has taken back"),
            "{body}"
        );
    }
}

/// All of a turn or nothing: somebody else has changed one of the files since.
#[tokio::test]
async fn an_undo_that_fails_in_the_middle_leaves_everything() {
    let said = vec![
        Said::run("() => state.writeFile('/a', 'a')"),
        Said::run("() => state.writeFile('/b', 'b')"),
        Said::text("Done."),
    ];
    let mut world = World::new(Api::OpenAi, said).await;
    world.session.turn(Some("do it"), &Stop::new()).await;
    world.write("/a", "of somebody else");
    world.session.command("/undo");
    assert!(
        world.screen().contains("nothing was taken back: "),
        "{}",
        world.screen()
    );
    assert_eq!(world.read("/a").as_deref(), Some("of somebody else"));
    assert_eq!(world.read("/b").as_deref(), Some("b"));
}

#[tokio::test]
async fn commands_show_files_and_unknown_ones_are_named() {
    let mut world = World::new(Api::OpenAi, Vec::new()).await;
    world.write("/src/a.txt", "text of a\n");
    for command in [
        "/files",
        "/files *.txt",
        "/cat /src/a.txt",
        "/cat /none",
        "/help",
        "/none",
        "/history",
        "/diff",
    ] {
        assert_eq!(world.session.command(command), Next::Line);
    }
    let screen = world.screen();
    for text in [
        "a.txt",
        "text of a",
        "no such file or directory: /none",
        "/undo",
        "there is no /none; /help lists what there is",
    ] {
        assert!(screen.contains(text), "no {text:?} in {screen}");
    }
    assert_eq!(world.session.command("/quit"), Next::Quit);
}

#[tokio::test]
async fn a_stop_ends_a_program_and_the_conversation_goes_on() {
    for api in APIS {
        let said = [
            Said::run("async () => { await state.writeFile('/a', ''); for (;;) {} }"),
            Said::text("I see."),
        ];
        let endpoint = Endpoint::saying(api, said.to_vec()).await.unwrap();
        let mut world = World::with_fuel(endpoint, 1_000_000_000_000);
        let stop = Stop::new();
        let stopping = tokio::spawn({
            let stop = stop.clone();
            async move {
                tokio::time::sleep(Duration::from_millis(300)).await;
                stop.stop();
            }
        });
        let turn = world.session.turn(Some("do it"), &stop).await;
        stopping.await.unwrap();
        assert!(matches!(turn.end, End::Stopped), "{:?}", turn.end);
        assert_eq!(world.read("/a"), None);
        let turn = world
            .session
            .turn(Some("what happened?"), &Stop::new())
            .await;
        assert!(matches!(turn.end, End::Answered(_)), "{:?}", turn.end);
    }
}

/// A stop in the middle of an answer keeps what was said.
#[tokio::test]
async fn a_stop_before_the_answer_asks_nothing_more() {
    let endpoint = Endpoint::start(Api::OpenAi, |_, _| Said::text("too late")).await;
    let mut world = World::with(endpoint.unwrap());
    let stop = Stop::new();
    stop.stop();
    let turn = world.session.turn(Some("do it"), &stop).await;
    assert!(matches!(turn.end, End::Stopped), "{:?}", turn.end);
    assert!(world.session.agent().awaits_answer());
}

/// Neither a model nor a program moves the cursor.
#[tokio::test]
async fn control_characters_are_escaped() {
    let code =
        "() => { console.log('\\u001b[2J'); return '\\u009b1m\\u202e' } // \u{1b}]0;title\u{7}";
    let said = vec![Said::run(code), Said::text("\u{1b}[31mred\u{7}")];
    let mut world = World::new(Api::Anthropic, said).await;
    world.session.turn(Some("do it"), &Stop::new()).await;
    let screen = world.screen();
    assert!(
        !screen.contains(['\u{1b}', '\u{9b}', '\u{202e}', '\u{7}']),
        "{screen}"
    );
    assert!(screen.contains("\\x1b[31mred\\x07"), "{screen}");
    assert_eq!(escaped("a\tb\r\n"), "a\tb\\r\n");
}

#[test]
fn colours_are_only_where_they_are_wanted() {
    for (colours, has_some) in [(Colours::On, true), (Colours::Off, false)] {
        let mut terminal = Terminal::new(Vec::new(), colours, Workspace::memory().unwrap());
        terminal.note("a note");
        terminal.diff("--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y\n", 3);
        let screen = String::from_utf8(terminal.out().clone()).unwrap();
        assert_eq!(screen.contains('\x1b'), has_some, "{screen}");
        assert!(screen.contains("… 2 more lines: /diff"), "{screen}");
    }
}
