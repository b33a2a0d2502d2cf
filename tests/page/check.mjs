// Uses the page of the service as a person does: node check.mjs URL TOKEN [CHROMIUM]
//
// Without a browser it runs in a small document of its own (dom.mjs), which refuses whatever makes markup of
// a text.

import assert from "node:assert/strict";

import { openDocument } from "./dom.mjs";
import { openBrowser } from "./browser.mjs";

const [url, token, chromium] = process.argv.slice(2);

/** What a file, a log or a name may hold, and what must never be done with it. */
const HOSTILE = `<img src=x onerror="document.title='executed'"><script>document.title='executed'</script>`;
const TITLE = "isolate";
const PATIENCE_MS = 20_000;

async function ask(path, body, expected = 200) {
  const answer = await fetch(new URL(`/v1/workspaces/${path}`, url), {
    method: body === undefined ? "GET" : "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  assert.equal(answer.status, expected, `${path}: ${await answer.clone().text()}`);
  return (answer.headers.get("content-type") ?? "").includes("json") ? answer.json() : answer.text();
}

/** Runs in a workspace: one that has ended, one that has failed, and two that wait. */
async function prepare(name) {
  const run = (code, label) => ask(`${name}/runs`, { code, label });
  const hostile = JSON.stringify(HOSTILE);
  const first = await run(
    `async () => { // ${HOSTILE}
      await state.writeFile("/page.html", ${hostile});
      console.log(${hostile});
      return ${hostile};
    }`,
    HOSTILE,
  );
  assert.equal(first.status, "ok", JSON.stringify(first));
  const failed = await run(`() => { throw new Error(${hostile}); }`, "fails");
  assert.equal(failed.status, "error");
  const waits = async () => {
    const code = `async () => { await state.approve(${hostile}); return "approved"; }`;
    const run = await ask(`${name}/runs`, { code });
    assert.equal(run.status, "suspended", JSON.stringify(run));
    return run.id;
  };
  return { first: first.id, failed: failed.id, approved: await waits(), refused: await waits() };
}

/** Waits until the page shows what it should. */
async function untilShown(page, what, isShown) {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const shown = await page.text();
    if (isShown(shown)) return shown;
    assert.ok(Date.now() < end, `the page does not show ${what}: ${shown}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function until(page, ...texts) {
  return untilShown(page, JSON.stringify(texts), (shown) => texts.every((text) => shown.includes(text)));
}

async function nothingWasExecuted(page) {
  assert.equal(await page.title(), TITLE);
  const names = await page.elementNames();
  assert.ok(!names.includes("img"), "a text has become an element");
  assert.equal(names.filter((name) => name === "script").length, 1, "a text has become a script");
}

async function showRun(page, name, id) {
  await page.click("Workspaces");
  await untilShown(page, "the list of workspaces", (shown) => !shown.includes("›"));
  await page.click(name);
  await until(page, "Log", "Branches");
  await page.click(id);
  return until(page, `Run ${id}:`);
}

async function use(page, name) {
  const runs = await prepare(name);
  await until(page, "a token is needed");
  await page.signIn(`${token}0`);
  await until(page, "the token is not known");
  await page.signIn(token);
  await until(page, "Workspaces", name);

  // The log, with what waits.
  await page.click(name);
  await until(page, "Wait for approvals", "state.approve", HOSTILE, "main");
  await nothingWasExecuted(page);

  // A run: its program, result, log and changes, as text.
  const shown = await showRun(page, name, runs.first);
  for (const part of ["Program", "Result", "Log", "Changes", "Used", `// ${HOSTILE}`, `log: ${HOSTILE}`, `+${HOSTILE}`]) {
    assert.ok(shown.includes(part), `${part} is missing: ${shown}`);
  }
  await nothingWasExecuted(page);
  await showRun(page, name, runs.failed);
  await until(page, `Error: ${HOSTILE}`);
  await nothingWasExecuted(page);

  // Approvals are asked twice.
  const approval = await showRun(page, name, runs.approved);
  assert.ok(approval.includes("Waits for an approval") && approval.includes(HOSTILE), approval);
  await nothingWasExecuted(page);
  await page.click("Approve");
  await until(page, "Approve call 1 of state.approve?");
  assert.equal((await ask(`${name}/runs/${runs.approved}`)).waitingFor.length, 1, "one click approves nothing");
  await page.click("Approve call 1 of state.approve?");
  await until(page, "Has its answers");
  await page.click("Go on");
  await until(page, "ok", "approved");
  await showRun(page, name, runs.refused);
  await page.click("Deny");
  await page.click("Refuse call 1 of state.approve?");
  await until(page, "Has its answers");
  await page.click("Go on");
  await until(page, "was not approved");

  // Undo is asked twice as well.
  await showRun(page, name, runs.first);
  await page.click("Undo");
  await page.click(`Take back all that run ${runs.first} changed?`);
  await until(page, `undone by`);
  await ask(`${name}/files/page.html`, undefined, 404);

  // A branch, and the end.
  await page.click("main");
  await until(page, "Log of main");
  await nothingWasExecuted(page);
  await page.click("Forget");
  await until(page, "The token is forgotten.");
  assert.equal(await page.storedToken(), null);
  assert.ok(!(await page.text()).includes(HOSTILE));
}

const document = await openDocument(url);
await use(document, "document");
console.log("page: used without a browser");
if (chromium) {
  const browser = await openBrowser(chromium, url);
  try {
    await use(browser, "browser");
    await browser.refusesMarkupThatRuns();
  } finally {
    await browser.close();
  }
  console.log("page: used in Chromium");
}
