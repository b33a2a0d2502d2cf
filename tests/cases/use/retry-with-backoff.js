const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
async function retry(task, times) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await task(attempt);
    } catch (error) {
      if (attempt === times) throw error;
      await sleep(2 ** attempt);
    }
  }
}
retry(async (attempt) => {
  if (attempt < 3) throw new Error("not yet");
  return attempt;
}, 5).then((attempt) => console.log("after", attempt));
//= result: undefined
//= console.log: after 3
