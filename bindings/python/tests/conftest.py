"""What tests share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from isolate_run import Sandbox, Workspace

# Tests that say all that a workspace has. Under pytest-run-parallel, threads of one test share theirs.
ALONE = {"test_checkpoints_and_branches", "test_commit", "test_files", "test_history"}
# The same of whole files; and some of these change what belongs to the process.
FILES_ALONE = {"test_api.py", "test_docs.py", "test_objects.py", "test_tools.py", "test_transfer.py"}


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "thread_unsafe: runs on one thread alone")


@pytest.hookimpl(tryfirst=True)
def pytest_itemcollected(item: pytest.Item) -> None:
    if item.name in ALONE or item.path.name in FILES_ALONE:
        item.add_marker(pytest.mark.thread_unsafe)


@pytest.fixture(scope="session")
def sandbox() -> Sandbox:
    return Sandbox(runs=16)


@pytest.fixture
def workspace() -> Iterator[Workspace]:
    with Workspace.memory() as workspace:
        yield workspace
