"""Runs JavaScript written by language models, safely and fast, against a persistent filesystem.

>>> from isolate_run import Sandbox, Workspace
>>> run = Sandbox().run(Workspace.memory(), "async () => (await state.readdir('/')).length")
>>> run.result()
0
"""

from __future__ import annotations

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
from ._tools import (
    PendingToolCall,
    ToolError,
    ToolReply,
    ToolSpec,
    Toolbox,
    ToolboxOptions,
    prompt,
)
from ._workspace import Files, Stat, Workspace, WorkspaceOptions, Workspaces

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
    "Skipped",
    "Stat",
    "Stats",
    "StorageError",
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
