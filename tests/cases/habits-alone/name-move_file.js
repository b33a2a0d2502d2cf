//+ files-project

return state.move_file({ source: "/README.md", destination: "/R.md" })
//= result: undefined
//= created: /R.md (- -> 20)
//= deleted: /README.md (20 -> -)
