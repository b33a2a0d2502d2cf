async () => new Response("x")
//= result: {}
//= console.warn: note: the result is a Response, whose contents are not its members; return await it.text()
