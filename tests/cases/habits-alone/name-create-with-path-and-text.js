//+ files-project

return state.create("/o.txt", "x")
//= result: undefined
//= created: /o.txt (- -> 1)
