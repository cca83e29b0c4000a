import { OvldError } from "#errors/ovld-error.ts";
import type { Context } from "./context.ts";

/** Asks on the terminal; anything but a yes is a no. Where nobody can be asked, it throws. */
export async function confirm(question: string, context: Context): Promise<boolean> {
  if (!context.onTerminal()) throw new OvldError("needs-force", {});
  const { choices, yes } = context.words.confirm;
  return yes.includes(await answerTo(`${question} ${choices} `, context));
}

/** The same for what costs nothing: anything but a no is a yes. */
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
  // Ctrl-D leaves the cursor behind the question.
  if (!answer.includes("\n")) out.prompt("\n");
  return answer.trim().toLowerCase();
}
