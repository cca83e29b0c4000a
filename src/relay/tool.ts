import type { Clock } from "#base/clock.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { Inbox } from "#mail/inbox.ts";
import type { Mailer } from "#mail/mailer.ts";
import type { RoleId } from "#mail/message.ts";
import type { Roster } from "#mail/roster.ts";
import type { InsightStore } from "#store/insight-store.ts";
import type { StatusBoard } from "#store/status-board.ts";
import type { InputSchema, OutputSchema } from "./schema.ts";

/** One MCP tool, without the protocol. */
export interface Tool<Input = unknown, Output = unknown> {
  name: string;
  title: string;
  /** Text for a model: when to use the tool, its result, and one example. */
  description: string;
  input: InputSchema<Input>;
  output: OutputSchema<Output>;
  annotations: Annotations;
  /** The tool reaches other roles, so it runs only once the agent's transcript contains the call. */
  reachesOthers?: boolean;
  /** Metadata that agent CLIs define beyond the protocol. */
  meta?: Readonly<Record<string, unknown>>;
  run(input: Input, context: ToolContext): Promise<ToolResult<Output>>;
}

export interface Annotations {
  readOnlyHint: boolean;
  idempotentHint: boolean;
  destructiveHint: boolean;
  openWorldHint: boolean;
}

export interface ToolResult<Data> {
  /** Text for the model. */
  text: string;
  data: Data;
  /** The call failed, completely or in part; `text` has the reason. */
  isError?: boolean;
  /** For the mail in the result: `acknowledge` once the caller has it, `release` if it never will. */
  after?: { acknowledge(): Promise<void>; release(): Promise<void> };
}

/** The calling role, and the services of the tools. */
export interface ToolContext {
  role: RoleId;
  roster: Roster;
  clock: Clock;
  mailer: Mailer;
  inbox: Inbox;
  status: StatusBoard;
  /** Present if the session has an insight store. */
  insights?: InsightStore | undefined;
}

/** Ties the types of a tool's input and output to its schemas. */
export function tool<Input, Output>(definition: Tool<Input, Output>): Tool {
  return definition as Tool;
}

/** The insight tools are offered only with an insight store. */
export function requireInsights({ insights }: ToolContext): InsightStore {
  if (!insights) throw new OvldError("bug", { reason: "an insight tool was offered without an insight store" });
  return insights;
}
