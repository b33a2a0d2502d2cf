//! [files]
//! "/b" = { bytes = [239, 187, 191, 239, 187, 191, 65] }

async () => state.readFile("/b")

//= result: "\ufeff\ufeffA"
