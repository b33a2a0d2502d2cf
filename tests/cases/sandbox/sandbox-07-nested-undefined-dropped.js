async () => ({ a: undefined, b: 1 })

//= result: { a: undefined, b: 1 }
