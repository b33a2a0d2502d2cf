//+ files-tree

async () => {
  return (await state.find("")).map((e) => e.path);
}

//= throws: TypeError
//= message: state.find: "path" is empty; "/" is the root directory — expected state.find(path, options?)
//= code: EINVAL
//= at: 16:23
