//+ files-project

return state.delete_file({ path: "/README.md" })
//= result: undefined
//= deleted: /README.md (20 -> -)
