//+ files-project

return state.removeFil("/a")
//= throws: TypeError
//= message: state.removeFil is not a function. Its methods are readFile, readFileBytes, writeFile, writeFileBytes, appendFile, readJson, writeJson, queryJson, updateJson, exists, stat, lstat, mkdir, readdir, readdirWithFileTypes, find, walkTree, summarizeTree, searchText, searchFiles, replaceInFile, replaceInFiles, rm, cp, mv, symlink, readlink, realpath, resolvePath, glob, diff, diffContent, removeTree, copyTree, moveTree, createArchive, listArchive, extractArchive, compressFile, decompressFile, hashFile, detectFile, planEdits, applyEditPlan, applyEdits
//= at: 21:14
