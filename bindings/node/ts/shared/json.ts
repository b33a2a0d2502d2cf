/** Values of programs as JSON, in the forms that the command prints. */

/** A value that JSON can hold. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** What a value is in JSON; `undefined` has no form, and is `null` within lists. */
export function toJson(value: unknown): Json | undefined {
  switch (typeof value) {
    case "undefined":
      return undefined;
    case "bigint":
      return { $bigint: value.toString() };
    case "number":
      return Number.isFinite(value) ? value : null;
    case "boolean":
    case "string":
      return value;
    default:
      return value === null ? null : object(value as object);
  }
}

function object(value: object): Json {
  const item = (member: unknown): Json => toJson(member) ?? null;
  if (Array.isArray(value)) return value.map(item);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString("base64") };
  if (value instanceof Map) return { $map: [...value].map(([key, one]) => [item(key), item(one)]) };
  if (value instanceof Set) return { $set: [...value].map(item) };
  if (value instanceof Error) return { name: value.name, message: value.message };
  if (value instanceof RegExp) return String(value);
  const members = Object.entries(value).flatMap(([name, member]) => {
    const json = toJson(member);
    return json === undefined ? [] : [[name, json] as const];
  });
  return Object.fromEntries(members);
}
