async () => {
  throw { code: 'E_CUSTOM', retry: [1, 2], at: new Date(0) };
}

//= throws: Error
//= message: { code: 'E_CUSTOM', retry: [ 1, 2 ], at: 1970-01-01T00:00:00.000Z }
//= value: { code: "E_CUSTOM", retry: [1, 2], at: Date(1970-01-01T00:00:00.000Z) }
