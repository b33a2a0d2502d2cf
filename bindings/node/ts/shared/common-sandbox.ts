/** A sandbox for adapters that were given none. */
import { Sandbox } from "../sandbox.js";

let common: Promise<Sandbox> | undefined;

/** One sandbox for the process. */
export function commonSandbox(): Promise<Sandbox> {
  common ??= Sandbox.create().catch((error: unknown) => {
    // The next one tries again.
    common = undefined;
    throw error;
  });
  return common;
}
