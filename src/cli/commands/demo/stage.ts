import { lstat, mkdir, mkdtemp, realpath, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { registryOf } from "#app/armies/army-parts.ts";
import { loadConfig } from "#app/armies/load-config.ts";
import { dismissAlone } from "#app/lifecycle/dismiss-army.ts";
import { fileFailure, makeFolder, namesIn, readTextNow } from "#base/files.ts";
import { makePrivateFolder, requirePrivate } from "#base/private-folder.ts";
import { mayBeAlive, ownIdentity, type ProcessIdentity } from "#base/process-identity.ts";
import type { Context } from "#cli/frame/context.ts";
import { ConfigLoader } from "#config/load.ts";
import { type Config, defaultConfig, variableOf } from "#config/settings.ts";
import { systemCode } from "#errors/ovld-error.ts";
import { packageRoot } from "#home/package-root.ts";
import { resolvePaths } from "#home/paths.ts";
import { demoWords } from "#i18n/demo-words.ts";

/** Says where the demo's agents note their processes. */
const PIDS = "OVLD_DEMO_PIDS";
/** Whose stage it is. */
const OWNER = "owner.json";
/** Milliseconds after which a stage without an owner is nobody's. */
const UNOWNED = 60_000;
const NEVER = new AbortController().signal;

/**
 * A home, a project and agents of the demo's own; whatever happens on it, nothing of it is left. It stands in the ovld home: a
 * stage in a temporary folder could be an agent's, and striking one ends the sessions that its files name.
 */
export async function onStage<T>(context: Context, play: (stage: Context) => Promise<T>): Promise<T> {
  // What cannot be ended is for `doctor` and `purge` to tell of: it keeps nobody from a demo of their own.
  for (const left of await abandonedStages(context)) await strikeStage(left, context).catch(() => {});
  const folder = await makeStage(resolvePaths(context.env).demos);
  const stage = stageIn(folder, context);
  try {
    await writeFile(join(folder, OWNER), JSON.stringify(await ownIdentity()));
    const home = resolvePaths(stage.env);
    for (const made of [stage.directory, pidsFolder(stage), home.home])
      await mkdir(made, { recursive: true, mode: 0o700 });
    // Who is set up is not welcomed.
    await writeFile(home.config, "");
    return await play(stage);
  } finally {
    await strikeStage(folder, context);
  }
}

/** Folders of demos that were killed before they could tidy up. */
export async function abandonedStages({ env }: Context): Promise<string[]> {
  const { demos, home } = resolvePaths(env);
  const folders = (await namesIn(demos)).map((name) => join(demos, name));
  if (folders.length > 0) requirePrivate(home);
  const found = await Promise.all(folders.map(async (folder) => ((await isAbandoned(folder)) ? [folder] : [])));
  return found.flat();
}

export function isStage(folder: string, { env }: Context): boolean {
  return dirname(folder) === resolvePaths(env).demos;
}

/** Ends the army of a stage and removes it. */
export async function strikeStage(folder: string, context: Context): Promise<void> {
  const stage = { ...stageIn(folder, context), signal: NEVER };
  for (const entry of await registryOf(stage).list()) await dismissAlone(entry, loadConfig(stage).config, stage);
  await rm(folder, { recursive: true, force: true });
  const { demos, home } = resolvePaths(context.env);
  // Another demo may stand there, and the ovld home has more to keep unless the demo made it.
  for (const empty of [demos, home]) await rmdir(empty).catch(() => {});
}

/** A demo that ends at the same moment takes the empty folder away. */
async function makeStage(demos: string, tries = 10): Promise<string> {
  await makePrivateFolder(dirname(demos));
  await makeFolder(demos);
  try {
    return await realpath(await mkdtemp(join(demos, "demo-")));
  } catch (error) {
    if (systemCode(error) !== "ENOENT" || tries === 0) throw fileFailure("write", demos, error);
    return makeStage(demos, tries - 1);
  }
}

/** A file for each role, with its agent's process id. */
export function pidsFolder({ env }: Context): string {
  return env[PIDS] ?? "";
}

function stageIn(folder: string, context: Context): Context {
  const { ZELLIJ: _, ZELLIJ_SESSION_NAME: _name, TMUX: _tmux, OVLD_RELAY_DIR: _relay, ...env } = context.env;
  const { words, lang } = context;
  return {
    ...context,
    directory: join(folder, "landing-page"),
    // No other command finds an army in a home of its own.
    words: { ...words, summon: { ...words.summon, detached: () => demoWords(lang).standing } },
    env: {
      ...env,
      OVLD_HOME: join(folder, "home"),
      OVLD_LANG: lang,
      OVLD_FORMATION: "overlord",
      ...programsOf(context),
      OVLD_PROGRAMS_CLAUDE: join(packageRoot(), "dist", "demo-agent.js"),
      // The real ones are given at the start, so that nobody has to wait for the typing.
      OVLD_RITUALS_METHOD: "launch",
      OVLD_SANDBOX_ENGINE: "none",
      OVLD_WATCH_MAIL: "wait",
      [PIDS]: join(folder, "pids"),
    },
  };
}

/** As variables, which win over files: no file of a stage says what is run. */
function programsOf(context: Context): Record<string, string> {
  const { programs } = ownSettings(context);
  return Object.fromEntries(
    Object.entries(programs).map(([name, program]) => [variableOf(`programs.${name}`), program]),
  );
}

/** A demo is shown also to a person whose settings cannot be read. */
function ownSettings({ env, directory, overrides }: Context): Config {
  try {
    return ConfigLoader.load({ env, directory, flags: overrides });
  } catch {
    return defaultConfig();
  }
}

async function isAbandoned(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined);
  if (!found?.isDirectory() || found.uid !== process.getuid?.()) return false;
  const owner = ownerOf(folder);
  return owner ? !(await mayBeAlive(owner)) : Math.abs(Date.now() - found.mtimeMs) > UNOWNED;
}

function ownerOf(folder: string): ProcessIdentity | undefined {
  try {
    return JSON.parse(readTextNow(join(folder, OWNER)) ?? "") as ProcessIdentity;
  } catch {
    return undefined;
  }
}
