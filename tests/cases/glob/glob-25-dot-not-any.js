//+ files-names

async () => state.glob("/READMExmd")

//= result: []
