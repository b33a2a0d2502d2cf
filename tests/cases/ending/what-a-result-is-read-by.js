async () => {
  const { Readable } = require("stream");
  const text = async (it) => await it.text();
  const spread = (it) => [...it];
  const members = (it) => Object.fromEntries(it);
  const form = new FormData();
  form.append("a", "b");
  const map = new Map([["a", 1]]);
  const read = [
    [new Response("x"), text],
    [new Request("http://a.example/", { method: "POST", body: "x" }), async (it) => await it.bytes()],
    [new Blob(["x"]), text],
    [new File(["x"], "a.txt"), async (it) => await it.bytes()],
    [new Response("x").body, async (it) => await new Response(it).text()],
    [new Response("x").body, async (it) => await new Response(it).bytes()],
    [new Headers({ a: "b" }), members],
    [new URLSearchParams("a=b"), members],
    [form, members],
    [[1].values(), spread],
    [map.keys(), spread],
    [new Set([1]).values(), spread],
    ["a"[Symbol.iterator](), spread],
    ["ab".matchAll(/./g), spread],
    [new URLSearchParams("a=b").keys(), spread],
    [[1].values().map((n) => n + 1), spread],
    [(function* () { yield 1; })(), spread],
    [(async function* () { yield 1; })(), async (it) => await Array.fromAsync(it)],
    [Readable.from(["x"]), async (it) => await require("stream/consumers").text(it)],
  ];
  const answers = [];
  for (const [it, by] of read) {
    const refused = await state.writeFile("/a", it).then(() => "", (error) => error.message);
    answers.push([refused.replace(/^.* is an? |, whose.*; pass/g, ""), await by(it)]);
  }
  return answers;
}
//= result: [
//=   ["Response await it.text()", "x"],
//=   ["Request await it.text()", bytes(78)],
//=   ["Blob await it.text()", "x"],
//=   ["File await it.text()", bytes(78)],
//=   ["ReadableStream await new Response(it).text()", "x"],
//=   ["ReadableStream await new Response(it).text()", bytes(78)],
//=   ["Headers Object.fromEntries(it)", { a: "b" }],
//=   ["URLSearchParams Object.fromEntries(it)", { a: "b" }],
//=   ["FormData Object.fromEntries(it)", { a: "b" }],
//=   ["Array Iterator [...it]", [1]],
//=   ["Map Iterator [...it]", ["a"]],
//=   ["Set Iterator [...it]", [1]],
//=   ["String Iterator [...it]", ["a"]],
//=   ["RegExp String Iterator [...it]", [["a"], ["b"]]],
//=   ["URLSearchParams Iterator [...it]", ["a"]],
//=   ["Iterator Helper [...it]", [2]],
//=   ["Generator [...it]", [1]],
//=   ["AsyncGenerator await Array.fromAsync(it)", [1]],
//=   ["Readable await require(\"stream/consumers\").text(it)", "x"],
//= ]
