() => { for (const level of ["log", "info", "warn", "error", "debug"]) console[level](level, 1); }

//= result: undefined
//= console.log: log 1
//= console.info: info 1
//= console.warn: warn 1
//= console.error: error 1
//= console.debug: debug 1
