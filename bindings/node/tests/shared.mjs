// What tests share.
import { createRequire } from "node:module";

/** The package as it is installed, or as it was built here. */
export const isolate = await (async () => {
  const require = createRequire(import.meta.url);
  try {
    return require("isolate-run");
  } catch {
    return require("../dist/index.js");
  }
})();

export const { Sandbox, Workspace, Functions, FunctionError, UsageError, FileError } = isolate;

export const sandbox = await Sandbox.create({ runs: 16 });
