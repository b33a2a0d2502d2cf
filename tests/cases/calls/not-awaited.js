async () => { state.writeFile("/a", "x"); }

//= result: undefined
//= created: /a (- -> 1)
