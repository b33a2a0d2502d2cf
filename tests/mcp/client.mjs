// The official TypeScript SDK lists, calls, cancels and subscribes.
//
//   client.mjs stdio COMMAND [ARGUMENT …]
//   client.mjs http URL
import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";

const URI = "isolate://workspace/script";
const ENDLESS = "async () => { await state.writeFile('/script', 'x'); for (;;) {} }";
// A call that was not cancelled would hold the workspace for ten minutes.
const PATIENCE = 60_000;

const write = (text) => ({
  name: "run",
  arguments: { code: `async () => { await state.writeFile("/script", "${text}"); return 1 + 1; }` },
});

const [kind, first, ...rest] = process.argv.slice(2);
const transport =
  kind === "http"
    ? new StreamableHTTPClientTransport(new URL(first))
    : new StdioClientTransport({ command: first, args: rest });
const client = new Client({ name: "checks", version: "0.0.0" });
const updated = [];
let waiting = () => {};
client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => {
  updated.push(params.uri);
  waiting();
});
client.setNotificationHandler(ResourceListChangedNotificationSchema, () => {});
await client.connect(transport);

// The SDK compares structured content with the schema by itself.
const { tools } = await client.listTools();
assert.equal(tools.find((tool) => tool.name === "run").outputSchema.type, "object");
const result = await client.callTool(write("1"));
assert.equal(result.structuredContent.status, "ok");
assert.match(result.content[0].text, /2/);
const failed = await client.callTool({ name: "run", arguments: { code: "nope()" } });
assert.equal(failed.isError, true);

const progress = [];
const abort = new AbortController();
const endless = client.callTool({ name: "run", arguments: { code: ENDLESS } }, undefined, {
  signal: abort.signal,
  onprogress: (told) => progress.push(told),
});
await pause(500);
abort.abort("enough");
await assert.rejects(endless, /enough/);
assert.equal(progress[0].message, "runs");
const began = Date.now();
while ((await client.callTool(write("2"))).isError) {
  assert(Date.now() - began < PATIENCE, "a cancelled call goes on");
}

await client.subscribeResource({ uri: URI });
const told = new Promise((resolve) => (waiting = resolve));
await client.callTool(write("3"));
await Promise.race([told, pause(PATIENCE, undefined, { ref: false })]);
assert.deepEqual(updated.slice(0, 1), [URI]);
await client.unsubscribeResource({ uri: URI });

const { resources } = await client.listResources();
assert(resources.some((resource) => resource.uri === URI));
const read = await client.readResource({ uri: URI });
assert.equal(read.contents[0].text, "3");
const completed = await client.complete({
  ref: { type: "ref/resource", uri: "isolate://workspace/{+path}" },
  argument: { name: "path", value: "scr" },
});
assert.deepEqual(completed.completion.values, ["script"]);
const { prompts } = await client.listPrompts();
assert.equal(prompts[0].name, "system");
await client.close();
console.log("typescript: listed, called, cancelled, subscribed");
