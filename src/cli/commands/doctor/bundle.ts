import { readdir } from "node:fs/promises";
import { release } from "node:os";
import { basename, join, resolve } from "node:path";
import { registryOf, surveySessions } from "#app/armies/army-parts.ts";
import { fileFailure, readText, writeNew } from "#base/files.ts";
import type { Context } from "#cli/frame/context.ts";
import { errorText } from "#cli/frame/report-error.ts";
import { ConfigLoader } from "#config/load.ts";
import type { Config } from "#config/settings.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import type { Check } from "./check.ts";
import { cutSecrets } from "./cut-secrets.ts";

const LAST_LINES = 200;

/** Variables that determine how a terminal behaves; the bundle contains no others. */
const TOLD = ["TERM", "COLORTERM", "LANG", "LC_ALL", "SHELL", "ZELLIJ", "TMUX", "SSH_TTY", "WSL_DISTRO_NAME"];

/** Writes a file for a bug report and resolves to its path. It omits mail and events, which contain subjects. */
export async function writeBundle(
  file: string | undefined,
  findings: readonly Check[],
  config: Config,
  context: Context,
): Promise<string> {
  const { env, directory, clock, version, platform } = context;
  const made = new Date(clock.now()).toISOString();
  const target = resolve(directory, file ?? `ovld-doctor-${made.replaceAll(/[:.]/g, "-")}.json`);
  const parts = {
    made,
    ovld: version,
    node: process.versions.node,
    platform: `${platform} ${release()} ${process.arch}`,
    environment: Object.fromEntries(TOLD.flatMap((name) => (env[name] ? [[name, env[name]]] : []))),
    findings,
    settings: await told(() => settingsOf(context), context),
    armies: await told(async () => surveySessions(await registryOf(context).list(), config, context), context),
    logs: await told(() => logsOf(context), context),
  };
  const text = cutSecrets(`${JSON.stringify(parts, null, 2)}\n`, {
    home: env.HOME,
    known: [await readText(resolvePaths(env).token).catch(() => undefined)],
  });
  try {
    await writeNew(target, text);
  } catch (error) {
    throw fileFailure("write", target, error);
  }
  return target;
}

/** An unreadable part is replaced by its error: a report is needed most when something is broken. */
async function told<T>(read: () => Promise<T>, { words }: Context): Promise<T | { unreadable: string }> {
  return read().catch((error: unknown) => ({ unreadable: errorText(error, words).message }));
}

/** Values of the user's pane variables may be secret; the bundle contains their names only. */
async function settingsOf({ env, directory, overrides }: Context): Promise<Record<string, unknown>> {
  const { values } = ConfigLoader.trace({ env, directory, flags: overrides });
  const hidden = (value: unknown) => (value !== null && typeof value === "object" ? Object.keys(value) : value);
  return Object.fromEntries(
    [...values].map(([key, { value, source }]) => [
      key,
      { value: key === "tmux.environment" ? hidden(value) : value, source },
    ]),
  );
}

async function logsOf(context: Context): Promise<Record<string, string[]>> {
  const paths = resolvePaths(context.env);
  const sessions = await namesIn(paths.sessions);
  const ofSessions = sessions.map((name) => sessionPaths(paths, name)).flatMap(({ folder, logs }) => [folder, logs]);
  const folders = [join(paths.serverLog, ".."), paths.tmux, ...ofSessions];
  const files = await Promise.all(
    folders.map(async (folder) => (await namesIn(folder)).map((name) => join(folder, name))),
  );
  const logs = files.flat().filter((file) => /\.log(\.\d+)?$/.test(basename(file)));
  const read = async (file: string) => {
    const text = await readText(file, { followLink: false }).catch(() => undefined);
    return [file, (text ?? "").trimEnd().split("\n").slice(-LAST_LINES)] as const;
  };
  return Object.fromEntries(await Promise.all(logs.map(read)));
}

function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).then(
    (names) => names.sort(),
    () => [],
  );
}
