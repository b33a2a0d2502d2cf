async () => {
  throw { code: 'E_CUSTOM', retry: [1, 2], at: new Date(0) };
}

