//! [files]
//! "/1/2/3/4/5/6/7/8/f" = "x"

async () => state.summarizeTree("/")

//= result: { files: 1, directories: 9, symlinks: 0, totalBytes: 1, maxDepth: 9 }
