/**
 * Lets Node load packages that import `cloudflare:workers`, such as `@cloudflare/codemode/ai`, by a
 * module with the three classes that they extend.
 *
 * Start Node with it: `node --import isolate-run/cloudflare-workers-stub app.mjs`. In a program it has
 * to be imported before those packages are: `await import(…)` them after it.
 *
 * @packageDocumentation
 */
import * as loader from "node:module";

const SPECIFIER = "cloudflare:workers";

const SOURCE = ["WorkerEntrypoint", "DurableObject", "RpcTarget"]
  .map((name) => `export class ${name} { constructor(ctx, env) { this.ctx = ctx; this.env = env; } }`)
  .join("\n");

const URL_OF_SOURCE = `data:text/javascript,${encodeURIComponent(SOURCE)}`;

interface Resolved {
  url: string;
  shortCircuit?: boolean;
}

type Resolve = (specifier: string, context: unknown, next: (specifier: string, context: unknown) => Resolved) => Resolved;

const { registerHooks } = loader as unknown as { registerHooks?: (hooks: { resolve: Resolve }) => void };

if (registerHooks !== undefined) {
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === SPECIFIER ? { url: URL_OF_SOURCE, shortCircuit: true } : next(specifier, context),
  });
} else {
  const hook = `export const resolve = (specifier, context, next) =>
    specifier === ${JSON.stringify(SPECIFIER)} ? { url: ${JSON.stringify(URL_OF_SOURCE)}, shortCircuit: true } : next(specifier, context);`;
  loader.register(`data:text/javascript,${encodeURIComponent(hook)}`);
}

/** What was loaded in its place. */
export const stubbed = SPECIFIER;
