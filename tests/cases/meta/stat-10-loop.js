//+ files-kinds

async () => {
  const s = await state.stat("/loop");
  return s && { type: s.type, size: s.size };
}

//= throws: Error
//= message: ELOOP: too many levels of symbolic links, stat '/loop'
//= code: ELOOP
//= path: /loop
//= at: 11:25
