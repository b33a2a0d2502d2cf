"""What a user does first, with nothing installed but the package: `cargo xtask ci python` runs it.

With `--published`, the package has to have all that is published, which other builds may have been made without.
"""

from __future__ import annotations

import asyncio
import http.server
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import threading
import time

from isolate_run import Functions, Sandbox, Workspace

COMMAND = shutil.which("isolate-run")
assert COMMAND is not None, "pip has not put the command on the path"


def command(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    line = [str(COMMAND), *arguments]
    return subprocess.run(line, input=text, capture_output=True, text=True, timeout=60)


def library() -> None:
    functions = Functions()

    @functions.add("clock", "now")
    def now() -> int:
        return 7

    with Workspace.memory() as workspace:
        run = Sandbox().run(workspace, "async () => clock.now()", functions=functions)
        assert run.result() == 7, run
        run = asyncio.run(Sandbox().run_async(workspace, "1 + 1"))
        assert run.result() == 2, run


def exit_codes() -> None:
    done = command("--eval", "({ a: 1 })", "--json")
    assert done.returncode == 0 and json.loads(done.stdout)["result"] == {"a": 1}, done
    assert command("--eval", "throw new Error('x')").returncode == 1
    usage = command("--no-such-option")
    assert usage.returncode == 2 and "--no-such-option" in usage.stderr, usage
    limit = command("--timeout", "100ms", "--eval", "for (;;);")
    assert limit.returncode not in (0, 1, 2), limit
    assert command("-", text="21 * 2").stdout == "42\n"
    module = [sys.executable, "-m", "isolate_run", "--version"]
    assert subprocess.run(module, capture_output=True).returncode == 0


def signals() -> None:
    """Ctrl-C ends a program with its exit code, and a reader that goes away is no error of Python."""
    line = [str(COMMAND), "--timeout", "1m", "--eval", "console.log('ready'); for (;;);"]
    with subprocess.Popen(line, stderr=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=20)
        assert process.returncode == 130, (process.returncode, errors)
        assert b"Traceback" not in errors, errors
    long = [str(COMMAND), "--eval", "'x\\n'.repeat(500000)"]
    reader, writer = os.pipe()
    with subprocess.Popen(long, stdout=writer, stderr=subprocess.PIPE) as process:
        os.close(reader)
        os.close(writer)
        _, errors = process.communicate(timeout=60)
        assert b"Traceback" not in errors and b"panicked" not in errors, errors


def server(folder: pathlib.Path) -> None:
    """An MCP server over a pipe: it answers, and ends with its input."""
    hello = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        },
    }
    line = [str(COMMAND), "serve", "--db", str(folder / "served.sqlite")]
    with subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(json.dumps(hello).encode() + b"\n")
        process.stdin.flush()
        answer = json.loads(process.stdout.readline())
        assert answer["result"]["serverInfo"], answer
        process.stdin.close()
        assert process.wait(timeout=20) == 0


def sends_spans(environment: dict[str, str]) -> bool:
    """Whether this build does. Nothing asks for it but a wrong setting, which is told where spans are sent."""
    environment = {**environment, "OTEL_TRACES_EXPORTER": "unknown"}
    done = subprocess.run([str(COMMAND), "--eval", "1"], env=environment, capture_output=True, text=True)
    return "spans are not exported" in done.stderr


def spans() -> str:
    """A collector gets the spans of runs, as parts of the trace that the caller names."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("OTEL_", "TRACE"))}
    if not sends_spans(environment):
        assert "--published" not in sys.argv, "what is published sends spans, and this does not"
        return "; skipped: spans, for which this library is built without the feature otlp"
    received: list[tuple[str, str | None, bytes]] = []

    class Collector(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            received.append((self.path, self.headers["content-type"], body))
            self.send_response(200)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    trace, span = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"
    parent = f"00-{trace}-{span}-01"
    code = "from isolate_run import *; Sandbox().run(Workspace.memory(), '1', traceparent=" + repr(parent) + ")"
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Collector) as collector:
        threading.Thread(target=collector.serve_forever, daemon=True).start()
        environment["OTEL_EXPORTER_OTLP_ENDPOINT"] = f"http://127.0.0.1:{collector.server_port}"
        for line, more in (
            ([sys.executable, "-c", code], {}),
            ([str(COMMAND), "--eval", "1"], {"TRACEPARENT": parent}),
        ):
            received.clear()
            subprocess.run(line, env={**environment, **more}, check=True, timeout=60, stdout=subprocess.DEVNULL)
            assert received, f"{line[0]} has sent nothing"
            assert {(path, kind) for path, kind, _ in received} == {("/v1/traces", "application/x-protobuf")}
            sent = b"".join(body for _, _, body in received)
            assert bytes.fromhex(trace) in sent and bytes.fromhex(span) in sent, f"{line[0]}: another trace"
        collector.shutdown()
    return ", and spans arrive"


def shared_files() -> None:
    """The man page and the completions, below the prefix."""
    share = pathlib.Path(sysconfig.get_path("data")) / "share"
    for name in (
        "man/man1/isolate-run.1",
        "bash-completion/completions/isolate-run",
        "zsh/site-functions/_isolate-run",
        "fish/vendor_completions.d/isolate-run.fish",
    ):
        assert (share / name).is_file(), name
    if bash := shutil.which("bash", path="/usr/bin:/bin"):
        script = share / "bash-completion/completions/isolate-run"
        asked = f"source '{script}'; complete -p isolate-run"
        done = subprocess.run([bash, "-c", asked], capture_output=True, text=True)
        assert done.returncode == 0 and "isolate-run" in done.stdout, done


with tempfile.TemporaryDirectory() as temporary:
    library()
    exit_codes()
    signals()
    server(pathlib.Path(temporary))
    shared_files()
    of_spans = spans()
print(f"the package, the command and what belongs to it work{of_spans}")
