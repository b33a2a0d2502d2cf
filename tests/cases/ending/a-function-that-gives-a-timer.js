() => setInterval(() => {}, 5).unref()
//= result: undefined
