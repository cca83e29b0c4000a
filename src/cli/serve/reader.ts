import type { Reader } from "#api/world.ts";
import { registryOf, surveySessions } from "#app/armies/army-parts.ts";
import { openEntry } from "#app/armies/find-session.ts";
import { openPane } from "#app/control/open-pane.ts";
import { lossNews, moodNews } from "#app/observe/moods.ts";
import { readRitualProgress } from "#app/rituals/ritual-progress.ts";
import type { Context } from "#cli/context.ts";
import { moodObserver } from "#cli/observed-mood.ts";
import type { Config } from "#config/settings.ts";

/** How the API looks at armies: as the verbs of the command line do. */
export function readerFor(config: Config, context: Context): Reader {
  const registry = registryOf(context);
  return {
    registered: () => registry.list(),
    find: (name) => registry.find(name),
    survey: (entries) => surveySessions(entries, config, context),
    open: (entry) => openEntry(entry, context),
    mood: moodObserver(config, context),
    onMood: async ({ name }, role, tell, signal) => (await moodNews(name, context))(role, tell, signal),
    onLoss: ({ name }, tell, signal) => lossNews(name, context)(tell, signal),
    rituals: (entry) => readRitualProgress(entry.name, context),
    async *watch(entry, role, signal) {
      const { pane, multiplexer } = await openPane(entry, role, config, context);
      yield* multiplexer.watchScreen(entry.name, pane, signal);
    },
    async screen(entry, role, { isPlain }) {
      const { name } = entry;
      const { pane, multiplexer } = await openPane(entry, role, config, context);
      if (isPlain) return { text: await multiplexer.screen(name, pane) };
      const { screen, cursor, size } = await multiplexer.look(name, pane);
      return { text: screen, cursor, size };
    },
  };
}
