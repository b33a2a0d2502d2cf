//+ files-packed

async () => {
  //+ value-or-code
  await E(() => state.createArchive("/x.tar", ["/one.txt", "/zz"]));
  return state.exists("/x.tar");
}

//= result: false
