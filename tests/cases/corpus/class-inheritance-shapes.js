async () => {
  class Shape {
    static count = 0;
    static #registry = [];
    static { this.kinds = new Set(); }
    constructor(name) { this.name = name; Shape.count++; Shape.#registry.push(this); Shape.kinds.add(new.target.name); }
    get area() { throw new Error(`${this.constructor.name} has no area`); }
    toString() { return `${this.name}(${this.area.toFixed(2)})`; }
    static largest() { return Shape.#registry.filter((s) => 'radius' in s || 'side' in s).reduce((a, b) => (b.area > a.area ? b : a)); }
    get [Symbol.toStringTag]() { return 'Shape'; }
  }
  class Circle extends Shape { constructor(radius) { super('circle'); this.radius = radius; } get area() { return Math.PI * this.radius ** 2; } }
  class Square extends Shape { constructor(side) { super('square'); this.side = side; } get area() { return this.side ** 2; } toString() { return `[${super.toString()}]`; } }
  const shapes = [new Circle(1), new Square(2), new Shape('blob')];
  const texts = shapes.map((s) => { try { return `${s}`; } catch (e) { return e.message; } });
  return { texts, largest: String(Shape.largest()), count: Shape.count, kinds: [...Shape.kinds], tag: Object.prototype.toString.call(shapes[0]) };
}

//= result: {
//=   texts: ["circle(3.14)", "[square(4.00)]", "Shape has no area"],
//=   largest: "[square(4.00)]",
//=   count: 3,
//=   kinds: ["Circle", "Square", "Shape"],
//=   tag: "[object Shape]",
//= }
