async () => state.detectFil("/a")
//= throws: TypeError
//= message: state.detectFil is not a function. Did you mean state.detectFile(path)?
//= at: 1:19
