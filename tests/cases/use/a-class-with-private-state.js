class Queue {
  #items = [];
  static of(...items) {
    const queue = new Queue();
    queue.#items.push(...items);
    return queue;
  }
  get size() { return this.#items.length; }
  *[Symbol.iterator]() { yield* this.#items; }
}
const queue = Queue.of("a", "b");
console.log(queue.size, [...queue].join(""));
//= result: undefined
//= console.log: 2 ab
