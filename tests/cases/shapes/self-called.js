(async () => { return 1; })()

//= result: 1
