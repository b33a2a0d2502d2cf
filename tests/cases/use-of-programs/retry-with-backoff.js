//! about = "Attempts with pauses that grow; the last error is the one that is told."

class HttpError extends Error {
  constructor(status, options) { super(`HTTP ${status}`, options); this.name = "HttpError"; this.status = status; }
}
const wait = (ms) => new Promise((r) => setTimeout(r, ms));

async function retry(fn, { attempts = 4, base = 10, when = () => true } = {}) {
  for (let i = 1; ; i++) {
    try { return await fn(i); }
    catch (error) {
      console.log(`attempt ${i}: ${error.message}`);
      if (i >= attempts || !when(error)) throw new Error("gave up", { cause: error });
      await wait(base * 2 ** (i - 1));
    }
  }
}

(async () => {
  console.log(await retry(async (i) => { if (i < 3) throw new HttpError(503); return `ok after ${i}`; }));
  try { await retry(async () => { throw new HttpError(404); }, { when: (e) => e.status >= 500 }); }
  catch (error) { console.log(error.message, "<-", error.cause.name, error.cause.status, error.cause instanceof HttpError); }
})();
//= result: undefined
//= console.log: attempt 1: HTTP 503
//= console.log: attempt 2: HTTP 503
//= console.log: ok after 3
//= console.log: attempt 1: HTTP 404
//= console.log: gave up <- HttpError 404 true
