async () => state.writeFile({ path: "/a", text: "x" })

//= result: undefined
//= created: /a (- -> 1)
