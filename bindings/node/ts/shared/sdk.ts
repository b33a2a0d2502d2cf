/** Packages that an adapter needs when it is used, and that are not installed with this one. */
import { UsageError } from "../errors.js";
import { codeOf } from "./operations.js";

/** Imports a module of an SDK, which its user has installed. */
export async function imported<T>(specifier: string, adapter: string): Promise<T> {
  try {
    return (await import(specifier)) as T;
  } catch (error) {
    const name = specifier.split("/").slice(0, specifier.startsWith("@") ? 2 : 1).join("/");
    // Not where the SDK itself misses something.
    if (codeOf(error) !== "ERR_MODULE_NOT_FOUND" || !(error as Error).message.includes(`'${name}'`)) {
      throw error;
    }
    throw new UsageError(`isolate-run/${adapter} needs ${name}: npm install ${name}`, { code: "ESDK" });
  }
}
