async () => { try { await state.readFile("/nope"); } catch (e) { return "caught: " + e.message.split(":")[0]; } }

//= result: "caught: ENOENT"
