async () => {
  setTimeout(() => console.log("fired"), 5);
  setTimeout(() => console.log("never"), 500);
  await new Promise((resolve) => setTimeout(resolve, 50));
  return 1;
}
//= result: 1
//= console.log: fired
//= console.warn: note: line 3: the program returned while this timer was waiting, and its function was not called; to wait: await new Promise((resolve) => setTimeout(resolve, ms)), then do it
