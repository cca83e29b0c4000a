import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Context } from "#cli/context.ts";
import { loadConfig } from "#cli/load-config.ts";
import { dismissAlone, registryOf } from "#cli/open-army.ts";
import { packageRoot } from "#config/package-root.ts";
import { resolvePaths } from "#config/paths.ts";

/** Says where the demo's agents note their processes. */
const PIDS = "OVLD_DEMO_PIDS";
const NEVER = new AbortController().signal;

/** A home, a project and agents of the demo's own; whatever happens on it, nothing of it is left. */
export async function onStage<T>(context: Context, play: (stage: Context) => Promise<T>): Promise<T> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "ovld-demo-")));
  const directory = join(folder, "landing-page");
  const { ZELLIJ: _, ZELLIJ_SESSION_NAME: _name, TMUX: _tmux, OVLD_RELAY_DIR: _relay, ...env } = context.env;
  const stage: Context = {
    ...context,
    directory,
    env: {
      ...env,
      OVLD_HOME: join(folder, "home"),
      OVLD_LANG: context.lang,
      OVLD_FORMATION: "overlord",
      OVLD_PROGRAMS_CLAUDE: join(packageRoot(), "dist", "demo-agent.js"),
      // The real ones are given at the start, so that nobody has to wait for the typing.
      OVLD_RITUALS_METHOD: "launch",
      OVLD_SANDBOX_ENGINE: "none",
      OVLD_WATCH_MAIL: "wait",
      [PIDS]: join(folder, "pids"),
    },
  };
  try {
    const home = resolvePaths(stage.env);
    for (const made of [directory, pidsFolder(stage), home.home]) await mkdir(made, { recursive: true, mode: 0o700 });
    // Who is set up is not welcomed.
    await writeFile(home.config, "");
    return await play(stage);
  } finally {
    const closing = { ...stage, signal: NEVER };
    for (const entry of await registryOf(closing).list())
      await dismissAlone(entry, loadConfig(closing).config, closing);
    await rm(folder, { recursive: true, force: true });
  }
}

/** A file for each role, with its agent's process id. */
export function pidsFolder({ env }: Context): string {
  return env[PIDS] ?? "";
}
