"""The files of a workspace, and commands on them, for deepagents."""

from __future__ import annotations

import base64
import datetime
import posixpath
import uuid
from typing import Any, cast

from .. import IsolateError, Run, Sandbox, ShellOptions, UsageError, Workspace
from ._answers import cut
from ._commands import Commands, Ended
from ._shared import Programs

from deepagents.backends.protocol import (
    BackendProtocol,
    DeleteResult,
    EditResult,
    ExecuteResponse,
    FileData,
    FileDownloadResponse,
    FileInfo,
    FileUploadResponse,
    GlobResult,
    GrepMatch,
    GrepResult,
    LsResult,
    ReadResult,
    SandboxBackendProtocol,
    WriteResult,
)
from deepagents.backends.utils import (
    _get_backend_read_file_type,
    compile_grep_include_glob,
    perform_string_replacement,
    slice_read_response,
)

_MATCHES_MAX = 10_000
"""Matches of a search without `max_count`, and files of a pattern."""

_PATHS_MAX = 200_000
"""Files that a search looks at."""

_FIND = """async ({ path, max }) => {
  const files = await state.find(path, { type: "file" });
  return files.slice(0, max + 1).map(({ path, size, mtime }) => [path, size, mtime.toISOString()]);
}"""

_SEARCH = """async ({ paths, text, max }) => {
  const found = [];
  for (const path of paths) {
    let last = 0;
    for (const { line, lineText } of await state.searchText(path, text)) {
      if (line === last) continue;
      last = line;
      found.push([path, line, lineText]);
      if (found.length > max) return found;
    }
  }
  return found;
}"""


class _RefusedEdit(Exception):
    """An edit that deepagents refuses, in its words."""


class IsolateBackend(BackendProtocol):
    """The files of a workspace for the file tools of deepagents. Its methods answer errors, and raise none.

    Args:
        workspace: The workspace.
        sandbox: Searches the files. Default: one that all adapters share.
    """

    def __init__(self, workspace: Workspace, *, sandbox: Sandbox | None = None) -> None:
        self.workspace = workspace
        self._programs = Programs(workspace, sandbox)

    def version(self, path: str) -> int | None:
        """The number of the run of the history that changed a path last, or `None`."""
        runs = self.workspace.history(limit=1, path=path)
        return runs[0].run if runs else None

    def ls(self, path: str) -> LsResult:
        try:
            files = self.workspace.files
            return LsResult(entries=[self._info(posixpath.join(path, name)) for name in files.list(path)])
        except IsolateError as error:
            return LsResult(error=f"Error: {error}")

    def _info(self, path: str) -> FileInfo:
        try:
            stat = self.workspace.files.stat(path)
        except OSError:
            stat = None
        if stat is None:
            # A link that leads nowhere.
            return {"path": path, "is_dir": False, "size": 0, "modified_at": ""}
        is_dir = stat.kind == "directory"
        modified = datetime.datetime.fromtimestamp(stat.mtime, datetime.timezone.utc)
        return {
            "path": f"{path}/" if is_dir else path,
            "is_dir": is_dir,
            "size": 0 if is_dir else stat.size,
            "modified_at": modified.isoformat(),
        }

    def read(self, file_path: str, offset: int = 0, limit: int = 2000) -> ReadResult:
        try:
            data = self.workspace.files.read_bytes(file_path)
        except IsolateError as error:
            return ReadResult(error=f"Error: {error}")
        try:
            is_text = _get_backend_read_file_type(file_path) == "text"
            text = data.decode() if is_text else None
        except UnicodeDecodeError:
            text = None
        if text is None:
            encoded = base64.b64encode(data).decode()
            return ReadResult(file_data=_data(encoded, "base64"))
        return slice_read_response(_data(text, "utf-8"), offset, limit)

    def write(self, file_path: str, content: str) -> WriteResult:
        try:
            self.workspace.files.write_text(file_path, content)
        except IsolateError as error:
            return WriteResult(error=f"Error: {error}")
        return WriteResult(path=file_path)

    def edit(
        self, file_path: str, old_string: str, new_string: str, replace_all: bool = False
    ) -> EditResult:
        counts: list[int] = []

        def change(text: str) -> str:
            replaced = perform_string_replacement(text, old_string, new_string, replace_all)
            if isinstance(replaced, str):
                raise _RefusedEdit(replaced)
            counts.append(replaced[1])
            return replaced[0]

        try:
            self._programs.edit(file_path, change)
        except _RefusedEdit as refused:
            return EditResult(error=str(refused))
        except UnicodeDecodeError:
            return EditResult(error=f"Error: {file_path} is no text in UTF-8: it cannot be edited")
        except IsolateError as error:
            return EditResult(error=f"Error: {error}")
        return EditResult(path=file_path, occurrences=counts[-1])

    def delete(self, file_path: str) -> DeleteResult:
        try:
            self.workspace.files.remove(file_path, recursive=True)
        except IsolateError as error:
            return DeleteResult(error=f"Error: {error}")
        return DeleteResult(path=file_path)

    def _read_only(self, code: str, **given: Any) -> Run:
        return self._programs.sandbox.run(self.workspace, code, input=given, read_only=True)

    def _files(self, path: str | None, pattern: str | None, max: int) -> tuple[list[FileInfo], bool]:
        """The files below a path that match, and whether there are more."""
        root = posixpath.normpath(posixpath.join("/", path or "/"))
        matches = compile_grep_include_glob(pattern) if pattern else None
        found: list[FileInfo] = []
        # What does not match is left out here: the rules of patterns are those of deepagents.
        for file, size, modified in self._read_only(_FIND, path=root, max=_PATHS_MAX).result():
            relative = posixpath.basename(file) if file == root else posixpath.relpath(file, root)
            if matches is None or matches(relative):
                found.append({"path": file, "is_dir": False, "size": size, "modified_at": modified})
        return found[:max], len(found) > max

    def glob(self, pattern: str, path: str | None = None) -> GlobResult:
        try:
            found, is_cut = self._files(path, pattern, _MATCHES_MAX)
        except (IsolateError, ValueError) as error:
            return GlobResult(error=f"Error: {error}")
        found.sort(key=lambda info: info.get("modified_at", ""), reverse=True)
        return GlobResult(
            matches=found, truncated=is_cut, truncation_reason="budget" if is_cut else None
        )

    def grep(
        self,
        pattern: str,
        path: str | None = None,
        glob: str | None = None,
        *,
        max_count: int | None = None,
    ) -> GrepResult:
        most = _MATCHES_MAX if max_count is None else max_count
        try:
            files, _ = self._files(path, glob, _PATHS_MAX)
            paths = [info["path"] for info in files]
            found = self._read_only(_SEARCH, paths=paths, text=pattern, max=most).result()
        except (IsolateError, ValueError) as error:
            return GrepResult(error=f"Error: {error}")
        matches = [
            cast(GrepMatch, {"path": file, "line": line, "text": text})
            for file, line, text in found[:most]
        ]
        return GrepResult(matches=matches, truncated=len(found) > most)

    def upload_files(self, files: list[tuple[str, bytes]]) -> list[FileUploadResponse]:
        responses = []
        for path, content in files:
            try:
                self.workspace.files.write_bytes(path, content)
                responses.append(FileUploadResponse(path=path))
            except IsolateError as error:
                responses.append(FileUploadResponse(path=path, error=_reason(error)))
        return responses

    def download_files(self, paths: list[str]) -> list[FileDownloadResponse]:
        responses = []
        for path in paths:
            try:
                content = self.workspace.files.read_bytes(path)
                responses.append(FileDownloadResponse(path=path, content=content))
            except IsolateError as error:
                responses.append(FileDownloadResponse(path=path, error=_reason(error)))
        return responses


_REASONS = {
    "ENOENT": "file_not_found",
    "EISDIR": "is_directory",
    "EPERM": "permission_denied",
    "EACCES": "permission_denied",
    "EROFS": "permission_denied",
    "EINVAL": "invalid_path",
    "ENAMETOOLONG": "invalid_path",
    "ENOTDIR": "invalid_path",
}


def _data(content: str, encoding: str) -> FileData:
    return cast(FileData, {"content": content, "encoding": encoding})


def _reason(error: IsolateError) -> str:
    """An error in the words that deepagents knows."""
    return _REASONS.get(error.code or "", str(error))


OUTPUT_MAX = 100_000
"""Characters of the output of a command, as the backends of deepagents have it."""


class IsolateSandbox(IsolateBackend, SandboxBackendProtocol):
    """As `IsolateBackend`, with commands of a shell on the same files: an agent gets the tool `execute`.

    Each command begins in `/` with the variables of `shell`, and is a run of the history. With
    `shell={"session": "name"}`, commands go on from each other.

    Args:
        workspace: The workspace.
        id: Its name. Default: a new one.
        sandbox: Searches the files, and runs the commands. Default: one that all adapters share.
        shell: Options of the commands, such as `limits`, `env`, `session` or `allowed_commands`.
        output_max: Characters of an output; of a longer one, the middle is left out.
    """

    def __init__(
        self,
        workspace: Workspace,
        *,
        id: str | None = None,
        sandbox: Sandbox | None = None,
        shell: ShellOptions | None = None,
        output_max: int = OUTPUT_MAX,
    ) -> None:
        super().__init__(workspace, sandbox=sandbox)
        if output_max < 1:
            raise UsageError(f"output_max is {output_max}: it takes a number from 1")
        self._id = id or f"isolate-{uuid.uuid4().hex}"
        self._commands = Commands(workspace, sandbox, shell)
        self._output_max = output_max

    @property
    def id(self) -> str:
        return self._id

    def execute(self, command: str, *, timeout: int | None = None) -> ExecuteResponse:
        """Runs a command. Its answer has both outputs, in the order in which they were written.

        Args:
            command: What `bash -c` gets.
            timeout: Seconds that it may take. With `None` or 0, those of `shell`, or 30.

        Raises:
            ValueError: `timeout` is below 0.
        """
        try:
            return self._response(self._commands.run_sync(_in_order(command), timeout=timeout or None))
        except IsolateError as error:
            return ExecuteResponse(output=f"Error: {error}")

    async def aexecute(
        self,
        command: str,
        *,
        timeout: int | None = None,
    ) -> ExecuteResponse:
        """As `execute`. A cancellation ends the command, and nothing of it is kept."""
        try:
            return self._response(await self._commands.run(_in_order(command), timeout=timeout or None))
        except IsolateError as error:
            return ExecuteResponse(output=f"Error: {error}")

    def _response(self, ended: Ended) -> ExecuteResponse:
        output = ended.combined
        omitted = ended.omitted
        if omitted:
            output += f"\n[cut: {omitted} bytes left out; write less, or write it to a file and read parts]"
        return ExecuteResponse(
            output=cut(output, self._output_max, "write less"),
            exit_code=ended.exit_code,
            truncated=bool(omitted) or len(output) > self._output_max,
        )


def _in_order(command: str) -> str:
    """The command with its error output among its output."""
    if not isinstance(command, str) or not command.strip():
        raise UsageError("the command is empty: pass what a shell is to do, such as `ls -la`")
    if "\0" in command:
        raise UsageError("the command has a byte of value 0, which no command may have")
    return f"exec 2>&1; {command}"
