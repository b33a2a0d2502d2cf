async () => ({ a: [1, { b: null }], c: "x", d: true })

//= result: { a: [1, { b: null }], c: "x", d: true }
