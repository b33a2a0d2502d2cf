/** The paths that runs of the history changed. */
import type { Workspace } from "../workspace.js";

/** A path that a run changed, and where it was moved to. */
export interface Change {
  readonly kind: "created" | "changed" | "deleted" | "moved";
  readonly path: string;
  readonly to?: string;
}

/** Patches are read up to so many bytes: paths beyond are not listed. */
const PATCH_BYTES = 16 << 20;

/**
 * The files and links that a run changed. They are the headers of its patch in the format of git,
 * which has no directories.
 */
export async function changesOf(workspace: Workspace, run: number): Promise<Change[]> {
  const patch = await workspace.diff(run, { bytesMax: PATCH_BYTES });
  // No line of a content begins with a letter.
  return `\n${patch}`.split("\ndiff --git ").slice(1).map(change);
}

function change(part: string): Change {
  const [names = "", ...header] = part.split("\n", 7);
  const after = (words: string): string | undefined =>
    header.find((line) => line.startsWith(words))?.slice(words.length);
  const [from, to] = [after("rename from "), after("rename to ")];
  if (from !== undefined && to !== undefined) {
    return { kind: "moved", path: `/${unquoted(from)}`, to: `/${unquoted(to)}` };
  }
  // It is twice the same, behind `a` and `b`.
  const path = unquoted(names.slice(0, (names.length - 1) / 2)).slice(1);
  if (header[0]?.startsWith("new file mode ")) return { kind: "created", path };
  return { kind: header[0]?.startsWith("deleted file mode ") ? "deleted" : "changed", path };
}

const ESCAPES: Record<string, string> = { a: "\x07", b: "\b", t: "\t", n: "\n", v: "\v", f: "\f", r: "\r" };

/** A name as git quotes it where it has to. */
function unquoted(name: string): string {
  if (!name.startsWith('"')) return name;
  const bytes = [...name.slice(1, -1).matchAll(/\\[0-7]{3}|\\.|[^\\]+/g)].map(([part]) => {
    if (!part.startsWith("\\")) return Buffer.from(part);
    if (part.length === 4) return Buffer.from([Number.parseInt(part.slice(1), 8)]);
    return Buffer.from(ESCAPES[part[1] as string] ?? (part[1] as string));
  });
  return Buffer.concat(bytes).toString("utf8");
}
