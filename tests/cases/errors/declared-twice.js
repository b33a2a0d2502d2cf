async () => {
  const helper = () => {
    const total = 1;
    const total = 2;
    return total;
  };
  return helper();
}

