async () => {
  const stat = await state.stat("/none");
  return stat.isFile();
}
//= throws: TypeError
//= message: Cannot read properties of null (reading 'isFile'). state.stat gives null where nothing is: check it first
//= at: 3:15
