// The process has nothing of the machine.
() => [process.env, process.env.HOME, process.cwd(), process.argv, process.platform, typeof process.nextTick, __dirname]
//= result: [{}, undefined, "/", [], "linux", "function", "/"]
