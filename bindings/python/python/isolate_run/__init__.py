"""Runs JavaScript written by language models, safely and fast, against a persistent filesystem.

>>> from isolate_run import Sandbox, Workspace
>>> run = Sandbox().run(Workspace.memory(), "async () => (await state.readdir('/')).length")
>>> run.result()
0
"""

from __future__ import annotations

TYPE_CHECKING = False  # Type checkers know this name; that of `typing` would be most of what the command imports.

if TYPE_CHECKING:
    from ._errors import (
        BusyError,
        DeniedError,
        DirectoryError,
        ExistingFileError,
        FileError,
        FunctionError,
        IsolateError,
        MissingFileError,
        NoDirectoryError,
        ProgramError,
        RepeatedError,
        SandboxError,
        StorageError,
        UsageError,
    )
    from ._functions import Functions, Scope
    from ._run import (
        AnyRun,
        Branch,
        Call,
        Conflict,
        Effects,
        LogEntry,
        Merge,
        MergeConflict,
        Omitted,
        PendingCall,
        PendingRun,
        Run,
        RunEntry,
        Skipped,
        Transfer,
        Usage,
    )
    from ._sandbox import Handle, Limits, RunOptions, Sandbox, Stats
    from ._shell import ShellOptions, ShellRun
    from ._tools import (
        PendingToolCall,
        ToolError,
        ToolReply,
        ToolSpec,
        Toolbox,
        ToolboxOptions,
        prompt,
    )
    from ._workspace import Files, Stat, Store, Workspace, WorkspaceOptions, Workspaces

__all__ = [
    "AnyRun",
    "Branch",
    "BusyError",
    "Call",
    "Conflict",
    "DeniedError",
    "DirectoryError",
    "Effects",
    "ExistingFileError",
    "FileError",
    "Files",
    "FunctionError",
    "Functions",
    "Handle",
    "IsolateError",
    "Limits",
    "LogEntry",
    "Merge",
    "MergeConflict",
    "MissingFileError",
    "NoDirectoryError",
    "Omitted",
    "PendingCall",
    "PendingRun",
    "PendingToolCall",
    "ProgramError",
    "RepeatedError",
    "Run",
    "RunEntry",
    "RunOptions",
    "Sandbox",
    "SandboxError",
    "Scope",
    "ShellOptions",
    "ShellRun",
    "Skipped",
    "Stat",
    "Stats",
    "StorageError",
    "Store",
    "ToolError",
    "ToolReply",
    "ToolSpec",
    "Toolbox",
    "ToolboxOptions",
    "Transfer",
    "Usage",
    "UsageError",
    "Workspace",
    "WorkspaceOptions",
    "Workspaces",
    "prompt",
]

_MODULES = ("_errors", "_run", "_functions", "_workspace", "_sandbox", "_shell", "_tools")

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Imports what is used: the command needs none of it."""
        if name in __all__:
            from importlib import import_module

            for module in _MODULES:
                members = vars(import_module(f"{__name__}.{module}"))
                if name in members:
                    return globals().setdefault(name, members[name])
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
