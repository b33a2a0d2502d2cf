async () => state.readdir("/")

//= result: []
