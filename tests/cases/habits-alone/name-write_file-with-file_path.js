//+ files-project

return state.write_file({ file_path: "/o.txt", text: "x" })
//= result: undefined
//= created: /o.txt (- -> 1)
