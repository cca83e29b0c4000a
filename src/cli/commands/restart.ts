import { agentKinds } from "#agent-cli/kinds.ts";
import { findRole, openSession } from "#app/armies/find-session.ts";
import { restartAgents } from "#app/lifecycle/restart-agents.ts";
import { rolesIn } from "#app/observe/moods.ts";
import { defineCommand, jsonFlag, sessionFlag } from "#cli/frame/command.ts";
import { confirm } from "#cli/frame/confirm.ts";
import { OvldError } from "#errors/ovld-error.ts";

export const restart = defineCommand({
  flags: {
    all: { type: "boolean" },
    agent: { type: "string", value: agentKinds.join("|"), candidates: agentKinds },
    force: { type: "boolean" },
    ...sessionFlag,
    ...jsonFlag,
  },
  arguments: [{ name: "role", many: true, optional: true, candidates: "role" }],
  apart: [["all", "role"]],
  ignoresClosedPipe: true,
  examples: ["ovld restart inferno", "ovld restart glacier storm --force", "ovld restart --all --force"],
  async run(context, { flags, arguments: { role: named } }) {
    const { out, words } = context;
    if (named.length === 0 && !flags.all)
      throw new OvldError("missing-argument", { command: "restart", argument: "role" });
    const { entry, roster } = await openSession(context, flags.session, { isWholeName: true });
    const roles = flags.all ? entry.roster : [...new Set(named.map((word) => findRole(word, roster)))];
    const busy = await rolesIn("busy", roles, entry.name, context);
    if (busy.length > 0 && !flags.force && !(await confirm(words.restart.question(busy), context)))
      return out.line(words.unsummon.kept);
    const restarted = await restartAgents(entry, roles, context, {
      agent: agentKinds.find((kind) => kind === flags.agent),
      onRestarted({ role, resumed }) {
        if (!flags.json) out.line(words.restart[resumed ? "resumed" : "fresh"](role));
      },
    });
    if (flags.json) out.json(restarted);
  },
});
