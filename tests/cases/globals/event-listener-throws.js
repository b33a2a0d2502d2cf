async () => {
  const bus = new EventTarget();
  bus.addEventListener("save", () => { throw new TypeError("no place left"); });
  bus.addEventListener("save", () => console.log("the next one is called"));
  bus.dispatchEvent(new Event("save"));
  await new Promise((resolve) => setTimeout(resolve, 1));
  return "not reached";
}
//= throws: TypeError
//= message: no place left
//= at: 3:46
//= console.log: the next one is called
