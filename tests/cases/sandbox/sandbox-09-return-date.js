async () => new Date(0)

//= result: Date(1970-01-01T00:00:00.000Z)
