import { findRole, openSession } from "#app/armies/find-session.ts";
import { loadConfig } from "#app/armies/load-config.ts";
import { formationOf } from "#app/armies/load-formation.ts";
import { findRituals } from "#app/rituals/find-rituals.ts";
import { giveAll } from "#app/rituals/give-all.ts";
import type { RitualProgress } from "#app/rituals/give-rituals.ts";
import { defineCommand, sessionFlag } from "#cli/frame/command.ts";
import { ritualText } from "#cli/render/ritual-text.ts";
import { exitStatus } from "#errors/ovld-error.ts";

export const ritual = defineCommand({
  flags: { wait: { type: "boolean" }, ...sessionFlag },
  arguments: [{ name: "role", many: true, optional: true, candidates: "role" }],
  ignoresClosedPipe: true,
  examples: ["ovld ritual", "ovld ritual inferno"],
  async run(context, { flags, arguments: { role: named } }) {
    const { out, words } = context;
    const { config } = loadConfig(context);
    const { entry, roster } = await openSession(context, flags.session);
    const chosen = named.map((word) => findRole(word, roster));
    const formation = await formationOf(entry, context);
    const inFields = Object.keys(entry.fields?.slots ?? {});
    const rituals = (await findRituals(formation, entry.directory, context, { inFields })).filter(
      (one) => chosen.length === 0 || chosen.includes(one.role),
    );
    const isPatient = flags.wait === true;
    const report = (progress: RitualProgress) => out.line(ritualText(progress, words));
    const results = await giveAll(entry, rituals, { isPatient, report }, config, context);
    const failed = results.filter(({ state }) => state === "failed");
    if (failed.length > 0) return exitStatus["program-failed"];
  },
});
