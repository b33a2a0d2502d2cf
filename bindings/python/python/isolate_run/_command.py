"""The command `isolate-run`."""

from __future__ import annotations

import signal
import sys


def main() -> int:
    """Runs the command with the arguments of this process."""
    from . import _native

    # The command has its own handlers; an exception of the interpreter would come too late.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _native.command(["isolate-run", *sys.argv[1:]])
