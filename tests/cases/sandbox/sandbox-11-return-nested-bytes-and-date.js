async () => ({ b: new Uint8Array([0]), d: [new Date(86400000)] })

//= result: { b: bytes(00), d: [Date(1970-01-02T00:00:00.000Z)] }
