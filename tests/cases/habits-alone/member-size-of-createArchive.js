//+ files-project

const a = await state.createArchive("/a.zip", ["/src"]); return a.size
//= result: undefined
//= console.warn: note: line 21: state.createArchive gives { path, entries, bytesWritten }; it has no size
//= created: /a.zip (- -> 832)
