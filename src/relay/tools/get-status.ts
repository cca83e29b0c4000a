import { requireRole } from "#mail/compose.ts";
import { schema } from "#relay/schema.ts";
import { describeStatus, statusData, statusSchema } from "#relay/status.ts";
import { tool } from "#relay/tool.ts";

export const getStatus = tool({
  name: "get_status",
  title: "See what a role, or every role, is doing",
  description: `Show the status that a role last set, or that of every role. Use it before you assign work, and instead of a message that only asks for progress.
Returns one line per role: status (idle, working, blocked, done), task, and when it was set.
Example: {"role": "inferno"}, or {"role": "all"} for every role.`,
  input: schema.input({
    role: schema.text({ description: 'Role id, e.g. inferno, or "all" for every role.' }),
  }),
  output: schema.output({ statuses: schema.list(statusSchema) }),
  annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false },
  async run({ role }, { roster, status }) {
    if (role !== "all") requireRole(role, roster);
    const statuses = role === "all" ? await status.all() : [await status.get(role)];
    return { text: statuses.map(describeStatus).join("\n"), data: { statuses: statuses.map(statusData) } };
  },
});
