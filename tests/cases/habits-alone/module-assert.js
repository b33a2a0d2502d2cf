//+ files-project

const assert = require("assert"); assert.strictEqual(1, 1); return "ok"
//= result: "ok"
