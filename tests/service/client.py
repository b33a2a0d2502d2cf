"""The whole interface through a client that was generated from the document."""

import importlib
import json
import sys

from isolate_client import AuthenticatedClient

OPERATIONS = set()


def call(tag, operation, *, statuses, **arguments):
    """Calls an operation, which has to answer one of the statuses."""
    module = importlib.import_module(f"isolate_client.api.{tag}.{operation}")
    answer = module.sync_detailed(client=CLIENT, **arguments)
    OPERATIONS.add(operation)
    assert answer.status_code in statuses, (operation, answer.status_code, answer.content)
    return answer


def model(name, **members):
    """A value of a type of the document."""
    return getattr(importlib.import_module("isolate_client.models"), name).from_dict(members)


def run(code, **members):
    body = model("RunRequest", code=code, **members)
    answer = call("runs", "create_run", statuses=[200], name="a", body=body)
    return json.loads(answer.content)


CLIENT = AuthenticatedClient(base_url=sys.argv[1], token=sys.argv[2], raise_on_unexpected_status=True)
file = importlib.import_module("isolate_client.types").File
io = importlib.import_module("io")

call("workspaces", "create_workspace", statuses=[201], name="a")
call("workspaces", "create_workspace", statuses=[201], name="b")
listed = call("workspaces", "list_workspaces", statuses=[200]).parsed
assert listed.workspaces == ["a", "b"], listed
call("workspaces", "get_workspace", statuses=[200], name="a")

done = run("async () => { console.log('hi'); await state.writeFile('/d/a.txt', 'one'); return 7; }")
assert done["status"] == "ok" and done["result"] == 7, done
number = done["id"]
call("runs", "get_run", statuses=[200], name="a", id=number)
call("runs", "list_runs", statuses=[200], name="a")
assert b"+one" in call("runs", "diff_run", statuses=[200], name="a", id=number).content
events = call("runs", "follow_run", statuses=[200], name="a", id=number).content.decode()
assert events.count("event: ") == 4 and events.rstrip().rsplit("\n", 1)[1].startswith("data: {"), events

body = model("RunRequest", code="async () => { for (;;) {} }")
begun = call("runs", "create_run", statuses=[202], name="a", body=body, prefer="respond-async")
call("runs", "cancel_run", statuses=[200, 202], name="a", id=json.loads(begun.content)["id"])

waiting = run("() => state.approve('Go on?')")
asked = waiting["waitingFor"][0]
assert waiting["status"] == "suspended" and asked["argument"] == "Go on?", waiting
listed = call("approvals", "list_pending", statuses=[200], name="a").parsed
assert [pending.id for pending in listed.pending] == [waiting["id"]], listed
yes = model("AnswerRequest", call=asked["call"], digest=asked["digest"], approve=True)
# It waits for an approval, and not for the answer of a function.
answer = model("ResultRequest", call=asked["call"], digest=asked["digest"], value=1)
call("approvals", "give_result", statuses=[409], name="a", id=waiting["id"], body=answer)
call("approvals", "answer_run", statuses=[200], name="a", id=waiting["id"], body=yes)
resumed = call("approvals", "resume_run", statuses=[200], name="a", id=waiting["id"])
assert json.loads(resumed.content)["result"] is True, resumed.content

call("files", "list_root", statuses=[200], name="a")
assert call("files", "read_file", statuses=[200], name="a", path="d/a.txt").content == b"one"
tag = call("files", "stat_file", statuses=[200], name="a", path="d/a.txt").headers["etag"]
new = lambda: file(payload=io.BytesIO(b"two"))
call("files", "write_file", statuses=[200], name="a", path="d/a.txt", body=new(), if_match=tag)
call("files", "write_file", statuses=[412], name="a", path="d/a.txt", body=new(), if_match=tag)
call("files", "remove_file", statuses=[200], name="a", path="d/a.txt")

call("branches", "create_branch", statuses=[201], name="a", branch="idea", body=model("BranchRequest"))
call("branches", "list_branches", statuses=[200], name="a")
call("branches", "merge_branch", statuses=[200], name="a", branch="idea", body=model("MergeRequest"))
call("branches", "delete_branch", statuses=[204], name="a", branch="idea")
call("checkpoints", "create_checkpoint", statuses=[201], name="a", checkpoint="now")
call("checkpoints", "list_checkpoints", statuses=[200], name="a")
call("checkpoints", "restore_checkpoint", statuses=[200], name="a", checkpoint="now")
last = run("() => state.writeFile('/b', 'x')")["id"]
call("runs", "undo_run", statuses=[200], name="a", id=last, body=model("UndoRequest"))
archive = call("archives", "export_archive", statuses=[200], name="a").content
call("archives", "import_archive", statuses=[200], name="b", body=file(payload=io.BytesIO(archive)))
call("workspaces", "delete_workspace", statuses=[204], name="b")
for operation in ["get_health", "get_readiness", "get_metrics", "get_document", "get_page"]:
    call("service", operation, statuses=[200])
print(f"{len(OPERATIONS)} operations")
