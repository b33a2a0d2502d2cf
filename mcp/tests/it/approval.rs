//! Approvals by the person who uses a client.

use std::sync::{Arc, Mutex};

use isolate_host::{Answer, Functions, RunOptions, Sandbox, Workspace};
use isolate_mcp::rmcp::model::{
    CallToolRequestParams, CallToolResult, ClientCapabilities, ClientConfig, ContentBlock,
    ElicitRequestParams, ElicitResult, ElicitationAction, ElicitationCapability, ErrorData,
    FormElicitationCapability,
};
use isolate_mcp::rmcp::service::{RequestContext, RoleClient, RoleServer};
use isolate_mcp::rmcp::{ClientHandler, ServiceExt as _};
use isolate_mcp::{Extension, Server, Stop, ask};
use isolate_tools::Settings;
use serde_json::json;

use crate::{Raw, server, text, toolbox, workspace};

/// A tool that needs an approval.
struct Risky;

impl Extension for Risky {
    fn call_tool<'a>(
        &'a self,
        request: &'a CallToolRequestParams,
        context: &'a RequestContext<RoleServer>,
    ) -> std::pin::Pin<
        Box<dyn Future<Output = Option<Result<CallToolResult, ErrorData>>> + Send + 'a>,
    > {
        Box::pin(async move {
            if request.name != "risky" {
                return None;
            }
            let asked = ask(
                &context.peer,
                "shop.buy",
                "Buys it.",
                &json!({ "cents": 5 }),
            )
            .await;
            let told = asked.map_or_else(|error| error.to_string(), |()| "done".to_owned());
            Some(Ok(CallToolResult::success(vec![ContentBlock::text(told)])))
        })
    }
}

struct Person {
    action: ElicitationAction,
    asked: Arc<Mutex<Vec<String>>>,
}

impl ClientHandler for Person {
    fn get_info(&self) -> ClientConfig {
        let mut info = ClientConfig::default();
        let elicitation = ElicitationCapability::new().with_form(FormElicitationCapability::new());
        info.capabilities = ClientCapabilities::default();
        info.capabilities.elicitation = Some(elicitation);
        info
    }

    async fn create_elicitation(
        &self,
        request: ElicitRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        if let ElicitRequestParams::FormElicitationParams { message, .. } = request {
            self.asked.lock().unwrap().push(message);
        }
        Ok(ElicitResult::new(self.action.clone()))
    }
}

#[tokio::test]
async fn the_answer_of_the_person_decides() {
    for (action, told) in [
        (ElicitationAction::Accept, "done"),
        (
            ElicitationAction::Decline,
            "shop.buy needs the approval of the user, but it was declined",
        ),
        (
            ElicitationAction::Cancel,
            "shop.buy needs the approval of the user, but the question was dismissed without an \
             answer",
        ),
    ] {
        let server = server(&[]).with_extension(Risky);
        let (ours, theirs) = tokio::io::duplex(1 << 16);
        let (input, output) = tokio::io::split(theirs);
        tokio::spawn(async move { server.serve_pipe(input, output, &Stop::new()).await });
        let asked = Arc::new(Mutex::new(Vec::new()));
        let person = Person {
            action,
            asked: Arc::clone(&asked),
        };
        let client = person.serve(ours).await.unwrap();
        let result = client
            .call_tool(CallToolRequestParams::new("risky"))
            .await
            .unwrap();
        let result = serde_json::to_value(result).unwrap();
        assert_eq!(text(&result), told);
        let asked = asked.lock().unwrap();
        assert!(
            asked[0].contains("shop.buy") && asked[0].contains("\"cents\": 5"),
            "{asked:?}"
        );
        assert!(asked[0].contains("Buys it."), "{asked:?}");
    }
}

/// A program calls a function of the embedder, and the person behind the client is asked first.
#[tokio::test]
async fn functions_of_programs_ask_the_person() {
    for (action, code, told) in [
        (ElicitationAction::Accept, "returned", "bought 5"),
        (ElicitationAction::Decline, "EAPPROVAL", "it was declined"),
    ] {
        let mut functions = Functions::new();
        functions
            .namespace("shop")
            .add(
                "buy",
                |cents: u32| async move { Ok(format!("bought {cents}")) },
            )
            .describe("Buys it.")
            .needs_approval();
        let tools = toolbox(&workspace(&[]), Settings::default()).with_functions(functions);
        let server = Server::new(tools);
        let (ours, theirs) = tokio::io::duplex(1 << 16);
        let (input, output) = tokio::io::split(theirs);
        tokio::spawn(async move { server.serve_pipe(input, output, &Stop::new()).await });
        let asked = Arc::new(Mutex::new(Vec::new()));
        let person = Person {
            action,
            asked: Arc::clone(&asked),
        };
        let client = person.serve(ours).await.unwrap();
        let listed = client.list_all_tools().await.unwrap();
        let run = listed.iter().find(|tool| tool.name == "run").unwrap();
        assert!(
            run.description
                .as_deref()
                .unwrap_or_default()
                .contains("buy(input: number): Promise<string>"),
            "{:?}",
            run.description
        );
        let program = "async () => { try { return ['returned', await shop.buy(5)] } catch (e) { return [e.code, e.message] } }";
        let arguments = json!({ "code": program });
        let request = CallToolRequestParams::new("run")
            .with_arguments(arguments.as_object().unwrap().clone());
        let result = serde_json::to_value(client.call_tool(request).await.unwrap()).unwrap();
        let text = text(&result);
        assert!(text.contains(code) && text.contains(told), "{text}");
        assert!(asked.lock().unwrap()[0].contains("shop.buy"));
    }
}

#[tokio::test]
async fn a_client_without_elicitation_is_refused_with_an_alternative() {
    let mut raw = Raw::greeted(&server(&[]).with_extension(Risky)).await;
    let refused = raw.call("risky", json!({})).await;
    let why = text(&refused);
    assert!(
        why.contains("shop.buy needs the approval") && why.contains("`elicitation`"),
        "{why}"
    );
}

/// A program over a file waits until somebody else has answered; one in memory would end with the server.
#[tokio::test]
async fn a_program_of_a_client_without_elicitation_waits_if_it_can() {
    let functions = || {
        let mut functions = Functions::new();
        functions
            .namespace("shop")
            .add(
                "buy",
                |cents: u32| async move { Ok(format!("bought {cents}")) },
            )
            .needs_approval();
        functions
    };
    let program = json!({ "code": "async () => { await state.writeFile('/order', 'x'); return await shop.buy(5) }" });
    let memory = toolbox(&workspace(&[]), Settings::default()).with_functions(functions());
    let mut raw = Raw::greeted(&Server::new(memory)).await;
    let refused = raw.call("run", program.clone()).await;
    let said = text(&refused);
    assert!(said.contains("needs the approval of the user"), "{said}");

    let folder = tempfile::tempdir().unwrap();
    let workspace = Workspace::open(folder.path().join("w.sqlite")).unwrap();
    let file = toolbox(&workspace, Settings::default()).with_functions(functions());
    let mut raw = Raw::greeted(&Server::new(file)).await;
    let waits = raw.call("run", program).await;
    assert_ne!(waits["isError"], true, "{waits}");
    let told = &waits["structuredContent"];
    assert_eq!(
        (&told["status"], &told["committed"]),
        (&json!("suspended"), &json!(false)),
        "{waits}"
    );
    let said = text(&waits);
    let number = told["pendingRun"].as_i64().unwrap();
    assert!(
        said.contains(&format!("isolate-run approve {number}")),
        "{said}"
    );
    assert!(said.contains("call 1 of shop.buy: 5"), "{said}");
    let order = "/order".parse().unwrap();
    assert!(!workspace.tree().unwrap().exists(&order).unwrap());

    let pending = workspace.pending().unwrap().remove(0);
    workspace
        .answer(pending.run, &pending.waiting_for[0], Answer::Approve)
        .unwrap();
    let options = RunOptions::new().functions(functions());
    let resumed = Sandbox::new()
        .unwrap()
        .resume(&workspace, pending.run)
        .options(options)
        .await
        .unwrap();
    assert_eq!(resumed.result::<String>().unwrap(), "bought 5");
    assert!(workspace.tree().unwrap().exists(&order).unwrap());
}

const EDITS: &str = "async () => { await state.writeFile('/plan.md', 'rest'); return 'done'; }";

fn edits() -> serde_json::Map<String, serde_json::Value> {
    let arguments = json!({ "code": EDITS, "review": true });
    arguments.as_object().unwrap().clone()
}

fn has_plan(workspace: &Workspace) -> bool {
    let plan = "/plan.md".parse().unwrap();
    workspace.tree().unwrap().exists(&plan).unwrap()
}

/// The person behind the client is asked for all that a program has changed.
#[tokio::test]
async fn changes_are_reviewed_by_the_person() {
    for (action, is_kept) in [
        (ElicitationAction::Accept, true),
        (ElicitationAction::Decline, false),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let workspace = Workspace::open(folder.path().join("w.sqlite")).unwrap();
        let server = Server::new(toolbox(&workspace, Settings::default()));
        let (ours, theirs) = tokio::io::duplex(1 << 16);
        let (input, output) = tokio::io::split(theirs);
        tokio::spawn(async move { server.serve_pipe(input, output, &Stop::new()).await });
        let asked = Arc::new(Mutex::new(Vec::new()));
        let person = Person {
            action,
            asked: Arc::clone(&asked),
        };
        let client = person.serve(ours).await.unwrap();
        let request = CallToolRequestParams::new("run").with_arguments(edits());
        let result = serde_json::to_value(client.call_tool(request).await.unwrap()).unwrap();
        let told = &result["structuredContent"];
        assert_eq!(
            (&told["status"], &told["committed"]),
            (&json!("ok"), &json!(is_kept)),
            "{result}"
        );
        assert_eq!(has_plan(&workspace), is_kept);
        let said = text(&result);
        let is_told = said.contains("the changes were reviewed, and are not kept");
        assert!(said.contains("done") && is_told != is_kept, "{said}");
        assert_eq!(told["refusal"].is_string(), !is_kept, "{result}");
        assert!(asked.lock().unwrap()[0].contains("/plan.md"), "{asked:?}");
    }
}

/// Without somebody to ask, the changes wait; where they could not, there is no review.
#[tokio::test]
async fn changes_wait_for_a_review_if_they_can() {
    let folder = tempfile::tempdir().unwrap();
    let workspace = Workspace::open(folder.path().join("w.sqlite")).unwrap();
    let mut raw = Raw::greeted(&Server::new(toolbox(&workspace, Settings::default()))).await;
    let listed = raw.ask("tools/list", json!({})).await;
    let offers = |listed: &serde_json::Value| {
        let tools = listed["result"]["tools"].as_array().unwrap();
        let run = tools.iter().find(|tool| tool["name"] == "run").unwrap();
        run["inputSchema"]["properties"].get("review").is_some()
    };
    assert!(offers(&listed), "{listed}");
    for (answer, is_kept) in [(Answer::Approve, true), (Answer::deny("no"), false)] {
        let waits = raw.call("run", edits().into()).await;
        let told = &waits["structuredContent"];
        assert_eq!(told["status"], "suspended", "{waits}");
        let said = text(&waits);
        let number = told["pendingRun"].as_i64().unwrap();
        for part in [
            format!("isolate-run approve {number}"),
            "the program has returned".to_owned(),
            "state.review".to_owned(),
        ] {
            assert!(said.contains(&part), "{said}");
        }
        assert!(!has_plan(&workspace));
        let pending = workspace.pending().unwrap().remove(0);
        workspace
            .answer(pending.run, &pending.waiting_for[0], answer)
            .unwrap();
        let sandbox = Sandbox::new().unwrap();
        let run = sandbox.resume(&workspace, pending.run).await.unwrap();
        assert_eq!((run.is_committed, has_plan(&workspace)), (is_kept, is_kept));
        raw.call("undo", json!({ "by": "anyone" })).await;
    }
    let both = json!({ "code": EDITS, "review": true, "dryRun": true });
    let refused = raw.call("run", both).await;
    assert!(
        text(&refused).contains("leave out dryRun or review"),
        "{refused}"
    );

    let memory = Server::new(toolbox(&crate::workspace(&[]), Settings::default()));
    let mut raw = Raw::greeted(&memory).await;
    let listed = raw.ask("tools/list", json!({})).await;
    assert!(!offers(&listed), "{listed}");
    let refused = raw.call("run", edits().into()).await;
    assert!(
        text(&refused).contains("a review needs a workspace in a file"),
        "{refused}"
    );
}
