import { symlink } from "node:fs/promises";
import { formationFrom } from "#army/formation.ts";
import { rosterOf } from "#army/plan.ts";
import { systemClock } from "#base/clock.ts";
import { FORMAT } from "#base/format.ts";
import { readFormationFile } from "#home/formation-files.ts";
import { sessionPaths } from "#home/paths.ts";
import { openRegistry } from "#home/registry.ts";
import type { Roster } from "#mail/roster.ts";
import type { RelayStore } from "#store/relay-store.ts";
import { openRelayStore } from "#wire.ts";
import type { TemporaryArmy } from "./temporary-army.ts";

export interface RegisteredArmy {
  session: string;
  relay: string;
  store: RelayStore;
  roster: Roster;
}

/** Registers an army of a built-in formation for the project, with a mail store but without agents. */
export async function registerArmy(
  army: TemporaryArmy,
  session = "ovld-mine",
  directory = army.project,
  formationName = "overlord",
): Promise<RegisteredArmy> {
  const formation = formationFrom(formationName, await readFormationFile(formationName, army.paths));
  const { relay } = sessionPaths(army.paths, session);
  const store = await openRelayStore(relay);
  const roster = rosterOf(session, formation, { lang: "en", knowledge: false, durability: "process" });
  await openRegistry({ paths: army.paths, clock: systemClock }).add({
    version: FORMAT,
    name: session,
    directory,
    started: new Date().toISOString(),
    multiplexer: "tmux",
    formation: formation.name,
    roster: roster.roles.map(({ id }) => id),
    panes: {},
  });
  await store.initialise(roster);
  await symlink(relay, army.paths.relay).catch(() => {});
  return { session, relay, store, roster };
}
