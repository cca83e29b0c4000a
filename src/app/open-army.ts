import type { Config } from "#config/settings.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import type { Army } from "./app.ts";
import { surveySessions } from "./armies/army-parts.ts";
import { openEntry } from "./armies/find-session.ts";
import { controlAgentPane } from "./control/control-agent-pane.ts";
import { openPane } from "./control/open-pane.ts";
import { restartAgents } from "./lifecycle/restart-agents.ts";
import { sendAsUser } from "./mail/send-as-user.ts";
import { failureNews, moodNews } from "./observe/moods.ts";
import type { MoodObserver } from "./observe/observed-mood.ts";
import { readRitualProgress } from "./rituals/ritual-progress.ts";
import type { Services } from "./services.ts";

/** Implements `Army` with the services. Armies may share one observer, which caches the moods it guessed from panes. */
export async function openArmy(
  entry: SessionEntry,
  observe: MoodObserver,
  config: Config,
  services: Services,
): Promise<Army> {
  const { name } = entry;
  const army = await openEntry(entry, services);
  const paneOf = (role: string) => openPane(name, role, config, services);
  return {
    ...army,
    state: async () => (await surveySessions([entry], config, services))[0]?.state ?? "unknown",
    restart: async (roles) => void (await restartAgents(entry, roles, services)),
    send: (letter) => sendAsUser(army, letter, services),
    rituals: () => readRitualProgress(name, services),
    mood: (role) => observe(entry, role),
    onMood: await moodNews(name, services),
    onFailure: failureNews(name, services),
    async screen(role, { isPlain }) {
      const { pane, multiplexer } = await paneOf(role);
      if (isPlain) return { text: await multiplexer.screen(name, pane) };
      const { screen, cursor, size } = await multiplexer.look(name, pane);
      return { text: screen, cursor, size };
    },
    async *watchScreen(role, signal) {
      const { pane, multiplexer } = await paneOf(role);
      yield* multiplexer.watchScreen(name, pane, signal);
    },
    async focus(role) {
      const { pane, multiplexer } = await paneOf(role);
      await multiplexer.focus(name, pane);
      return (await multiplexer.focused(name)) !== undefined;
    },
    control: (role) => controlAgentPane(entry, role, config, services),
  };
}
