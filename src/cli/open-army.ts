import { rm } from "node:fs/promises";
import { dismiss } from "#army/dismiss.ts";
import { type SurveyedSession, survey } from "#army/survey.ts";
import { OvldError } from "#base/errors.ts";
import { type EnvironmentMatch, endProcessesWith } from "#base/processes.ts";
import { resolvePaths, sessionPaths } from "#config/paths.ts";
import { openRegistry, type Registry, type SessionEntry } from "#config/registry.ts";
import { releaseRelayLink } from "#config/relay-link.ts";
import type { Config } from "#config/settings.ts";
import type { Multiplexer, MultiplexerKind } from "#multiplexer/multiplexer.ts";
import type { Context } from "./context.ts";

export function registryOf({ env, clock, out, words }: Context): Registry {
  return openRegistry({
    paths: resolvePaths(env),
    clock,
    onDamage: (file, keptAs) => out.note(`ovld: ${words.warnings.damaged({ file, keptAs })}`),
  });
}

export function multiplexerOf(
  kind: MultiplexerKind,
  { programs }: Config,
  { env, wire }: Context,
): Promise<Multiplexer> {
  if (kind === "tmux") throw new OvldError("multiplexer-unsupported", { multiplexer: kind });
  return wire.openMultiplexer(kind, { program: programs[kind], env });
}

/** What became of these sessions; a multiplexer that cannot be asked leaves its sessions unknown. */
export async function surveySessions(
  entries: readonly SessionEntry[],
  config: Config,
  { env, wire }: Context,
): Promise<SurveyedSession[]> {
  const answers: Parameters<typeof survey>[1] = {};
  for (const kind of new Set(entries.map((entry) => entry.multiplexer))) {
    const probe = await wire.openProbe(kind, { program: config.programs[kind], env });
    answers[kind] = await probe.sessions().catch(() => undefined);
  }
  return survey(entries, answers);
}

/** Ends an army and removes all of it. */
export async function dismissArmy(entry: SessionEntry, config: Config, context: Context): Promise<void> {
  const { env, clock, wire } = context;
  const { relay } = sessionPaths(resolvePaths(env), entry.name);
  await dismiss(entry.name, {
    multiplexer: await multiplexerOf(entry.multiplexer, config, context),
    store: await wire.openRelayStore(relay),
    registry: registryOf(context),
    async endProcesses() {
      for (const match of [paneProcesses(entry.name, env), { OVLD_RELAY_DIR: relay }])
        await endProcessesWith(match, clock);
    },
    removeFolder: () => removeSessionFolder(entry.name, context),
  });
}

/** Removes a session's own folder, and turns the link that led to its mail. */
export async function removeSessionFolder(session: string, context: Context): Promise<void> {
  const paths = resolvePaths(context.env);
  await rm(sessionPaths(paths, session).folder, { recursive: true, force: true });
  const left = await registryOf(context).list();
  await releaseRelayLink(
    paths,
    session,
    left.map(({ name }) => name),
  );
}

/** What runs in the session's panes; a session of the same name on another socket is not ours. */
function paneProcesses(session: string, env: Context["env"]): EnvironmentMatch {
  const { HOME, ZELLIJ_SOCKET_DIR, XDG_RUNTIME_DIR, TMPDIR } = env;
  return { ZELLIJ_SESSION_NAME: session, HOME, ZELLIJ_SOCKET_DIR, XDG_RUNTIME_DIR, TMPDIR };
}
