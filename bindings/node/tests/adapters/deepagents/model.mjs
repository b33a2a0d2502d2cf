// A model that follows a script: each step is calls of tools, or a text.
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage } from "@langchain/core/messages";

export class Scripted extends BaseChatModel {
  /** What it was given, one list of messages a step. */
  prompts = [];

  constructor(...steps) {
    super({});
    this.steps = steps;
  }

  _llmType() {
    return "script";
  }

  bindTools(tools) {
    this.given = tools;
    return this;
  }

  async _generate(messages) {
    const step = this.steps[this.prompts.length];
    this.prompts.push(messages);
    const message =
      typeof step === "string"
        ? new AIMessage(step)
        : new AIMessage({
            content: "",
            tool_calls: Object.entries(step).map(([name, args], index) => ({
              name,
              args,
              id: `call-${this.prompts.length}-${index}`,
              type: "tool_call",
            })),
          });
    return { generations: [{ message, text: message.text }] };
  }
}
