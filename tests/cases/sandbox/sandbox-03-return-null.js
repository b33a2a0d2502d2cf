async () => null

//= result: null
