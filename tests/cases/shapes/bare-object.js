({ a: 1 })

//= result: { a: 1 }
