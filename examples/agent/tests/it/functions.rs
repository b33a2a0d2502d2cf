//! Functions of a server of the Model Context Protocol, in the agent.

use isolate_agent::scripted::Said;
use isolate_agent::{End, Stop};
use isolate_host::text::VPath;
use isolate_host::{Functions, Workspace};
use isolate_mcp::{Client, FunctionsExt as _, HttpOptions, Server};
use isolate_tools::{Boundary, Settings, ToolSet, Toolbox};
use tokio::net::TcpListener;

use crate::{APIS, World};

/// A task with a mistake, an undo, and a function of an MCP server: the model guesses a name,
/// reads what is right from the error, takes a text from the server, and the person takes the turn
/// back and has it done again.
#[tokio::test(flavor = "multi_thread")]
async fn a_task_with_a_mistake_an_undo_and_a_function_of_a_server() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    let stop = isolate_mcp::Stop::new();
    let served = tokio::spawn({
        let (server, stop) = (tracker(), stop.clone());
        async move {
            server
                .serve_http(listener, &HttpOptions::default(), &stop)
                .await
        }
    });
    for api in APIS {
        let mut functions = Functions::new();
        let server = functions
            .add_mcp("tracker", Client::http(&url))
            .await
            .unwrap();
        let right = "async () => { const issue = await tracker.read({ path: '/issue-7.txt' }); \
            await state.writeFile('/todo.md', issue.content); return issue.totalLines; }";
        let said = vec![
            Said::run("async () => tracker.fetchIssue({ number: 7 })"),
            Said::run("async () => tracker.read({ file: 7 })"),
            Said::run(right),
            Said::text("The issue is in /todo.md."),
            Said::run(right),
            Said::text("Done again."),
        ];
        let mut world = World::giving(api, said, functions).await;
        let turn = world.session.turn(Some("note issue 7"), &Stop::new()).await;
        assert!(matches!(turn.end, End::Answered(_)), "{:?}", turn.end);
        assert_eq!(turn.stats.calls_failed, 2, "{}", world.screen());

        // The model was told what there is: more than is declared at once, so how to find it.
        let (_, body) = world.endpoint.requests()[0].clone();
        let told = body.to_string();
        assert!(
            told.contains("`tracker` (") && told.contains("declare const functions"),
            "{told}"
        );
        let wrong_name = world.told(1);
        assert!(
            wrong_name.contains("tracker.fetchIssue is not a function")
                && wrong_name.contains("functions.search"),
            "{wrong_name}"
        );
        let wrong_argument = world.told(2);
        assert!(
            wrong_argument.contains("tracker.read: the argument does not fit")
                && wrong_argument.contains("path"),
            "{wrong_argument}"
        );
        let noted = world.read("/todo.md").unwrap();
        assert!(noted.contains("the door sticks"), "{noted}");

        world.session.command("/undo");
        assert_eq!(world.read("/todo.md"), None);
        let turn = world
            .session
            .turn(Some("after all, do it"), &Stop::new())
            .await;
        assert_eq!(turn.stats.calls_failed, 0, "{}", world.screen());
        assert_eq!(world.read("/todo.md"), Some(noted));
        server.close().await;
    }
    stop.stop();
    served.await.unwrap().unwrap();
}

/// A server with one file, whose tools only look.
fn tracker() -> Server {
    let workspace = Workspace::memory().unwrap();
    let path = VPath::parse("/issue-7.txt").unwrap();
    let tree = workspace.tree().unwrap();
    tree.write(&path, b"# 7\nthe door sticks\n").unwrap();
    drop(tree);
    let settings = Settings::new()
        .boundary(Boundary::None)
        .tools(ToolSet::Plain);
    Server::new(Toolbox::new(&workspace, &settings).unwrap())
}
