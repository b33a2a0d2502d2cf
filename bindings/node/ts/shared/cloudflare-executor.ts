/** The executor of Cloudflare's Code Mode. */
import { Functions } from "../functions.js";
import type { LogEntry, Run } from "../run.js";
import type { Limits, Sandbox } from "../sandbox.js";
import { check } from "../words.js";
import { Workspace } from "../workspace.js";
import { commonSandbox } from "./common-sandbox.js";

/** Functions in a namespace of programs. */
export interface ResolvedProvider {
  name: string;
  fns: Record<string, (...args: unknown[]) => Promise<unknown>>;
  /** JavaScript that is run before the program, with the namespace. */
  prelude?: string;
}

/** A namespace whose functions are called by their name. */
export interface ConnectorBinding {
  name: string;
  binding: { callTool(method: string, args: unknown): Promise<unknown> };
}

/** How a program ended; `error` is there if it failed. */
export interface ExecuteResult {
  result: unknown;
  error?: string;
  logs?: string[];
}

/** How programs are run. */
export interface IsolateExecutorOptions {
  /** Programs have its files as `state`, and changes are kept. Default: one in memory for each program. */
  workspace?: Workspace;
  /** Runs the programs. Default: one for the process. */
  sandbox?: Sandbox;
  /** How long a program may take. Default: 60 s. */
  timeout?: number;
  /** What else it may use. */
  limits?: Omit<Limits, "timeoutMs">;
}

const OPTIONS = ["workspace", "sandbox", "timeout", "limits"];

/** What connectors answer to stop a program, as Code Mode defines it. */
const CONTROL = "__codemode_control__";
const PAUSE = "__CODEMODE_PAUSE__";

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** Names that the program around the code has. */
const RESERVED = new Set(["__codemode", "__namespace", "__pending", "__ended", "Promise", "Error", "Proxy", "Object"]);

/** The outcome of a call, or of a program. */
type Outcome = ["value", unknown] | ["error", string];

type Call = [namespace: string, method: string, args: unknown[]];

/** Runs programs of Code Mode in this process. */
export class IsolateExecutor {
  readonly #options: IsolateExecutorOptions;

  constructor(options: IsolateExecutorOptions = {}) {
    check("option", options, OPTIONS);
    this.#options = options;
  }

  /** Runs a program. It never throws: errors are in the answer. */
  async execute(
    code: string,
    providersOrFns: ResolvedProvider[] | Record<string, (...args: unknown[]) => Promise<unknown>>,
    options: { connectors?: ConnectorBinding[] } = {},
  ): Promise<ExecuteResult> {
    try {
      const providers = Array.isArray(providersOrFns)
        ? providersOrFns
        : [{ name: "codemode", fns: providersOrFns }];
      return await this.#executed(code, providers, options.connectors ?? []);
    } catch (error) {
      return { result: undefined, error: messageOf(error) };
    }
  }

  async #executed(
    code: string,
    providers: ResolvedProvider[],
    connectors: ConnectorBinding[],
  ): Promise<ExecuteResult> {
    const { workspace, sandbox, timeout = 60_000, limits } = this.#options;
    const bound = connectors.map(({ name }) => name);
    // A connector takes the place of a provider of the same name.
    const own = providers.filter(({ name }) => !bound.includes(name));
    const dispatch = dispatcher(own, connectors);
    const stop = new AbortController();
    let ended: Outcome | undefined;
    const wait = { timeoutMs: timeout * 2 };
    const functions = new Functions()
      .add("__codemode", "call", ([namespace, method, args]: Call) => dispatch(namespace, method, args), wait)
      .add(
        "__codemode",
        "end",
        (outcome: Outcome) => {
          ended = outcome;
          stop.abort();
        },
        wait,
      );
    const place = workspace ?? (await Workspace.memory());
    try {
      const program = around(code, [...own.map(({ name }) => name), ...bound], own);
      const run = await (sandbox ?? (await commonSandbox())).run<Outcome>(place, program, {
        functions,
        limits: { ...limits, timeoutMs: timeout },
        label: "codemode",
        signal: stop.signal,
        suspendAfterMs: false,
      });
      return answer(run, ended);
    } finally {
      if (place !== workspace) await place.close();
    }
  }
}

/** The program around the code: its namespaces, and its end, which waits for no call that nobody awaits. */
function around(code: string, namespaces: string[], providers: ResolvedProvider[]): string {
  const names = namespaces.map((name) => `const ${name} = __namespace(${JSON.stringify(name)});`);
  const preludes = providers.map(({ prelude = "" }) => prelude);
  return `async () => {
let __pending = 0;
const __namespace = (namespace) => new Proxy({}, {
  get: (own, method) => {
    if (Object.hasOwn(own, method)) return own[method];
    if (typeof method !== "string" || method === "then") return undefined;
    return async (...args) => {
      __pending += 1;
      const [kind, value] = await __codemode.call([namespace, method, args]);
      __pending -= 1;
      if (kind === "error") throw new Error(value);
      return value;
    };
  },
});
const __ended = await (async () => {
${names.join("\n")}
${preludes.join("\n")}
try { return ["value", await (
${code}
)()]; } catch (error) { return ["error", String(error?.message ?? error)]; }
})();
if (__pending > 0) await __codemode.end(__ended);
return __ended;
}`;
}

/** Calls functions of providers, and connectors. */
function dispatcher(
  providers: ResolvedProvider[],
  connectors: ConnectorBinding[],
): (namespace: string, method: string, args: unknown[]) => Promise<Outcome> {
  const calls = new Map<string, (method: string, args: unknown[]) => Promise<unknown>>();
  const add = (name: string, call: (method: string, args: unknown[]) => Promise<unknown>): void => {
    if (!IDENTIFIER.test(name)) throw new Error(`Provider name "${name}" is not a valid JavaScript identifier`);
    if (RESERVED.has(name)) throw new Error(`Provider name "${name}" is reserved`);
    if (calls.has(name)) throw new Error(`Duplicate provider name "${name}"`);
    calls.set(name, call);
  };
  for (const { name, fns } of providers) {
    const tools = toolsOf(name, fns);
    add(name, async (method, args) => {
      const call = tools.get(method) ?? tools.get(method.replace(/_$/, ""));
      if (call === undefined) throw new Error(`Tool "${method}" not found`);
      return call(...args);
    });
  }
  for (const { name, binding } of connectors) {
    add(name, async (method, [args]) => {
      const value = await binding.callTool(method, args);
      const control = (value as { [CONTROL]?: unknown; message?: unknown } | null | undefined)?.[CONTROL];
      if (control === "pause") throw new Error(PAUSE);
      if (control === "error") throw new Error(String((value as { message?: unknown }).message));
      return value;
    });
  }
  return async (namespace, method, args) => {
    try {
      return ["value", await calls.get(namespace)?.(method, args)];
    } catch (error) {
      return ["error", messageOf(error)];
    }
  };
}

/** The functions under the names that programs have for them. */
function toolsOf(provider: string, fns: ResolvedProvider["fns"]): Map<string, ResolvedProvider["fns"][string]> {
  const tools = new Map<string, ResolvedProvider["fns"][string]>();
  const originals = new Map<string, string>();
  for (const [name, call] of Object.entries(fns)) {
    const identifier = identifierOf(name);
    const other = originals.get(identifier);
    if (other !== undefined) {
      throw new Error(`Tool names "${other}" and "${name}" both sanitize to "${identifier}" in provider "${provider}"`);
    }
    originals.set(identifier, name);
    tools.set(identifier, call);
  }
  return tools;
}

/** The name of a tool as Code Mode declares it to a model, but for the `_` after a word of the language. */
function identifierOf(name: string): string {
  const word = name.replace(/[-.\s]/g, "_").replace(/[^\w$]/g, "") || "_";
  return /^[0-9]/.test(word) ? `_${word}` : word;
}

function answer(run: Run<Outcome>, ended: Outcome | undefined): ExecuteResult {
  const logs = run.logs.map(logLine);
  const failed = (error: string): ExecuteResult => ({ result: undefined, error, logs });
  const outcome = ended ?? (run.status === "returned" ? run.value : undefined);
  if (run.isCut) return failed("the result is too large: return less");
  if (outcome !== undefined) {
    return outcome[0] === "value" ? { result: outcome[1], logs } : failed(String(outcome[1]));
  }
  const { error } = run;
  if (error?.limit === "wall") return failed("Execution timed out");
  return failed(error?.message ?? "the code is not one function: its braces do not match");
}

function logLine({ level, text }: LogEntry): string {
  return level === "warn" || level === "error" ? `[${level}] ${text}` : text;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
