() => console.log("%s is %d of %i %f %j %o %% %c!", "x", 1.5, 2.7, 3.25, { a: 1 }, [1], "css", "rest")

//= result: undefined
//= console.log: x is 1.5 of 2 3.25 {"a":1} [ 1 ] % ! rest
