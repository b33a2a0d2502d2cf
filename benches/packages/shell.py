"""Times commands of the shell beside the same in PyPI `bashkit`, and the search beside `state.searchFiles`.

    python benches/packages/shell.py [--rounds 15]

The environment has `isolate-run` and `bashkit`. What is measured is warm: one sandbox and one workspace in memory
against one `Bash`. Each round does everything once, in turn; printed is the median of the rounds.

`bashkit` runs in the process itself, without fuel and without a transaction, and every command here is a run of
the history.
"""

import argparse
import statistics
import time

import bashkit
import isolate_run

FILES = 1_000
SEED = """mkdir -p /src; for i in $(seq {files}); do d=/src/d$((i % 20)); mkdir -p $d
printf 'export const a%d = 1;\\nfunction f%d(x: number) {{ return x + %d; }}\\n// a line of words\\n' $i $i $i > $d/f$i.ts
done; echo 'const needle = 1;' >> /src/d7/f7.ts"""
COMMANDS = {
    "echo": "echo hello",
    "loop": "rm -f /f; for i in $(seq 200); do echo $i >> /f; done; sort -n /f | awk '{s += $1} END {print s}'",
    "find | xargs grep -l": "cd /src; find . -name '*.ts' | xargs grep -l needle | wc -l",
    "grep -rn": "grep -rn needle /src",
    "ls -R": "ls -R /src | wc -l",
}
SEARCH = 'async () => (await state.searchFiles("/src/**/*.ts", "needle")).length'


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    rounds = parser.parse_args().rounds
    sandbox, workspace = isolate_run.Sandbox(), isolate_run.Workspace.memory()
    limits = isolate_run.Limits(fuel=10**12, timeout=60, host_calls=10**7)
    bash = bashkit.Bash(max_commands=10**9, max_loop_iterations=10**9)

    def ours(command):
        run = sandbox.shell(workspace, command, limits=limits)
        return run.exit_code, run.stdout.decode()

    def theirs(command):
        result = bash.execute_sync(command)
        return result.exit_code, result.stdout

    def search(_):
        return sandbox.run(workspace, SEARCH, limits=limits).result()

    for run in (ours, theirs):
        assert run(SEED.format(files=FILES))[0] == 0, run
    rows = [(name, who, run, command) for name, command in COMMANDS.items() for who, run in (("isolate", ours), ("bashkit", theirs))]
    rows.append(("state.searchFiles", "isolate", search, SEARCH))
    times = {(name, who): [] for name, who, *_ in rows}
    answers = {}
    for number in range(rounds + 2):
        for name, who, run, command in rows:
            begun = time.perf_counter()
            answer = run(command)
            taken = (time.perf_counter() - begun) * 1e3
            if number >= 2:
                times[name, who].append(taken)
            assert answers.setdefault((name, "bashkit" if name != "echo" else who), answer) == answer, (name, who, answer)
    median = {key: statistics.median(values) for key, values in times.items()}
    print("| | isolate, ms | bashkit, ms | ratio |\n|---|---|---|---|")
    for name in COMMANDS:
        own, other = median[name, "isolate"], median[name, "bashkit"]
        print(f"| `{name}` | {own:.2f} | {other:.2f} | {own / other:.2f} |")
    own = median["state.searchFiles", "isolate"]
    print(f"| `state.searchFiles` | {own:.2f} | | |")
    for name in ("find | xargs grep -l", "grep -rn"):
        print(f"\n`{name}` takes {median[name, 'isolate'] / own:.2f} times `state.searchFiles`.")


if __name__ == "__main__":
    main()
