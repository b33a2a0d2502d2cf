async () => {
  const timer = setTimeout(() => {}, 1000);
  clearTimeout(timer);
  return 1;
}
//= result: 1
