//! about = "A version of Node is added to a matrix and an old one taken out, by a document that keeps its comments."
//! [files]
//! "/.github/workflows/test.yml" = """
//! # Runs on every push
//! name: test
//! on: push
//!
//! jobs:
//!   # the matrix
//!   unit:
//!     runs-on: ubuntu-latest
//!     strategy:
//!       matrix:
//!         node:
//!           - 16
//!           - 18
//!           - 20
//!     env:
//!       CI: true # for the reporter
//!     steps:
//!       - uses: actions/checkout@v3 # pin me
//!       - run: npm test
//! """

import { readFileSync, writeFileSync } from "node:fs";
import { parseDocument } from "yaml";

const file = "/.github/workflows/test.yml";
const doc = parseDocument(readFileSync(file, "utf8"));
const versions = ["jobs", "unit", "strategy", "matrix", "node"];
doc.deleteIn([...versions, 0]);
doc.addIn(versions, 22);
doc.setIn(["jobs", "unit", "steps", 0, "uses"], "actions/checkout@v4");
doc.setIn(["jobs", "unit", "timeout-minutes"], 15);
writeFileSync(file, doc.toString());
console.log(readFileSync(file, "utf8"));
//= result: undefined
//= console.log: "# Runs on every push\nname: test\non: push\n\njobs:\n  # the matrix\n  unit:\n    runs-on: ubuntu-latest\n    strategy:\n      matrix:\n        node:\n          - 18\n          - 20\n          - 22\n    env:\n      CI: true # for the reporter\n    steps:\n      - uses: actions/checkout@v4 # pin me\n      - run: npm test\n    timeout-minutes: 15\n"
//= changed: /.github/workflows/test.yml (304 -> 328)
