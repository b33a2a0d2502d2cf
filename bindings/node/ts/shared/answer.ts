/** What a model is told of a run, and of programs. */
import type { Functions } from "../functions.js";
import type { PendingCall, Run, Status } from "../run.js";
import type { RunOptions } from "../sandbox.js";
import { prompt } from "../toolbox.js";
import { type Json, toJson } from "./json.js";

/** The answer of a tool that runs programs: JSON, of bounded size. */
export interface CodeAnswer {
  /** How the run ended. */
  status: Status;
  /** What a model reads: the result, the log, and what to do about an error. */
  text: string;
  /** The result as JSON, if its text fits the bound. */
  result?: Json;
  /** The number of the run in the history, if it has one. */
  run?: number;
  /** The calls that wait for an approval or an answer. */
  waitingFor?: PendingCall[];
}

/** Characters of an answer: about 5,000 tokens. */
export const ANSWER_CHARACTERS = 20_000;

/** The part of a text that fits, with a sentence that says what was left out. */
export function shortened(text: string, charactersMax: number, wayOut: string): string {
  if (text.length <= charactersMax) return text;
  const kept = text.slice(0, charactersMax).replace(/[\ud800-\udbff]$/, "");
  return `${kept}\n[cut: ${text.length - kept.length} of ${text.length} characters were left out; ${wayOut}]`;
}

/** The answer to a model that started a run. */
export function codeAnswer(run: Run, charactersMax: number): CodeAnswer {
  const answer: CodeAnswer = { status: run.status, text: "" };
  if (run.runId !== undefined) answer.run = run.runId;
  const parts: string[] = [];
  if (run.status === "returned") {
    const result = toJson(run.value);
    const text = result === undefined ? "" : typeof result === "string" ? result : JSON.stringify(result);
    if (result !== undefined && text.length <= charactersMax && !run.isCut) answer.result = result;
    if (result !== undefined) {
      parts.push(shortened(text, charactersMax, "return less, such as a count or the first lines"));
    } else {
      parts.push(
        run.logs.length > 0
          ? "The program returned nothing."
          : "The program returned nothing and logged nothing: use `return` to see a value.",
      );
    }
    if (!run.isCommitted) parts.push(`Its changes were not kept${run.refusal === undefined ? "" : `: ${run.refusal}`}.`);
  } else if (run.status === "suspended") {
    answer.waitingFor = [...run.waitingFor];
    const calls = run.waitingFor.map(({ function: name, awaits }) => `${name} (${awaits})`).join(", ");
    parts.push(
      `The program has stopped in the middle and waits for ${calls}. It goes on ` +
        "when somebody has answered: do not run it again.",
    );
  } else {
    const { error } = run;
    const place = error?.frame === undefined ? "" : `\n${error.frame}`;
    const name = error?.errorName ?? "Error";
    parts.push(`${name}: ${error?.message ?? run.status}${place}`);
    if (!run.isCommitted) parts.push("Nothing that it wrote was kept.");
  }
  if (run.logs.length > 0) {
    const log = run.logs.map(({ level, text }) => (level === "log" ? text : `[${level}] ${text}`)).join("\n");
    parts.push(`Log:\n${shortened(log, charactersMax, "log less")}`);
  }
  answer.text = parts.join("\n\n");
  return answer;
}

/** What a model is told of programs and their functions. */
export function programDescription(functions: Functions, options: Pick<RunOptions, "commit" | "readOnly">): string {
  const kept =
    options.readOnly === true
      ? "It can read files and not change them."
      : (options.commit ?? "atomic") === "atomic"
        ? "All that it writes is kept when it returns, and nothing when it throws."
        : "";
  const readOnly = options.readOnly ?? false;
  return `Runs a program and answers what it returns. ${kept}\n\n${prompt("compact", { functions, readOnly })}`.trimEnd();
}
