//+ files-project

return state.copy_file({ source_path: "/README.md", destination_path: "/R2.md" })
//= result: undefined
//= created: /R2.md (- -> 20)
