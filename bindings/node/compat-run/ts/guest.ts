/**
 * The half of a run that is inside of the sandbox: the namespaces of host functions, and their calls.
 *
 * One call is awaited at a time (`step`), which starts requests and answers one settlement. So the
 * order in which a program learns of answers is the order in which the host gives them, and a replay
 * can repeat it.
 */
import { decode, encode, ValueError } from "./values.js";

/** A request: its number, the function, and the text of its arguments. */
export type Start = [index: number, name: string, inputJson: string];

/**
 * What the host answers to a step: a settlement; that all calls that are left are interrupted; or that
 * the ledger goes on with a call that the program has not made.
 */
export type Settlement =
  | ["settled", index: number, isFulfilled: boolean, text: string]
  | ["interrupted" | "diverged", requestsSeen: number];

/** An error as it crosses. */
export interface ErrorForm {
  name: string;
  message: string;
  code?: string;
  details?: unknown;
  stack?: string;
}

/** How a program ended. */
export type Ending =
  | ["value", text: string]
  | ["error", error: string]
  | ["detached", message: string, details: string]
  | ["interrupted" | "diverged"];

interface Host {
  step(starts: Start[]): Promise<Settlement>;
  more(starts: Start[]): Promise<void>;
  end(ending: Ending): Promise<never>;
}

interface Request {
  readonly name: string;
  readonly site: Error;
  isObserved: boolean;
  status: "idle" | "pending" | "fulfilled" | "rejected";
  promise?: Promise<unknown>;
  resolve?: (value: unknown) => void;
  reject?: (error: unknown) => void;
}

const later = setTimeout;

/** How long a program that repeats its calls may take to make one that it has made before. */
const STEPS_TO_DIVERGE = 50;
const STEP_MS = 20;

/** Turns of the queue of promises in which a program can make its next calls before a step. */
const TURNS = 6;

class Bridge {
  /** In the order in which programs made them; a request starts when somebody waits for it. */
  readonly #made: Request[] = [];
  readonly #started: Request[] = [];
  readonly #trusted = new WeakMap<object, string | undefined>();
  #queue: Start[] = [];
  #pending = 0;
  #isPumping = false;
  #isWaiting = false;
  #isFlushing = false;

  constructor(private readonly host: Host) {}

  /** A promise of a call, which begins when it is awaited. */
  call(name: string, args: unknown[]): object {
    const request: Request = { name, site: new Error(), isObserved: false, status: "idle" };
    this.#made.push(request);
    const promise = (): Promise<unknown> => {
      request.isObserved = true;
      request.promise ??= this.#start(request, args);
      return request.promise;
    };
    return Object.freeze({
      then: (fulfilled?: (value: unknown) => unknown, rejected?: (error: unknown) => unknown) =>
        promise().then(fulfilled, rejected),
      catch: (rejected?: (error: unknown) => unknown) => promise().catch(rejected),
      finally: (done?: () => void) => promise().finally(done),
      get [Symbol.toStringTag]() {
        return "Promise";
      },
    });
  }

  #start(request: Request, args: unknown[]): Promise<unknown> {
    let inputJson: string;
    try {
      inputJson = encode(args);
    } catch (error) {
      request.status = "rejected";
      const refused = new ValueError(`Host function arguments are not serializable: ${(error as Error).message}`);
      this.#trusted.set(refused, refused.code);
      return Promise.reject(refused);
    }
    request.status = "pending";
    this.#pending += 1;
    const index = this.#started.push(request) - 1;
    this.#queue.push([index, request.name, inputJson]);
    const promise = new Promise((resolve, reject) => {
      request.resolve = resolve;
      request.reject = reject;
    });
    if (!this.#isPumping) void this.#pump();
    else if (this.#isWaiting && !this.#isFlushing) void this.#flush();
    return promise;
  }

  /** Starts requests that are made while a step is under way. */
  async #flush(): Promise<void> {
    this.#isFlushing = true;
    await undefined;
    this.#isFlushing = false;
    if (this.#isWaiting && this.#queue.length > 0) await this.host.more(this.#taken());
  }

  #taken(): Start[] {
    const starts = this.#queue;
    this.#queue = [];
    return starts;
  }

  async #pump(): Promise<void> {
    this.#isPumping = true;
    while (this.#pending > 0) {
      for (let turn = 0; turn < TURNS; turn += 1) await undefined;
      this.#isWaiting = true;
      const answer = await this.host.step(this.#taken());
      this.#isWaiting = false;
      if (answer[0] === "settled") {
        this.#settle(answer);
        continue;
      }
      if (!(await this.#goesOn(answer))) await this.host.end([answer[0]]);
    }
    this.#isPumping = false;
  }

  /** Whether the program makes another call by itself: one that only waits for calls does not. */
  async #goesOn([kind, requestsSeen]: Exclude<Settlement, ["settled", ...unknown[]]>): Promise<boolean> {
    for (let left = kind === "interrupted" ? 1 : STEPS_TO_DIVERGE; left > 0; left -= 1) {
      await new Promise((resolve) => later(resolve, left > 1 ? STEP_MS : 0));
      if (this.#queue.length > 0 || requestsSeen < this.#started.length) return true;
    }
    return false;
  }

  #settle([, index, isFulfilled, text]: Extract<Settlement, ["settled", ...unknown[]]>): void {
    const request = this.#started[index] as Request;
    this.#pending -= 1;
    request.status = isFulfilled ? "fulfilled" : "rejected";
    const value = decode(text);
    if (isFulfilled) request.resolve?.(value);
    else request.reject?.(this.#error(value as ErrorForm, request.site));
  }

  /** The error of a host function, with the place of its call. */
  #error({ name, message, code, details }: ErrorForm, site: Error): Error {
    const error = new Error(message);
    Object.defineProperty(error, "name", { value: name, writable: true, configurable: true });
    Object.defineProperty(error, "stack", { value: `${name}: ${message}\n${site.stack ?? ""}`, writable: true, configurable: true });
    if (code !== undefined) Object.assign(error, { code });
    if (details !== undefined) Object.assign(error, { details });
    this.#trusted.set(error, code);
    return error;
  }

  /** How a program ended that returned: nothing may be left that nobody waited for. */
  #returned(value: unknown): Ending {
    const left = this.#made.find(({ isObserved, status }) => !isObserved || status === "pending");
    if (left === undefined) {
      try {
        return ["value", encode(value)];
      } catch (error) {
        return this.#threw(error, "JavaScript runtime result is not serializable: ");
      }
    }
    const details = { id: this.#made.indexOf(left) + 1, kind: "hostFunction", name: left.name, status: left.status };
    const message = left.isObserved
      ? `JavaScript runtime returned while a hostFunction bridge request was still pending: ${left.name}.`
      : `JavaScript runtime created an unawaited hostFunction bridge request: ${left.name}.`;
    return ["detached", message, encode(details)];
  }

  #threw(error: unknown, before = ""): Ending {
    const form: ErrorForm = { name: "Error", message: "JavaScript runtime failed." };
    try {
      if (error instanceof Error) {
        form.name = String(error.name);
        form.message = before + String(error.message);
        if (error.stack !== undefined) form.stack = String(error.stack);
        const { details } = error as { details?: unknown };
        if (details !== undefined) form.details = JSON.parse(JSON.stringify(details));
      } else {
        form.message = String(error);
      }
    } catch {
      // What a program throws may fail when it is read: what is known by then is told.
    }
    const code = before === "" ? this.#trusted.get(error as object) : (error as ValueError).code;
    if (code !== undefined) form.code = code;
    return ["error", encode(form)];
  }

  async run(program: () => unknown): Promise<Ending> {
    let ending: Ending;
    try {
      ending = this.#returned(await program());
    } catch (error) {
      ending = this.#threw(error);
    }
    // A run waits for its calls: the host ends one that has ended before them.
    return this.#pending > 0 ? this.host.end(ending) : ending;
  }
}

/** Runs a program with the namespaces of its host functions as globals. */
export function main(namespaces: string[], host: Host, program: () => unknown): Promise<Ending> {
  const bridge = new Bridge(host);
  for (const namespace of namespaces) {
    const value = new Proxy(() => undefined, {
      get: (_, name) =>
        typeof name !== "string" || name === "then"
          ? undefined
          : (...args: unknown[]) => bridge.call(`${namespace}.${name}`, args),
      has: () => false,
      set: () => false,
      defineProperty: () => false,
      deleteProperty: () => false,
    });
    Object.defineProperty(globalThis, namespace, { value, writable: false, enumerable: false, configurable: false });
  }
  return bridge.run(program);
}
