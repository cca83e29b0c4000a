import { OvldError } from "#base/errors.ts";
import type { Context } from "./context.ts";

/** Asks on the terminal; anything but a yes is a no. Where nobody can be asked, it throws. */
export async function confirm(question: string, { out, words, input, signal, onTerminal }: Context): Promise<boolean> {
  if (!onTerminal()) throw new OvldError("needs-force", {});
  out.prompt(`${question} ${words.confirm.choices} `);
  let answer = "";
  for await (const chunk of input(signal)) {
    answer += new TextDecoder().decode(chunk);
    if (answer.includes("\n")) break;
  }
  return words.confirm.yes.includes(answer.trim().toLowerCase());
}
