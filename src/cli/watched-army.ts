import { multiplexerOf, registryOf, surveySessions } from "#app/armies/army-parts.ts";
import { openEntry } from "#app/armies/find-session.ts";
import { restartAgents } from "#app/lifecycle/restart-agents.ts";
import { lossNews, moodNews } from "#app/observe/moods.ts";
import { readRitualProgress } from "#app/rituals/ritual-progress.ts";
import type { Config } from "#config/settings.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import type { WatchedArmy } from "#tui/watched-army.ts";
import type { Context } from "./context.ts";
import { moodObserver } from "./observed-mood.ts";
import { sendAsUser } from "./send-as-user.ts";

/** An army for the dashboard: it looks and acts as the verbs of the command line do. */
export async function watchedArmy(entry: SessionEntry, config: Config, context: Context): Promise<WatchedArmy> {
  const { name, directory } = entry;
  const session = await openEntry(entry, context);
  const { store, roster } = session;
  const observe = moodObserver(config, context);
  return {
    ...{ name, directory, store, roster },
    state: async () => (await surveySessions([entry], config, context))[0]?.state ?? "unknown",
    rituals: () => readRitualProgress(name, context),
    mood: (role) => observe(entry, role),
    onMood: await moodNews(name, context),
    onLoss: lossNews(name, context),
    focus: (role) => focusPane(name, role, config, context),
    restart: async (role) => void (await restartAgents(entry, [role], context)),
    send: (to, body) => sendAsUser(session, { to, body }, context),
  };
}

/** Where a pane stands is noted once all panes are there, perhaps after the dashboard began. */
async function focusPane(session: string, role: string, config: Config, context: Context): Promise<boolean> {
  const entry = await registryOf(context).find(session);
  const pane = entry?.panes[role];
  if (!entry || pane === undefined) throw new OvldError("pane-gone", { session, pane: role });
  const multiplexer = await multiplexerOf(entry, config, context);
  await multiplexer.focus(session, pane);
  return (await multiplexer.focused(session)) !== undefined;
}
