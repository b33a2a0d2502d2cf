// Code that is written for the types of the original compiles with those of this package.
import {
  type ContinuationCodec,
  createRunner,
  createSignedContinuationCodec,
  getHostFunctionContext,
  type HostFunctions,
  isRunInterruptedResult,
  run,
  RunError,
  type RunInterruption,
  type RunLimits,
  type RunResolution,
  setMaxWorkers,
} from "run";
import type * as original from "run-original";

const group: Record<string, (...args: unknown[]) => Promise<unknown>> = { f: async (value) => value };
const hostFunctions: HostFunctions = {
  tools: {
    sum: (...values: number[]) => values.reduce((a, b) => a + b, 0),
    save: async (document: { id: string }) => getHostFunctionContext().interrupt({ kind: "approval", document }),
  },
  ...({ group } as HostFunctions),
};
const limits: RunLimits = { timeoutMs: 10, maxResultBytes: 10 };
const theirLimits: original.RunLimits = limits;
const result = await run<number>({ source: "return 1", hostFunctions, limits: theirLimits });
const value: number | undefined = result.status === "completed" ? result.value : undefined;
if (isRunInterruptedResult(result)) {
  const interruptions: RunInterruption[] = result.interruptions;
  const resolutions: RunResolution[] = interruptions.map(({ id }) => ({ interruptionId: id, value: true }));
  const theirs: original.RunResolution[] = resolutions;
  await createRunner({ continuationSecret: "…" }).run({ source: "", continuation: result.continuation as string, resolutions: theirs });
}
const codec: ContinuationCodec<string> = createSignedContinuationCodec({ secret: new Uint8Array(32), maxAgeMs: 10 });
const runner = createRunner({ continuationCodec: codec, continuationAudience: "a" });
const error: unknown = await runner.run({ source: "", continuationContext: { a: 1 } }).catch((caught: unknown) => caught);
if (RunError.isInstance(error)) error.code satisfies string;
setMaxWorkers();
void value;
