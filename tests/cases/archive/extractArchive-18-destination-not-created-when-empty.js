async () => {
  await state.createArchive("/x.tar", []); await state.extractArchive("/x.tar", "/out");
  return state.exists("/out");
}

//= result: false
//= created: /x.tar (- -> 1024)
