//! about = "What Node shares with browsers: Blob, FormData, Headers, structuredClone, base64, events."

const blob = new Blob(["a", new Uint8Array([98]), new Blob(["c"])], { type: "Text/Plain" });
(async () => {
  console.log(blob.size, blob.type, await blob.text(), new Uint8Array(await blob.arrayBuffer()), await blob.slice(1, 2).text());
  const form = new FormData();
  form.append("a", "1"); form.append("a", "2"); form.set("f", new File(["x"], "n.txt", { type: "text/plain" }));
  console.log([...form.keys()], form.getAll("a"), form.get("f").name, form.has("b"));
  const headers = new Headers({ "Content-Type": "text/html", "x-b": "1" });
  headers.append("X-B", "2");
  console.log([...headers], headers.get("content-TYPE"));
  const response = new Response(JSON.stringify({ ok: 1 }), { status: 201, headers });
  console.log(response.status, response.ok, await response.clone().json(), response.headers.get("x-b"), await Response.json({ a: 1 }).text());
  console.log(btoa("hello"), atob("aGk="), (() => { try { btoa("ü"); } catch (e) { return e.name; } })());
  const copy = structuredClone({ d: new Date(1), m: new Map([[1, { a: [1n] }]]), e: Object.assign(new RangeError("x"), { stack: "RangeError: x" }), u: undefined, b: new Uint8Array([1]) });
  console.log(copy, copy.e instanceof RangeError, (() => { try { structuredClone(() => 1); } catch (e) { return [e.name, e.code]; } })());
  const target = new EventTarget();
  const seen = [];
  target.addEventListener("x", (e) => { seen.push(e.type, e.detail); e.preventDefault(); }, { once: true });
  console.log(target.dispatchEvent(new CustomEvent("x", { detail: 5, cancelable: true })), target.dispatchEvent(new Event("x")), seen);
  const signal = AbortSignal.any([AbortSignal.timeout(5), new AbortController().signal]);
  signal.addEventListener("abort", () => console.log("aborted", signal.reason.name));
  await new Promise((r) => setTimeout(r, 10));
  const url = new URL("../x?y=1#z", "http://h/a/b/c"); url.searchParams.append("ä", "&"); url.port = "81"; url.pathname += "/ü";
  console.log(String(url), url.toJSON() === url.href, URL.parse("nope"), new TextDecoder("utf-16le").decode(new Uint8Array([104, 0, 105, 0])), [...new TextEncoder().encode("é")]);
  performance.mark("a"); console.log(typeof performance.now(), performance.measure("m", "a").name);
})();
//= result: undefined
//= console.log: 3 text/plain abc Uint8Array(3) [ 97, 98, 99 ] b
//= console.log: [ 'a', 'a', 'f' ] [ '1', '2' ] n.txt false
//= console.log: [ [ 'content-type', 'text/html' ], [ 'x-b', '1, 2' ] ] text/html
//= console.log: 201 true { ok: 1 } 1, 2 {"a":1}
//= console.log: aGVsbG8= hi undefined
//= console.log: "{\n  d: 1970-01-01T00:00:00.001Z,\n  m: Map(1) { 1 => { a: [Array] } },\n  e: [RangeError: x],\n  u: undefined,\n  b: Uint8Array(1) [ 1 ]\n} true [ 'DataCloneError', 25 ]"
//= console.log: false true [ 'x', 5 ]
//= console.log: aborted TimeoutError
//= console.log: http://h:81/a/x/%C3%BC?y=1&%C3%A4=%26#z true null hi [ 195, 169 ]
//= console.log: number m
