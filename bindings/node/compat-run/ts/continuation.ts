/** What a run is continued from, and how that is kept. */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

import { RunProtocolError } from "./errors.js";

/** An error of a host function, as it is kept. */
export interface KeptError {
  name: string;
  message: string;
  code?: string;
}

/** A call of a host function, and what became of it. */
export type RunLedgerEntry = {
  bindingName: string;
  /** The arguments. */
  inputJson: string;
} & (
  | {
      status: "fulfilled" | "rejected";
      /** The place in the order in which the program learned of the answers, from 0. */
      settledOrder: number;
      /** How many calls the program had made by then. */
      requestsBefore: number;
      /** The answer, or the error as `KeptError`. */
      valueJson: string;
    }
  | { status: "interrupted"; interruptionId: string; payloadJson: string }
);

/** All that is needed to continue a run: its program is run again, with the answers that it had. */
export interface RunContinuationState {
  version: 1;
  runtime: "isolate-replay-v1";
  serde: "isolate-js-v1";
  source: string;
  logicalRunId: string;
  /** A digest of the audience, the names of the host functions and `continuationContext`. */
  scopeHash: string;
  determinism: { dateNowMs: number; randomSeed: string };
  ledger: RunLedgerEntry[];
}

export interface ContinuationOperationContext {
  abortSignal: AbortSignal;
  deadlineMs: number;
}

export interface ContinuationDecodeTransaction {
  state: RunContinuationState;
  commit(): void | Promise<void>;
  rollback(): void | Promise<void>;
}

/** Makes tokens of states, and states of tokens. */
export interface ContinuationCodec<TOKEN = unknown> {
  encode(state: RunContinuationState, context?: ContinuationOperationContext): TOKEN | Promise<TOKEN>;
  decode(
    token: TOKEN,
    context?: ContinuationOperationContext,
  ): RunContinuationState | Promise<RunContinuationState>;
  /** Takes a state which is given back if the run cannot be continued. */
  decodeTransaction?(
    token: TOKEN,
    context?: ContinuationOperationContext,
  ): ContinuationDecodeTransaction | Promise<ContinuationDecodeTransaction>;
}

const HOUR_MS = 60 * 60 * 1000;

export interface SignedContinuationCodecOptions {
  /** The key of new tokens: at least 32 bytes. */
  secret: string | Uint8Array;
  /** Earlier keys, of tokens that are still taken. */
  verificationSecrets?: (string | Uint8Array)[];
  /** How long a token is good. Default: an hour. */
  maxAgeMs?: number;
  /** Default: 32 MiB. */
  maxTokenBytes?: number;
  /** By how much the clocks of processes may differ. Default: a minute. */
  clockSkewMs?: number;
}

/** Throws unless a number is a whole one from `least` on. */
export function assertWhole(name: string, value: number, least: number): void {
  if (!Number.isSafeInteger(value) || value < least) {
    throw new TypeError(`${name} must be a ${least > 0 ? "positive" : "non-negative"} integer.`);
  }
}

function key(secret: string | Uint8Array): Buffer {
  const bytes = Buffer.from(secret as string);
  if (bytes.length < 32) throw new TypeError("Continuation secret must contain at least 32 bytes of key material.");
  return bytes;
}

interface Envelope {
  issuedAtMs: number;
  expiresAtMs: number;
  nonce: string;
  state: RunContinuationState;
}

/**
 * Tokens that hold the whole state, with a signature: whoever has the secret can continue the run.
 * They are not encrypted, and can be used again until they expire.
 */
export function createSignedContinuationCodec(options: SignedContinuationCodecOptions): ContinuationCodec<string> {
  const { maxAgeMs = HOUR_MS, maxTokenBytes = 32 << 20, clockSkewMs = 60_000 } = options;
  const secret = key(options.secret);
  const secrets = [secret, ...(options.verificationSecrets ?? []).map(key)];
  assertWhole("Continuation maxAgeMs", maxAgeMs, 1);
  assertWhole("Continuation maxTokenBytes", maxTokenBytes, 1);
  assertWhole("Continuation clockSkewMs", clockSkewMs, 0);
  const signature = (body: string, of: Buffer): Buffer =>
    createHmac("sha256", of).update("isolate-run-compat continuation 1\0").update(body).digest();
  const bounded = (token: string): string => {
    const bytes = Buffer.byteLength(token);
    if (bytes <= maxTokenBytes) return token;
    throw new RunProtocolError(`Continuation token exceeds the ${maxTokenBytes} byte size limit.`, {
      bytes,
      maxBytes: maxTokenBytes,
    });
  };
  return {
    encode(state) {
      const issuedAtMs = Date.now();
      const nonce = randomBytes(16).toString("hex");
      const envelope: Envelope = { issuedAtMs, expiresAtMs: issuedAtMs + maxAgeMs, nonce, state };
      const body = Buffer.from(JSON.stringify(envelope)).toString("base64url");
      return bounded(`${body}.${signature(body, secret).toString("base64url")}`);
    },
    decode(token) {
      if (typeof token !== "string") throw new RunProtocolError("Continuation token must be a string.");
      const [body = "", given = "", ...rest] = bounded(token).split(".");
      if (rest.length > 0 || given === "") throw new RunProtocolError("Continuation token is malformed.");
      const bytes = Buffer.from(given, "base64url");
      const isSigned = secrets.some((one) => {
        const expected = signature(body, one);
        return expected.length === bytes.length && timingSafeEqual(expected, bytes);
      });
      if (!isSigned || bytes.toString("base64url") !== given) {
        throw new RunProtocolError("Continuation signature is invalid.");
      }
      const envelope = JSON.parse(Buffer.from(body, "base64url").toString()) as Envelope;
      const now = Date.now();
      if (envelope.expiresAtMs <= now) throw new RunProtocolError("Continuation has expired.");
      if (envelope.issuedAtMs > now + clockSkewMs) {
        throw new RunProtocolError("Continuation was issued in the future.");
      }
      if (envelope.expiresAtMs - envelope.issuedAtMs > maxAgeMs) {
        throw new RunProtocolError("Continuation lifetime is invalid.");
      }
      return envelope.state;
    },
  };
}

export interface StoredContinuation {
  state: RunContinuationState;
  expiresAtMs: number;
}

/** Where states are kept under keys. */
export interface ContinuationStorage {
  set(key: string, value: StoredContinuation, context?: ContinuationOperationContext): void | Promise<void>;
  /** Claims one, in one step; the claim has to end by itself after a while. */
  acquire(
    key: string,
    claimId: string,
    context?: ContinuationOperationContext,
  ): StoredContinuation | undefined | Promise<StoredContinuation | undefined>;
  /** Removes one that is claimed with this number. */
  consume(key: string, claimId: string): void | Promise<void>;
  /** Gives one back that is claimed with this number. */
  release(key: string, claimId: string): void | Promise<void>;
}

/** Tokens that are keys of a storage: each continues its run once. */
export function createStoredContinuationCodec({
  storage,
  maxAgeMs = HOUR_MS,
}: {
  storage: ContinuationStorage;
  maxAgeMs?: number;
}): ContinuationCodec<string> {
  assertWhole("Continuation maxAgeMs", maxAgeMs, 1);
  const decodeTransaction = async (
    token: string,
    context?: ContinuationOperationContext,
  ): Promise<ContinuationDecodeTransaction> => {
    context?.abortSignal.throwIfAborted();
    if (typeof token !== "string" || !/^[A-Za-z0-9_-]{43}$/.test(token)) {
      throw new RunProtocolError("Stored continuation key is invalid.");
    }
    const claim = randomBytes(32).toString("base64url");
    const stored = await storage.acquire(token, claim, context);
    if (stored === undefined) throw new RunProtocolError("Stored continuation was not found.");
    if (context?.abortSignal.aborted === true) {
      await storage.release(token, claim);
      context.abortSignal.throwIfAborted();
    }
    if (!(stored.expiresAtMs > Date.now())) {
      await storage.consume(token, claim);
      throw new RunProtocolError("Stored continuation has expired.");
    }
    return {
      state: structuredClone(stored.state),
      commit: () => storage.consume(token, claim),
      rollback: () => storage.release(token, claim),
    };
  };
  return {
    async encode(state, context) {
      context?.abortSignal.throwIfAborted();
      const token = randomBytes(32).toString("base64url");
      await storage.set(token, { state: structuredClone(state), expiresAtMs: Date.now() + maxAgeMs }, context);
      return token;
    },
    async decode(token, context) {
      const { state, commit } = await decodeTransaction(token, context);
      await commit();
      return state;
    },
    decodeTransaction,
  };
}

/** Throws unless a codec has answered a state: it may be one of the embedder. */
export function assertState(state: RunContinuationState): void {
  const isText = (value: unknown): boolean => typeof value === "string";
  const isEntry = (entry: RunLedgerEntry): boolean =>
    isText(entry?.bindingName) &&
    isText(entry.inputJson) &&
    (entry.status === "interrupted"
      ? isText(entry.interruptionId) && isText(entry.payloadJson)
      : (entry.status === "fulfilled" || entry.status === "rejected") &&
        Number.isSafeInteger(entry.settledOrder) &&
        Number.isSafeInteger(entry.requestsBefore) &&
        isText(entry.valueJson));
  const isRight =
    state?.version === 1 &&
    state.runtime === "isolate-replay-v1" &&
    state.serde === "isolate-js-v1" &&
    [state.source, state.logicalRunId, state.scopeHash, state.determinism?.randomSeed].every(isText) &&
    Number.isSafeInteger(state.determinism.dateNowMs) &&
    Array.isArray(state.ledger) &&
    state.ledger.every(isEntry);
  if (!isRight) {
    throw new RunProtocolError(
      "Continuation state is malformed, or of another runtime: only isolate-run-compat continues what it has interrupted.",
    );
  }
  const orders = state.ledger.flatMap((entry) => (entry.status === "interrupted" ? [] : [entry.settledOrder]));
  if (orders.sort((a, b) => a - b).some((order, at) => order !== at)) {
    throw new RunProtocolError("Continuation ledger is malformed.");
  }
}
