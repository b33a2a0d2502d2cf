//! about = "A module of the workspace is imported and tested by a table."
//! [files]
//! "/src/slug.js" = "export const slug = (s) => s.toLowerCase().trim().replace(/\\W+/g, '-');\n"

import assert from "node:assert";
import { slug } from "/src/slug.js";

const cases = [["Hello World", "hello-world"], ["  a--b ", "a-b"], ["Ünï", "ünï"]];
let failed = 0;
for (const [input, expected] of cases) {
  try {
    assert.strictEqual(slug(input), expected);
    console.log(`ok   ${JSON.stringify(input)}`);
  } catch (error) {
    failed++;
    console.log(`FAIL ${JSON.stringify(input)}: ${error.actual} !== ${error.expected} (${error.code})`);
  }
}
if (failed > 0) process.exitCode = 1;
//= throws: Error
//= message: exited with code 1
//= console.log: ok   "Hello World"
//= console.log: ok   "  a--b "
//= console.log: FAIL "Ünï": -n- !== ünï (ERR_ASSERTION)
