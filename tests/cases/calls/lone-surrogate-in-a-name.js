async () => state.writeFile("/\ud800", "x")

//= throws: Error
//= message: EINVAL: a path must be well-formed text, without half of a surrogate pair, writeFile '/�'
//= code: EINVAL
//= path: /�
//= at: 1:19
