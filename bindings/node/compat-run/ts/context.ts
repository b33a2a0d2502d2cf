/** What a host function can learn of its call, and how it interrupts. */
import { AsyncLocalStorage } from "node:async_hooks";

import { encode } from "./values.js";

/** What a host function is told of its call. */
export interface HostFunctionContext {
  /** Is aborted when the run is aborted, takes too long, or fails. */
  abortSignal: AbortSignal;
  /** This attempt of the run. */
  invocationId: string;
  /** The run, also when it goes on from a continuation. */
  logicalRunId: string;
  /** This call in this attempt. */
  requestId: string;
  /** The number of this call, from 1. */
  requestIndex: number;
  /** The function, such as `tools.search`. */
  hostFunctionName: string;
  /** Interrupts the run. It throws: do not catch that. */
  interrupt(payload: unknown): never;
  /** What an interruption of this call was answered. */
  resume?: HostFunctionResumeContext;
}

export interface HostFunctionResumeContext {
  interruptionId: string;
  payload: unknown;
  resolution: unknown;
}

const storage = new AsyncLocalStorage<{ context: HostFunctionContext; isActive: boolean }>();

/** The context of the host function that is being called. */
export function getHostFunctionContext(): HostFunctionContext {
  const store = storage.getStore();
  if (store?.isActive !== true) {
    throw new Error("getHostFunctionContext() is called outside of a host function, or after it has ended");
  }
  return store.context;
}

/** Calls a host function with its context. */
export async function withContext<T>(context: HostFunctionContext, call: () => T | Promise<T>): Promise<T> {
  const store = { context, isActive: true };
  try {
    return await storage.run(store, call);
  } finally {
    store.isActive = false;
  }
}

/** Thrown by `interrupt`. Its name is what callers know it by. */
export class Interruption extends Error {
  override readonly name = "HostFunctionInterruptSignal";
  readonly payloadJson: string;

  constructor(payload: unknown) {
    super("the host function interrupts the run");
    this.payloadJson = encode(payload);
  }
}
