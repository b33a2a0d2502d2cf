//+ files-project

return state.write_file({ path: "/o.txt", content: "x" })
//= result: undefined
//= created: /o.txt (- -> 1)
