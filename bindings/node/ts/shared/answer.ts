/** What a tool that runs programs answers to a model. */
import type { Run, Status } from "../run.js";
import { type Json, jsonForm, shortened, shortenedText } from "./shorten.js";

/** How much of a run a model is shown. */
export interface AnswerOptions {
  /** Characters of the value, as JSON. Default: 24,000, which are about 6,000 tokens. */
  valueCharacters?: number;
  /** Characters of the log. Default: 8,000. */
  logCharacters?: number;
  /** Changed paths of each kind. Default: 50. */
  paths?: number;
}

/** A run as a model is shown it. It is JSON. */
export interface ProgramAnswer {
  /** How it ended. */
  status: Status;
  /** What it returned, cut where it is large. */
  value?: Json;
  /** What it logged, as text. */
  logs?: string;
  /** Why it did not return. */
  error?: {
    name: string;
    message: string;
    code?: string;
    /** The place in the program, from 1. */
    line?: number;
    column?: number;
    /** The line of the program with a mark at the place. */
    frame?: string;
    /** The limit that ended it, such as `fuel`. */
    limit?: string;
  };
  /** The files that it changed. */
  changed?: { created?: string[]; changed?: string[]; deleted?: string[]; omitted?: number };
  /** The number of the run in the history of the workspace: the version of its files. */
  run?: number;
  /** The calls that it waits for, if it is suspended. */
  waitingFor?: { call: number; function: string; awaits: string; argument: Json }[];
  /** What a model should know beside: what was cut, what was not kept. */
  notices?: string[];
}

const PATHS = 50;
const VALUE_CHARACTERS = 24_000;
const LOG_CHARACTERS = 8_000;
const FRAME_CHARACTERS = 2_000;

/** A run as a model is shown it. */
export function programAnswer(run: Run, options: AnswerOptions = {}): ProgramAnswer {
  const { valueCharacters = VALUE_CHARACTERS, logCharacters = LOG_CHARACTERS } = options;
  const answer: ProgramAnswer = { status: run.status };
  const notices: string[] = [];
  if (run.status === "returned") returned(run, valueCharacters, answer, notices);
  else if (run.status === "suspended") suspended(run, valueCharacters, answer, notices);
  else failed(run, answer, notices);
  const lines = run.logs.map(({ level, text }) => (level === "log" ? text : `${level}: ${text}`));
  if (lines.length > 0) answer.logs = shortenedText(lines.join("\n"), logCharacters);
  const { logsDropped } = run.toJSON() as { logsDropped?: { entries: number } };
  if (logsDropped) notices.push(`${logsDropped.entries} more entries of the log were dropped`);
  const changed = changes(run, options.paths ?? PATHS);
  if (changed !== undefined) {
    answer.changed = changed;
    if (run.refusal !== undefined) {
      notices.push(`the changes were reviewed, and are not kept: ${run.refusal}`);
    } else if (!run.isCommitted && run.status !== "suspended" && run.status !== "conflict") {
      notices.push("the changes were not kept");
    } else if (answer.error !== undefined && run.isCommitted) {
      notices.push("the changes that it made before are kept");
    }
  }
  if (run.runId !== undefined) answer.run = run.runId;
  if (notices.length > 0) answer.notices = notices;
  return answer;
}

function returned(run: Run, characters: number, answer: ProgramAnswer, notices: string[]): void {
  if (run.value === undefined) {
    if (run.logs.length === 0) {
      notices.push("the program returned nothing: use `return` for what you want to see");
    }
    return;
  }
  const whole = jsonForm(run.value);
  answer.value = shortened(whole, characters);
  if (run.isCut || JSON.stringify(answer.value) !== JSON.stringify(whole)) {
    notices.push("the value was cut where it says so: return less, or write it to a file");
  }
}

function suspended(run: Run, characters: number, answer: ProgramAnswer, notices: string[]): void {
  answer.waitingFor = run.waitingFor.map((call) => ({
    call: call.call,
    function: call.function,
    awaits: call.awaits,
    argument: shortened(jsonForm(call.argument), Math.floor(characters / run.waitingFor.length)),
  }));
  const isReview = run.waitingFor.some(({ awaits }) => awaits === "review");
  const state = isReview ? "has returned, and its changes wait" : "has not ended: it waits";
  const until = isReview ? "they are kept when it is given" : "it goes on when it is answered";
  notices.push(
    `the program ${state} for an answer, as run ${run.runId}; ${until}. ` +
      "Do not run it again: tell the user what it waits for",
  );
}

function failed(run: Run, answer: ProgramAnswer, notices: string[]): void {
  const { error, conflict } = run;
  if (conflict !== undefined) {
    notices.push(
      `others have changed the same files meanwhile: the changes are the branch ${conflict.branch}`,
    );
  }
  if (error === undefined) return;
  const shown: NonNullable<ProgramAnswer["error"]> = {
    name: error.errorName,
    message: shortenedText(error.message, FRAME_CHARACTERS),
  };
  if (error.code !== undefined) shown.code = error.code;
  if (error.line !== undefined) shown.line = error.line;
  if (error.column !== undefined) shown.column = error.column;
  if (error.frame !== undefined) shown.frame = shortenedText(error.frame, FRAME_CHARACTERS);
  if (error.limit !== undefined) shown.limit = error.limit;
  answer.error = shown;
}

function changes(run: Run, paths: number): ProgramAnswer["changed"] {
  const changed: NonNullable<ProgramAnswer["changed"]> = {};
  const { effects } = run;
  let omitted = 0;
  for (const kind of ["created", "changed", "deleted"] as const) {
    const list = effects[kind];
    if (list.length > 0) changed[kind] = list.slice(0, paths);
    omitted += Math.max(0, list.length - paths) + (effects.omitted?.[kind] ?? 0);
  }
  if (omitted > 0) changed.omitted = omitted;
  return Object.keys(changed).length === 0 ? undefined : changed;
}

/** The answer as text, for tools whose answers are text. */
export function answerText(answer: ProgramAnswer): string {
  const parts: string[] = [];
  const { error, value, logs, changed, waitingFor, notices = [] } = answer;
  if (error !== undefined) {
    const place = error.line === undefined ? "" : ` (line ${error.line}, column ${error.column})`;
    const says = error.code !== undefined && !error.message.startsWith(error.code);
    const code = says ? ` [${error.code}]` : "";
    parts.push(`${error.name}${code}: ${error.message}${place}`);
    if (error.frame !== undefined) parts.push(error.frame);
  }
  if (value !== undefined) {
    parts.push(typeof value === "string" ? value : JSON.stringify(value, null, 2));
  }
  for (const call of waitingFor ?? []) {
    parts.push(`call ${call.call} of ${call.function}: ${JSON.stringify(call.argument)}`);
  }
  if (logs !== undefined) parts.push(`log:\n${logs}`);
  if (changed !== undefined) {
    const { omitted, ...kinds } = changed;
    const lines = Object.entries(kinds).map(([kind, paths]) => `${kind}: ${paths.join(", ")}`);
    if (omitted !== undefined) lines.push(`and ${omitted} more paths`);
    if (answer.run !== undefined) lines.push(`run: ${answer.run}`);
    parts.push(lines.join("\n"));
  }
  parts.push(...notices.map((notice) => `[${notice}]`));
  return parts.join("\n");
}
