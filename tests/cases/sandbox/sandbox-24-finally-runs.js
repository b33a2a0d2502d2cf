async () => { try { await state.readFile("/nope"); } catch { } finally { await state.writeFile("/done", "1"); } return state.exists("/done"); }

//= result: true
//= created: /done (- -> 1)
