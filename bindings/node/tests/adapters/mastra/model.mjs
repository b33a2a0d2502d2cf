// A model that follows a script: each step is calls of tools, or a text.

const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };

/** A model of Mastra that answers one step after the other; `prompts` has what it was given. */
export function scripted(...steps) {
  const prompts = [];
  const next = ({ prompt }) => {
    const step = steps[prompts.length];
    prompts.push(prompt);
    if (typeof step === "string") return { content: [{ type: "text", text: step }], finishReason: "stop" };
    const calls = Object.entries(step).map(([toolName, input], index) => ({
      type: "tool-call",
      toolCallId: `call-${prompts.length}-${index}`,
      toolName,
      input: JSON.stringify(input),
    }));
    return { content: calls, finishReason: "tool-calls" };
  };
  return {
    prompts,
    specificationVersion: "v2",
    provider: "script",
    modelId: "script",
    supportedUrls: {},
    doGenerate: async (options) => ({ ...next(options), usage, warnings: [] }),
    doStream: async (options) => {
      const { content, finishReason } = next(options);
      const parts = content.flatMap((part) =>
        part.type === "text"
          ? [
              { type: "text-start", id: "t" },
              { type: "text-delta", id: "t", delta: part.text },
              { type: "text-end", id: "t" },
            ]
          : [part],
      );
      const all = [{ type: "stream-start", warnings: [] }, ...parts, { type: "finish", finishReason, usage }];
      return { stream: ReadableStream.from(all) };
    },
  };
}
