(...all) => all.length

//= result: 0
