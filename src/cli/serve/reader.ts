import type { Reader } from "#api/world.ts";
import { OvldError } from "#base/errors.ts";
import type { Context } from "#cli/context.ts";
import { openEntry } from "#cli/find-session.ts";
import { moodObserver } from "#cli/observed-mood.ts";
import { registryOf, surveySessions } from "#cli/open-army.ts";
import { readRitualProgress } from "#cli/ritual-progress.ts";
import type { Config } from "#config/settings.ts";

/** How the API looks at armies: as the verbs of the command line do. */
export function readerFor(config: Config, context: Context): Reader {
  const { env, wire } = context;
  return {
    registered: () => registryOf(context).list(),
    survey: (entries) => surveySessions(entries, config, context),
    open: (entry) => openEntry(entry, context),
    mood: moodObserver(config, context),
    rituals: (entry) => readRitualProgress(entry.name, context),
    async screen({ name, multiplexer: kind, panes }, role, format) {
      const pane = panes[role];
      if (pane === undefined) throw new OvldError("pane-gone", { session: name, pane: role });
      const multiplexer = await wire.openMultiplexer(kind, { program: config.programs[kind], env });
      if (format === "text") return { text: await multiplexer.screen(name, pane) };
      const { screen, cursor } = await multiplexer.look(name, pane);
      return { text: screen, cursor };
    },
  };
}
