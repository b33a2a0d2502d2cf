"""What is imported with the package: the modules of Python that it needs, and no more.

Times differ between machines; which modules are loaded does not. Each module of the lists below was worth its
time, and what is missing there, such as `asyncio`, `dataclasses`, `inspect` and `json`, would double it.
"""

from __future__ import annotations

import inspect
import subprocess
import sys
import typing

import pytest

import isolate_run

PACKAGE = """
import __future__, atexit, contextvars, datetime, errno, functools, importlib, math, reprlib, typing

class Options(typing.TypedDict, total=False):
    "Newer versions of Python import more for the first one."
    option: "int | None"
"""
COMMAND = "import __future__, signal"

RUN = """
from isolate_run import *
with Workspace.memory() as workspace:
    sandbox = Sandbox()
    run = sandbox.run(workspace, "() => state.writeFile('/a', 'x')", limits=Limits(timeout=10))
    assert run.result() is None and run.effects.created == ["/a"] and run.usage.fuel > 0
    workspace.undo(run)
"""


def modules(code: str) -> set[str]:
    """The modules that an interpreter has after this code."""
    code += "\nimport sys\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    return set(done.stdout.splitlines()[-1].split())


@pytest.mark.parametrize(
    ("code", "needed"),
    [
        ("import isolate_run", "import __future__"),
        ("from isolate_run import *", PACKAGE),
        (RUN, PACKAGE),
        ("import sys; sys.argv[1:] = ['--version']\nfrom isolate_run._command import main; main()", COMMAND),
    ],
    ids=["the package alone", "all names", "a run", "the command"],
)
def test_only_what_is_needed_is_imported(code: str, needed: str) -> None:
    new = modules(code) - modules(needed)
    assert {name for name in new if not name.startswith("isolate_run")} == set()


def test_the_command_imports_the_native_part_alone() -> None:
    code = "import sys; sys.argv[1:] = ['--version']\nfrom isolate_run._command import main; main()"
    own = {name for name in modules(code) if name.startswith("isolate_run")}
    assert own == {"isolate_run", "isolate_run._command", "isolate_run._native"}


def test_each_name_is_found() -> None:
    code = """
import inspect, isolate_run, pydoc
missing = [name for name in isolate_run.__all__ if not hasattr(isolate_run, name)]
assert missing == [], missing
assert set(isolate_run.__all__) <= set(dir(isolate_run))
assert isolate_run.Sandbox is isolate_run.Sandbox
try:
    isolate_run.Sandboxes
except AttributeError as error:
    assert str(error) == "module 'isolate_run' has no attribute 'Sandboxes'", error
try:
    from isolate_run import Sandboxes
except ImportError as error:
    assert "cannot import name 'Sandboxes'" in str(error), error
text = pydoc.plain(pydoc.render_doc(isolate_run))
for name in isolate_run.__all__:
    assert name in text, name
"""
    modules(code)


def test_type_hints_can_be_read() -> None:
    """Whoever makes tools of methods reads them."""
    found = 0
    for name in isolate_run.__all__:
        owner = getattr(isolate_run, name)
        if not inspect.isclass(owner):
            continue
        typing.get_type_hints(owner)
        for member in vars(owner).values():
            function = getattr(member, "fget", getattr(member, "__func__", getattr(member, "func", member)))
            if inspect.isfunction(function):
                typing.get_type_hints(function)
                found += 1
    assert found > 100
    assert typing.get_type_hints(isolate_run.Workspace.undo)["return"] is isolate_run.Effects
