async () => {
  await state.createArchive("/x.tar", []); await state.extractArchive("/x.tar", "/out");
  return state.exists("/out");
}

//= recorded {"result": false}
