/** What a tool that runs programs tells a model: of a run, and of programs. */
import type { Functions } from "../functions.js";
import type { Effects, PendingCall, Run, Status } from "../run.js";
import type { RunOptions } from "../sandbox.js";
import { prompt } from "../toolbox.js";
import { type Json, toJson } from "./json.js";
import { shortenedText, shortenedValue } from "./shorten.js";

/** The answer of a tool that runs programs: JSON, of bounded size. */
export interface CodeAnswer {
  /** How the run ended. */
  status: Status;
  /** What a model reads: the result or the error, the log, and what was changed. */
  text: string;
  /** The result as JSON, if it fits whole. */
  result?: Json;
  /** The number of the run in the history, which is the version of the files, if it changed something. */
  run?: number;
  /** The calls that it waits for, if it is suspended. */
  waitingFor?: PendingCall[];
}

/** Whether a model is told that its program failed. One that waits has not. */
export function isFailure({ status }: CodeAnswer): boolean {
  return status !== "returned" && status !== "suspended";
}

/** Characters of a result, and of a log: about 5,000 tokens each. */
export const ANSWER_CHARACTERS = 20_000;
/** Paths of each kind of change. */
const PATHS = 50;
/** Characters of an error, and of the line where it was. */
const ERROR_CHARACTERS = 2_000;

/** The answer to a model that ran a program. A result and a log have at most `charactersMax` characters each. */
export function codeAnswer(run: Run, charactersMax = ANSWER_CHARACTERS): CodeAnswer {
  const answer: CodeAnswer = { status: run.status, text: "" };
  if (run.runId !== undefined) answer.run = run.runId;
  const parts: string[] = [];
  if (run.status === "returned") parts.push(...returned(run, answer, charactersMax));
  else if (run.status === "suspended") parts.push(...suspended(run, answer, charactersMax));
  else parts.push(...failed(run));
  if (run.logs.length > 0) {
    const lines = run.logs.map(({ level, text }) => (level === "log" ? text : `${level}: ${text}`));
    parts.push(`Log:\n${shortenedText(lines.join("\n"), charactersMax)}`);
  }
  const { logsDropped } = run.toJSON() as { logsDropped?: { entries: number } };
  if (logsDropped) parts.push(`[${logsDropped.entries} more entries of the log were dropped]`);
  const changed = changes(run.effects);
  if (!run.isCommitted && run.error !== undefined && run.status !== "suspended" && run.status !== "conflict") {
    parts.push("Nothing that it wrote was kept.");
  } else if (changed !== "") parts.push(`${changed}${fate(run)}`);
  answer.text = parts.join("\n");
  return answer;
}

function returned(run: Run, answer: CodeAnswer, charactersMax: number): string[] {
  const result = toJson(run.value);
  if (result === undefined) {
    const isSilent = run.logs.length === 0;
    return isSilent ? ["[the program returned nothing and logged nothing: use `return` to see a value]"] : [];
  }
  const text = typeof result === "string" ? result : JSON.stringify(result);
  if (text.length <= charactersMax && !run.isCut) {
    answer.result = result;
    return [text];
  }
  if (typeof result === "string" && text.length > charactersMax) {
    const kept = text.slice(0, charactersMax).replace(/[\ud800-\udbff]$/, "");
    const left = `${text.length - kept.length} of ${text.length} characters were left out`;
    return [kept, `[cut: ${left}; return less, or write it to a file]`];
  }
  const shown = shortenedValue(result, charactersMax);
  return [
    typeof shown === "string" ? shown : JSON.stringify(shown),
    `[the result was cut where it says so, of ${text.length} characters: return less, or write it to a file]`,
  ];
}

function suspended(run: Run, answer: CodeAnswer, charactersMax: number): string[] {
  answer.waitingFor = [...run.waitingFor];
  const share = Math.floor(charactersMax / Math.max(1, run.waitingFor.length));
  const calls = run.waitingFor.map(({ call, function: name, argument }) => {
    const shown = JSON.stringify(shortenedValue(toJson(argument) ?? null, share));
    return `call ${call} of ${name}: ${shown}`;
  });
  const names = run.waitingFor.map(({ function: name, awaits }) => `${name} (${awaits})`).join(", ");
  const isReview = run.waitingFor.some(({ awaits }) => awaits === "review");
  const state = isReview
    ? `has returned, and its changes wait for an approval, as run ${run.runId}`
    : `has not ended: it waits for ${names}, as run ${run.runId}, and goes on when that is answered`;
  return [...calls, `[the program ${state}. Do not run it again: tell the user what it waits for]`];
}

function failed(run: Run): string[] {
  const { error, conflict } = run;
  const parts: string[] = [];
  if (error !== undefined) {
    const message = shortenedText(error.message, ERROR_CHARACTERS);
    const hasCode = error.code !== undefined && !error.message.startsWith(error.code);
    const place = error.line === undefined ? "" : ` (line ${error.line}, column ${error.column})`;
    parts.push(`${error.errorName}${hasCode ? ` [${error.code}]` : ""}: ${message}${place}`);
    if (error.frame !== undefined) parts.push(shortenedText(error.frame, ERROR_CHARACTERS));
  }
  if (conflict !== undefined) {
    const paths = conflict.paths.slice(0, PATHS).join(", ");
    parts.push(`[others have changed ${paths} meanwhile: the changes are the branch ${conflict.branch}]`);
  }
  return parts;
}

function changes(effects: Effects): string {
  const kinds = (["created", "changed", "deleted"] as const).flatMap((kind) => {
    const paths = effects[kind].slice(0, PATHS);
    const more = effects[kind].length - paths.length + (effects.omitted?.[kind] ?? 0);
    if (paths.length === 0 && more === 0) return [];
    return [`${kind} ${paths.join(", ")}${more > 0 ? ` and ${more} more` : ""}`];
  });
  return kinds.length === 0 ? "" : `[${kinds.join("; ")}`;
}

/** What has become of its changes. */
function fate(run: Run): string {
  if (run.refusal !== undefined) return `; it was reviewed, and is not kept: ${run.refusal}]`;
  if (run.status === "suspended" || run.status === "conflict") return "; it is not kept yet]";
  if (!run.isCommitted) return "; a dry run keeps nothing]";
  const version = run.runId === undefined ? "" : `; run ${run.runId}`;
  return run.status === "returned" ? `${version}]` : `; it is kept${version}]`;
}

/** What a model is told of programs and their functions. */
export function programDescription(
  functions?: Functions,
  run: Pick<RunOptions, "commit" | "readOnly"> = {},
): string {
  const { commit = "atomic", readOnly = false } = run;
  const kept = readOnly
    ? "It can read files and not change them."
    : commit === "atomic"
      ? "All that it writes is kept when it returns, and nothing when it throws."
      : "";
  const given = functions === undefined ? { readOnly } : { functions, readOnly };
  const what = "Runs a program on the files of the workspace and answers what it returns. Files persist between calls.";
  return `${`${what} ${kept}`.trimEnd()}\n\n${prompt("compact", given)}`.trimEnd();
}
