async () => state.mkdir("/a")

//= result: undefined
//= created: /a (- -> 0)
