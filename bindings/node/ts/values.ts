/**
 * Values between Node and programs, as the bytes in which they cross the boundary of the sandbox:
 * a tag, then numbers in little endian, with lengths and counts of 32 bits.
 */
import { UsageError } from "./errors.js";

const enum Tag {
  Undefined = 0,
  Null = 1,
  False = 2,
  True = 3,
  Number = 4,
  Latin1 = 5,
  Utf16 = 6,
  Bytes = 7,
  Date = 8,
  Array = 9,
  Object = 10,
  BigInt = 11,
  Map = 12,
  Set = 13,
  Function = 14,
  Symbol = 15,
  Reference = 16,
  Error = 17,
  Cut = 18,
  RegExp = 20,
  JsonNumber = 22,
}

/** Levels of a value: what contains itself has no end. */
const DEPTH_MAX = 1000;

// eslint-disable-next-line no-control-regex
const LATIN1 = /^[\u0000-\u00ff]*$/;

class Writer {
  #bytes = Buffer.allocUnsafe(256);
  #length = 0;
  readonly #place: string[];

  constructor(place: string) {
    this.#place = [place];
  }

  done(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  #room(more: number): number {
    const at = this.#length;
    if (at + more > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, at + more));
      this.#bytes.copy(larger, 0, 0, at);
      this.#bytes = larger;
    }
    this.#length = at + more;
    return at;
  }

  #tag(tag: Tag): void {
    const at = this.#room(1);
    this.#bytes[at] = tag;
  }

  #count(count: number): void {
    const at = this.#room(4);
    this.#bytes.writeUInt32LE(count, at);
  }

  #number(number: number): void {
    const at = this.#room(8);
    this.#bytes.writeDoubleLE(number, at);
  }

  #text(text: string): void {
    if (LATIN1.test(text)) {
      this.#tag(Tag.Latin1);
      this.#count(text.length);
      const at = this.#room(text.length);
      this.#bytes.write(text, at, "latin1");
    } else {
      this.#tag(Tag.Utf16);
      this.#count(text.length);
      const at = this.#room(text.length * 2);
      this.#bytes.write(text, at, "utf16le");
    }
  }

  #refuse(what: string, wayOut = ""): UsageError {
    const place = this.#place.slice(0, 20).join("");
    return new UsageError(`${place} is ${what}, which is no value that a program can get${wayOut}`);
  }

  #within(step: string, value: unknown): void {
    this.#place.push(step);
    this.value(value);
    this.#place.pop();
  }

  value(value: unknown): void {
    if (this.#place.length > DEPTH_MAX) {
      throw new UsageError(
        `${this.#place.slice(0, 20).join("")} nests deeper than ${DEPTH_MAX} levels, or contains itself`,
      );
    }
    switch (typeof value) {
      case "undefined":
        this.#tag(Tag.Undefined);
        return;
      case "boolean":
        this.#tag(value ? Tag.True : Tag.False);
        return;
      case "number":
        this.#tag(Tag.Number);
        this.#number(value);
        return;
      case "string":
        this.#text(value);
        return;
      case "bigint":
        this.#tag(Tag.BigInt);
        this.#text(value.toString());
        return;
      case "function":
        throw this.#refuse("a function", ": functions are added to Functions");
      case "symbol":
        throw this.#refuse("a symbol");
      default:
        this.#object(value as object | null);
    }
  }

  #object(value: object | null): void {
    if (value === null) {
      this.#tag(Tag.Null);
    } else if (Array.isArray(value)) {
      this.#tag(Tag.Array);
      this.#count(value.length);
      for (let index = 0; index < value.length; index += 1) {
        this.#within(`[${index}]`, value[index]);
      }
    } else if (value instanceof Date) {
      this.#tag(Tag.Date);
      this.#number(value.getTime());
    } else if (ArrayBuffer.isView(value)) {
      this.#view(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
    } else if (value instanceof ArrayBuffer || value instanceof SharedArrayBuffer) {
      this.#view(new Uint8Array(value));
    } else if (value instanceof Map) {
      this.#tag(Tag.Map);
      this.#count(value.size);
      for (const [key, member] of value) {
        this.#within(" (a key)", key);
        this.#within(" (a value)", member);
      }
    } else if (value instanceof Set) {
      this.#tag(Tag.Set);
      this.#count(value.size);
      for (const member of value) this.#within(" (a member)", member);
    } else if (value instanceof Error) {
      this.#tag(Tag.Error);
      this.#text(value.name);
      this.#text(value.message);
      this.#text(value.stack ?? "");
    } else if (value instanceof RegExp) {
      throw this.#refuse("a regular expression", ": pass its source and its flags as texts");
    } else if (typeof (value as PromiseLike<unknown>).then === "function") {
      throw this.#refuse("a promise", ": await it first");
    } else if (typeof (value as { toJSON?: unknown }).toJSON === "function") {
      this.#within(" (its toJSON)", (value as { toJSON(): unknown }).toJSON());
    } else {
      const names = Object.keys(value);
      this.#tag(Tag.Object);
      this.#count(names.length);
      for (const name of names) {
        this.#text(name);
        this.#within(`[${JSON.stringify(name)}]`, (value as Record<string, unknown>)[name]);
      }
    }
  }

  #view(bytes: Uint8Array): void {
    this.#tag(Tag.Bytes);
    this.#count(bytes.length);
    const at = this.#room(bytes.length);
    this.#bytes.set(bytes, at);
  }
}

class Reader {
  #at = 0;

  constructor(private readonly bytes: Buffer) {}

  #count(): number {
    const count = this.bytes.readUInt32LE(this.#at);
    this.#at += 4;
    return count;
  }

  #number(): number {
    const number = this.bytes.readDoubleLE(this.#at);
    this.#at += 8;
    return number;
  }

  #text(): string {
    const tag = this.bytes[this.#at++];
    const length = this.#count();
    const from = this.#at;
    if (tag === Tag.Latin1) {
      this.#at += length;
      return this.bytes.toString("latin1", from, this.#at);
    }
    this.#at += length * 2;
    return this.bytes.toString("utf16le", from, this.#at);
  }

  value(): unknown {
    const tag = this.bytes[this.#at++];
    switch (tag) {
      case Tag.Undefined:
        return undefined;
      case Tag.Null:
        return null;
      case Tag.False:
        return false;
      case Tag.True:
        return true;
      case Tag.Number:
        return this.#number();
      case Tag.Latin1:
      case Tag.Utf16:
        this.#at -= 1;
        return this.#text();
      case Tag.Bytes: {
        const length = this.#count();
        const from = this.#at;
        this.#at += length;
        return new Uint8Array(this.bytes.subarray(from, this.#at));
      }
      case Tag.Date:
        return new Date(this.#number());
      case Tag.Array: {
        const count = this.#count();
        const items: unknown[] = [];
        for (let index = 0; index < count; index += 1) items.push(this.value());
        return items;
      }
      case Tag.Object: {
        const count = this.#count();
        const object: Record<string, unknown> = {};
        for (let index = 0; index < count; index += 1) {
          const name = this.#text();
          const member = this.value();
          if (name === "__proto__") {
            const own = { value: member, writable: true, enumerable: true, configurable: true };
            Object.defineProperty(object, name, own);
          } else {
            object[name] = member;
          }
        }
        return object;
      }
      case Tag.BigInt:
        return BigInt(this.#text());
      case Tag.Map: {
        const count = this.#count();
        const map = new Map<unknown, unknown>();
        for (let index = 0; index < count; index += 1) {
          const key = this.value();
          map.set(key, this.value());
        }
        return map;
      }
      case Tag.Set: {
        const count = this.#count();
        const set = new Set<unknown>();
        for (let index = 0; index < count; index += 1) set.add(this.value());
        return set;
      }
      case Tag.RegExp: {
        const source = this.#text();
        return new RegExp(source, this.#text());
      }
      case Tag.Error: {
        const name = this.#text();
        const error = new Error(this.#text());
        const stack = this.#text();
        error.name = name;
        if (stack !== "") error.stack = stack;
        return error;
      }
      case Tag.Function:
        return `[function ${this.#text()}]`;
      case Tag.Symbol:
        return `Symbol(${this.#text()})`;
      case Tag.Reference:
        return `[circular ${this.#text()}]`;
      case Tag.Cut: {
        const count = this.#number();
        return `[${count} more ${this.#text()}]`;
      }
      case Tag.JsonNumber:
        return Number(this.#text());
      default:
        throw new Error(`a value that cannot be read: tag ${tag}`);
    }
  }
}

/** The bytes of a value; `place` names it in errors. */
export function encode(value: unknown, place: string): Buffer {
  const writer = new Writer(place);
  writer.value(value);
  return writer.done();
}

/** The value of bytes. */
export function decode(bytes: Buffer): unknown {
  return new Reader(bytes).value();
}
