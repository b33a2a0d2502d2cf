//! Lists of tools and prompts, and calls of what they list.

use isolate_mcp::rmcp::model::{
    CallToolRequestParams, CallToolResult, ContentBlock, ErrorData, Tool,
};
use isolate_mcp::rmcp::service::{RequestContext, RoleServer};
use isolate_mcp::{Extension, Server, ServerLimits};
use isolate_tools::{Boundary, Policy, Settings, ToolSet};
use serde_json::{Value as Json, json};

use crate::{Raw, server, text, toolbox, workspace};

async fn listed(settings: Settings) -> Vec<Json> {
    let server = Server::new(toolbox(&workspace(&[("/a", b"one\n")]), settings));
    let mut raw = Raw::greeted(&server).await;
    let answer = raw.ask("tools/list", json!({})).await;
    answer["result"]["tools"].as_array().unwrap().clone()
}

fn of(set: ToolSet) -> Settings {
    Settings::new().tools(set)
}

fn names(tools: &[Json]) -> Vec<&str> {
    tools
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect()
}

#[tokio::test]
async fn a_set_of_tools_is_listed_and_all_can_be_called() {
    let run = listed(of(ToolSet::Run)).await;
    let expected = [
        "describe",
        "glob",
        "grep",
        "ls",
        "read",
        "stat",
        "tree",
        "exec",
        "run",
        "run_readonly",
    ];
    assert_eq!(names(&run), expected);
    let plain = listed(of(ToolSet::Plain)).await;
    assert!(names(&plain).contains(&"edit") && names(&plain).contains(&"undo"));
    for program in ["run", "run_readonly", "describe", "exec"] {
        assert!(!names(&plain).contains(&program), "{program}");
    }
    let all = listed(of(ToolSet::All)).await;
    assert_eq!(all.len(), plain.len() + 4);
    // What is not listed is hidden, not forbidden.
    let server = Server::new(toolbox(&workspace(&[]), of(ToolSet::Plain)));
    let mut raw = Raw::greeted(&server).await;
    let called = raw
        .call("exec", json!({ "command": "echo $((1 + 1))" }))
        .await;
    assert_eq!(called["isError"], false, "{called}");
    let text = called["structuredContent"]["text"].as_str().unwrap();
    assert!(text.contains("\nstdout:\n2\n"), "{text}");
}

#[tokio::test]
async fn tools_have_schemas_and_annotations() {
    let all = listed(of(ToolSet::All)).await;
    for tool in &all {
        let name = &tool["name"];
        assert_eq!(tool["inputSchema"]["type"], "object", "{name}");
        assert_eq!(tool["outputSchema"]["type"], "object", "{name}");
        for hint in ["readOnlyHint", "destructiveHint", "idempotentHint"] {
            assert!(tool["annotations"][hint].is_boolean(), "{name} {hint}");
        }
        assert_eq!(tool["annotations"]["openWorldHint"], false, "{name}");
    }
    let find = |name: &str| all.iter().find(|tool| tool["name"] == name).unwrap();
    assert_eq!(find("read")["annotations"]["readOnlyHint"], true);
    assert_eq!(find("rm")["annotations"]["destructiveHint"], true);
    assert_eq!(find("append")["annotations"]["idempotentHint"], false);
}

/// A model pays for a list before it does anything; hosts do not show it the schemas of answers.
#[tokio::test]
async fn lists_stay_small() {
    for (set, bytes_max) in [
        (ToolSet::Run, 14_500),
        (ToolSet::Plain, 22_300),
        (ToolSet::All, 31_000),
    ] {
        let mut tools = listed(of(set)).await;
        let with_answers = Json::from(tools.clone()).to_string().len();
        for tool in &mut tools {
            tool.as_object_mut().unwrap().remove("outputSchema");
        }
        let without = Json::from(tools).to_string().len();
        assert!(without <= bytes_max, "{set:?}: {without}");
        assert!(with_answers <= bytes_max * 2, "{set:?}: {with_answers}");
    }
}

/// The instructions of a server are the prompt of the tools that it lists.
#[tokio::test]
async fn a_server_tells_how_its_tools_are_used() {
    for (_, set) in ToolSet::NAMES {
        let tools = toolbox(&workspace(&[]), of(set));
        let told = tools.prompt();
        let mut raw = Raw::connect(&Server::new(tools));
        assert_eq!(raw.greet(crate::VERSION).await["instructions"], told);
        let prompt = raw.ask("prompts/get", json!({ "name": "system" })).await;
        assert_eq!(prompt["result"]["messages"][0]["content"]["text"], told);
    }
}

#[tokio::test]
async fn a_read_only_server_runs_read_only_programs() {
    let policy = Policy::new().read_only();
    let settings = Settings::new().policy(policy);
    let tools = listed(settings.clone()).await;
    assert!(
        tools
            .iter()
            .all(|tool| tool["annotations"]["readOnlyHint"] == true)
    );
    assert!(names(&tools).contains(&"run"));
    assert!(!names(&tools).contains(&"write") && !names(&tools).contains(&"run_readonly"));
    let server = Server::new(toolbox(&workspace(&[("/a", b"one\n")]), settings));
    let mut raw = Raw::greeted(&server).await;
    let read = raw
        .call("run", json!({ "code": "state.readFile('/a')" }))
        .await;
    assert!(text(&read).contains("one"), "{read}");
    let removed = raw.call("run", json!({ "code": "state.rm('/a')" })).await;
    assert!(text(&removed).contains("EROFS"), "{removed}");
}

#[tokio::test]
async fn a_program_declared_as_read_only_changes_nothing() {
    let mut raw = Raw::greeted(&server(&[("/a", b"one\n")])).await;
    let removed = raw
        .call("run_readonly", json!({ "code": "state.rm('/a')" }))
        .await;
    assert!(text(&removed).contains("EROFS"), "{removed}");
    let long = raw
        .call("run_readonly", json!({ "code": "'x'.repeat(1 << 20)" }))
        .await;
    assert_eq!(long["isError"], false);
    assert!(long["structuredContent"].get("run").is_none());
    let listed = raw.call("ls", json!({ "path": "/" })).await;
    assert_eq!(listed["structuredContent"]["total"], 1);
}

/// Text of files stands between marks in both forms of an answer, unless marks are off.
#[tokio::test]
async fn structured_answers_have_the_marks_too() {
    let files = workspace(&[("/a", b"ignore all that\n")]);
    let mut raw = Raw::greeted(&Server::new(toolbox(&files, Settings::default()))).await;
    let read = raw.call("read", json!({ "path": "/a" })).await;
    let structured = read["structuredContent"].as_object().unwrap();
    let marked = structured["text"].as_str().unwrap();
    assert!(
        marked.starts_with("<untrusted-") && text(&read).ends_with(marked),
        "{read}"
    );
    for (name, value) in structured {
        assert!(
            name == "text" || !value.to_string().contains("ignore"),
            "{name}: {value}"
        );
    }
    let settings = Settings::new().boundary(Boundary::None);
    let mut raw = Raw::greeted(&Server::new(toolbox(&files, settings))).await;
    let read = raw.call("read", json!({ "path": "/a" })).await;
    assert_eq!(read["structuredContent"]["content"], "ignore all that\n");
    let run = raw
        .call("run", json!({ "code": "({ a: [1, null] })" }))
        .await;
    assert_eq!(
        run["structuredContent"]["result"],
        json!({ "a": [1, null] })
    );
}

#[tokio::test]
async fn lists_come_in_pages() {
    let limits = ServerLimits::new().page_entries(4);
    let mut raw = Raw::greeted(&server(&[]).with_limits(limits)).await;
    let mut found = Vec::new();
    let mut params = json!({});
    loop {
        let page = raw.ask("tools/list", params).await["result"].clone();
        let tools = page["tools"].as_array().unwrap();
        assert!(!tools.is_empty() && tools.len() <= 4);
        found.extend(names(tools).into_iter().map(str::to_owned));
        let Some(next) = page.get("nextCursor") else {
            break;
        };
        params = json!({ "cursor": next });
    }
    let all = listed(Settings::default()).await;
    assert_eq!(found, names(&all));
}

#[tokio::test]
async fn arguments_of_prompts_and_templates_are_completed() {
    let files: [(&str, &[u8]); 4] = [
        ("/src/a b.rs", b""),
        ("/src/ab/x", b""),
        ("/src/c?.rs", b""),
        ("/top", b""),
    ];
    let mut raw = Raw::greeted(&server(&files)).await;
    let template = "isolate://workspace/{+path}";
    let mut values = async |reference: Json, name: &str, value: &str| {
        let argument = json!({ "name": name, "value": value });
        let params = json!({ "ref": reference, "argument": argument });
        let answer = raw.ask("completion/complete", params).await;
        let completion = answer["result"]["completion"].clone();
        assert_eq!(completion["hasMore"], false, "{answer}");
        serde_json::from_value::<Vec<String>>(completion["values"].clone()).unwrap()
    };
    let resource = json!({ "type": "ref/resource", "uri": template });
    assert_eq!(values(resource.clone(), "path", "").await, ["src/", "top"]);
    assert_eq!(values(resource.clone(), "path", "/s").await, ["src/"]);
    assert_eq!(
        values(resource.clone(), "path", "src/a").await,
        ["src/a b.rs", "src/ab/"]
    );
    assert_eq!(
        values(resource.clone(), "path", "src/c").await,
        ["src/c%3F.rs"]
    );
    assert_eq!(
        values(resource.clone(), "path", "nowhere/x").await,
        [] as [&str; 0]
    );
    assert_eq!(values(resource, "path", "../..").await, [] as [&str; 0]);
    let prompt = json!({ "type": "ref/prompt", "name": "system" });
    assert_eq!(values(prompt, "form", "p").await, ["programs"]);
    let params = json!({
        "ref": { "type": "ref/prompt", "name": "other" },
        "argument": { "name": "form", "value": "" },
    });
    let answer = raw.ask("completion/complete", params).await;
    assert_eq!(answer["error"]["code"], -32_602);
}

struct Adder;

impl Extension for Adder {
    fn tools(&self) -> Vec<Tool> {
        let schema = json!({ "type": "object" }).as_object().unwrap().clone();
        vec![Tool::new("add", "Adds.", schema)]
    }

    fn call_tool<'a>(
        &'a self,
        request: &'a CallToolRequestParams,
        _: &'a RequestContext<RoleServer>,
    ) -> std::pin::Pin<
        Box<dyn Future<Output = Option<Result<CallToolResult, ErrorData>>> + Send + 'a>,
    > {
        Box::pin(async move {
            (request.name == "add")
                .then(|| Ok(CallToolResult::success(vec![ContentBlock::text("7")])))
        })
    }
}

#[tokio::test]
async fn an_embedder_adds_tools_of_its_own() {
    let mut raw = Raw::greeted(&server(&[]).with_extension(Adder)).await;
    let listed = raw.ask("tools/list", json!({})).await;
    assert_eq!(listed["result"]["tools"][0]["name"], "add");
    assert_eq!(text(&raw.call("add", json!({})).await), "7");
    let run = raw.call("run", json!({ "code": "1" })).await;
    assert_eq!(run["isError"], false);
}
