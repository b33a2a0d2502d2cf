/** Functions that programs may call. */
import { AsyncLocalStorage } from "node:async_hooks";

import { called, FunctionError, UsageError } from "./errors.js";
import { native, type NativeCall, type NativeFunctions } from "./native.js";
import { decode, encode } from "./values.js";
import { check, shown } from "./words.js";

/** A JSON schema. */
export type JsonSchema = { readonly [key: string]: unknown };

/** A schema of zod, or of another library that follows Standard Schema, or JSON Schema itself. */
export type Schema<T = unknown> =
  | JsonSchema
  | {
      readonly "~standard": {
        readonly types?: { readonly output: T } | undefined;
      };
    };

/** The type that a schema describes. */
export type Described<S> = S extends { "~standard": { types?: { output: infer T } | undefined } }
  ? T
  : // eslint-disable-next-line @typescript-eslint/no-explicit-any
    any;

/** What is said of a function. */
export interface FunctionOptions<I = unknown, O = unknown> {
  /** What it does. */
  describe?: string;
  /** The schema of its argument. */
  input?: I;
  /** The schema of its answer. */
  output?: O;
  /** It changes nothing outside. */
  reads?: boolean;
  /** It changes something outside: the default. */
  writes?: boolean;
  /** It may be called again for a call that was interrupted. */
  idempotent?: boolean;
  /** A person has to approve each call. */
  needsApproval?: boolean;
  /** What it returns is not the answer, which is given with `Workspace.answer`. */
  answeredLater?: boolean;
  /** A run that waits for it is not put away. */
  waitsInMemory?: boolean;
  /** Its answers are not kept. */
  unrecorded?: boolean;
  /** How long it may take. */
  timeoutMs?: number;
}

const OPTIONS = [
  "describe",
  "input",
  "output",
  "reads",
  "writes",
  "idempotent",
  "needsApproval",
  "answeredLater",
  "waitsInMemory",
  "unrecorded",
  "timeoutMs",
];

/** What a function gets beside its argument. */
export interface Scope {
  /** Is aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** Sets the note of this call in the record of the run: at most 500 characters. */
  note(text: string): void;
}

/** What asks for an approval. */
export interface ApprovalRequest {
  readonly function: string;
  readonly description: string;
  readonly argument: unknown;
}

interface Converts {
  toJSONSchema?: (schema: unknown, options?: object) => JsonSchema;
}

/** The JSON schema of a schema. */
function jsonSchema(schema: unknown, place: string, io: "input" | "output"): JsonSchema {
  if (typeof schema !== "object" || schema === null) {
    throw new UsageError(`${place} is no schema: give one of zod, or JSON Schema`);
  }
  const standard = (schema as { "~standard"?: { vendor?: string; jsonSchema?: Record<string, unknown> } })[
    "~standard"
  ];
  if (standard === undefined) {
    const isShape = Object.values(schema).some((one) => typeof one === "object" && one !== null && "~standard" in one);
    if (isShape) {
      throw new UsageError(`${place} is an object of schemas, which is no schema itself: wrap it, as in z.object({ … })`);
    }
    return schema as JsonSchema;
  }
  const own = standard.jsonSchema?.[io];
  if (typeof own === "function") {
    return (own as (options: object) => JsonSchema)({ target: "draft-2020-12" });
  }
  const method = (schema as { toJSONSchema?: (options?: object) => JsonSchema }).toJSONSchema;
  if (typeof method === "function") return method.call(schema, { io });
  const converter = (schema as { constructor?: Converts }).constructor?.toJSONSchema;
  if (typeof converter === "function") return converter(schema, { io });
  throw new UsageError(
    `${place} is a schema of ${standard.vendor ?? "a library"} that has no JSON Schema: ` +
      "use zod 4.2 or later, or give JSON Schema, such as z.toJSONSchema(schema)",
  );
}

/** Runs something in the asynchronous context that a run was started in. */
type Inside = <T>(work: () => T) => T;

const contexts = new Map<number, Inside>();
let lastContext = 0;

/** Keeps the asynchronous context of whoever calls this, until it is forgotten. */
export function keepContext(): number {
  do lastContext = (lastContext + 1) % 2 ** 32;
  while (lastContext === 0 || contexts.has(lastContext));
  contexts.set(lastContext, AsyncLocalStorage.snapshot() as Inside);
  return lastContext;
}

export function forgetContext(context: number): void {
  contexts.delete(context);
}

/** Calls on their way, which may be cancelled. */
const underWay = new Map<number, AbortController>();

function cancelled(number: number): void {
  underWay.get(number)?.abort();
  underWay.delete(number);
}

function fail(number: number, error: unknown): void {
  let message = "it failed without an error";
  let code: string | undefined;
  let data: string | undefined;
  if (error instanceof Error) {
    message = error.name === "Error" || error instanceof FunctionError ? error.message : `${error.name}: ${error.message}`;
    const given = (error as { code?: unknown }).code;
    if (typeof given === "string") code = given;
    if (error instanceof FunctionError && error.data !== undefined) data = JSON.stringify(error.data);
  } else if (error !== undefined) {
    message = String(error);
  }
  native.fail(number, message, code, data, false);
}

/** Makes a function of Node one that is called by number. */
function numbered(
  function_: (argument: unknown, scope: Scope) => unknown,
): NativeCall {
  return (number, argument, context) => {
    const controller = new AbortController();
    underWay.set(number, controller);
    const scope: Scope = {
      signal: controller.signal,
      note: (text) => native.note(number, text),
    };
    const run = async (): Promise<void> => {
      try {
        const answer = await function_(decode(argument), scope);
        native.answer(number, encode(answer, "the answer"));
      } catch (error) {
        fail(number, error);
      } finally {
        underWay.delete(number);
      }
    };
    const inside = contexts.get(context);
    void (inside === undefined ? run() : inside(run));
  };
}

/** The functions that programs may call, in namespaces. */
export class Functions {
  /** @internal */
  readonly native: NativeFunctions = new native.Functions(cancelled);

  /**
   * Adds a function of one argument, usually an object, and its scope.
   *
   * It is called on the event loop of whoever adds it. With schemas of zod its argument has their type.
   */
  add<I extends Schema = JsonSchema, O extends Schema = JsonSchema>(
    namespace: string,
    name: string,
    function_: (argument: Described<I>, scope: Scope) => unknown,
    options: FunctionOptions<I, O> = {},
  ): this {
    check("property", options, OPTIONS);
    if (typeof namespace !== "string" || typeof name !== "string") {
      throw new UsageError('a function has a namespace and a name: functions.add("shop", "price", function, options)');
    }
    if (typeof function_ !== "function") {
      throw new UsageError(`${namespace}.${name} is ${shown(function_)}: it takes a function`);
    }
    const { input, output, ...rest } = options;
    const properties: Record<string, unknown> = { ...rest };
    const place = `${namespace}.${name}`;
    if (input !== undefined) properties["input"] = jsonSchema(input, `the input of ${place}`, "input");
    if (output !== undefined) {
      properties["output"] = jsonSchema(output, `the output of ${place}`, "output");
    }
    const call = numbered(function_ as (argument: unknown, scope: Scope) => unknown);
    called(() => this.native.add(namespace, name, JSON.stringify(properties), call));
    return this;
  }

  /** Sets the description of a namespace. */
  describe(namespace: string, text: string): this {
    this.native.describe(namespace, text);
    return this;
  }

  /** Sets who is asked: `true` approves, a text refuses with that reason, `undefined` decides later. */
  onApproval(
    ask: (
      request: ApprovalRequest,
    ) => boolean | string | undefined | Promise<boolean | string | undefined>,
  ): this {
    if (typeof ask !== "function") {
      throw new UsageError(`onApproval is given ${shown(ask)}: it takes a function`);
    }
    const asked = async (request: unknown): Promise<boolean | string | undefined> => {
      const answer: unknown = await ask(request as ApprovalRequest);
      if (answer === undefined || typeof answer === "boolean" || typeof answer === "string") return answer;
      throw new Error(`it answered ${shown(answer)}, which is not true, a reason for a no, or undefined for later`);
    };
    this.native.onApproval(numbered(asked));
    return this;
  }

  /** Throws a `UsageError` for a name or a schema that is wrong. */
  check(): void {
    called(() => this.native.check());
  }

  /** The functions in TypeScript, as a model reads them. */
  declarations(): string {
    return this.native.declarations();
  }

  /** What a model is told about them. */
  prompt(): string {
    return this.native.prompt();
  }
}

/** @internal */
export { numbered };
