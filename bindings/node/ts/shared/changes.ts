/** The paths that runs of the history changed. */
import type { Workspace } from "../workspace.js";

/** A path that a run changed. */
export interface Change {
  readonly path: string;
  readonly kind: "created" | "changed" | "deleted";
}

/** Patches are read up to so many bytes: paths beyond are not listed. */
const PATCH_BYTES = 16 << 20;

/**
 * The files and links that a run changed, sorted by path. They are the headers of its patch in the
 * format of git, which has no directories.
 */
export async function changesOf(workspace: Workspace, run: number): Promise<Change[]> {
  const patch = await workspace.diff(run, { bytesMax: PATCH_BYTES });
  const changes: Change[] = [];
  // Lines of contents begin with a blank, `+` or `-`.
  for (const part of `\n${patch}`.split("\ndiff --git ").slice(1)) {
    const [names = "", next = ""] = part.split("\n", 2);
    const kind = /^(new|deleted) file mode /.exec(next)?.[1];
    changes.push({
      path: pathOf(names),
      kind: kind === "new" ? "created" : kind === "deleted" ? "deleted" : "changed",
    });
  }
  return changes;
}

/** The path of `a/PATH b/PATH`, where both are the same, and quoted where they have to be. */
function pathOf(names: string): string {
  if (!names.startsWith('"')) return names.slice(1, (names.length - 1) / 2);
  const quoted = names.slice(1, (names.length - 1) / 2 - 1);
  const bytes: Buffer[] = [];
  for (const [part] of quoted.matchAll(/\\[0-7]{3}|\\.|[^\\]+/g)) {
    if (!part.startsWith("\\")) bytes.push(Buffer.from(part));
    else if (part.length === 4) bytes.push(Buffer.from([Number.parseInt(part.slice(1), 8)]));
    else bytes.push(Buffer.from(ESCAPES[part[1] as string] ?? (part[1] as string)));
  }
  return Buffer.concat(bytes).toString("utf8").slice(1);
}

const ESCAPES: Record<string, string> = { a: "\x07", b: "\b", t: "\t", n: "\n", v: "\v", f: "\f", r: "\r" };
