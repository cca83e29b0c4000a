import type * as z from "zod";
import type { Clock } from "#base/clock.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { Inbox } from "#mail/inbox.ts";
import type { Courier } from "#mail/mailer.ts";
import type { InsightShelf } from "#store/insight-shelf.ts";
import type { RoleId } from "#store/mail-store.ts";
import type { Roster } from "#store/relay-store.ts";
import type { StatusBoard } from "#store/status-board.ts";

/** One MCP tool, knowing nothing of the protocol. */
export interface Tool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  name: string;
  title: string;
  /** For a model: when to use it, what comes back, one example. */
  description: string;
  input: Input;
  output: Output;
  annotations: Annotations;
  /** Others see what it does: it is done only when its agent will remember that it asked for it. */
  reachesOthers?: boolean;
  /** What one agent CLI or another wants to know of it beyond the protocol. */
  meta?: Readonly<Record<string, unknown>>;
  run(input: z.output<Input>, context: ToolContext): Promise<ToolResult<z.input<Output>>>;
}

export interface Annotations {
  readOnlyHint: boolean;
  idempotentHint: boolean;
  destructiveHint: boolean;
  openWorldHint: boolean;
}

export interface ToolResult<Data> {
  /** What a model reads. */
  text: string;
  data: Data;
  /** What was asked for was not done, or not all of it; `text` says what and why. */
  isError?: boolean;
  /** Called when the caller has the result, or when it turned out that nobody will get it. */
  after?: { sent(): Promise<void>; lost(): Promise<void> };
}

/** Who calls, and what the tools work on. */
export interface ToolContext {
  role: RoleId;
  roster: Roster;
  clock: Clock;
  courier: Courier;
  inbox: Inbox;
  status: StatusBoard;
  /** There when the session keeps knowledge. */
  shelf?: InsightShelf | undefined;
}

type Definition<Input extends z.ZodObject, Output extends z.ZodObject> = Omit<
  Tool<Input, Output>,
  "input" | "output"
> & {
  input(): Input;
  output(): Output;
};

/** Makes the schemas when they are first used: a relay answers its client sooner than it needs them. */
export function tool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: Definition<Input, Output>,
): Tool {
  let input: Input | undefined;
  let output: Output | undefined;
  const lazy: Tool<Input, Output> = {
    ...definition,
    get input() {
      input ??= definition.input();
      return input;
    },
    get output() {
      output ??= definition.output();
      return output;
    },
  };
  return lazy as unknown as Tool;
}

/** The insight tools are offered only with a shelf. */
export function requireShelf({ shelf }: ToolContext): InsightShelf {
  if (!shelf) throw new OvldError("bug", { reason: "an insight tool was offered without a shelf" });
  return shelf;
}
