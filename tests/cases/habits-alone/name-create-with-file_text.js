//+ files-project

return state.create({ path: "/o.txt", file_text: "x" })
//= result: undefined
//= created: /o.txt (- -> 1)
