import { lstat, mkdtemp, realpath, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { firstKind } from "#agent-cli/kinds.ts";
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

/** Variable with the folder in which the demo's agents write their process ids. */
const PIDS = "OVLD_DEMO_PIDS";
/** Identity of the demo's process; a demo is abandoned once that process has ended. */
const OWNER = "owner.json";
/** Milliseconds after which a demo without an owner file is abandoned. */
const UNOWNED = 60_000;
const NEVER = new AbortController().signal;

/**
 * Runs `work` with a separate ovld home and project, and removes both. They are inside the user's ovld home: cleanup
 * ends the sessions that its files name, and in a temporary folder an agent could forge such files.
 */
export async function withDemoHome<T>(context: Context, work: (inDemo: Context) => Promise<T>): Promise<T> {
  // A demo that cannot be removed does not block this demo; `doctor` and `purge` report it.
  for (const left of await abandonedDemos(context)) await removeDemo(left, context).catch(() => {});
  const folder = await makeDemoFolder(resolvePaths(context.env).demos);
  const inDemo = contextIn(folder, context);
  try {
    await writeFile(join(folder, OWNER), JSON.stringify(await ownIdentity()));
    const home = resolvePaths(inDemo.env);
    for (const made of [inDemo.directory, pidsFolder(inDemo), home.home]) await makeFolder(made);
    // An existing config.toml suppresses the welcome.
    await writeFile(home.config, "");
    return await work(inDemo);
  } finally {
    await removeDemo(folder, context);
  }
}

/** Folders of demos that were killed before their cleanup. */
export async function abandonedDemos({ env }: Context): Promise<string[]> {
  const { demos, home } = resolvePaths(env);
  const folders = (await namesIn(demos)).map((name) => join(demos, name));
  if (folders.length > 0) requirePrivate(home);
  const found = await Promise.all(folders.map(async (folder) => ((await isAbandoned(folder)) ? [folder] : [])));
  return found.flat();
}

export function isDemoFolder(folder: string, { env }: Context): boolean {
  return dirname(folder) === resolvePaths(env).demos;
}

/** Ends the army of a demo and removes its folder. */
export async function removeDemo(folder: string, context: Context): Promise<void> {
  const inDemo = { ...contextIn(folder, context), signal: NEVER };
  for (const entry of await registryOf(inDemo).list()) await dismissAlone(entry, loadConfig(inDemo).config, inDemo);
  await rm(folder, { recursive: true, force: true });
  const { demos, home } = resolvePaths(context.env);
  // Both fail if not empty: other demos may run, and the ovld home may contain other files.
  for (const empty of [demos, home]) await rmdir(empty).catch(() => {});
}

/** Retries: a demo that ends at the same time removes the empty folder. */
async function makeDemoFolder(demos: string, tries = 10): Promise<string> {
  await makePrivateFolder(dirname(demos));
  await makeFolder(demos);
  try {
    return await realpath(await mkdtemp(join(demos, "demo-")));
  } catch (error) {
    if (systemCode(error) !== "ENOENT" || tries === 0) throw fileFailure("write", demos, error);
    return makeDemoFolder(demos, tries - 1);
  }
}

/** A file for each role, with its agent's process id. */
export function pidsFolder({ env }: Context): string {
  return env[PIDS] ?? "";
}

function contextIn(folder: string, context: Context): Context {
  const { ZELLIJ: _, ZELLIJ_SESSION_NAME: _name, TMUX: _tmux, OVLD_RELAY_DIR: _relay, ...env } = context.env;
  const { words, lang } = context;
  return {
    ...context,
    directory: join(folder, "landing-page"),
    // `ovld attach` cannot find this army: its ovld home is a separate one.
    words: { ...words, summon: { ...words.summon, detached: () => demoWords(lang).standing } },
    env: {
      ...env,
      OVLD_HOME: join(folder, "home"),
      OVLD_LANG: lang,
      OVLD_FORMATION: "overlord",
      ...programsOf(context),
      [variableOf(`programs.${firstKind}`)]: join(packageRoot(), "dist", "demo-agent.js"),
      // Rituals are passed at launch, to avoid waiting for typed ones.
      OVLD_RITUALS_METHOD: "launch",
      OVLD_SANDBOX_ENGINE: "none",
      OVLD_WATCH_MAIL: "wait",
      [PIDS]: join(folder, "pids"),
    },
  };
}

/** Programs as variables, which override files: a file of the demo cannot choose the program that runs. */
function programsOf(context: Context): Record<string, string> {
  const { programs } = ownSettings(context);
  return Object.fromEntries(
    Object.entries(programs).map(([name, program]) => [variableOf(`programs.${name}`), program]),
  );
}

/** Invalid settings do not prevent a demo. */
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
