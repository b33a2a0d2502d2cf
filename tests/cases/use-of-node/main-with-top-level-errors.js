//! about = "Errors of a main function become messages and a code, with finally before the end."
//! [files]
//! "/job.json" = "{\"steps\":[\"ok\",\"fail\",\"ok\"]}"

const fs = require("fs");

class StepError extends Error {
  constructor(step, options) { super(`step ${step} failed`, options); this.name = this.constructor.name; this.step = step; }
}
async function step(kind, i) {
  await null;
  fs.appendFileSync("/done.txt", `${i}:${kind}\n`);
  if (kind === "fail") throw new StepError(i, { cause: new TypeError("no disk") });
}
async function main() {
  const { steps } = JSON.parse(fs.readFileSync("/job.json", "utf8"));
  try {
    for (const [i, kind] of steps.entries()) await step(kind, i);
  } finally {
    fs.writeFileSync("/cleaned.txt", "yes");
  }
}
main().then(
  () => console.log("fine"),
  (error) => {
    console.error(`${error.name}: ${error.message} (${error.cause.message})`);
    process.exitCode = 70;
  },
).finally(() => console.log("finally", process.exitCode));
//= throws: Error
//= message: exited with code 70
//= console.error: StepError: step 1 failed (no disk)
//= console.log: finally 70
//= created: /cleaned.txt (- -> 3)
//= created: /done.txt (- -> 12)
