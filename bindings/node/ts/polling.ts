/** The runs that the event loop polls. */
import { setInterval } from "node:timers";

import { thrown } from "./errors.js";
import { native, type NativeEventLoop, type NativeHandle, type NativeRun } from "./native.js";

/** What polls each run that is under way, by its number. */
const underWay = new Map<number, () => void>();
let last = 0;

const eventLoop: NativeEventLoop = new native.EventLoop((number) => underWay.get(number)?.());

/** Keeps the process while a run is under way. */
const keeper = setInterval(() => {}, 2 ** 31 - 1).unref();

/** How the native part is told who polls a run. */
export interface Polled {
  readonly eventLoop: NativeEventLoop;
  readonly number: number;
  /** Whether no other run is under way, so that the event loop computes for it where that is short. */
  readonly isAlone: boolean;
}

/**
 * Says who polls the next run.
 *
 * @internal
 */
export function nextPolled(): Polled {
  do last = (last + 1) % 2 ** 32;
  while (underWay.has(last));
  return { eventLoop, number: last, isAlone: underWay.size === 0 };
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
  });
}
