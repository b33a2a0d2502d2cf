"""Measures the packages side by side with other libraries, and with the same work from Rust.

    cargo build --release -p isolate-benches --example packages
    python benches/packages/measure.py --python VENV --node FOLDER [--rounds 5]

VENV is an environment with `isolate-run`, `modebox` and `pydantic-monty`; FOLDER has `isolate-run`, `run` and
`quickjs-emscripten` in its `node_modules`. Every round starts each of them once, in a process of its own; printed
is the median of the rounds, in microseconds, and what is above the same work from Rust.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import time
from pathlib import Path

HERE = Path(__file__).parent
RUST = HERE.parent.parent / os.environ.get("CARGO_TARGET_DIR", "target") / "release/examples/packages"


def started(command, cwd=None):
    done = subprocess.run(command, cwd=cwd, check=True, capture_output=True, text=True)
    return json.loads(done.stdout.splitlines()[-1])


def took(command, cwd=None, times=15):
    """The milliseconds of a process, from its start to its end."""
    all_times = []
    for _ in range(times):
        begun = time.perf_counter()
        subprocess.run(command, cwd=cwd, check=True, capture_output=True)
        all_times.append((time.perf_counter() - begun) * 1e3)
    return statistics.median(all_times)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", type=Path)
    parser.add_argument("--node", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    libraries = {"Rust": ([RUST], None)}
    starts = {}
    if given.python:
        python = given.python / "bin/python"
        for name in ("isolate_run", "modebox", "monty"):
            libraries[f"Python {name}"] = ([python, HERE / "hello.py", name], None)
        starts["Python"] = [python, "-c", "pass"]
        starts["Python import isolate_run"] = [python, "-c", "import isolate_run"]
        starts["Python isolate-run --version"] = [given.python / "bin/isolate-run", "--version"]
    if given.node:
        # Modules are looked for from where the script is.
        script = shutil.copy(HERE / "hello.mjs", given.node / "hello.mjs")
        for name in ("isolate-run", "run", "quickjs-emscripten"):
            libraries[f"Node {name}"] = (["node", script, name], given.node)
        starts["Node"] = ["node", "-e", "0"]
        starts["Node require('isolate-run')"] = ["node", "-e", "require('isolate-run')"]
        starts["Node isolate-run --version"] = ["node_modules/.bin/isolate-run", "--version"]
    figures = {name: {} for name in libraries}
    for _ in range(given.rounds):
        for name, (command, cwd) in libraries.items():
            for figure, value in started(command, cwd).items():
                figures[name].setdefault(figure, []).append(value)
    rust = {figure: statistics.median(values) for figure, values in figures["Rust"].items()}
    print("| | µs | above Rust |\n|---|---|---|")
    for name, its in figures.items():
        for figure, values in its.items():
            value = statistics.median(values)
            if figure == "threads":
                print(f"| {name}: eight at once, times the runs of one | {value:.2f} | |")
                continue
            above = value - rust[figure.removeprefix("awaited ")]
            print(f"| {name}: {figure} | {value:.1f} | {above:+.1f} |")
    print("\n| start and end of a process | ms |\n|---|---|")
    for name, command in starts.items():
        cwd = given.node if name.startswith("Node") else None
        print(f"| {name} | {took(command, cwd):.1f} |")


main()
