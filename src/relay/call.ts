import type { Log } from "#base/log.ts";
import { OvldError, reasonOf } from "#errors/ovld-error.ts";
import { checkInput } from "./check-input.ts";
import { describeInvalidInput } from "./invalid-input.ts";
import type { Tool, ToolContext, ToolResult } from "./tool.ts";

/** The answer to a tool call, which never throws. */
export interface Answer {
  text: string;
  isError: boolean;
  data?: unknown;
  after?: ToolResult<unknown>["after"];
}

export async function call(tool: Tool, input: unknown, context: ToolContext, log: Log): Promise<Answer> {
  const { value, issues } = checkInput(tool.input, input ?? {});
  if (issues) {
    log.write("warn", "invalid-input", { tool: tool.name, fields: issues.map(({ field }) => field ?? "") });
    return { text: describeInvalidInput(tool.name, issues), isError: true };
  }
  const started = context.clock.elapsed();
  try {
    const { text, data, after, isError = false } = await tool.run(value, context);
    const answer = { text, isError, ...(!isError && { data }), ...(after && { after }) };
    log.write("info", "call", { tool: tool.name, ms: context.clock.elapsed() - started, isError: answer.isError });
    return answer;
  } catch (error) {
    return { text: report(tool, error, log), isError: true };
  }
}

/** The details of a bug go to the log, not to the model. */
function report(tool: Tool, error: unknown, log: Log): string {
  if (error instanceof OvldError && error.code !== "bug") {
    log.write("warn", "call-failed", { tool: tool.name, code: error.code });
    return [error.message, error.hint].filter(Boolean).join("\n");
  }
  const stack = error instanceof Error ? error.stack : undefined;
  log.write("error", "bug", { tool: tool.name, reason: reasonOf(error), stack });
  return `${tool.name} failed because of a bug in ovld; the relay's log has the details.\nTry once more. If it fails again, continue without it and tell the user.`;
}
