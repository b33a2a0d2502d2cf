"""Adapters for SDKs of agents: import the one that you need, such as `isolate_run.adapters.pydantic_ai`.

Each needs its SDK, which is not installed with this package; an import without it says what to install.
"""
