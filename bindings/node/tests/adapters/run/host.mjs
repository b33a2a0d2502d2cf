// Host functions that tests share, for either package.
export const secret = "0123456789abcdef0123456789abcdef";

export function hostFunctions({ getHostFunctionContext, RunError }, called = []) {
  return {
    tools: {
      count: (...args) => `${args.length}: ${args.map(String).join()}`,
      echo: (...args) => {
        called.push(["echo", ...args]);
        return args.length === 1 ? args[0] : args;
      },
      fail: () => {
        throw new Error("a secret");
      },
      failOpenly: () => {
        throw new RunError("for everybody", "MY_CODE", { a: 1 });
      },
      odd: () => () => 1,
      nothing: () => {},
      slow: () => new Promise((resolve) => setTimeout(resolve, 30, "slow")),
      never: () => new Promise(() => {}),
      large: () => "x".repeat(2000),
      context: () => {
        const { requestIndex, hostFunctionName, abortSignal, resume } = getHostFunctionContext();
        return [requestIndex, hostFunctionName, abortSignal instanceof AbortSignal, resume];
      },
      approve: (what) => {
        const { interrupt, resume } = getHostFunctionContext();
        called.push(["approve", what, resume?.resolution]);
        if (resume === undefined) interrupt({ kind: "approval", what });
        if (resume.resolution === "no") throw new RunError("denied", "DENIED");
        return `${what}: ${resume.resolution}`;
      },
    },
    group: { next: (n) => n + 1 },
  };
}
