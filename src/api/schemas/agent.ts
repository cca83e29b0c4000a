import * as z from "zod";
import { moodNames } from "#agent-cli/agent-cli.ts";
import { ritualStates } from "#app/rituals/give-rituals.ts";
import { statusNames } from "#store/status-board.ts";
import { named } from "./named.ts";

export const roleId = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/)
  .openapi({ example: "inferno" });

export const roleStatus = named(
  "RoleStatus",
  z
    .object({ status: z.enum(statusNames), task: z.string(), updated: z.string() })
    .describe("What a role says of itself"),
);

export const mood = named(
  "Mood",
  z
    .object({
      mood: z.enum(moodNames),
      since: z.string().optional(),
      detail: z.string().optional().describe("What it asks, or when a limit ends"),
      isGuess: z.boolean().optional().describe("Read off the screen, or concluded, instead of told by the agent CLI"),
      hasLostRelay: z.boolean().optional().describe("It goes on, but can neither write to others nor be told of mail"),
    })
    .describe("What is observed of an agent; unknown is not idle"),
);

export const agent = named(
  "Agent",
  z.object({
    role: roleId,
    name: z.object({ en: z.string(), ja: z.string() }),
    icon: z.string(),
    rank: z.int().describe("1 is the highest"),
    layer: z.enum(["command", "execution"]).optional(),
    reportsTo: z.string().optional(),
    status: roleStatus,
    mood: mood.optional(),
    unread: z.int().describe("How many messages it has not read"),
    ritual: z.enum(ritualStates).optional(),
    pane: z.string().optional().describe("The multiplexer's id of its pane"),
  }),
);

export const agentList = named("AgentList", z.object({ agents: z.array(agent) }));

export type AgentView = z.infer<typeof agent>;
