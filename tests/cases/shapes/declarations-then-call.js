const read = async (path) => state.exists(path);
read("/")

//= result: true
