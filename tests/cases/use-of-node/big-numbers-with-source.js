//! about = "Numbers that doubles cannot hold go through JSON.parse and back unharmed."
//! [files]
//! "/ledger.json" = "{\n  \"id\": 9007199254740993,\n  \"price\": 1.50,\n  \"items\": [18446744073709551615, 3, -0, 1e3],\n  \"name\": \"x\"\n}\n"

import { readFileSync, writeFileSync } from "node:fs";

const text = readFileSync("/ledger.json", "utf8");
const ledger = JSON.parse(text, (key, value, { source } = {}) =>
  typeof value === "number" && source !== undefined && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? BigInt(source) : value,
);
ledger.id += 1n;
ledger.items.push(2n ** 70n);
const out = JSON.stringify(ledger, (key, value) => (typeof value === "bigint" ? JSON.rawJSON(value.toString()) : value), 2);
writeFileSync("/ledger.out.json", out + "\n");
console.log(out);
console.log(typeof ledger.id, typeof ledger.price, Object.is(ledger.items[2], -0));
try {
  JSON.stringify({ a: 1n });
} catch (error) {
  console.log(error.name, error.message);
}
//= result: undefined
//= console.log: "{\n  \"id\": 9007199254740994,\n  \"price\": 1.5,\n  \"items\": [\n    18446744073709551615,\n    3,\n    0,\n    1000,\n    1180591620717411303424\n  ],\n  \"name\": \"x\"\n}"
//= console.log: bigint number true
//= console.log: TypeError Do not know how to serialize a BigInt
//= created: /ledger.out.json (- -> 155)
