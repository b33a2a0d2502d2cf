/** Sandboxes of OpenAI Agents over workspaces. */
import { randomUUID } from "node:crypto";

import { UsageError } from "../../errors.js";
import { Commands, type CommandsOptions } from "../../shared/commands.js";
import { imported } from "../../shared/sdk.js";
import { check, shown } from "../../words.js";
import { Workspace, Workspaces } from "../../workspace.js";
import { IsolateSandboxSession, type Manifest, type SandboxState } from "./session.js";

/** Where a session works. */
export type SandboxClientOptions = {
  /** The name of its workspace, for a client over `Workspaces`. Default: a new one, which is removed with the session. */
  workspace?: string;
  /** The branch that it works on. One that is missing is made, and deleted with the session. Default: that of the workspace. */
  branch?: string;
};

/** What a session is made of. */
export interface SandboxCreateArgs {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  manifest?: any;
  /** Is not used: the workspace itself keeps the files of a session. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  snapshot?: any;
  options?: SandboxClientOptions;
}

interface Sdk {
  Manifest: new (init?: unknown) => Manifest;
  normalizeSandboxClientCreateArgs(
    args?: unknown,
    options?: unknown,
  ): { manifest: Manifest; options?: SandboxClientOptions };
}

const sdk = (): Promise<Sdk> => imported<Sdk>("@openai/agents/sandbox", "openai-agents");

/**
 * A `SandboxClient` for sandbox agents of the SDK: the files of a session are those of a workspace, and its commands
 * run on them. A session works in the directory of its manifest, `/workspace`.
 */
export class IsolateSandboxClient {
  readonly backendId = "isolate";
  readonly supportsDefaultOptions = true;
  readonly #store: Workspace | Workspaces;
  readonly #options: CommandsOptions;
  /** States that somebody may go on with. */
  readonly #written = new WeakSet<SandboxState>();

  constructor(
    /** That of all sessions, or `Workspaces`, in which each session has one of its own. */
    workspace: Workspace | Workspaces,
    options: CommandsOptions = {},
  ) {
    if (!(workspace instanceof Workspace) && !(workspace instanceof Workspaces)) {
      throw new UsageError(`workspace is ${shown(workspace)}: it takes a Workspace, or new Workspaces(folder)`);
    }
    check("option", options, ["sandbox", "shell"]);
    this.#store = workspace;
    this.#options = options;
  }

  async create(args?: SandboxCreateArgs | Manifest, manifestOptions?: SandboxClientOptions): Promise<IsolateSandboxSession> {
    const { normalizeSandboxClientCreateArgs } = await sdk();
    // No snapshot is made: the workspace itself keeps the files of a session.
    const { manifest, options = {} } = normalizeSandboxClientCreateArgs(args, manifestOptions);
    check("option", options, ["workspace", "branch"]);
    const isShared = this.#store instanceof Workspace;
    if (isShared && options.workspace !== undefined) {
      throw new UsageError(`the options name the workspace ${shown(options.workspace)}: that needs a client over Workspaces`);
    }
    const state: SandboxState = {
      manifest,
      environment: await manifest.resolveEnvironment(),
      workspaceReady: true,
      workspace: isShared ? null : (options.workspace ?? `session-${randomUUID()}`),
      ownsWorkspace: !isShared && options.workspace === undefined,
      branch: options.branch ?? null,
      ownsBranch: false,
    };
    const session = await this.#session(state, true);
    await session.applyManifest(manifest);
    return session;
  }

  /**
   * The state as JSON: where the files are, and the number of the last run. From then on, the end of a run of the
   * SDK removes nothing; `delete(state)` does.
   */
  async serializeSessionState(state: SandboxState): Promise<Record<string, unknown>> {
    this.#written.add(state);
    const { manifest, ...others } = state;
    const workspace = await this.#place(state, false);
    const [last] = await workspace.history({ limit: 1 });
    if (workspace !== this.#store) await workspace.close();
    return { ...others, manifest: { root: manifest.root }, run: last?.run ?? null };
  }

  async deserializeSessionState(state: Record<string, unknown>): Promise<SandboxState> {
    const { Manifest } = await sdk();
    const { manifest, workspace = null, ownsWorkspace = false, branch = null, ownsBranch = false, environment = {} } =
      state as Partial<SandboxState>;
    return {
      ...state,
      manifest: manifest instanceof Manifest ? manifest : new Manifest(manifest),
      environment,
      workspaceReady: true,
      workspace,
      ownsWorkspace,
      branch,
      ownsBranch,
    };
  }

  /** Goes on with a session, whose files are as they were left. Rejects if its workspace or its branch is gone. */
  resume(state: SandboxState): Promise<IsolateSandboxSession> {
    return this.#session(state, false);
  }

  /** Removes the workspace or the branch that was made for a session. */
  async delete(state: SandboxState): Promise<void> {
    if (state.ownsWorkspace && this.#store instanceof Workspaces) {
      await this.#store.remove(state.workspace as string);
    } else if (state.ownsBranch) {
      const whole = this.#store instanceof Workspace ? this.#store : await this.#store.find(state.workspace as string);
      const isThere = whole !== null && (await whole.branches()).some(({ name }) => name === state.branch);
      if (isThere) await whole.deleteBranch(state.branch as string);
      if (whole !== null && whole !== this.#store) await whole.close();
    }
  }

  async #session(state: SandboxState, isNew: boolean): Promise<IsolateSandboxSession> {
    const workspace = await this.#place(state, isNew);
    const commands = new Commands(workspace, this.#options);
    const remove = async (isEnd: boolean): Promise<void> => {
      if (!isEnd || !this.#written.has(state)) await this.delete(state);
    };
    const ends = { isShared: workspace === this.#store, delete: remove };
    return new IsolateSandboxSession(state, workspace, commands, this.#options, ends);
  }

  /** The workspace of a session, on its branch. */
  async #place(state: SandboxState, isNew: boolean): Promise<Workspace> {
    let workspace: Workspace | null;
    if (this.#store instanceof Workspace) workspace = this.#store;
    else if (isNew) workspace = await this.#store.open(state.workspace as string);
    else workspace = await this.#store.find(state.workspace as string);
    if (workspace === null) {
      throw new UsageError(`the workspace ${state.workspace} of the session is gone: create a new session`);
    }
    const { branch } = state;
    if (branch === null || branch === "main") return workspace;
    if ((await workspace.branches()).some(({ name }) => name === branch)) return workspace.onBranch(branch);
    if (!isNew) throw new UsageError(`the branch ${branch} of the session is gone: create a new session`);
    state.ownsBranch = true;
    return workspace.createBranch(branch);
  }
}
