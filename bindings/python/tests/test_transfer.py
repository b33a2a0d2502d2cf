"""Directories and archives of the disk, in and out."""

from __future__ import annotations

import tarfile
from pathlib import Path

import pytest

from isolate_run import ExistingFileError, FileError, MissingFileError, Sandbox, Workspace


def test_a_directory_in_and_out(workspace: Workspace, sandbox: Sandbox, tmp_path: Path) -> None:
    source = tmp_path / "source"
    (source / "src").mkdir(parents=True)
    (source / "src/a.py").write_text("print(1)")
    (source / "a.log").write_text("noise")
    (source / ".gitignore").write_text("*.tmp\n")
    (source / "b.tmp").write_text("ignored")
    copied = workspace.import_from(source, "/project", exclude=["*.log"])
    assert (copied.files, copied.ignored, copied.skipped_total) == (2, 2, 0)
    assert "/project/src/a.py" in copied.effects.created
    sandbox.run(workspace, "state.writeFile('/project/src/a.py', 'print(2)')")
    out = tmp_path / "out"
    assert workspace.export_to(out, "/project/src").files == 1
    assert next(out.rglob("a.py")).read_text() == "print(2)"
    assert copied.run is not None
    before = tmp_path / "before.tar.gz"
    workspace.export_to(before, run=copied.run)
    with tarfile.open(before) as archive:
        member = archive.extractfile("project/src/a.py")
        assert member is not None and member.read() == b"print(1)"
    with Workspace.memory() as other:
        other.import_from(before)
        assert other.files.read_text("/project/src/a.py") == "print(1)"


def test_what_is_in_the_way_is_named_and_nothing_is_done(workspace: Workspace, tmp_path: Path) -> None:
    (tmp_path / "a").write_text("new")
    (tmp_path / "b").write_text("b")
    workspace.files.write_text("/a", "old")
    with pytest.raises(ExistingFileError) as raised:
        workspace.import_from(tmp_path)
    assert raised.value.paths == ["/a"] or raised.value.paths == ["a"]
    assert workspace.files.list() == ["a"]
    workspace.import_from(tmp_path, overwrite=True)
    assert workspace.files.read_text("/a") == "new"
    with pytest.raises(MissingFileError, match="missing"):
        workspace.import_from(tmp_path / "missing")
    (tmp_path / "bad.zip").write_text("no archive")
    with pytest.raises(FileError):
        workspace.import_from(tmp_path / "bad.zip")
