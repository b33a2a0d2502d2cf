/** Functions that programs may call. */
import { AsyncLocalStorage } from "node:async_hooks";

import { called, FunctionError, UsageError } from "./errors.js";
import { native, type NativeCall, type NativeFunctions } from "./native.js";
import { decode, encode } from "./values.js";
import { check, instance, json, shown, text } from "./words.js";

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
  /** What it does. Default: nothing is said. */
  describe?: string;
  /** The schema of its argument. Default: any value. */
  input?: I;
  /** The schema of its answer. Default: any value. */
  output?: O;
  /** It changes nothing outside: read-only and dry runs may call it. Default: `false`. */
  reads?: boolean;
  /** It changes something outside: the default. */
  writes?: boolean;
  /** It may be called again for a call that was interrupted. Default: `false`. */
  idempotent?: boolean;
  /** A person has to approve each call. Default: `false`. */
  needsApproval?: boolean;
  /** What it returns is not the answer, which is given with `workspace.answer`. Default: `false`. */
  answeredLater?: boolean;
  /** A run that waits for it is not put away. Default: `false`. */
  waitsInMemory?: boolean;
  /** Its arguments and answers are not kept in the history. Default: `false`. */
  unrecorded?: boolean;
  /** How long it may take. Default: as long as its run. */
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
  /** Sets the note of this call in the record of the run: its first 500 characters. */
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
  try {
    const own = standard.jsonSchema?.[io];
    if (typeof own === "function") {
      return (own as (options: object) => JsonSchema)({ target: "draft-2020-12" });
    }
    const method = (schema as { toJSONSchema?: (options?: object) => JsonSchema }).toJSONSchema;
    if (typeof method === "function") return method.call(schema, { io });
    const converter = (schema as { constructor?: Converts }).constructor?.toJSONSchema;
    if (typeof converter === "function") return converter(schema, { io });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${place} has no JSON Schema: ${reason}`);
  }
  throw new UsageError(
    `${place} is a schema of ${standard.vendor ?? "a library"} that has no JSON Schema: ` +
      "use zod 4.2 or later, or give JSON Schema, such as z.toJSONSchema(schema)",
  );
}

/** An argument that a schema refuses, after its JSON Schema has accepted it. */
class ArgumentError extends Error {}

/** At most so many reasons are told. */
const ISSUES_MAX = 5;

interface Issue {
  message: string;
  path?: readonly (PropertyKey | { key: PropertyKey })[];
}

interface Validates {
  validate?: (value: unknown) => unknown;
}

/** What a schema makes of an argument: its defaults, its transformations, and what JSON Schema cannot say. */
function reading(schema: unknown, place: string): ((argument: unknown) => Promise<unknown>) | undefined {
  const standard = (schema as { "~standard"?: Validates } | undefined)?.["~standard"];
  if (standard === undefined || typeof standard.validate !== "function") return undefined;
  return async (argument) => {
    const read = (await standard.validate?.(argument)) as { value?: unknown; issues?: readonly Issue[] };
    if (read.issues === undefined) return read.value;
    const reasons = read.issues.slice(0, ISSUES_MAX).map(({ path = [], message }) => {
      const keys = path.map((step) => `.${String(typeof step === "object" ? step.key : step)}`);
      return keys.length === 0 ? message : `${keys.join("")}: ${message}`;
    });
    throw new ArgumentError(`${place}: the argument does not fit: ${reasons.join("; ")}`);
  };
}

/** Runs something in the asynchronous context that a run was started in. */
type Inside = <T>(work: () => T) => T;

const contexts = new Map<number, Inside>();
let lastContext = 0;

/**
 * Keeps the asynchronous context of whoever calls this, until it is forgotten.
 *
 * @internal
 */
export function keepContext(): number {
  do lastContext = (lastContext + 1) % 2 ** 32;
  while (lastContext === 0 || contexts.has(lastContext));
  contexts.set(lastContext, AsyncLocalStorage.snapshot() as Inside);
  return lastContext;
}

/** @internal */
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
  if (error instanceof ArgumentError) {
    native.fail(number, error.message, undefined, undefined, true);
    return;
  }
  if (error instanceof Error) {
    message = error.name === "Error" || error instanceof FunctionError ? error.message : `${error.name}: ${error.message}`;
    const given = (error as { code?: unknown }).code;
    if (typeof given === "string") code = given;
    if (error instanceof FunctionError && error.data !== undefined) {
      try {
        data = json("the data of the error", error.data);
      } catch (cause) {
        // What went wrong is told all the same.
        message += ` (${cause instanceof Error ? cause.message : String(cause)})`;
      }
    }
  } else if (error !== undefined) {
    message = String(error);
  }
  native.fail(number, message, code, data, false);
}

/**
 * Makes a function of Node one that is called by number.
 *
 * @internal
 */
export function numbered(
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
   * It is called on the event loop of whoever adds it. With a schema of zod its argument is what the schema
   * makes of it, with its defaults and transformations. Throws a `UsageError` for a schema that is none, and for a
   * property out of its range. Names are checked by `check`, and when a run gets the functions.
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
    const work = function_ as (argument: unknown, scope: Scope) => unknown;
    const read = reading(input, place);
    const call = numbered(read === undefined ? work : async (argument, scope) => work(await read(argument), scope));
    called(() => this.native.add(namespace, name, json(`what is said of ${place}`, properties), call));
    return this;
  }

  /** Sets the description of a namespace. */
  describe(namespace: string, description: string): this {
    this.native.describe(text("the namespace", namespace), text("the description", description));
    return this;
  }

  /**
   * Sets who is asked: `true` approves, a text refuses with that reason, `undefined` decides later. It is called on
   * the event loop of whoever sets it, and in the asynchronous context of the run, as functions are.
   */
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

/**
 * The native part of functions that were given.
 *
 * @internal
 */
export function nativeFunctions(functions: unknown): NativeFunctions {
  const takes = 'new Functions(), to which functions are added by functions.add("namespace", "name", function)';
  return instance("functions", functions, Functions, takes).native;
}
