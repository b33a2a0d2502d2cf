/** A sandbox for adapters that were given none. */
import { Sandbox } from "../sandbox.js";

let common: Promise<Sandbox> | undefined;

/** One sandbox for the process. */
export function commonSandbox(): Promise<Sandbox> {
  common ??= Sandbox.create();
  return common;
}
