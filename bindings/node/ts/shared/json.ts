/** Values of programs as JSON, in the forms that the command prints. */

/** A value as JSON has it. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/**
 * What a value is in JSON: dates as ISO 8601, and what JSON does not have as an object with one member,
 * such as `{"$bigint": "1"}`. `undefined` has no form: it is left out of objects, and `null` in lists.
 */
export function toJson(value: unknown): Json | undefined {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      return Number.isFinite(value) ? value : null;
    case "bigint":
      return { $bigint: value.toString() };
    case "object":
      return value === null ? null : objectToJson(value);
    default:
      return undefined;
  }
}

function objectToJson(value: object): Json {
  const item = (member: unknown): Json => toJson(member) ?? null;
  if (Array.isArray(value)) return value.map(item);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString("base64") };
  if (value instanceof Map) return { $map: [...value].map(([key, one]) => [item(key), item(one)]) };
  if (value instanceof Set) return { $set: [...value].map(item) };
  if (value instanceof RegExp) return { $regexp: String(value) };
  if (value instanceof Error) return { $error: { name: value.name, message: value.message } };
  const members = Object.entries(value).flatMap(([name, member]) => {
    const json = toJson(member);
    return json === undefined ? [] : [[name, json] as const];
  });
  // It defines a member named `__proto__` too.
  return Object.fromEntries(members);
}
