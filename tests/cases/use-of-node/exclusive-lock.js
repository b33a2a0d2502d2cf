//! about = "A lock file that is made once, with a wait and a time-out for the second."

import { writeFile, unlink, mkdir, readFile } from "fs/promises";
import { setTimeout as sleep } from "timers/promises";

class Lock {
  constructor(path) { this.path = path; }
  async acquire(owner, { retries = 3, delay = 20 } = {}) {
    for (let attempt = 0; ; attempt++) {
      try {
        await writeFile(this.path, owner, { flag: "wx" });
        return attempt;
      } catch (error) {
        if (error.code !== "EEXIST") throw error;
        if (attempt >= retries) {
          const holder = await readFile(this.path, { encoding: "utf8" });
          throw Object.assign(new Error(`held by ${holder}`, { cause: error }), { code: "ELOCKED" });
        }
        await sleep(delay * 2 ** attempt);
      }
    }
  }
  release() { return unlink(this.path); }
}

await mkdir("/run", { recursive: true });
const lock = new Lock("/run/app.lock");
console.log("first", await lock.acquire("one"));
const second = lock.acquire("two").then((n) => console.log("second after", n));
await sleep(30);
await lock.release();
await second;
try {
  await lock.acquire("three", { retries: 1, delay: 1 });
} catch (error) {
  console.log(error.code, error.message, error.cause.code);
}
await lock.release();
await lock.release().catch((error) => console.log(error.message));
//= result: undefined
//= console.log: first 0
//= console.log: second after 2
//= console.log: ELOCKED held by two EEXIST
//= console.log: ENOENT: no such file or directory, unlink '/run/app.lock'
//= created: /run (- -> 0)
