/** The plain tools of a workspace, before an SDK gives them a shape. */
import { UsageError } from "../errors.js";
import { Toolbox, type ToolboxOptions } from "../toolbox.js";
import type { Workspace } from "../workspace.js";

/** The toolbox that was given, or one over a workspace with these options. */
export function toolboxOf(workspace: Workspace | Toolbox, options: ToolboxOptions): Toolbox {
  if (!(workspace instanceof Toolbox)) return new Toolbox(workspace, options);
  if (Object.keys(options).length > 0) {
    throw new UsageError("the options are those of the Toolbox: give them to its constructor");
  }
  return workspace;
}
