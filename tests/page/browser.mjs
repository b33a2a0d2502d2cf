// The page in Chromium without a window, by its protocol for developers.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const START_MS = 60_000;

/** The connection, on which calls are answered by their numbers. */
class Protocol {
  #socket;
  #waiting = new Map();
  #next = 1;
  events = [];

  static async connect(address) {
    const protocol = new Protocol();
    protocol.#socket = new WebSocket(address);
    await new Promise((resolve, reject) => {
      protocol.#socket.addEventListener("open", resolve);
      protocol.#socket.addEventListener("error", () => reject(new Error("Chromium does not answer")));
    });
    protocol.#socket.addEventListener("message", ({ data }) => {
      const message = JSON.parse(data);
      const waits = protocol.#waiting.get(message.id);
      protocol.#waiting.delete(message.id);
      if (waits === undefined) protocol.events.push(message);
      else if (message.error) waits.reject(new Error(message.error.message));
      else waits.resolve(message.result);
    });
    return protocol;
  }

  call(method, params = {}, sessionId = undefined) {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#socket.send(JSON.stringify({ id, method, params, sessionId }));
    });
  }

  close() { this.#socket.close(); }
}

function listening(child) {
  return new Promise((resolve, reject) => {
    let told = "";
    const late = setTimeout(() => reject(new Error(`Chromium does not start: ${told}`)), START_MS);
    child.on("error", reject);
    child.on("exit", () => reject(new Error(`Chromium has ended: ${told}`)));
    child.stderr.setEncoding("utf8");
    child.stderr.on("data", (text) => {
      told += text;
      const found = /DevTools listening on (ws:\S+)/.exec(told);
      if (found) {
        clearTimeout(late);
        resolve(found[1]);
      }
    });
  });
}

export async function openBrowser(chromium, url) {
  const profile = await mkdtemp(join(tmpdir(), "isolate-page-"));
  const child = spawn(chromium, [
    // As root, and in a container, its own sandbox cannot be made. It loads this page alone.
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--remote-debugging-port=0", `--user-data-dir=${profile}`, "about:blank",
  ], { stdio: ["ignore", "ignore", "pipe"] });
  const ended = new Promise((resolve) => child.on("exit", resolve));
  const protocol = await Protocol.connect(await listening(child));
  const { targetId } = await protocol.call("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await protocol.call("Target.attachToTarget", { targetId, flatten: true });
  for (const domain of ["Page", "Runtime", "Log"]) await protocol.call(`${domain}.enable`, {}, sessionId);
  const evaluate = async (expression) => {
    const answer = await protocol.call("Runtime.evaluate", { expression, returnByValue: true }, sessionId);
    assert.equal(answer.exceptionDetails, undefined, JSON.stringify(answer.exceptionDetails));
    return answer.result.value;
  };
  const violations = () => protocol.events.filter((event) =>
    event.method === "Runtime.exceptionThrown"
    || (event.method === "Log.entryAdded" && event.params.entry.source === "security"));
  await protocol.call("Page.navigate", { url }, sessionId);
  while (!(await evaluate("document.readyState === 'complete' && document.getElementById('main') !== null"))) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    title: () => evaluate("document.title"),
    text: () => evaluate("['message', 'way', 'main'].map((id) => document.getElementById(id).textContent).join('\\n')"),
    elementNames: () => evaluate("[...document.querySelectorAll('*')].map((element) => element.localName)"),
    storedToken: () => evaluate("sessionStorage.getItem('isolate-token')"),
    signIn: (token) => evaluate(`document.getElementById('token').value = ${JSON.stringify(token)};
      document.getElementById('sign-in').requestSubmit()`),
    async click(text) {
      const clicked = await evaluate(`(() => {
        const button = [...document.querySelectorAll("button")].find((one) => one.textContent === ${JSON.stringify(text)});
        button?.click();
        return button !== undefined;
      })()`);
      assert.ok(clicked, `there is no button ${text}: ${await this.text()}`);
    },
    /** Even markup that has got into the page runs nothing: its policy refuses that. */
    async refusesMarkupThatRuns() {
      assert.deepEqual(violations(), [], "the page itself stays within its policy");
      await evaluate(`document.body.insertAdjacentHTML("beforeend",
        "<img src='data:,x' onerror='document.title = 1'><iframe srcdoc='<script>parent.document.title = 2</script>'></iframe>");
        const made = document.createElement("script");
        made.textContent = "document.title = 3";
        document.body.append(made); 0`);
      await new Promise((resolve) => setTimeout(resolve, 500));
      assert.equal(await evaluate("document.title"), "isolate");
      assert.ok(violations().length > 0, "the policy of the page has refused something");
    },
    async close() {
      protocol.close();
      child.kill();
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}
