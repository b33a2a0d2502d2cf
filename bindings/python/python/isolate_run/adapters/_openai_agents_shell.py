"""Commands for the tool `shell` of OpenAI Agents."""

from __future__ import annotations

from .. import IsolateError, Sandbox, ShellOptions, Workspace
from ._commands import Commands, text_of

from agents.tool import ShellCallOutcome, ShellCommandOutput, ShellCommandRequest, ShellResult


class IsolateShell:
    """Runs the commands of `ShellTool` on the files of a workspace: `ShellTool(executor=IsolateShell(workspace))`.

    Each command begins in `/` with the variables of `shell`, and is a run of the history. With
    `shell={"session": "name"}`, commands go on from each other.

    Args:
        workspace: The workspace.
        sandbox: Runs the commands. Default: one that all adapters share.
        shell: Options of the commands, such as `limits`, `env`, `session` or `allowed_commands`.
    """

    def __init__(
        self, workspace: Workspace, *, sandbox: Sandbox | None = None, shell: ShellOptions | None = None
    ) -> None:
        self._commands = Commands(workspace, sandbox, shell)

    async def __call__(self, request: ShellCommandRequest) -> ShellResult:
        action = request.data.action
        timeout = action.timeout_ms / 1000 if action.timeout_ms else None
        outputs = [await self._output(command, timeout) for command in action.commands]
        return ShellResult(output=outputs, max_output_length=action.max_output_length)

    async def _output(self, command: str, timeout: float | None) -> ShellCommandOutput:
        try:
            ended = await self._commands.run(command, timeout=timeout)
        except (IsolateError, ValueError) as error:
            # Nothing was run.
            outcome = ShellCallOutcome("exit", 1)
            return ShellCommandOutput(stderr=f"isolate: {error}\n", outcome=outcome, command=command)
        stderr = text_of(ended.stderr_told)
        if ended.omitted:
            stderr += f"isolate: {ended.omitted} bytes of output were left out: write less\n"
        outcome = ShellCallOutcome("exit", ended.exit_code)
        if ended.timed_out:
            outcome = ShellCallOutcome("timeout")
        stdout = text_of(ended.stdout, ended.run.stdout_omitted)
        return ShellCommandOutput(stdout=stdout, stderr=stderr, outcome=outcome, command=command)
