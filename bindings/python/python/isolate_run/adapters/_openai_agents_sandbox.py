"""Sandboxes of OpenAI Agents over workspaces."""

from __future__ import annotations

import asyncio
import io
import posixpath
import tarfile
import tempfile
import uuid
from pathlib import Path
from typing import Literal

from .. import IsolateError, Sandbox, ShellOptions, UsageError, Workspace, Workspaces
from ._commands import Commands, command_line, with_line
from ._paths import real_path

from agents.sandbox import (
    ExecResult,
    ExecTimeoutError,
    ExecTransportError,
    Manifest,
    SnapshotSpec,
    User,
    WorkspaceArchiveReadError,
    WorkspaceArchiveWriteError,
    WorkspaceReadNotFoundError,
    resolve_snapshot,
)
from agents.sandbox.errors import WorkspaceStartError
from agents.sandbox.materialization import MaterializationResult
from agents.sandbox.session.base_sandbox_session import BaseSandboxSession
from agents.sandbox.session.dependencies import Dependencies
from agents.sandbox.session.manager import Instrumentation
from agents.sandbox.session.sandbox_client import BaseSandboxClient, BaseSandboxClientOptions
from agents.sandbox.session.sandbox_session import SandboxSession
from agents.sandbox.session.sandbox_session_state import SandboxSessionState
from agents.sandbox.session.workspace_payloads import coerce_write_payload
from agents.sandbox.snapshot import SnapshotBase
from agents.sandbox.util.tar_utils import should_skip_tar_member, validate_tarfile
from agents.sandbox.workspace_paths import posix_path_as_path, sandbox_path_str


_USER = "user"
"""The one user of a sandbox."""


class IsolateSandboxClientOptions(BaseSandboxClientOptions):
    """Where a session works.

    Attributes:
        workspace: The name of its workspace, for a client over `Workspaces`. Default: a new one, which is removed
            when the session is deleted.
        branch: The branch that it works on. One that is missing is made, and deleted with the session. Default:
            that of the workspace.
    """

    type: Literal["isolate"] = "isolate"
    workspace: str | None = None
    branch: str | None = None


class IsolateSandboxSessionState(SandboxSessionState):
    """What is kept of a session: where its files are, and the run of the history that its snapshot is of."""

    type: Literal["isolate"] = "isolate"
    workspace: str | None = None
    owns_workspace: bool = False
    branch: str | None = None
    owns_branch: bool = False
    run: int | None = None


class IsolateSandboxSession(BaseSandboxSession):
    """A session over a workspace. `IsolateSandboxClient` makes it."""

    state: IsolateSandboxSessionState

    def __init__(
        self,
        *,
        state: IsolateSandboxSessionState,
        workspace: Workspace,
        sandbox: Sandbox | None = None,
        shell: ShellOptions | None = None,
        closes: bool = False,
    ) -> None:
        self.state = state
        self.workspace = workspace
        self._closes = closes
        self._commands = Commands(workspace, sandbox, shell)
        self._is_running = False

    @property
    def _root(self) -> str:
        return self._workspace_path_policy().sandbox_root().as_posix()

    async def _prepare_backend_workspace(self) -> None:
        try:
            await asyncio.to_thread(self.workspace.files.mkdir, self._root, parents=True)
        except IsolateError as error:
            raise WorkspaceStartError(path=Path(self._root), cause=error) from error

    async def _after_start(self) -> None:
        self._is_running = True

    async def _after_start_failed(self) -> None:
        self._is_running = False

    async def _after_shutdown(self) -> None:
        self._is_running = False
        if self._closes:
            await asyncio.to_thread(self.workspace.close)

    async def running(self) -> bool:
        return self._is_running and not self.workspace.is_closed

    def _prepare_exec_command(
        self, *command: str | Path, shell: bool | list[str], user: str | User | None
    ) -> list[str]:
        _check_user(user)
        return super()._prepare_exec_command(*command, shell=shell, user=None)

    async def _exec_internal(self, *command: str | Path, timeout: float | None = None) -> ExecResult:
        line = command_line([str(part) for part in command])
        env = await self.state.manifest.environment.resolve()
        try:
            ended = await self._commands.run(line, timeout=timeout, env=env, cwd=self._root)
        except IsolateError as error:
            raise ExecTransportError(command=command, cause=error, message=str(error)) from error
        if ended.timed_out:
            raise ExecTimeoutError(
                command=command,
                timeout_s=timeout,
                context={
                    "stdout": ended.stdout.decode("utf-8", "replace"),
                    "stderr": ended.stderr_told.decode("utf-8", "replace"),
                },
            )
        stderr = ended.stderr_told
        if ended.omitted:
            stderr = with_line(stderr, f"isolate: {ended.omitted} bytes of output were left out: write less")
        return ExecResult(stdout=ended.stdout, stderr=stderr, exit_code=ended.exit_code)

    def normalize_path(self, path: Path | str, *, for_write: bool = False) -> Path:
        # That of the base class would look at the disk of this machine.
        policy = self._workspace_path_policy()
        return posix_path_as_path(policy.normalize_sandbox_path(path, for_write=for_write))

    async def _validate_path_access(self, path: Path | str, *, for_write: bool = False) -> Path:
        """The path, if it does not lead out of the session's directory, also by no link."""
        normalized = self.normalize_path(path, for_write=for_write)

        def resolved() -> tuple[str, str]:
            files = self.workspace.files
            return real_path(files, sandbox_path_str(normalized)), real_path(files, self._root)

        real, root = await asyncio.to_thread(resolved)
        if real != root and not real.startswith(posixpath.join(root, "")):
            self._workspace_path_policy().normalize_sandbox_path(real, for_write=for_write)
        return normalized

    async def read(self, path: Path, *, user: str | User | None = None) -> io.IOBase:
        _check_user(user)
        place = sandbox_path_str(await self._validate_path_access(path))
        try:
            return io.BytesIO(await asyncio.to_thread(self.workspace.files.read_bytes, place))
        except FileNotFoundError as error:
            raise WorkspaceReadNotFoundError(path=path, cause=error) from error
        except IsolateError as error:
            raise WorkspaceArchiveReadError(path=path, cause=error) from error

    async def write(self, path: Path, data: io.IOBase, *, user: str | User | None = None) -> None:
        _check_user(user)
        payload = coerce_write_payload(path=path, data=data)
        place = sandbox_path_str(await self._validate_path_access(path, for_write=True))

        def write() -> None:
            self.workspace.files.write_bytes(place, payload.stream.read())

        try:
            await asyncio.to_thread(write)
        except IsolateError as error:
            raise WorkspaceArchiveWriteError(path=path, cause=error, message=str(error)) from error

    async def persist_workspace(self) -> io.IOBase:
        """The files as a tar archive, as they were at one moment."""
        skipped = self._persist_workspace_skip_relpaths()
        root = self._root.strip("/")

        def persist() -> io.BytesIO:
            self.state.run = self._last_run()
            packed = io.BytesIO()
            with tempfile.TemporaryDirectory() as folder:
                archive = Path(folder) / "workspace.tar"
                self.workspace.export_to(archive, self._root)
                with tarfile.open(archive) as source, tarfile.open(fileobj=packed, mode="w") as target:
                    for member in source:
                        name = member.name.strip("/")
                        if name == root:
                            continue
                        member.name = name.removeprefix(f"{root}/")
                        if not should_skip_tar_member(member.name, skip_rel_paths=skipped, root_name=None):
                            target.addfile(member, source.extractfile(member) if member.isreg() else None)
            packed.seek(0)
            return packed

        try:
            return await asyncio.to_thread(persist)
        except (IsolateError, tarfile.TarError, OSError) as error:
            raise WorkspaceArchiveReadError(path=Path(self._root), cause=error) from error

    async def hydrate_workspace(self, data: io.IOBase) -> None:
        """Puts the files of a tar archive into place: all of them, or with an error none."""

        def hydrate() -> None:
            with tempfile.TemporaryDirectory() as folder:
                archive = Path(folder) / "workspace.tar"
                with tarfile.open(fileobj=io.BytesIO(data.read())) as source:
                    validate_tarfile(source)
                    with tarfile.open(archive, mode="w") as target:
                        for member in source:
                            target.addfile(member, source.extractfile(member) if member.isreg() else None)
                self.workspace.import_from(
                    archive, self._root, ignored=True, git=True, overwrite=True, actor="openai-agents"
                )

        try:
            await asyncio.to_thread(hydrate)
        except (IsolateError, tarfile.TarError, OSError, ValueError) as error:
            raise WorkspaceArchiveWriteError(path=Path(self._root), cause=error, message=str(error)) from error

    def _last_run(self) -> int | None:
        runs = self.workspace.history(limit=1)
        return runs[0].run if runs else None

    def _should_compute_snapshot_fingerprint_on_persist(self) -> bool:
        # The number of the last run says it.
        return False

    async def _can_skip_snapshot_restore_on_resume(self, *, is_running: bool) -> bool:
        # The files are there before the session is.
        return await self._live_workspace_matches_snapshot_on_resume()

    async def _live_workspace_matches_snapshot_on_resume(self) -> bool:
        return self.state.run is not None and self.state.run == await asyncio.to_thread(self._last_run)

    async def _apply_manifest(
        self, *, only_ephemeral: bool = False, provision_accounts: bool = True
    ) -> MaterializationResult:
        _check_accounts(self.state.manifest)
        return await super()._apply_manifest(
            only_ephemeral=only_ephemeral, provision_accounts=provision_accounts
        )

    async def provision_manifest_accounts(self) -> None:
        _check_accounts(self.state.manifest)


def _check_user(user: str | User | None) -> None:
    name = user.name if isinstance(user, User) else user
    if name not in (None, "", _USER):
        raise ValueError(f"the user is {name!r}: a sandbox has the one user {_USER!r}, so leave it out")


def _check_accounts(manifest: Manifest) -> None:
    if manifest.users or manifest.groups:
        raise ValueError(f"the manifest has users or groups: a sandbox has the one user {_USER!r}, so leave them out")


class IsolateSandboxClient(BaseSandboxClient["IsolateSandboxClientOptions | None"]):
    """Sandboxes for a `SandboxAgent`, whose files are those of a workspace and whose commands run on them.

    A session works in the directory of its manifest (`/workspace`).

    Args:
        workspace: The workspace of all sessions, or `Workspaces`, in which each session has one of its own.
        sandbox: Runs the commands. Default: one that all adapters share.
        shell: Options of the commands, such as `limits`, `env` or `allowed_commands`.
        instrumentation: Of the SDK.
        dependencies: Of the SDK.
    """

    backend_id = "isolate"
    supports_default_options = True

    def __init__(
        self,
        workspace: Workspace | Workspaces,
        *,
        sandbox: Sandbox | None = None,
        shell: ShellOptions | None = None,
        instrumentation: Instrumentation | None = None,
        dependencies: Dependencies | None = None,
    ) -> None:
        if not isinstance(workspace, (Workspace, Workspaces)):
            raise UsageError(f"workspace is {workspace!r}: it takes a Workspace, or Workspaces(folder)")
        # What is wrong with the options is said here.
        Commands(Workspace.memory(), sandbox, shell)
        self._store = workspace
        self._sandbox = sandbox
        self._shell = shell
        self._instrumentation = instrumentation if instrumentation is not None else Instrumentation()
        self._dependencies = dependencies

    async def create(
        self,
        *,
        snapshot: SnapshotSpec | SnapshotBase | None = None,
        manifest: Manifest | None = None,
        options: IsolateSandboxClientOptions | None = None,
    ) -> SandboxSession:
        given = options or IsolateSandboxClientOptions()
        manifest = self._validate_manifest_for_create(Manifest() if manifest is None else manifest)
        _check_accounts(manifest)
        session_id = uuid.uuid4()
        is_shared = isinstance(self._store, Workspace)
        if is_shared and given.workspace is not None:
            raise UsageError(
                f"the options name the workspace {given.workspace!r}: that needs a client over Workspaces"
            )
        state = IsolateSandboxSessionState(
            session_id=session_id,
            manifest=manifest,
            snapshot=resolve_snapshot(snapshot, str(session_id)),
            workspace=None if is_shared else given.workspace or f"session-{session_id.hex}",
            owns_workspace=not is_shared and given.workspace is None,
            branch=given.branch,
        )
        workspace, _ = await asyncio.to_thread(self._place, state)
        return self._session(state, workspace)

    async def delete(self, session: SandboxSession) -> SandboxSession:
        """Removes the workspace or the branch that was made for the session."""
        inner = session._inner
        if not isinstance(inner, IsolateSandboxSession):
            raise TypeError("the session is none of an IsolateSandboxClient")
        state = inner.state

        def delete() -> None:
            if isinstance(self._store, Workspaces) and state.owns_workspace and state.workspace:
                inner.workspace.close()
                self._store.remove(state.workspace)
            elif state.owns_branch and state.branch:
                # The session's own is on the branch, and may be closed.
                whole = self._store if isinstance(self._store, Workspace) else self._store.find(state.workspace or "")
                if whole is not None and state.branch in _branches(whole):
                    whole.delete_branch(state.branch)

        await asyncio.to_thread(delete)
        return session

    async def resume(self, state: SandboxSessionState) -> SandboxSession:
        """Goes on with a session. If its workspace or its branch is gone, it begins anew, with its snapshot."""
        if not isinstance(state, IsolateSandboxSessionState):
            raise TypeError("the state is none of an IsolateSandboxClient")
        workspace, is_there = await asyncio.to_thread(self._place, state)
        session = self._session(state, workspace)
        session._inner._set_start_state_preserved(is_there)
        return session

    def deserialize_session_state(self, payload: dict[str, object]) -> SandboxSessionState:
        return self._deserialize_session_state_payload(payload, IsolateSandboxSessionState)

    def _session(self, state: IsolateSandboxSessionState, workspace: Workspace) -> SandboxSession:
        inner = IsolateSandboxSession(
            state=state,
            workspace=workspace,
            sandbox=self._sandbox,
            shell=self._shell,
            closes=isinstance(self._store, Workspaces),
        )
        return self._wrap_session(inner, instrumentation=self._instrumentation)

    def _place(self, state: IsolateSandboxSessionState) -> tuple[Workspace, bool]:
        """The workspace of a session, on its branch, and whether both were there."""
        is_there = True
        if isinstance(self._store, Workspace):
            workspace = self._store
        else:
            found = self._store.find(state.workspace or "")
            is_there = found is not None
            workspace = self._store.open(state.workspace or "") if found is None else found
        if state.branch is None or state.branch == "main":
            return workspace, is_there
        if state.branch in _branches(workspace):
            return workspace.on_branch(state.branch), is_there
        state.owns_branch = True
        return workspace.create_branch(state.branch), False


def _branches(workspace: Workspace) -> list[str]:
    return [branch.name for branch in workspace.branches()]
