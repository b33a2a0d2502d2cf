//! about = "Workflows are checked: jobs without a limit of time, actions that are not pinned, wide permissions, where they run."
//! [files]
//! "/.github/workflows/ci.yml" = """
//! name: CI
//! on:
//!   push:
//!     branches: [main]
//!   pull_request:
//! permissions: write-all
//! jobs:
//!   test:
//!     runs-on: ${{ matrix.os }}
//!     strategy:
//!       matrix:
//!         os: [ubuntu-latest, macos-14]
//!         node: [18, 20, 22]
//!     steps:
//!       - uses: actions/checkout@v4
//!       - uses: actions/setup-node@v4
//!         with: { node-version: "${{ matrix.node }}" }
//!       - run: |
//!           npm ci
//!           npm test -- --coverage
//!       - name: Upload
//!         if: ${{ always() }}
//!         uses: codecov/codecov-action@main
//!   lint:
//!     runs-on: ubuntu-latest
//!     timeout-minutes: 10
//!     steps:
//!       - uses: actions/checkout@b4ffde65f46336ab88eb53be808477a3936bae11 # v4.1.1
//!       - run: npm run lint
//! """
//! "/.github/workflows/release.yaml" = """
//! name: Release
//! on: { push: { tags: ["v*"] } }
//! jobs:
//!   publish:
//!     runs-on: ubuntu-22.04
//!     permissions:
//!       contents: read
//!     steps:
//!       - uses: ./.github/actions/build
//!       - uses: softprops/action-gh-release@v1
//! """

const fs = require("fs");
const path = require("path");
const yaml = require("js-yaml");

const dir = "/.github/workflows";
const problems = [];
let runs = 0;
for (const file of fs.readdirSync(dir).filter((f) => /\.ya?ml$/.test(f))) {
  const workflow = yaml.load(fs.readFileSync(path.join(dir, file), "utf8"));
  if (workflow.permissions === "write-all") problems.push(`${file}: may write everything`);
  for (const [id, job] of Object.entries(workflow.jobs)) {
    runs += Object.values(job.strategy?.matrix ?? {}).reduce((n, values) => n * values.length, 1);
    if (!job["timeout-minutes"]) problems.push(`${file}: ${id} has no limit of time`);
    for (const { uses } of job.steps) {
      if (uses && !uses.startsWith("./") && !/@[0-9a-f]{40}$/.test(uses)) problems.push(`${file}: ${id} uses ${uses}`);
    }
  }
  console.log(workflow.name, Object.keys(workflow.on));
}
console.log(runs, "runs");
console.log(problems.join("\n"));
//= result: undefined
//= console.log: CI [ 'push', 'pull_request' ]
//= console.log: Release [ 'push' ]
//= console.log: 8 runs
//= console.log: "ci.yml: may write everything\nci.yml: test has no limit of time\nci.yml: test uses actions/checkout@v4\nci.yml: test uses actions/setup-node@v4\nci.yml: test uses codecov/codecov-action@main\nrelease.yaml: publish has no limit of time\nrelease.yaml: publish uses softprops/action-gh-release@v1"
