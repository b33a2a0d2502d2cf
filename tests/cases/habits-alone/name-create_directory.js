//+ files-project

return state.create_directory({ path: "/newdir" })
//= result: undefined
//= created: /newdir (- -> 0)
