import { OvldError } from "#errors/ovld-error.ts";
import type { Context } from "./context.ts";

/** Asks on the terminal; every answer but yes means no. Throws without a terminal. */
export async function confirm(question: string, context: Context): Promise<boolean> {
  if (!context.onTerminal()) throw new OvldError("needs-force", {});
  const { choices, yes } = context.words.confirm;
  return yes.includes(await answerTo(`${question} ${choices} `, context));
}

/** Asks about a harmless step; every answer but no means yes. */
export async function offer(question: string, context: Context): Promise<boolean> {
  const { offered, no } = context.words.confirm;
  return !no.includes(await answerTo(`${question} ${offered} `, context));
}

async function answerTo(prompt: string, { out, input, signal }: Context): Promise<string> {
  out.prompt(prompt);
  let answer = "";
  for await (const chunk of input(signal)) {
    answer += new TextDecoder().decode(chunk);
    if (answer.includes("\n")) break;
  }
  if (signal.aborted) throw new OvldError("cancelled", {});
  // Ctrl-D ends the input without a newline, so the cursor is still on the line of the question.
  if (!answer.includes("\n")) out.prompt("\n");
  return answer.trim().toLowerCase();
}
