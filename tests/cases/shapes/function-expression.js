(async function () { return 1; })

//= result: 1
