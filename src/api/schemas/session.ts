import * as z from "zod";
import { sessionStates } from "#army/survey.ts";
import { multiplexerKinds } from "#multiplexer/multiplexer.ts";
import { named } from "./named.ts";

export const sessionName = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,200}$/)
  .openapi({ example: "ovld-myproject" });
export const formationName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/)
  .openapi({ example: "overlord" });

export const session = named(
  "Session",
  z.object({
    name: sessionName,
    directory: z.string().describe("Project directory of the army"),
    started: z.iso.datetime(),
    multiplexer: z.enum(multiplexerKinds),
    formation: z.string(),
    state: z
      .enum(sessionStates)
      .describe(
        "orphan: the multiplexer has no such session; resting: ended, can be resumed; unknown: the multiplexer did not answer",
      ),
    roles: z.array(z.string()),
  }),
);

export const sessionList = named("SessionList", z.object({ sessions: z.array(session) }));

export const summonOrder = named(
  "SummonOrder",
  z.strictObject({
    directory: z.string().regex(/^\//).describe("Absolute path of the project"),
    formation: formationName.optional().describe("Default: the configured formation"),
    multiplexer: z.enum(multiplexerKinds).optional().describe("Default: the configured multiplexer"),
    rituals: z.boolean().optional().describe("Whether the agents get their rituals; default: true"),
    resume: z
      .boolean()
      .optional()
      .describe(
        "For an army that ended in this directory: true resumes it, false removes it. Default: 409 if mail or conversations would be lost",
      ),
  }),
);

export type SessionView = z.infer<typeof session>;
