/** The runs that the event loop polls. */
import { setInterval } from "node:timers";

import { thrown } from "./errors.js";
import { native, type NativeEventLoop, type NativeHandle, type NativeRun } from "./native.js";

/** What polls each run that is under way, by its number. */
const underWay = new Map<number, () => void>();
let last = 0;

/**
 * What wakes it.
 *
 * @internal
 */
export const eventLoop: NativeEventLoop = new native.EventLoop((number) => underWay.get(number)?.());

/** Keeps the process while a run is under way. */
const keeper = setInterval(() => {}, 2 ** 31 - 1).unref();

/**
 * The number of the next run.
 *
 * @internal
 */
export function nextNumber(): number {
  do last = (last + 1) % 2 ** 32;
  while (underWay.has(last));
  return last;
}

/**
 * Runs that the event loop has computed whole when they were started, and whose caller has not gone on since. A
 * caller who starts several before awaiting one wants them side by side, which one thread cannot compute.
 */
let justEnded = 0;

/**
 * Whether no other run is under way, so that the event loop computes for the next one where that is short.
 *
 * @internal
 */
export function isNextAlone(): boolean {
  return underWay.size === 0 && justEnded === 0;
}

/**
 * Polls a run to its end.
 *
 * @internal
 */
export function polledToEnd(handle: NativeHandle, number: number): Promise<NativeRun> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      underWay.delete(number);
      if (underWay.size === 0) keeper.unref();
    };
    const poll = (): void => {
      try {
        const run = handle.poll(underWay.size === 1);
        if (run === null) return;
        end();
        resolve(run);
      } catch (error) {
        end();
        reject(thrown(error));
      }
    };
    underWay.set(number, poll);
    keeper.ref();
    poll();
    if (underWay.has(number)) return;
    justEnded += 1;
    queueMicrotask(() => {
      justEnded -= 1;
    });
  });
}
