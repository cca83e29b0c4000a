import * as z from "zod";
import { moodNames } from "#agent-cli/observer.ts";
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
    .describe("Status that the role declared"),
);

export const mood = named(
  "Mood",
  z
    .object({
      mood: z.enum(moodNames),
      since: z.string().optional(),
      detail: z.string().optional().describe("The question of the agent, or the end of a limit"),
      isGuess: z
        .boolean()
        .optional()
        .describe("Derived from the screen or from other facts, not reported by the agent CLI"),
      hasLostRelay: z.boolean().optional().describe("The agent runs, but can neither send nor receive mail"),
    })
    .describe("Observed mood of an agent; unknown is not idle"),
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
    unread: z.int().describe("Number of unread messages"),
    ritual: z.enum(ritualStates).optional(),
    pane: z.string().optional().describe("Pane id of the multiplexer"),
  }),
);

export const agentList = named("AgentList", z.object({ agents: z.array(agent) }));

export type AgentView = z.infer<typeof agent>;
