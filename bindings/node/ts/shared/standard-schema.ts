/** JSON Schema as a schema of SDKs, without a library of schemas. */
import type { JsonSchema } from "../functions.js";

/** A schema that follows Standard Schema and has a JSON Schema. */
export interface StandardSchema<T> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly types?: { readonly input: T; readonly output: T };
    readonly validate: (
      value: unknown,
    ) => { readonly value: T } | { readonly issues: readonly { readonly message: string }[] };
    readonly jsonSchema: {
      readonly input: () => Record<string, unknown>;
      readonly output: () => Record<string, unknown>;
    };
  };
}

/** A JSON Schema, with what makes a value of it or throws. */
export function standardSchema<T>(schema: JsonSchema, read: (value: unknown) => T): StandardSchema<T> {
  const json = (): Record<string, unknown> => ({ ...schema });
  return {
    "~standard": {
      version: 1,
      vendor: "isolate-run",
      validate: (value) => {
        try {
          return { value: read(value) };
        } catch (error) {
          return { issues: [{ message: (error as Error).message }] };
        }
      },
      jsonSchema: { input: json, output: json },
    },
  };
}
