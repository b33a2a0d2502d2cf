/** One attempt of a run: it answers the calls of a program, first those that the ledger knows. */
import { randomUUID } from "node:crypto";

import { type HostFunctionContext, Interruption, withContext } from "./context.js";
import type { KeptError, RunLedgerEntry } from "./continuation.js";
import { RunBridgeLimitError, RunError, RunHostFunctionError, RunProtocolError } from "./errors.js";
import type { Ending, Settlement, Start } from "./guest.js";
import type { HostFunction, RunLimits } from "./options.js";
import { decode, encode } from "./values.js";

/** A call that runs now, or will as soon as the ledger is repeated. */
interface Live {
  readonly index: number;
  readonly name: string;
  readonly inputJson: string;
  readonly resume?: HostFunctionContext["resume"];
}

type Outcome =
  | { status: "fulfilled" | "rejected"; valueJson: string }
  | { status: "interrupted"; payloadJson: string };

export interface AttemptOptions {
  readonly functions: Map<string, HostFunction>;
  readonly limits: Required<RunLimits>;
  readonly logicalRunId: string;
  readonly ledger: readonly RunLedgerEntry[];
  /** The resolutions of interruptions, as texts of values. */
  readonly resolutions: ReadonlyMap<string, string>;
  /** Ends the run. */
  readonly stop: () => void;
}

export class Attempt {
  readonly invocationId = randomUUID();
  /** What has become of each call, by its number. */
  readonly #entries: (RunLedgerEntry | undefined)[] = [];
  /** The settlements of the ledger, in their order. */
  readonly #recorded: { index: number; entry: Extract<RunLedgerEntry, { settledOrder: number }> }[];
  readonly #controller = new AbortController();
  readonly #held: Live[] = [];
  readonly #ready: { live: Live; outcome: Extract<Outcome, { valueJson: string }> }[] = [];
  #seen = 0;
  #settled = 0;
  #underWay = 0;
  #waiter: ((settlement: Settlement) => void) | undefined;
  /** Why the run cannot go on. */
  failure: unknown;
  /** How the program ended while calls of it were pending. */
  ending: Ending | undefined;
  /** The codes of errors that the program was given: others it has made itself. */
  readonly codes = new Set<string>(["RUN_SERIALIZATION_ERROR"]);

  constructor(private readonly options: AttemptOptions) {
    this.#recorded = options.ledger
      .flatMap((entry, index) => (entry.status === "interrupted" ? [] : [{ index, entry }]))
      .sort((left, right) => left.entry.settledOrder - right.entry.settledOrder);
  }

  /** Tells the host functions that nobody waits for them any more. */
  close(reason: unknown): void {
    this.#controller.abort(reason);
  }

  /** The calls that are interrupted. */
  get interrupted(): { index: number; entry: Extract<RunLedgerEntry, { interruptionId: string }> }[] {
    return this.#entries.flatMap((entry, index) => (entry?.status === "interrupted" ? [{ index, entry }] : []));
  }

  /** All calls, when only interrupted ones are left. */
  get ledger(): RunLedgerEntry[] {
    return this.#entries.map((entry) => {
      if (entry === undefined) throw new RunProtocolError("A call was still under way when the run was interrupted.");
      return entry;
    });
  }

  /** Whether all of the ledger has been repeated. */
  get isAtFrontier(): boolean {
    return this.#settled >= this.#recorded.length && this.#seen >= this.options.ledger.length;
  }

  step(starts: Start[]): Promise<Settlement> {
    this.more(starts);
    return new Promise((resolve) => {
      this.#waiter = resolve;
      this.#go();
    });
  }

  more(starts: Start[]): void {
    for (const start of starts) this.#begin(start);
    this.#go();
  }

  end(ending: Ending): Promise<never> {
    this.ending = ending;
    this.options.stop();
    return new Promise(() => undefined);
  }

  #fail(failure: unknown): void {
    this.failure ??= failure;
    this.options.stop();
  }

  #begin([index, name, inputJson]: Start): void {
    const { maxBridgeRequests } = this.options.limits;
    if (index !== this.#seen) return this.#fail(new RunProtocolError(`Call ${index} came in place of ${this.#seen}.`));
    this.#seen += 1;
    if (this.#seen > maxBridgeRequests) {
      const message = `JavaScript runtime exceeded the ${maxBridgeRequests} bridge request limit.`;
      return this.#fail(new RunBridgeLimitError(message, { invocationId: this.invocationId, maxBridgeRequests }));
    }
    const entry = this.options.ledger[index];
    this.#entries.push(undefined);
    if (entry === undefined) {
      this.#held.push({ index, name, inputJson });
      return;
    }
    if (entry.bindingName !== name || entry.inputJson !== inputJson) {
      const message = `Continuation diverged: call ${index + 1} is ${name}, and was ${entry.bindingName} or had other arguments.`;
      return this.#fail(new RunProtocolError(message));
    }
    const resolution = entry.status === "interrupted" ? this.options.resolutions.get(entry.interruptionId) : undefined;
    if (entry.status === "interrupted" && resolution !== undefined) {
      const { interruptionId, payloadJson } = entry;
      const resume = { interruptionId, payload: decode(payloadJson), resolution: decode(resolution) };
      this.#held.push({ index, name, inputJson, resume });
    } else {
      this.#entries[index] = entry;
    }
  }

  /** Answers the step that waits, if there is an answer. */
  #go(): void {
    const next = this.#recorded[this.#settled];
    if (next !== undefined) {
      if (this.#seen > next.index && this.#seen >= next.entry.requestsBefore) {
        this.#answer(next.index, next.entry.status, next.entry.valueJson);
      } else {
        this.#reply(["diverged", this.#seen]);
      }
      return;
    }
    if (!this.isAtFrontier) return this.#reply(["diverged", this.#seen]);
    for (const live of this.#held.splice(0)) void this.#invoke(live);
    const ready = this.#waiter === undefined ? undefined : this.#ready.shift();
    if (ready !== undefined) {
      const { live, outcome } = ready;
      const { name: bindingName, inputJson, index } = live;
      const order = { settledOrder: this.#settled, requestsBefore: this.#seen };
      this.#entries[index] = { bindingName, inputJson, ...order, ...outcome };
      this.#answer(index, outcome.status, outcome.valueJson);
    } else if (this.#underWay === 0 && this.interrupted.length > 0) {
      this.#reply(["interrupted", this.#seen]);
    }
  }

  #answer(index: number, status: "fulfilled" | "rejected", text: string): void {
    if (this.#waiter === undefined) return;
    this.#settled += 1;
    if (status === "rejected") {
      const { code } = decode(text) as KeptError;
      if (code !== undefined) this.codes.add(code);
    }
    this.#reply(["settled", index, status === "fulfilled", text]);
  }

  #reply(settlement: Settlement): void {
    const waiter = this.#waiter;
    this.#waiter = undefined;
    waiter?.(settlement);
  }

  async #invoke(live: Live): Promise<void> {
    const { maxInFlightBridgeRequests } = this.options.limits;
    this.#underWay += 1;
    if (this.#underWay > maxInFlightBridgeRequests) {
      const message = `JavaScript runtime exceeded the ${maxInFlightBridgeRequests} in-flight bridge request limit.`;
      return this.#fail(new RunBridgeLimitError(message, { invocationId: this.invocationId, maxInFlightBridgeRequests }));
    }
    const outcome = await this.#outcome(live);
    this.#underWay -= 1;
    if (outcome.status === "interrupted") {
      const { index, name: bindingName, inputJson } = live;
      const interruptionId = `interrupt-${index + 1}`;
      this.#entries[index] = { bindingName, inputJson, interruptionId, ...outcome };
    } else {
      this.#ready.push({ live, outcome });
    }
    this.#go();
  }

  async #outcome({ index, name, inputJson, resume }: Live): Promise<Outcome> {
    const { functions, limits, logicalRunId } = this.options;
    const context: HostFunctionContext = {
      abortSignal: this.#controller.signal,
      invocationId: this.invocationId,
      logicalRunId,
      requestId: `${this.invocationId}:${index + 1}`,
      requestIndex: index + 1,
      hostFunctionName: name,
      interrupt: (payload) => {
        throw new Interruption(payload);
      },
      ...(resume === undefined ? {} : { resume }),
    };
    const bounded = (text: string, what: string): string => {
      const [bytes, maxBytes] = [Buffer.byteLength(text), limits.maxHostFunctionOutputBytes];
      if (bytes <= maxBytes) return text;
      const message = `Host function "${name}" ${what} exceeds the ${maxBytes} byte size limit.`;
      throw new RunError(message, "RUN_SERIALIZATION_ERROR", { bytes, maxBytes });
    };
    try {
      const call = functions.get(name);
      if (call === undefined) {
        const details = { hostFunctionName: name, availableHostFunctions: [...functions.keys()] };
        throw new RunHostFunctionError(`Unknown host function: ${name}`, details);
      }
      if (Buffer.byteLength(inputJson) > limits.maxHostFunctionArgumentsBytes) {
        const message = `Host function arguments exceed the ${limits.maxHostFunctionArgumentsBytes} byte size limit.`;
        return { status: "rejected", valueJson: encode({ name: "Error", message } satisfies KeptError) };
      }
      const args = decode(inputJson) as unknown[];
      const output = await withContext(context, () => call(...args));
      let valueJson: string;
      try {
        valueJson = encode(output);
      } catch (error) {
        const message = `Host function "${name}" output is not serializable: ${(error as Error).message}`;
        throw new RunError(message, "RUN_SERIALIZATION_ERROR");
      }
      return { status: "fulfilled", valueJson: bounded(valueJson, "output") };
    } catch (error) {
      if (error instanceof Interruption) {
        try {
          return { status: "interrupted", payloadJson: bounded(error.payloadJson, "interruption payload") };
        } catch (tooLarge) {
          return rejected(tooLarge);
        }
      }
      return rejected(error);
    }
  }
}

/** Programs see errors that are meant for them, and of others that there was one. */
function rejected(error: unknown): Outcome {
  const kept: KeptError = RunError.isInstance(error)
    ? { name: error.name, message: error.message, code: error.code }
    : { name: "Error", message: "Host function failed.", code: "RUN_HOST_FUNCTION_ERROR" };
  return { status: "rejected", valueJson: encode(kept) };
}
