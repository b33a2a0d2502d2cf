//+ files-json-laid-out

async () => {
  const r = await state.updateJson("/c.json", [{"op":"set","path":".list.foo","value":9}]);
  return { r, file: await state.readFile("/c.json") };
}

//= throws: Error
//= message: operation 0 (set): JSON update expected object at "foo": .list is an array, updateJson '/c.json'
//= code: EINVAL
//= path: /c.json
//= at: 5:25
