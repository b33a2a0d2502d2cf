async () => {
  const { Readable } = require("stream");
  const shown = [];
  for (const value of [new Response("x"), new Blob(["x"]), new Map([[1, 2]]).values(), Readable.from(["x"])]) {
    await state.writeFile("/a", value).catch((error) => shown.push(error.message));
  }
  for (const value of [new Blob(["x"]), { list: [new Headers({ a: "b" })] }, [[1].values()]]) {
    await state.writeJson("/a.json", value).catch((error) => shown.push(error.message));
  }
  return { shown, keys: new Map([["a", 1]]).keys(), body: new Response("x").body, stream: Readable.from(["x"]) };
}
//= result: {
//=   shown: [
//=     "state.writeFile: an argument is a Response, whose contents are not its members; pass await it.text()",
//=     "state.writeFile: an argument is a Blob, whose contents are not its members; pass await it.text()",
//=     "state.writeFile: an argument is a Map Iterator, whose contents are not its members; pass [...it]",
//=     "state.writeFile: an argument is a Readable, whose contents are not its members; pass await require(\"stream/consumers\").text(it)",
//=     "state.writeJson: an argument is a Blob, whose contents are not its members; pass await it.text()",
//=     "state.writeJson: an argument at $.list[0] is a Headers, whose contents are not its members; pass Object.fromEntries(it)",
//=     "state.writeJson: an argument at $[0] is an Array Iterator, whose contents are not its members; pass [...it]",
//=   ],
//=   keys: {},
//=   body: {},
//=   stream: {},
//= }
//= console.warn: note: the result at $.keys is a Map Iterator, whose contents are not its members; return [...it]
