"""The table of `docs/api.md` has what the package has: each spelling exists, and no public name is missing."""

from __future__ import annotations

import ast
import inspect
import pathlib
import re
from typing import Any, NamedTuple, is_typeddict

import pytest

import isolate_run

PAGE = pathlib.Path(__file__).parents[3] / "docs" / "api.md"

VARIABLES = {
    "sandbox": "Sandbox",
    "workspace": "Workspace",
    "workspaces": "Workspaces",
    "store": "Store",
    "files": "Files",
    "run": "Run",
    "ran": "ShellRun",
    "handle": "Handle",
    "functions": "Functions",
    "scope": "Scope",
    "toolbox": "Toolbox",
}
"""What the variables of the table are, unless they are arguments."""


class Row(NamedTuple):
    section: str
    what: str
    spellings: list[str]


def rows() -> list[Row]:
    """The rows that have something in the column of Python. A dash says that there is nothing."""
    found: list[Row] = []
    section, column = "", 0
    for line in PAGE.read_text().splitlines():
        if line.startswith("## "):
            section, column = line[3:], 0
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        starts = [at for at, cell in enumerate(cells) if cell.startswith("Python")]
        column = starts[0] if starts else column
        if not cells or starts or not column or cells[column].startswith(("–", "---")):
            continue
        spellings = re.findall(r"`([^`]+)`", cells[column])
        assert spellings, f"{section}: {cells[0]}: no code in {cells[column]!r}"
        found.append(Row(section, cells[0], spellings))
    return found


ROWS = rows()


def parsed(spelling: str, section: str) -> list[ast.stmt]:
    if section == "Options of a run":
        spelling = f"sandbox.run(workspace, code, {spelling})"
    if section == "Options of a command":
        spelling = f"sandbox.shell(workspace, command, {spelling})"
    if spelling.startswith("async for "):
        spelling = f"async def _():\n    {spelling}: pass"
    elif spelling.startswith("for "):
        spelling += ": pass"
    return ast.parse(spelling).body


class Spelling(ast.NodeVisitor):
    """Checks a spelling, and collects what it mentions: members of classes, and keywords of calls."""

    def __init__(self) -> None:
        self.mentioned: set[tuple[str, str]] = set()
        self.awaited: set[int] = set()

    def kind(self, node: ast.expr) -> str | None:
        """The class that an expression has an object of, if the table is about it."""
        if isinstance(node, ast.Name):
            return VARIABLES.get(node.id) or self.known_class(node.id)
        if isinstance(node, ast.Call):
            return self.kind(node.func) if isinstance(node.func, ast.Name) else None
        return None

    def known_class(self, name: str) -> str | None:
        if name[0].isupper():
            assert hasattr(isolate_run, name), f"isolate_run has no {name}"
            return name
        return None

    def member(self, node: ast.Attribute) -> Any:
        kind = self.kind(node.value)
        if kind is None:
            return None
        owner = getattr(isolate_run, kind, None)
        assert owner is not None, f"isolate_run has no {kind}"
        assert hasattr(owner, node.attr), f"{kind} has no {node.attr}"
        self.mentioned.add((kind, node.attr))
        return inspect.getattr_static(owner, node.attr)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        member = self.member(node)
        is_method = inspect.isfunction(member) or isinstance(member, classmethod)
        assert not is_method, f"{node.attr} is a method: write its call"
        self.generic_visit(node)

    def visit_Await(self, node: ast.Await) -> None:
        self.awaited.add(id(node.value))
        if isinstance(node.value, ast.Name):
            kind = self.kind(node.value)
            assert kind and hasattr(getattr(isolate_run, kind), "__await__"), f"{kind} is not awaited"
        else:
            assert isinstance(node.value, ast.Call)
        self.generic_visit(node)

    def visit_AsyncFor(self, node: ast.AsyncFor) -> None:
        assert isinstance(node.iter, ast.Call) and isinstance(node.iter.func, ast.Attribute)
        assert inspect.isasyncgenfunction(self.member(node.iter.func)), "it is no asynchronous generator"
        self.visit(node.iter)

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Attribute):
            function, owner, skipped = self.member(node.func), self.kind(node.func.value), 1
            if isinstance(function, classmethod):
                function = function.__func__
            self.visit(node.func.value)
        else:
            assert isinstance(node.func, ast.Name)
            name = self.known_class(node.func.id)
            assert name or hasattr(isolate_run, node.func.id) or node.func.id == "list"
            function, owner, skipped = getattr(isolate_run, node.func.id, None), name, 0
        for argument in [*node.args, *(keyword.value for keyword in node.keywords)]:
            self.visit(argument)
        if function is None or owner is None:
            return
        assert callable(function), f"{ast.unparse(node.func)} is no method"
        is_awaited = id(node) in self.awaited
        assert inspect.iscoroutinefunction(function) == is_awaited, f"await: {ast.unparse(node)}"
        self.bind(node, function, owner, skipped)

    def bind(self, node: ast.Call, function: Any, owner: str, skipped: int) -> None:
        """Whether the arguments fit."""
        signature = inspect.signature(function)
        arguments = [None] * (skipped + len(node.args))
        keywords = {keyword.arg: None for keyword in node.keywords if keyword.arg}
        bound = signature.bind(*arguments, **keywords)
        rest = next((p for p in signature.parameters.values() if p.kind is p.VAR_KEYWORD), None)
        options: dict[str, Any] = {}
        kind = ""
        if rest is not None:
            kind = re.sub(r"^Unpack\[(\w+)\]$", r"\1", str(rest.annotation))
            options = inspect.get_annotations(option_class(kind))
        for name in keywords:
            if rest is not None and name in bound.arguments.get(rest.name, {}):
                assert name in options, f"{kind} has no {name}"
                self.mentioned.add((kind, name))
            else:
                self.mentioned.add((owner, name))


def option_class(name: str) -> Any:
    from isolate_run import _functions, _workspace

    return next(getattr(module, name) for module in (isolate_run, _functions, _workspace) if hasattr(module, name))


def check(row: Row) -> set[tuple[str, str]]:
    visitor = Spelling()
    for spelling in row.spellings:
        for statement in parsed(spelling, row.section):
            visitor.visit(statement)
    return visitor.mentioned


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.section}: {row.what}")
def test_a_spelling_exists(row: Row) -> None:
    check(row)


def test_the_table_is_read() -> None:
    assert len(ROWS) > 110
    assert {row.section for row in ROWS} >= {"Sandbox", "Options of a run", "Run", "Workspace", "Files", "Functions"}


def public(kind: str) -> set[tuple[str, str]]:
    owner = option_class(kind)
    names = inspect.get_annotations(owner) if is_typeddict(owner) else dir(owner)
    return {(kind, name) for name in names if not name.startswith("_")}


def test_no_public_name_is_missing() -> None:
    mentioned: set[tuple[str, str]] = set()
    for row in ROWS:
        try:
            mentioned |= check(row)
        except AssertionError:
            continue  # The test of the row fails.
    there: set[tuple[str, str]] = set()
    kinds = [kind for kind in VARIABLES.values() if hasattr(isolate_run, kind)]
    for kind in [*kinds, "RunOptions", "ShellOptions", "WorkspaceOptions", "Properties"]:
        there |= public(kind)
    there |= {("Sandbox", name) for name in inspect.signature(isolate_run.Sandbox).parameters}
    assert sorted(there - mentioned) == []


@pytest.mark.parametrize(
    ("spelling", "words"),
    [
        ("sandbox.rn(workspace, code)", "Sandbox has no rn"),
        ("await sandbox.run(workspace, code)", "await: "),
        ("sandbox.run_async(workspace, code)", "await: "),
        ("sandbox.run(workspace, code, inputt=x)", "RunOptions has no inputt"),
        ("workspace.undo()", "missing a required argument: 'run'"),
        ("run.error", "error is a method"),
        ("Sandboxes()", "isolate_run has no Sandboxes"),
    ],
)
def test_a_wrong_spelling_is_found(spelling: str, words: str) -> None:
    with pytest.raises((AssertionError, TypeError)) as raised:
        check(Row("Sandbox", "", [spelling]))
    assert words in str(raised.value)
