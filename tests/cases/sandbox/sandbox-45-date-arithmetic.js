async () => new Date(Date.UTC(2024, 1, 29, 12)).toISOString()

//= result: "2024-02-29T12:00:00.000Z"
