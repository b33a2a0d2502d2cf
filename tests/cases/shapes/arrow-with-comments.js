// before
async () => 1 /* within */; // after

//= result: 1
