async () => { await state.mkdir("/a", null); await state.mkdir("/b", undefined); return state.readdir("/"); }

//= result: ["a", "b"]
//= created: /a (- -> 0)
//= created: /b (- -> 0)
