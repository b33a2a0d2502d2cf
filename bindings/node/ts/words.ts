/** Sentences of errors. */
import { inspect } from "node:util";

import { UsageError } from "./errors.js";

function distance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const cost = left[i - 1] === right[j - 1] ? 0 : 1;
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + cost));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}

/** What a value is, in an error. */
export function shown(value: unknown): string {
  return inspect(value, { depth: 1, breakLength: Infinity }).slice(0, 100);
}

/** The number of a run that was given. */
export function numberOfRun(run: unknown): number {
  if (typeof run === "number" && Number.isSafeInteger(run)) return run;
  const wayOut = run === undefined ? ", which is undefined where a run changed nothing" : "";
  throw new UsageError(`run is ${shown(run)}: it takes the number of a run, such as run.runId${wayOut}`);
}

/** Refuses names that do not exist, with the nearest one. */
export function check(what: string, given: object, known: readonly string[]): void {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw new UsageError(`${what}s are an object with ${known.join(", ")}`);
  }
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue;
    const near = known.find((one) => distance(one.toLowerCase(), name.toLowerCase()) <= 2);
    const way = near === undefined ? `there are ${known.join(", ")}` : `did you mean "${near}"?`;
    throw new UsageError(`unknown ${what} "${name}": ${way}`);
  }
}
