//! about = "The default export uses constants and a class that are declared below it."
//! [files]
//! "/lib/sum.js" = "export const sum = (...all) => all.reduce((a, b) => a + b, 0);\n"
//! "/data/a.json" = "{\"n\": 2}"
//! "/data/b.json" = "{\"n\": 40}"

import type { Stats } from "node:fs";
import { sum } from "/lib/sum.js";

export default async () => {
  const tally = new Tally(START);
  for (const file of await state.glob("/data/*.json")) tally.add((await state.readJson(file) as Row).n);
  return { total: tally.total, mode: MODES[Mode.Fast], kind: typeof (null as unknown as Stats) };
};

const START = 0;
interface Row { n: number }
enum Mode { Slow, Fast }
const MODES = ["slow", "fast"];
class Tally {
  constructor(public total: number) {}
  add(n: number) { this.total = sum(this.total, n); }
}
//= result: { total: 42, mode: "fast", kind: "object" }
