import type { Log } from "#base/log.ts";
import { OvldError, reasonOf } from "#errors/ovld-error.ts";
import { describeInvalidInput } from "./invalid-input.ts";
import type { Tool, ToolContext, ToolResult } from "./tool.ts";

/** The answer to a tool call, which never throws. */
export interface Answer {
  text: string;
  isError: boolean;
  data?: Record<string, unknown>;
  after?: ToolResult<unknown>["after"];
}

export async function call(tool: Tool, input: unknown, context: ToolContext, log: Log): Promise<Answer> {
  const parsed = tool.input.safeParse(input ?? {});
  if (!parsed.success) {
    log.write("warn", "invalid-input", {
      tool: tool.name,
      fields: parsed.error.issues.map(({ path }) => path.join(".")),
    });
    return { text: describeInvalidInput(tool.name, input, parsed.error.issues), isError: true };
  }
  const started = context.clock.elapsed();
  try {
    const answer = await run(tool, parsed.data, context);
    log.write("info", "call", { tool: tool.name, ms: context.clock.elapsed() - started, isError: answer.isError });
    return answer;
  } catch (error) {
    return { text: report(tool, error, log), isError: true };
  }
}

async function run(tool: Tool, input: Record<string, unknown>, context: ToolContext): Promise<Answer> {
  const { text, data, after, isError = false } = await tool.run(input, context);
  try {
    return { text, isError, ...(!isError && { data: tool.output.parse(data) }), ...(after && { after }) };
  } catch (error) {
    await after?.release();
    throw error;
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
