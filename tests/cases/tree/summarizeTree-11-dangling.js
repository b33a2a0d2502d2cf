//+ files-tree

async () => state.summarizeTree("/dang")

//= result: { files: 0, directories: 0, symlinks: 1, totalBytes: 0, maxDepth: 0 }
