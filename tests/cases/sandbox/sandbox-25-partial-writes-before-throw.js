async () => { try { await (async () => { await state.writeFile("/a", "1"); throw new Error("x"); })(); } catch {} return state.exists("/a"); }

//= result: true
//= created: /a (- -> 1)
