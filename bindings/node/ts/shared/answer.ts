/** What a tool that runs programs tells a model: of a run, and of programs. */
import type { Functions } from "../functions.js";
import type { Effects, PendingCall, Run, Status } from "../run.js";
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

const PROGRAMS = `Runs a JavaScript program on the files of the workspace and answers what it returns. Files persist between calls.

The program is \`async () => { … }\`; types of TypeScript are erased. It reaches files through the global \`state\`; Node's \`fs/promises\`, \`path\` and \`Buffer\` work on the same files. There is no network and no shell. \`await\` every call. Always \`return\` a small summary. Paths are absolute. Among the methods of \`state\`:

- readFile(path): string, writeFile(path, content), appendFile(path, content), readJson(path), writeJson(path, value)
- glob(pattern): string[], readdir(path): string[], stat(path): { type, size, mtime } or null, exists(path)
- mkdir(path, { recursive }), rm(path, { recursive, force }), cp(from, to, { recursive }), mv(from, to, { recursive })
- searchFiles(glob, query, { regex }): { path, matches: { line, column, lineText }[] }[]
- replaceInFile(path, search, replacement, { regex }), replaceInFiles(glob, search, replacement, { regex, dryRun })
- updateJson(path, [{ op: "set", path: ".version", value: "2.0.0" }]), queryJson(path, ".items[0].name")
- diff(pathA, pathB), hashFile(path), planEdits(instructions), applyEdits(edits)

Globs: \`*.ts\` is the top level only, \`**/*.ts\` everywhere. Searches are literal unless \`{ regex: true }\`.`;

/** What a model is told of programs and their functions. */
export function programDescription(functions?: Functions): string {
  return `${PROGRAMS}\n\n${functions?.prompt().trim() ?? ""}`.trimEnd();
}
