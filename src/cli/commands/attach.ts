import { multiplexerOf, surveySessions } from "#app/armies/army-parts.ts";
import { findSession } from "#app/armies/find-session.ts";
import { loadConfig } from "#app/armies/load-config.ts";
import { afterClient } from "#app/lifecycle/after-client.ts";
import { startWatcher } from "#app/supervisor/start-watcher.ts";
import { defineCommand } from "#cli/frame/command.ts";
import { type Context, requireFreeTerminal } from "#cli/frame/context.ts";
import { errorText } from "#cli/frame/report-error.ts";
import type { Config } from "#config/settings.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import type { Leaving } from "#multiplexer/multiplexer.ts";
import { notDismissed } from "./dismiss-one.ts";

export const attach = defineCommand({
  flags: {},
  arguments: [{ name: "name", optional: true, candidates: "session" }],
  examples: ["ovld attach", "ovld attach ovld-mine"],
  async run(context, { arguments: { name } }) {
    const { config } = loadConfig(context);
    const entry = await findSession(context, name);
    const [surveyed] = await surveySessions([entry], config, context);
    if (surveyed?.state !== "running") throw new OvldError("session-ended", { session: entry.name });
    requireFreeTerminal(context, "attach");
    await attachTo(entry, config, context);
  },
});

export async function attachTo(entry: SessionEntry, config: Config, context: Context): Promise<void> {
  await startWatcher(entry.name, context);
  const leaving = await (await multiplexerOf(entry, config, context)).attach(entry.name);
  await tellAfterClient(entry, leaving, config, context);
}

/** After the client exits: prints how to attach again, or that the army has ended. */
export async function tellAfterClient(
  entry: SessionEntry,
  leaving: Leaving,
  config: Config,
  context: Context,
): Promise<void> {
  const { out, words } = context;
  const after = await afterClient(entry, leaving, config, context);
  if (after.what !== "not-removed") return out.line(words.summon[after.what](entry.name));
  for (const line of notDismissed(entry.name, errorText(after.error, words), words)) out.note(line);
}
