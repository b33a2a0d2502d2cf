/**
 * Values as text, for both sides of the boundary: this file runs in Node, and as a prelude in programs.
 *
 * A text is a JSON array of nodes, the first of which is the value. A node names others by their
 * index, so that cycles and repeated references survive. Nothing recurses: depth is bounded by size.
 */

/** A value that cannot cross. */
export class ValueError extends TypeError {
  readonly code = "RUN_SERIALIZATION_ERROR";
}

type Node = [kind: string, ...parts: unknown[]];

const VIEWS = [
  "Int8Array",
  "Uint8Array",
  "Uint8ClampedArray",
  "Int16Array",
  "Uint16Array",
  "Int32Array",
  "Uint32Array",
  "Float16Array",
  "Float32Array",
  "Float64Array",
  "BigInt64Array",
  "BigUint64Array",
];
const ERRORS = ["EvalError", "RangeError", "ReferenceError", "SyntaxError", "TypeError", "URIError"];

/** Holes of an array. They cost a program nothing, and the host memory and time as soon as it copies or spreads the array. */
const HOLES_MAX = 1_000_000;

/** Where a member is: the node that has it, and its name there. */
type Place = [parent: number, step: string];

class Encoder {
  readonly #nodes: Node[] = [];
  readonly #places: Place[] = [];
  readonly #numbers = new Map<unknown, number>();
  readonly #waiting: object[] = [];

  text(value: unknown): string {
    this.#number(value, [-1, ""]);
    for (let next = 0; next < this.#waiting.length; next += 1) {
      const object = this.#waiting[next] as object;
      this.#object(object, this.#numbers.get(object) as number);
    }
    return JSON.stringify(this.#nodes);
  }

  #refuse(what: string, [parent, step]: Place): never {
    const steps = [step];
    for (let at = parent; at >= 0; at = (this.#places[at] as Place)[0]) {
      steps.unshift((this.#places[at] as Place)[1]);
    }
    throw new ValueError(`Cannot serialize ${what} at value${steps.slice(0, 20).join("")}`);
  }

  /** The number of a value; an object's node is filled later. */
  #number(value: unknown, place: Place): number {
    const isObject = typeof value === "object" && value !== null;
    if (isObject) {
      const known = this.#numbers.get(value);
      if (known !== undefined) return known;
    }
    const number = this.#nodes.length;
    this.#places.push(place);
    if (isObject) {
      this.#nodes.push(["undefined"]);
      this.#numbers.set(value, number);
      this.#waiting.push(value);
    } else {
      this.#nodes.push(this.#primitive(value, place));
    }
    return number;
  }

  #primitive(value: unknown, place: Place): Node {
    switch (typeof value) {
      case "undefined":
        return ["undefined"];
      case "bigint":
        return ["bigint", String(value)];
      case "number":
        return Number.isFinite(value) && !Object.is(value, -0)
          ? ["json", value]
          : ["number", Object.is(value, -0) ? "-0" : String(value)];
      case "function":
      case "symbol":
        return this.#refuse(`a ${typeof value}`, place);
      default:
        return ["json", value];
    }
  }

  #object(value: object, number: number): void {
    const member = (one: unknown, step: string): number => this.#number(one, [number, step]);
    const place = this.#places[number] as Place;
    this.#nodes[number] = this.#node(value, member, place);
  }

  #node(value: object, member: (one: unknown, step: string) => number, place: Place): Node {
    const tag = Object.prototype.toString.call(value).slice(8, -1);
    if (Array.isArray(value)) {
      const items = Object.keys(value).map((name) => {
        const one = member((value as unknown as Record<string, unknown>)[name], `[${JSON.stringify(name)}]`);
        return [name, one];
      });
      if (value.length - items.length > HOLES_MAX) this.#refuse(`an array with more than ${HOLES_MAX} holes`, place);
      return ["array", value.length, items];
    }
    if (value instanceof Date) return ["date", Number.isNaN(value.getTime()) ? null : value.getTime()];
    if (value instanceof RegExp) return ["regexp", value.source, value.flags];
    if (value instanceof Map) {
      return ["map", [...value].map(([key, one]) => [member(key, " (a key)"), member(one, " (a value)")])];
    }
    if (value instanceof Set) return ["set", [...value].map((one) => member(one, " (a member)"))];
    if (value instanceof ArrayBuffer) return ["buffer", Buffer.from(value).toString("base64")];
    if (ArrayBuffer.isView(value)) {
      const length = value instanceof DataView ? value.byteLength : (value as Uint8Array).length;
      const bytes = new Uint8Array(value.byteLength);
      bytes.set(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
      return ["view", tag, member(bytes.buffer, ".buffer"), length];
    }
    if (value instanceof Error) {
      const cause = "cause" in value ? member(value.cause, ".cause") : -1;
      const errors = value instanceof AggregateError ? member(value.errors, ".errors") : -1;
      return ["error", String(value.name), String(value.message), cause, errors];
    }
    const prototype = Object.getPrototypeOf(value) as object | null;
    const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null;
    if (!isPlain || tag !== "Object") {
      const thenable = typeof (value as { then?: unknown }).then === "function";
      return this.#refuse(thenable ? "a promise" : `an instance of ${value.constructor?.name || tag}`, place);
    }
    if (Object.getOwnPropertySymbols(value).length > 0) return this.#refuse("an object with symbols as names", place);
    const members = Object.keys(value).map((name) => [
      name,
      member((value as Record<string, unknown>)[name], `[${JSON.stringify(name)}]`),
    ]);
    return [prototype === null ? "bare" : "object", members];
  }
}

/** The text of a value. Throws a `ValueError` for what cannot cross, with its place. */
export function encode(value: unknown): string {
  return new Encoder().text(value);
}

/** The value of a text; throws for what `encode` has not made. */
export function decode(text: string): unknown {
  const nodes = JSON.parse(text) as Node[];
  const malformed = (): never => {
    throw new ValueError("the text is no value");
  };
  if (!Array.isArray(nodes) || nodes.length === 0) malformed();
  // Shells first and then what is in them, so that a cycle finds its object.
  const values = nodes.map((node) => (Array.isArray(node) ? shell(node) : malformed()));
  const at = (number: unknown): unknown => {
    if (typeof number !== "number" || !(number in values)) malformed();
    return values[number as number];
  };
  nodes.forEach((node, number) => {
    if (node[0] === "view") values[number] = view(node, at(node[2]));
  });
  nodes.forEach((node, number) => fill(node, values[number], at));
  return values[0];
}

function shell([kind, first, second]: Node): unknown {
  switch (kind) {
    case "undefined":
      return undefined;
    case "json":
      if (typeof first !== "object" || first === null) return first;
      break;
    case "number":
      return Number(first);
    case "bigint":
      return BigInt(first as string);
    case "date":
      return new Date(first === null ? Number.NaN : (first as number));
    case "regexp":
      return new RegExp(String(first), String(second));
    case "array": {
      const array: unknown[] = [];
      if (!Array.isArray(second) || (first as number) - second.length > HOLES_MAX) break;
      array.length = first as number;
      return array;
    }
    case "map":
      return new Map();
    case "set":
      return new Set();
    case "buffer":
      return Uint8Array.from(Buffer.from(String(first), "base64")).buffer;
    case "view":
      return undefined;
    case "error":
      return new (errorClass(String(first)))(String(second));
    case "object":
      return {};
    case "bare":
      return Object.create(null);
  }
  throw new ValueError(`the text is no value: ${String(kind)}`);
}

function errorClass(name: string): new (message: string) => Error {
  if (name === "AggregateError") {
    return class extends AggregateError {
      constructor(message: string) {
        super([], message);
        Object.setPrototypeOf(this, AggregateError.prototype);
      }
    };
  }
  const known = ERRORS.includes(name) ? (globalThis as Record<string, unknown>)[name] : Error;
  return known as new (message: string) => Error;
}

function view([, kind, , length]: Node, buffer: unknown): unknown {
  if (buffer instanceof ArrayBuffer) {
    if (kind === "DataView") return new DataView(buffer, 0, length as number);
    const known = VIEWS.includes(String(kind)) ? (globalThis as Record<string, unknown>)[String(kind)] : undefined;
    if (typeof known === "function") {
      return new (known as new (buffer: ArrayBuffer, from: number, length: number) => unknown)(buffer, 0, length as number);
    }
  }
  throw new ValueError(`the text is no value: ${String(kind)}`);
}

function own(object: object, name: string, value: unknown, enumerable = true): void {
  Object.defineProperty(object, name, { value, writable: true, enumerable, configurable: true });
}

function fill(node: Node, value: unknown, at: (number: unknown) => unknown): void {
  switch (node[0]) {
    case "array":
    case "object":
    case "bare": {
      const members = node[node.length - 1] as [string, number][];
      for (const [name, member] of members) own(value as object, String(name), at(member));
      return;
    }
    case "map":
      for (const [key, one] of node[1] as [number, number][]) (value as Map<unknown, unknown>).set(at(key), at(one));
      return;
    case "set":
      for (const one of node[1] as number[]) (value as Set<unknown>).add(at(one));
      return;
    case "error": {
      const [, name, , cause, errors] = node;
      const error = value as Error;
      if (error.name !== name) own(error, "name", name, false);
      if (cause !== -1) own(error, "cause", at(cause), false);
      if (errors !== -1) own(error, "errors", at(errors), false);
    }
  }
}
