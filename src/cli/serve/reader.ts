import type { Reader } from "#api/world.ts";
import type { Context } from "#cli/context.ts";
import { openEntry } from "#cli/find-session.ts";
import { registryOf, surveySessions } from "#cli/open-army.ts";
import { openPane } from "#cli/open-pane.ts";
import { readRitualProgress } from "#cli/ritual-progress.ts";
import { resolvePaths, sessionPaths } from "#config/paths.ts";
import type { Config } from "#config/settings.ts";

/** How the API looks at armies: as the verbs of the command line do. */
export function readerFor(config: Config, context: Context): Reader {
  const { env, wire } = context;
  const paths = resolvePaths(env);
  return {
    registered: () => registryOf(context).list(),
    survey: (entries) => surveySessions(entries, config, context),
    open: (entry) => openEntry(entry, context),
    async mood({ name }, role) {
      const { bell } = await wire.openAgentSenses();
      return bell ? bell.mood({ role, ...sessionPaths(paths, name) }) : { mood: "unknown" };
    },
    async onMood({ name }, role, tell, signal) {
      const { bell } = await wire.openAgentSenses();
      bell?.onMood?.({ role, ...sessionPaths(paths, name) }, tell, signal);
    },
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
