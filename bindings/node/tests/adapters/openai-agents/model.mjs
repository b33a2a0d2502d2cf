// A model that follows a script: each step is items of an answer, calls of tools, or a text.
import { Usage } from "@openai/agents";

export class Scripted {
  /** What it was given, a request a step. */
  requests = [];

  constructor(...steps) {
    this.steps = steps;
  }

  async getResponse(request) {
    const step = this.steps[this.requests.length];
    this.requests.push(request);
    return { usage: new Usage(), output: this.#output(step), responseId: String(this.requests.length) };
  }

  #output(step) {
    if (Array.isArray(step)) return step;
    if (typeof step === "string") {
      const content = [{ type: "output_text", text: step }];
      return [{ type: "message", role: "assistant", status: "completed", content }];
    }
    return Object.entries(step).map(([name, args], index) => ({
      type: "function_call",
      callId: `call-${this.requests.length}-${index}`,
      name,
      status: "completed",
      arguments: JSON.stringify(args),
    }));
  }
}

/** A call of `apply_patch`. */
export function patch(operation, callId = operation.path) {
  return { type: "apply_patch_call", callId, status: "completed", operation };
}
