//! about = "What built-ins inherit from, and which properties are their own"

() => {
  const of = (f) => Object.getPrototypeOf(f).constructor;
  const functions = [of(function* () {}), of(async function* () {}), of(async () => {})];
  const arrays = [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Float32Array, Float64Array, BigInt64Array];
  class Wide extends Uint8Array { static get [Symbol.species]() { return Uint16Array; } }
  return {
    functions: functions.map((f) => [Object.getPrototypeOf(f) === Function, f.name, f.length, Object.getOwnPropertyNames(f).sort()]),
    species: arrays.map((array) => [Object.hasOwn(array, Symbol.species), array[Symbol.species] === array]),
    base: Object.hasOwn(Object.getPrototypeOf(Int8Array), Symbol.species),
    own: [new Wide([1, 2]).map((x) => x), new Wide([1, 2]).slice(1), new Wide(4).filter(() => true)].map((list) => list.constructor.name),
    fromAsync: [Object.getPrototypeOf(Array.fromAsync) === Function.prototype, Array.fromAsync.length, Array.fromAsync.name, 'prototype' in Array.fromAsync],
    lastIndex: Object.hasOwn(RegExp.prototype, 'lastIndex'),
    stack: ['stack' in Error.prototype, Object.getOwnPropertyNames(new Error('x'))],
  };
}
//= result: {
//=   functions: [
//=     [true, "GeneratorFunction", 1, ["length", "name", "prototype"]],
//=     [true, "AsyncGeneratorFunction", 1, ["length", "name", "prototype"]],
//=     [true, "AsyncFunction", 1, ["length", "name", "prototype"]],
//=   ],
//=   species: [
//=     [false, true],
//=     [false, true],
//=     [false, true],
//=     [false, true],
//=     [false, true],
//=     [false, true],
//=     [false, true],
//=   ],
//=   base: true,
//=   own: ["Uint16Array", "Uint16Array", "Uint16Array"],
//=   fromAsync: [true, 1, "fromAsync", false],
//=   lastIndex: false,
//=   stack: [false, ["stack", "message"]],
//= }
