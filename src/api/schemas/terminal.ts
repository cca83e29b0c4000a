import * as z from "zod";
import { named } from "./named.ts";
import { problem } from "./problem.ts";
import { screen } from "./screen.ts";

const LONGEST_INPUT = 8192;
const LARGEST = 1000;
const side = z.int().min(1).max(LARGEST);

/** A message of the client. */
export const terminalOrder = named(
  "TerminalOrder",
  z.discriminatedUnion("type", [
    z.strictObject({ type: z.literal("take") }).describe("Asks for control of the pane's keys"),
    z.strictObject({ type: z.literal("release") }).describe("Gives control back"),
    z
      .strictObject({ type: z.literal("input"), keys: z.string().min(1).max(LONGEST_INPUT) })
      .describe("Presses keys, as a terminal sends them; `\\r` is Enter. Needs control"),
    z
      .strictObject({ type: z.literal("resize"), columns: side, rows: side })
      .describe("Resizes the pane. Needs control; tmux only. The next screen has the new size"),
  ]),
);

/** A message of the server. */
export const terminalNews = named(
  "TerminalNews",
  z.discriminatedUnion("type", [
    z.object({ type: z.literal("screen"), screen }).describe("Content of the pane"),
    z
      .object({ type: z.literal("taken"), seconds: z.int() })
      .describe("The client has control, until this many seconds pass without a key"),
    z
      .object({ type: z.literal("released"), why: z.enum(["asked", "pause", "person"]) })
      .describe("The client no longer has control; `person`: a person types at the pane"),
    z.object({ type: z.literal("problem"), problem }).describe("The request was not carried out"),
    z
      .object({ type: z.literal("ended"), why: z.string() })
      .describe("`exited`, or the code of a problem; then the socket closes"),
  ]),
);

export type TerminalOrder = z.infer<typeof terminalOrder>;
export type TerminalNews = z.infer<typeof terminalNews>;
