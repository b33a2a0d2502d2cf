() => state.exists("/")

//= result: true
