// In the place of the SDK's program, which needs an account: calls the tools that a script names.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";

/** `query` of the SDK with calls of tools, and the last words. */
export function scripted(calls, words) {
  return async function* query({ options }) {
    for (const [tool, args] of calls) {
      if (!options.allowedTools.includes(tool)) throw new Error(`${tool} is not allowed`);
      const [, server, name] = tool.split("__");
      const client = new Client({ name: "script", version: "1" });
      const [mine, its] = InMemoryTransport.createLinkedPair();
      await Promise.all([options.mcpServers[server].instance.connect(its), client.connect(mine)]);
      const { content, isError } = await client.callTool({ name, arguments: args });
      if (isError) throw new Error(content[0].text);
      yield { type: "user", message: { role: "user", content } };
      await client.close();
    }
    yield { type: "result", subtype: "success", result: words };
  };
}
