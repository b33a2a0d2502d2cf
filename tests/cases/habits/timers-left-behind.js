async () => {
  setTimeout(async () => { await state.writeFile("/late.txt", "x"); }, 10);
  await Promise.race([state.exists("/a"), new Promise((_, reject) => setTimeout(() => reject(new Error("slow")), 1000))]);
  await new Promise((resolve) => setTimeout(async () => { await state.writeFile("/awaited.txt", "x"); resolve(); }, 5));
  return state.exists("/late.txt");
}
//= result: false
//= console.warn: note: line 2: the program returned while this timer was waiting, and its function was not called; to wait: await new Promise((resolve) => setTimeout(resolve, ms)), then do it
//= created: /awaited.txt (- -> 1)
