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
    directory: z.string().describe("The project that the army works in"),
    started: z.iso.datetime(),
    multiplexer: z.enum(multiplexerKinds),
    formation: z.string(),
    state: z
      .enum(sessionStates)
      .describe(
        "orphan: its multiplexer no longer knows it; resting: ended to be taken up again; unknown: its multiplexer could not be asked",
      ),
    roles: z.array(z.string()),
  }),
);

export const sessionList = named("SessionList", z.object({ sessions: z.array(session) }));

export const summonOrder = named(
  "SummonOrder",
  z.strictObject({
    directory: z.string().regex(/^\//).describe("Absolute path of the project"),
    formation: formationName.optional().describe("Who takes part; without it as configured"),
    multiplexer: z.enum(multiplexerKinds).optional().describe("Without it as configured"),
    rituals: z.boolean().optional().describe("Whether the roles are given their rituals; without it they are"),
    resume: z
      .boolean()
      .optional()
      .describe(
        "Of an army that ended there: true brings it back as it was, false removes it; without it 409 where mail or conversations would be lost",
      ),
  }),
);

export type SessionView = z.infer<typeof session>;
