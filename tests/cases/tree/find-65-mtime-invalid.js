//+ files-tree

async () => {
  return (await state.find("/", { mtimeAfter: "garbage", type: "file" })).map((e) => e.path);
}

//= throws: Error
//= message: EINVAL: "options.mtimeAfter" is no date: give a Date, milliseconds, or text such as "2025-01-31T12:00:00Z", find
//= code: EINVAL
//= at: 16:23
