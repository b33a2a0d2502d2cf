async () => {
  const n: number = 1;
  return n;
}

//= result: 1
