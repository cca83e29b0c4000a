import { schema } from "#relay/schema.ts";
import { describeStatus, statusSchema } from "#relay/status.ts";
import { tool } from "#relay/tool.ts";
import { statusNames } from "#store/status-board.ts";

const MAX_TASK_CHARACTERS = 500;

export const updateStatus = tool({
  name: "update_status",
  title: "Set your status",
  description: `Set your own status, which the other roles and the user see. Use it when you start a task, when you cannot continue, and when you have finished.
Returns your new status. It replaces the last one; no role is notified.
Example: {"status": "working", "task": "implement the login"}`,
  input: schema.input({
    status: schema.oneOf(statusNames, {
      description: "idle: nothing to do; working; blocked: waiting for a role or the user; done.",
    }),
    task: schema.text({
      default: "",
      maxLength: MAX_TASK_CHARACTERS,
      description: `What you are working on or waiting for, at most ${MAX_TASK_CHARACTERS} characters.`,
    }),
  }),
  output: statusSchema,
  annotations: { readOnlyHint: false, idempotentHint: true, destructiveHint: false, openWorldHint: false },
  async run({ status, task }, { role, clock, status: board }) {
    const mine = { role, status, task, updated: new Date(clock.now()).toISOString() };
    await board.set(mine);
    return { text: `Status set. ${describeStatus(mine)}`, data: mine };
  },
});
