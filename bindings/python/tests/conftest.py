"""What tests share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from isolate_run import Sandbox, Workspace


@pytest.fixture(scope="session")
def sandbox() -> Sandbox:
    return Sandbox(runs=16)


@pytest.fixture
def workspace() -> Iterator[Workspace]:
    with Workspace.memory() as workspace:
        yield workspace
