async () => { return undefined; }

//= result: undefined
