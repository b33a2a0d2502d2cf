"""The examples of the documentation run, and do what their comments say.

The blocks of a page run in order, in one namespace and in an empty folder. `# -> value` behind an expression
is its `repr`; behind a `print`, it is what is printed. A block that cannot run is marked ```` ```python no_run ````,
and `NOT_RUN` says how many a page has.
"""

from __future__ import annotations

import ast
import doctest
import importlib
import io
import pathlib
import pkgutil
import re
import sys
import tokenize
import types
from collections.abc import Iterator
from typing import Any

import pytest

import isolate_run

ROOT = pathlib.Path(__file__).parents[3]

PAGES = sorted(
    path
    for path in [
        ROOT / "README.md",
        ROOT / "bindings/python/README.md",
        # Those of adapters need the packages that they adapt, and have tests of their own.
        *(page for page in ROOT.glob("docs/*.md") if not page.name.startswith("adapters-")),
    ]
    if "```python" in path.read_text()
)

NOT_RUN: dict[str, int] = {"docs/python.md": 3}
"""Blocks that need a model, its SDK or other processes."""

FENCE = re.compile(r"^```python(?P<mark>[^\n]*)\n(?P<code>.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: pathlib.Path) -> Iterator[tuple[str, str, int]]:
    """Each block: its mark, its code, and the number of lines before it."""
    text = page.read_text()
    for found in FENCE.finditer(text):
        yield found["mark"].strip(), found["code"], text.count("\n", 0, found.start("code"))


def claims(code: str) -> dict[int, str]:
    """What `# ->` says, by line."""
    comments = (
        token
        for token in tokenize.generate_tokens(io.StringIO(code).readline)
        if token.type == tokenize.COMMENT
    )
    return {
        token.start[0]: token.string.removeprefix("# ->").strip()
        for token in comments
        if token.string.startswith("# ->")
    }


class Checks(ast.NodeTransformer):
    """Turns an expression with a claim into a call that checks it."""

    def __init__(self, said: dict[int, str], lines_before: int) -> None:
        self.said = dict(said)
        self.lines_before = lines_before

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        assert node.end_lineno is not None
        text = self.said.pop(node.end_lineno, None)
        if text is None:
            return self.generic_visit(node)
        call, what = node.value, "__value"
        is_print = isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
        arguments: list[ast.expr] = [node.value]
        if is_print and isinstance(call, ast.Call) and getattr(call.func, "id", "") == "print":
            what, arguments = "__printed", call.args
        place = self.lines_before + node.end_lineno
        known: list[ast.expr] = [ast.Constant(place), ast.Constant(text)]
        check = ast.Call(ast.Name(what, ast.Load()), [*known, *arguments], [])
        return ast.copy_location(ast.Expr(ast.copy_location(check, node)), node)


def run_page(page: pathlib.Path, name: str) -> tuple[int, int]:
    """Runs its blocks; answers how many were marked, and how many claims held."""
    module = types.ModuleType(re.sub(r"\W", "_", name))
    seen: set[int] = set()
    expected: set[int] = set()

    def value(line: int, text: str, found: Any) -> None:
        seen.add(line)
        assert repr(found) == text, f"{name}:{line}: it is {found!r}"

    def printed(line: int, text: str, *found: Any) -> None:
        seen.add(line)
        shown = " ".join(str(one) for one in found)
        assert shown == text, f"{name}:{line}: it prints {shown}"

    module.__dict__.update(__value=value, __printed=printed)
    marked = 0
    sys.modules[module.__name__] = module
    try:
        for mark, code, before in blocks(page):
            assert mark in ("", "no_run"), f"{name}:{before}: unknown mark {mark!r}"
            said = claims(code)
            checks = Checks(said, before)
            tree = ast.increment_lineno(ast.fix_missing_locations(checks.visit(ast.parse(code))), before)
            assert not checks.said, f"{name}:{before}: there is no expression before {checks.said}"
            if mark:
                marked += 1
                continue
            expected |= {before + line for line in said}
            exec(compile(tree, str(page), "exec", dont_inherit=True), module.__dict__)
    finally:
        del sys.modules[module.__name__]
    assert seen == expected, f"{name}: not reached: {sorted(expected - seen)}"
    return marked, len(seen)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_examples(
    page: pathlib.Path, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pydantic")
    monkeypatch.chdir(tmp_path)
    name = str(page.relative_to(ROOT))
    marked, held = run_page(page, name)
    assert marked == NOT_RUN.get(name, 0)
    assert held > 0, "no block says what comes out"


def test_examples_of_docstrings() -> None:
    attempted = failed = 0
    for found in pkgutil.iter_modules(isolate_run.__path__):
        # The command would run, and adapters need the packages that they adapt.
        if found.name in ("__main__", "adapters"):
            continue
        done = doctest.testmod(importlib.import_module(f"isolate_run.{found.name}"))
        attempted, failed = attempted + done.attempted, failed + done.failed
    done = doctest.testmod(isolate_run)
    assert failed + done.failed == 0
    assert attempted >= 4 and done.attempted >= 3


def test_pages_are_found() -> None:
    names = {str(page.relative_to(ROOT)) for page in PAGES}
    assert names >= {"README.md", "bindings/python/README.md", "docs/python.md", "docs/functions.md"}
    assert set(NOT_RUN) <= names


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("1 + 1  # -> 3", "page.md:2: it is 2"),
        ("print(1, 'a')  # -> 1 b", "page.md:2: it prints 1 a"),
        ("x = 1  # -> 1", "there is no expression"),
        ("if False:\n    1  # -> 1", "not reached: [3]"),
    ],
)
def test_a_wrong_claim_is_found(code: str, words: str, tmp_path: pathlib.Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"```python\n{code}\n```\n")
    with pytest.raises(AssertionError) as raised:
        run_page(page, "page.md")
    assert words in str(raised.value)
