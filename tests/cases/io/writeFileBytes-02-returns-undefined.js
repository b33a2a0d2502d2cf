async () => state.writeFileBytes("/b", new Uint8Array([1]))

//= result: undefined
//= created: /b (- -> 1)
