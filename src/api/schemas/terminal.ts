import * as z from "zod";
import { named } from "./named.ts";
import { problem } from "./problem.ts";
import { screen } from "./screen.ts";

const LONGEST_INPUT = 8192;
const LARGEST = 1000;
const side = z.int().min(1).max(LARGEST);

/** What a client may say over a terminal's socket. */
export const terminalOrder = named(
  "TerminalOrder",
  z.discriminatedUnion("type", [
    z.strictObject({ type: z.literal("take") }).describe("Asks for the keys of the pane"),
    z.strictObject({ type: z.literal("release") }).describe("Gives them back"),
    z
      .strictObject({ type: z.literal("input"), keys: z.string().min(1).max(LONGEST_INPUT) })
      .describe("Presses keys, as a terminal sends them; `\\r` is Enter. Only with the keys"),
    z
      .strictObject({ type: z.literal("resize"), columns: side, rows: side })
      .describe("Only with the keys, and on tmux; the next screen tells what became of it"),
  ]),
);

/** What the server says. */
export const terminalNews = named(
  "TerminalNews",
  z.discriminatedUnion("type", [
    z.object({ type: z.literal("screen"), screen }).describe("What the pane shows now"),
    z
      .object({ type: z.literal("taken"), seconds: z.int() })
      .describe("The keys are yours, until so many seconds go by without one"),
    z
      .object({ type: z.literal("released"), why: z.enum(["asked", "pause", "person"]) })
      .describe("They are yours no longer; `person`: somebody types at the pane"),
    z.object({ type: z.literal("problem"), problem }).describe("What was asked for was not done"),
    z
      .object({ type: z.literal("ended"), why: z.string() })
      .describe("`exited`, or the code of the problem that ended it; then the socket is closed"),
  ]),
);

export type TerminalOrder = z.infer<typeof terminalOrder>;
export type TerminalNews = z.infer<typeof terminalNews>;
